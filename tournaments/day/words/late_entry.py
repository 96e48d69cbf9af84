"""Sentences about late entries: where they can sit, and what that does to the others."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.words.listing import in_a_row
from tournaments.words.player import first_of


def late_effect(empty: int, *, grows: bool) -> str:
    """How a late entry at a table with this many empty seats changes the sit-outs."""
    if grows and empty == 0:
        return _("The table gets two more seats, and the other one stays empty: from then on one sits out each game.")
    if grows:
        return _(
            "The table gets two more seats. Take one of the free seats inside it first: then fewer people sit out."
        )
    if empty == 1:
        return _("Then everybody at this table has an opponent, and nobody sits out.")
    return ngettext(
        "%(n)d seat of the table is still empty. Its opponent sits out.",
        "%(n)d seats of the table are still empty. Their opponents sit out.",
        empty - 1,
    ) % {"n": empty - 1}


def late_rounds(before: int, after: int) -> str:
    """How a late entry changes a table's number of rounds."""
    return _("The table goes from %(before)d to %(after)d rounds.") % {"before": before, "after": after}


def joins(
    way: str,
    place: str,
    first: int,
    games: int,
    of: int,
    sit_outs: int,
    extra_games: int,
    losing: int,
    repeats: int,
    rounds: tuple[int, int],
) -> str:
    """What a late entry during a game means: the way in, what the newcomer gets, and what the others gain or lose.

    `games` of the `of` games of the event count for the newcomer, from game `first` on. `sit_outs`, `extra_games` and
    `repeats` are increases over all others at the table. `losing` of them have fewer games. `rounds` are the table's
    rounds before and after.
    """
    way_in = {
        "seat": _("A free seat."),
        "place": _("They take the place that %(place)s left, with their own ID and card.") % {"place": place},
        "chairs": _(
            "No seat is free. The table gets two more chairs at its end. One of them stays empty until "
            "somebody else comes."
        ),
    }[way]
    texts = [
        way_in,
        ngettext(
            "Plays from game %(first)d on: %(games)d of %(of)d game counts.",
            "Plays from game %(first)d on: %(games)d of %(of)d games count.",
            of,
        )
        % {"first": first, "games": games, "of": of},
    ]
    if sit_outs:
        texts.append(
            ngettext(
                "The others have %(n)d fewer sit-out in all.", "The others have %(n)d fewer sit-outs in all.", -sit_outs
            )
            % {"n": -sit_outs}
            if sit_outs < 0
            else ngettext(
                "The others have %(n)d more sit-out in all.", "The others have %(n)d more sit-outs in all.", sit_outs
            )
            % {"n": sit_outs}
        )
    if extra_games:
        texts.append(
            ngettext("They play %(n)d fewer extra game.", "They play %(n)d fewer extra games.", -extra_games)
            % {"n": -extra_games}
            if extra_games < 0
            else ngettext("They play %(n)d more extra game.", "They play %(n)d more extra games.", extra_games)
            % {"n": extra_games}
        )
    if losing:
        texts.append(
            ngettext(
                "%(n)d of them, who came late or leaves, has one game fewer.",
                "%(n)d of them, who came late or leave, have one game fewer.",
                losing,
            )
            % {"n": losing}
        )
    if repeats > 0:
        texts.append(
            ngettext(
                "There is %(n)d more repeat meeting in all.",
                "There are %(n)d more repeat meetings in all.",
                repeats,
            )
            % {"n": repeats}
        )
    if rounds[0] != rounds[1]:
        texts.append(late_rounds(*rounds))
    return " ".join(texts)


def last_game_is_on(last: int) -> str:
    """Why nobody can come in any more, and the fix."""
    return _("Game %(last)d, the last one, is on: nobody can come in now. If it has not begun, take back its call.") % {
        "last": last
    }


def late_entry() -> str:
    """A placeholder for the name of a late entrant."""
    return _("(late entry)")


def late_look_first(game: int) -> str:
    """That the effect of a late entry is shown first, and that nobody is entered yet."""
    return _(
        "Game %(game)d is on. Nobody is entered yet. Look at what changes for whom, then press the button again."
    ) % {"game": game}


def late_no_table(table: str) -> str:
    """Why nobody can come to a table that does not exist."""
    return _("There is no table %(table)s. A late entry takes a free seat at one of the tables.") % {"table": table}


