"""Who a person to be entered is: asked once where it may be somebody known, on every page on which one is entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.forms.entrants import PastedLine, WhoForm, tidy_number
from tournaments.entrants.reads.known import Likeness, likenesses, likenesses_of
from tournaments.entrants.rules.alike import By, Known, find_alike
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.models import Event, Tournament
from tournaments.people import words as people_words
from tournaments.seating import words as seats_words


def answered(request: HttpRequest, tournament: Tournament) -> QueryDict:
    """What was sent, with the answer to the question in it: the same person is written as they are known.

    An answer about somebody whom the name in the field is no longer like is none.
    """
    data = request.POST.copy()
    if "somebody_else" in data:
        data["told_apart"] = str(data["somebody_else"])
    if "same" not in data:
        return data
    name, acc_number, club = (str(data.get(field, "")) for field in ("name", "acc_number", "club"))
    acc_number = tidy_number(acc_number)
    alike = likenesses(request.user, tournament, name, acc_number)
    known = next((one for one in alike if str(one.player) == data["same"]), None)
    if known is not None:
        data["player"], data["name"] = str(known.player), known.name
        data["acc_number"] = acc_number or known.acc_number
        data["club"] = club.strip() or known.club
    return data


def to_ask(request: HttpRequest, tournament: Tournament, form: WhoForm) -> list[Likeness]:
    """About whom the page asks before the person of this valid form is entered; nobody where it is clear who it is.

    Whoever has both the name and the number of somebody known is that person.
    """
    given = form.cleaned_data
    if given["player"]:
        return []
    alike = likenesses(request.user, tournament, given["name"], given["acc_number"])
    if alike and alike[0].by is By.BOTH:
        given["player"] = alike[0].player
        return []
    return [] if {str(one.player) for one in alike} <= given["told_apart"] else alike


# --- A pasted list ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineAsked:
    """A pasted line about which the page asks who it is: the answers that there are, and the one that was given."""

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
    """Whom a pasted list enters, each with the line, as far as that is clear or was answered; and what is asked about it."""

    plans: tuple[tuple[PastedLine, EntrantPlan], ...]
    asked: tuple[LineAsked, ...]

    @property
    def is_open(self) -> bool:
        return not all(one.answer for one in self.asked)


def read_lines(request: HttpRequest, event: Event, lines: Sequence[PastedLine]) -> LinesRead:
    """Who the people of a pasted list are. It is asked about everybody who may be somebody known, or somebody of an
    earlier line; whoever has both the name and the number of somebody known who is not here is that person."""
    known = [Known(line.name, line.acc_number) for line in lines]
    here = set(event.entries.values_list("player", flat=True))
    places = {place: one for place, one in enumerate(known) if one.name}
    twice = find_alike(places, places)
    plans, asked = [], []
    for place, alike in enumerate(likenesses_of(request.user, event.tournament, known)):
        line = lines[place]
        earlier = {lines[other]: by for other, by in sorted(twice.get(place, {}).items()) if other < place}
        plan = EntrantPlan(line.name, line.acc_number, line.seat)
        sure = next((one for one in alike if one.by is By.BOTH), None)
        if sure is not None and sure.player not in here and By.BOTH not in earlier.values():
            plans.append((line, EntrantPlan(line.name, line.acc_number, line.seat, player=sure.player)))
            continue
        if not alike and not earlier:
            plans.append((line, plan))
            continue
        choices = _choices(alike, earlier, here)
        sent = request.POST.get(_field(line), "")
        answer = sent if sent in dict(choices) else ""
        asked.append(LineAsked(line, choices, answer))
        same = next((one for one in alike if answer == f"same {one.player}"), None)
        if same is not None:
            acc_number = line.acc_number or same.acc_number
            plans.append((line, EntrantPlan(same.name, acc_number, line.seat, player=same.player)))
        elif answer.startswith("else "):
            plans.append((line, plan))
    return LinesRead(tuple(plans), tuple(asked))


def put_on_lines(form: forms.Form, name: str | None, refused: Refused, lines: Sequence[int]) -> None:
    """Say of each fault of somebody of a list on which line it is; in this field of the form, or above all."""
    for fault in refused.faults or [Fault("", refused.code, refused.message)]:
        place = fault.field.partition(".")[0]
        told = seats_words.on_line(lines[int(place)], fault.message) if place.isdecimal() else fault.message
        form.add_error(name, told)


def _field(line: PastedLine) -> str:
    return f"who-{line.line}"


def _choices(alike: Sequence[Likeness], earlier: dict[PastedLine, By], here: set[int]) -> tuple[tuple[str, str], ...]:
    """The answers that there are, each with what is sent for it: it names those about whom it is said, so that it is none
    about others. Whoever has the name and the number of somebody cannot be somebody else."""
    found = [
        (f"out {one.player}", registration_words.leave_line_out(one.same), one.by)
        if one.player in here
        else (f"same {one.player}", one.same, one.by)
        for one in alike
    ]
    found += [
        (
            f"out line-{line.line}",
            registration_words.same_as_line(line.line, people_words.person(line.name, line.acc_number)),
            by,
        )
        for line, by in earlier.items()
    ]
    if sure := [(value, label) for value, label, by in found if by is By.BOTH]:
        return tuple(sure)
    said = " ".join(value.partition(" ")[2] for value, _label, _by in found)
    return (*((value, label) for value, label, _by in found), (f"else {said}", _("Somebody else")))
