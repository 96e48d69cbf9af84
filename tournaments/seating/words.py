"""Sentences about seats, statuses and the draw."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Relation
from tournaments.rotation.words.faults import count_entrants
from tournaments.words.listing import in_a_row
from tournaments.words.player import first_of


def statuses_explained(*, seated: bool) -> list[tuple[str, str]]:
    """The statuses an entrant can have, with their effects; nobody withdraws before the draw."""
    explained = [
        (Entry.Status.PLAYING, _("Playing")),
        (Entry.Status.NO_SHOW, _("No-show: did not start, does not count for how many qualify, the seat stays empty")),
    ]
    if seated:
        explained.append((Entry.Status.WITHDRAWN, _("Withdrawn: started and left, counts, the card stands as it is")))
    return [(status.value, text) for status, text in explained]


def free_seats(seats: list[str]) -> str:
    """Which seats a late entry can take; names the first dozen."""
    if not seats:
        return _(
            "Every seat is taken. Until the first card one gets free when somebody who has it is marked as a no-show."
        )
    if len(seats) > 12:
        return _("Free: %(seats)s and %(n)d more.") % {"seats": ", ".join(seats[:12]), "n": len(seats) - 12}
    return _("Free: %(seats)s.") % {"seats": ", ".join(seats)}


def on_line(line: int, message: str) -> str:
    """A fault of one line of a pasted list."""
    return _("Line %(line)d: %(message)s") % {"line": line, "message": message}


def entered(names: list[str], *, teams: bool = False) -> str:
    """Shown when people were entered, or `teams` of two."""
    if len(names) == 1:
        return _("%(name)s is entered.") % {"name": names[0]}
    if teams:
        return ngettext("%(n)d team is entered.", "%(n)d teams are entered.", len(names)) % {"n": len(names)}
    return ngettext("%(n)d person is entered.", "%(n)d people are entered.", len(names)) % {"n": len(names)}


def seats_drawn(entrants: int, tables: int, seed: int) -> str:
    """Shown after the draw: players, tables and seed."""
    people = count_entrants(entrants)
    where = ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables}
    return _("Seats are drawn: %(people)s at %(tables)s, with the number %(seed)d. Registration is closed.") % {
        "people": people,
        "tables": where,
        "seed": seed,
    }


def draft_is_old(newcomers: Sequence[str], leavers: Sequence[str]) -> str:
    """Why a draft of the draw is not published: who was entered since, and who no longer plays."""
    sentences = []
    if newcomers:
        sentences.append(
            ngettext(
                "%(people)s was entered since this draft was drawn, and has no seat in it.",
                "%(people)s were entered since this draft was drawn, and have no seats in it.",
                len(newcomers),
            )
            % {"people": first_of(newcomers, 6)}
        )
    if leavers:
        sentences.append(
            ngettext(
                "%(people)s has a seat in this draft and does not play any more.",
                "%(people)s have seats in this draft and do not play any more.",
                len(leavers),
            )
            % {"people": first_of(leavers, 6)}
        )
    if sentences:
        return " ".join([*sentences, _("Nothing is published yet. Draw the seats anew, look at them, then publish.")])
    return _(
        "Entrants, relations or the plan of play have changed since you looked at this draft, so the number draws "
        "other seats. Look at them again, then publish."
    )


def together(
    kind: str, club: str, table: str, people: Sequence[tuple[str, str]], first_game: int | None, *, has_plan: bool
) -> str:
    """People whom a draw could not keep apart: seats and names, their relation, and when two of them first meet."""
    people_shown = first_of([f"{seat} {name}" for seat, name in people], 6)
    relation = club or str(dict(Relation.Kind.choices).get(kind, kind))
    text = _("Table %(table)s, %(what)s: %(people)s.") % {"table": table, "what": relation, "people": people_shown}
    if not has_plan:
        return text
    if first_game is None:
        return _("%(text)s But they do not meet.") % {"text": text}
    return _("%(text)s The first of them to meet do so in game %(game)d.") % {"text": text, "game": first_game}


def two_to_play(entrants: int) -> str:
    """Why a draw needs at least two entrants."""
    return _("It takes two to play: this event has %(entrants)s. Enter more people first.") % {
        "entrants": count_entrants(entrants)
    }


def span(least: int, most: int) -> str:
    """A range of numbers: `4 to 5`, or a single one."""
    return str(least) if least == most else _("%(least)d to %(most)d") % {"least": least, "most": most}


def players_or_teams(n: int, *, teams: bool) -> str:
    """How many play: `24 players`, or `12 teams` where two share a card."""
    if teams:
        return ngettext("%(n)d team", "%(n)d teams", n) % {"n": n}
    return ngettext("%(n)d player", "%(n)d players", n) % {"n": n}


def table_size(players: int, rounds: int, *, teams: bool = False) -> str:
    """How many play at a table, and how long: `24 players, 22 rounds`."""
    players_text = players_or_teams(players, teams=teams)
    rounds_text = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
    return f"{players_text}, {rounds_text}"


def seed_form(limit: int) -> str:
    """Which numbers can seed a draw."""
    return _("The number of the draw is a whole number from 0 to %(limit)d. Leave it empty for one by chance.") % {
        "limit": limit
    }


def no_such_seat(seat: str, last: int, tables: Sequence[str]) -> str:
    """Why nobody can sit outside the tables, and which seats there are."""
    if last:
        return _("%(seat)s is not a seat of the plan: its table has seats 1 to %(last)d. Choose one of these.") % {
            "seat": seat,
            "last": last,
        }
    return _("%(seat)s is at no table. The tables are: %(tables)s.") % {"seat": seat, "tables": ", ".join(tables)}


def seats_swapped(first: str, second: str, people: Sequence[str]) -> str:
    """Shown when two seats were swapped; `people` are everybody whose lines changed."""
    return _(
        "%(one)s and %(other)s have changed places. Cards and slips that are printed already are wrong for: %(people)s. "
        "Tell them, and print theirs again."
    ) % {"one": first, "other": second, "people": in_a_row(people)}
