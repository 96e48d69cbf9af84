"""Who a person to be entered is: asked once if it may be somebody known, on every page that enters people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.forms.entrants import PastedLine, WhoForm, tidy_number
from tournaments.entrants.reads.known import Likeness, likenesses, likenesses_of
from tournaments.entrants.rules.alike import By, Known, find_alike
from tournaments.entrants.rules.teams import full_name
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.models import Event, Tournament
from tournaments.people import words as people_words
from tournaments.seating import words as seats_words


def answered(request: HttpRequest, tournament: Tournament) -> QueryDict:
    """The data sent, including the answer to the question who it is: a known person is written as they are known.

    An answer about somebody whom the name in the field no longer resembles is ignored.
    """
    data = request.POST.copy()
    if "somebody_else" in data:
        data["told_apart"] = str(data["somebody_else"])
    if "same" not in data:
        return data
    name, acc_number, club = (str(data.get(field, "")) for field in ("name", "acc_number", "club"))
    acc_number = tidy_number(acc_number)
    partner = str(data.get("partner", "")).strip()
    if partner:
        name = full_name([name, partner])
    alike = likenesses(request.user, tournament, name, acc_number)
    known = next((likeness for likeness in alike if str(likeness.player) == data["same"]), None)
    if known is not None:
        data["player"] = str(known.player)
        if not partner:
            data["name"] = known.name
        data["acc_number"] = acc_number or known.acc_number
        data["club"] = club.strip() or known.club
    return data


def at_partner(field: str) -> str:
    """The field of the form for a fault of one of the people of a team."""
    return {"players": "partner", "players.0": "name", "players.1": "partner"}.get(field, field)


def to_ask(request: HttpRequest, tournament: Tournament, form: WhoForm) -> list[Likeness]:
    """The known people about whom the page asks before it enters the person of this valid form; empty if it is clear.

    A person with both the name and the number of somebody known is that person.
    """
    values = form.cleaned_data
    if values["player"]:
        return []
    alike = likenesses(request.user, tournament, values["name"], values["acc_number"])
    if alike and alike[0].by is By.BOTH:
        values["player"] = alike[0].player
        return []
    return [] if {str(likeness.player) for likeness in alike} <= values["told_apart"] else alike


# --- A pasted list ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineAsked:
    """A pasted line about whose person the page asks: the possible answers, and the one given."""

    line: PastedLine
    choices: tuple[tuple[str, str], ...]
    answer: str

    @property
    def field(self) -> str:
        return _field(self.line)

    @property
    def label(self) -> str:
        return seats_words.on_line(self.line.line, people_words.person(self.line.name, self.line.acc_number))


@dataclass(frozen=True, slots=True)
class LinesRead:
    """The people a pasted list enters, with their lines, as far as known; and the questions still asked."""

    plans: tuple[tuple[PastedLine, EntrantPlan], ...]
    asked: tuple[LineAsked, ...]

    @property
    def is_open(self) -> bool:
        return not all(question.answer for question in self.asked)


def read_lines(request: HttpRequest, event: Event, lines: Sequence[PastedLine]) -> LinesRead:
    """Who the people of a pasted list are.

    The page asks about everybody who may be somebody known or somebody on an earlier line. A person with both the name
    and the number of somebody known who is not entered yet is that person.
    """
    known = [Known(line.name, line.acc_number) for line in lines]
    entered = set(event.entries.values_list("player", flat=True))
    places = {place: person for place, person in enumerate(known) if person.name}
    twice = find_alike(places, places)
    plans, asked = [], []
    for place, alike in enumerate(likenesses_of(request.user, event.tournament, known)):
        line = lines[place]
        earlier = {lines[other]: by for other, by in sorted(twice.get(place, {}).items()) if other < place}
        plan = EntrantPlan(line.name, line.acc_number, line.seat, line.club, players=line.players)
        sure = next((likeness for likeness in alike if likeness.by is By.BOTH), None)
        if sure is not None and sure.player not in entered and By.BOTH not in earlier.values():
            plans.append((line, replace(plan, player=sure.player)))
            continue
        if not alike and not earlier:
            plans.append((line, plan))
            continue
        choices = _choices(alike, earlier, entered)
        sent = request.POST.get(_field(line), "")
        answer = sent if sent in dict(choices) else ""
        asked.append(LineAsked(line, choices, answer))
        same = next((likeness for likeness in alike if answer == f"same {likeness.player}"), None)
        if same is not None:
            acc_number = line.acc_number or same.acc_number
            plans.append((line, replace(plan, name=same.name, acc_number=acc_number, player=same.player)))
        elif answer.startswith("else "):
            plans.append((line, plan))
    return LinesRead(tuple(plans), tuple(asked))


def put_on_lines(form: forms.Form, name: str | None, refused: Refused, lines: Sequence[int]) -> None:
    """Add each fault to the form with the line it is about, to this field or as a general error."""
    for fault in refused.faults or [Fault("", refused.code, refused.message)]:
        place = fault.field.partition(".")[0]
        message = seats_words.on_line(lines[int(place)], fault.message) if place.isdecimal() else fault.message
        form.add_error(name, message)


def _field(line: PastedLine) -> str:
    return f"who-{line.line}"


def _choices(
    alike: Sequence[Likeness], earlier: dict[PastedLine, By], entered: set[int]
) -> tuple[tuple[str, str], ...]:
    """The possible answers with the values sent for them.

    A value names the people it is about, so that it is no answer about others. Somebody with the name and the number of
    a known person cannot be somebody else.
    """
    choices = [
        (f"out {likeness.player}", registration_words.leave_line_out(likeness.same), likeness.by)
        if likeness.player in entered
        else (f"same {likeness.player}", likeness.same, likeness.by)
        for likeness in alike
    ]
    choices += [
        (
            f"out line-{line.line}",
            registration_words.same_as_line(line.line, people_words.person(line.name, line.acc_number)),
            by,
        )
        for line, by in earlier.items()
    ]
    if sure := [(value, label) for value, label, by in choices if by is By.BOTH]:
        return tuple(sure)
    keys = " ".join(value.partition(" ")[2] for value, _label, _by in choices)
    return (*((value, label) for value, label, _by in choices), (f"else {keys}", _("Somebody else")))