def late_elsewhere(seat: str, table: str, game: int, offered: Sequence[str]) -> str:
    """Why a late entry cannot have this seat during a game, and which seats they can have."""
    return _(
        "Game %(game)d is on at table %(table)s, and %(seat)s is not a free seat there. Take one of these: %(seats)s."
    ) % {
        "game": game,
        "table": table,
        "seat": seat,
        "seats": first_of(list(offered), 12),
    }


def chairs_cost(table: str, fewer: int, repeats: int, rounds: int) -> str:
    """Why a full table does not get two more chairs: who would lose games or meet again, and the fix."""
    values = {"table": table, "n": fewer, "rounds": rounds}
    cure = _(
        "Wait for a second late entry and enter both at once: then nobody sits out. Or let them play as a substitute."
    )
    if fewer:
        sentence = ngettext(
            "Table %(table)s is full. One more chair would cost %(n)d person there a game, because the event "
            "is over after %(rounds)d games.",
            "Table %(table)s is full. One more chair would cost %(n)d people there a game, because the event "
            "is over after %(rounds)d games.",
            fewer,
        )
    else:
        sentence = ngettext(
            "Table %(table)s is full. Two more chairs would make people there meet again %(n)d time.",
            "Table %(table)s is full. Two more chairs would make people there meet again %(n)d times.",
            repeats,
        )
        values["n"] = repeats
        cure = _("Let them play as a substitute, or enter them in another event.")
    return f"{sentence % values} {cure}"


def late_nowhere(table: str, fewer: int, repeats: int, rounds: int) -> str:
    """Why nobody can come in at all during a game, and the fix."""
    if fewer or repeats > 0:
        return chairs_cost(table, fewer, repeats, rounds)
    return _(
        "Nothing is left to play at table %(table)s for somebody who comes now. Let them play as a substitute, or enter them in "
        "another event."
    ) % {"table": table}


def no_game_to_look_at() -> str:
    """Why a late entry cannot be previewed before the first game."""
    return _("No game is on, so nobody has missed one. Enter them; the free seats say what each does.")


def late_is_stale() -> str:
    """Why a late entry is not stored: other games would change than those the user was shown."""
    return _("The changes are different now. Look at them again, then enter the player.")


def late_seat_needed() -> str:
    """Why the seat field of a late entry must be filled."""
    return _("Needed where this event is ticked: its seats are drawn.")


def table_and_effect(table: str, effect: str) -> str:
    """The heading of a table's free seats in a list of them."""
    return _("Table %(table)s: %(effect)s") % {"table": table, "effect": effect}


def seated_late(name: str, seat: str, game: int) -> str:
    """Shown when a returning no-show got a free seat."""
    return _("%(name)s sits at %(seat)s and plays from game %(game)d on.") % {"name": name, "seat": seat, "game": game}


def late_on_ladder(game: int) -> str:
    """What a late team on a ladder does."""
    return _("The team plays from game %(game)d on: it comes to a table by the results, wherever its seat is.") % {
        "game": game
    }


def teams_then(game: int, teams: int) -> str:
    """How many teams and tables a ladder has from this game on."""
    return _("From game %(game)d on there are %(teams)d teams at %(tables)d tables. Tables so far stay.") % {
        "game": game,
        "teams": teams,
        "tables": teams // 2,
    }


def rests_no_more(name: str, game: int) -> str:
    """That a team plays a game that it would have sat out."""
    return _("%(name)s would have sat out game %(game)d, and plays it now.") % {"name": name, "game": game}


def rests_then(name: str, game: int) -> str:
    """Which team sits out a game."""
    return _("%(name)s sits out game %(game)d.") % {"name": name, "game": game}


def off_ladder(seat: str, first: str, last: str) -> str:
    """Why a ladder has no such seat."""
    return _(
        "There is no seat %(seat)s: the ladder has seats %(first)s to %(last)s. Leave the seat empty, and the team takes the next "
        "free one."
    ) % {"seat": seat, "first": first, "last": last}


def late_seat_by_itself() -> str:
    """The help of the seat of a late team on a ladder."""
    return _("Leave it empty, and the team takes the next free seat.")


def late_without_plan() -> str:
    """What a late entry does where no plan moves people."""
    return _("Nobody moves by a plan here: the opponents are read from the cards.")


def checked_in(name: str, events: Sequence[str]) -> str:
    """Shown when somebody was checked in."""
    return _("%(name)s is here: %(events)s.") % {"name": name, "events": in_a_row(events)}
