"""The question who a person to be entered is, for every page that enters people.

The page asks once if the person may be somebody who is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.forms.entrants import PastedLine, WhoForm
from tournaments.entrants.reads.known import Likeness, likenesses, likenesses_of
from tournaments.entrants.rules.alike import By, Known, find_alike
from tournaments.entrants.rules.pasted_list import tidy_number
from tournaments.entrants.rules.teams import full_name
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Fault, Refused
from tournaments.models import Event, Tournament
from tournaments.people import words as people_words
from tournaments.seating import words as seats_words


def answered(request: HttpRequest, tournament: Tournament) -> QueryDict:
    """The data sent, with the answer to the question who the person is put into the form fields.

    A chosen person (`same`) gets their known name, and their known number and club if none is sent. The choice is
    ignored if the person no longer resembles the name and number sent.
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
    controls = {"players": "partner", "players.0": "name", "players.1": "partner"}
    numbers = {
        "acc_numbers": "partner_acc_number",
        "acc_numbers.0": "acc_number",
        "acc_numbers.1": "partner_acc_number",
    }
    return (controls | numbers).get(field, field)


def to_ask(request: HttpRequest, tournament: Tournament, form: WhoForm) -> list[Likeness]:
    """The known people about whom the page asks before it enters the person of a valid form; empty if it is clear.

    A person with both the name and the number of somebody known is that person: the form's `player` is set.
    """
    values = form.cleaned_data
    if values["player"]:
        return []
    alike = likenesses(request.user, tournament, values["name"], values["acc_number"])
    if alike and alike[0].by is By.BOTH:
        values["player"] = alike[0].player
        return []
    alike_keys = {str(likeness.player) for likeness in alike}
    return [] if alike_keys <= values["told_apart"] else alike


# --- A pasted list ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineAsked:
    """A pasted line whose person is unclear: the possible answers with their labels, and the answer given, if any."""

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
    """A pasted list as read: the lines whose person is clear, each with its plan, and all lines that need an answer."""

    plans: tuple[tuple[PastedLine, EntrantPlan], ...]
    asked: tuple[LineAsked, ...]

    @property
    def is_open(self) -> bool:
        """Whether a question has no answer yet."""
        return not all(question.answer for question in self.asked)


def read_lines(request: HttpRequest, event: Event, lines: Sequence[PastedLine]) -> LinesRead:
    """Find out who the people of a pasted list are, with the answers sent.

    The page asks about everybody who may be a known person, or the person of an earlier line. A person with both the
    name and the number of a known person who is not entered yet is that person.
    """
    people = [Known(line.name, line.acc_number) for line in lines]
    entered = set(event.entries.values_list("player", flat=True))
    named = {place: person for place, person in enumerate(people) if person.name}
    alike_lines = find_alike(named, named)
    plans, asked = [], []
    for place, alike in enumerate(likenesses_of(request.user, event.tournament, people)):
        line = lines[place]
        earlier = {lines[other]: by for other, by in sorted(alike_lines.get(place, {}).items()) if other < place}
        plan = EntrantPlan(
            line.name,
            line.acc_number,
            line.seat,
            line.club,
            None,
            line.players,
            line.acc_numbers,
            line.email,
            line.phone,
        )
        certain = next((likeness for likeness in alike if likeness.by is By.BOTH), None)
        if certain is not None and certain.player not in entered and By.BOTH not in earlier.values():
            plans.append((line, replace(plan, player=certain.player)))
            continue
        if not alike and not earlier:
            plans.append((line, plan))
            continue
        choices = _choices(alike, earlier, entered)
        sent = request.POST.get(_field(line), "")
        answer = sent if sent in dict(choices) else ""
        asked.append(LineAsked(line, choices, answer))
        chosen = next((likeness for likeness in alike if answer == f"same {likeness.player}"), None)
        if chosen is not None:
            acc_number = line.acc_number or chosen.acc_number
            plans.append((line, replace(plan, name=chosen.name, acc_number=acc_number, player=chosen.player)))
        elif answer.startswith("else "):
            plans.append((line, plan))
    return LinesRead(tuple(plans), tuple(asked))


def put_on_lines(form: forms.Form, name: str | None, refused: Refused, lines: Sequence[int]) -> None:
    """Add the faults of a refusal to a form field, or as general errors if `name` is None; each names its line.

    `lines` are the line numbers of the people who were to be entered, by position.
    """
    for fault in refused.faults or [Fault("", refused.code, refused.message)]:
        place = fault.field.partition(".")[0]
        message = seats_words.on_line(lines[int(place)], fault.message) if place.isdecimal() else fault.message
        form.add_error(name, message)


def _field(line: PastedLine) -> str:
    return f"who-{line.line}"


def _choices(
    alike: Sequence[Likeness], earlier: dict[PastedLine, By], entered: set[int]
) -> tuple[tuple[str, str], ...]:
    """The possible answers about a line, as pairs of form value and label.

    The value `same …` enters a known person, `out …` leaves the line out, `else …` enters somebody else. It names the
    people it is about, so that an answer about other people is not accepted. Somebody with both the name and the number
    of a known person or an earlier line cannot be somebody else.
    """
    choices = []
    for likeness in alike:
        if likeness.player in entered:
            label = registration_words.leave_line_out(likeness.same)
            choices.append((f"out {likeness.player}", label, likeness.by))
        else:
            choices.append((f"same {likeness.player}", likeness.same, likeness.by))
    for line, by in earlier.items():
        label = registration_words.same_as_line(line.line, people_words.person(line.name, line.acc_number))
        choices.append((f"out line-{line.line}", label, by))
    certain = [(value, label) for value, label, by in choices if by is By.BOTH]
    if certain:
        return tuple(certain)
    keys = " ".join(value.partition(" ")[2] for value, _label, _by in choices)
    return (*((value, label) for value, label, _by in choices), (f"else {keys}", _("Somebody else")))
