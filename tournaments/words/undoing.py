"""Undoing a change of the day: what is undone, and which played games stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def games_from_to(first: int, last: int) -> str:
    """Some games, at the start of a sentence."""
    if first == last:
        return _("Game %(first)d") % {"first": first}
    return _("Games %(first)d to %(last)d") % {"first": first, "last": last}


def played_and_stay(first: int, last: int) -> str:
    """Which games undoing does not change: those that were called since."""
    return ngettext(
        "%(games)s is played and stays as it was. Undoing it counts from game %(next)d on.",
        "%(games)s are played and stay as they were. Undoing it counts from game %(next)d on.",
        last - first + 1,
    ) % {"games": games_from_to(first, last), "next": last + 1}


def mix_up_undone_later(first: int, last: int) -> str:
    """Which games undoing a mix-up does not change, and what it changes."""
    return _(
        "%(stay)s The game that was noted as mixed up goes back to the plan unless cards say otherwise, and so do the games to come "
        "as far as nobody meets again. All that changes stands below."
    ) % {"stay": _stays_played(first, last)}


def award_undone_later(game: int) -> str:
    """What undoing an award changes once the next game was called."""
    return _(
        "Game %(game)d is over, and the schedule stays as it was. Only the award is taken back: both cards must say what "
        "was really played, so tell both players."
    ) % {"game": game}


def removal_undone_later(first: int, last: int, game: int | None) -> str:
    """Which games undoing a removal from play does not change, and that the award of `game` is taken back, if any."""
    if game is None:
        return played_and_stay(first, last)
    played = "" if first <= game else played_and_stay(first, last)
    award = _(
        "The award of game %(game)d is taken back: both cards must say what was really played, so tell both players."
    )
    return f"{played} {award % {'game': game}}".strip()


def nothing_left(first: int, last: int) -> str:
    """Why a change of the day can no longer be undone: all its games were played. And what to do if it never happened."""
    return _("%(stay)s So nothing is left to undo. %(cure)s") % {
        "stay": _stays_played(first, last),
        "cure": _cards_are_right(),
    }


def nothing_left_of_mix_up(first: int, last: int) -> str:
    """Why a mix-up can no longer be undone: no game would change. And what to do if the record is wrong."""
    return _("%(stay)s So nothing is left to undo. %(cure)s") % {
        "stay": _stays_played(first, last),
        "cure": _note_who_sat_where(),
    }


def would_meet_again(first: int, last: int, again: int, fewer: int) -> str:
    """Why a mix-up is not undone: in the remaining games people would meet `again`, or have `fewer` games that count."""
    costs = []
    if again:
        costs.append(
            ngettext(
                "%(n)d game would be between two who met already",
                "%(n)d games would be between two who met already",
                again,
            )
            % {"n": again}
        )
    if fewer:
        costs.append(
            ngettext("%(n)d person would lose a game that counts", "%(n)d people would lose a game that counts", fewer)
            % {"n": fewer}
        )
    return _("%(stay)s If it were undone, from game %(next)d on %(cost)s, so the table goes on as it is. %(cure)s") % {
        "stay": _stays_played(first, last),
        "next": last + 1,
        "cost": _(" and ").join(costs),
        "cure": _note_who_sat_where(),
    }


def goes_on_from_there(table: str, number: int) -> str:
    """Why a change cannot be undone yet: a later one depends on it."""
    return _(
        "Because of number %(number)d table %(table)s goes on another way since. Undo number %(number)d first."
    ) % {
        "number": number,
        "table": table,
    }


def would_change_the_past(first: int, last: int) -> str:
    """Why a change that altered games already played cannot be undone, and what to do."""
    return _("%(stay)s They would not, if it were undone. %(cure)s") % {
        "stay": _stays_played(first, last),
        "cure": _cards_are_right(),
    }


def has_played_since(seat: str, first: int, last: int) -> str:
    """Why a late entry cannot be undone once its games were called, and what to do."""
    return _(
        "%(stay)s %(seat)s was at the table in them. If they are gone, choose Leaves early, from game %(next)d on."
    ) % {"stay": _stays_played(first, last), "seat": seat, "next": last + 1}


def _stays_played(first: int, last: int) -> str:
    """That these games were played and stay as they were."""
    return ngettext(
        "%(games)s is played and stays as it was.", "%(games)s are played and stay as they were.", last - first + 1
    ) % {"games": games_from_to(first, last)}


def _note_who_sat_where() -> str:
    """What to do if people sat otherwise than recorded."""
    return _(
        "If people sat differently in a game, choose Mixed-up rotation and write who really sat where. You "
        "then see how the table can go on, and what it costs."
    )


def _cards_are_right() -> str:
    """What to do if a change was noted by mistake."""
    return _("Was it noted by mistake? Type the cards of these games first: once they say so, it can be undone.")


def comes_back(first: int) -> str:
    """What happens if a no-show turns up after games were called."""
    return ngettext(
        "Game 1 was called without them and stays as it was: they play from game %(next)d on, as a late entry, and the game "
        "they missed counts nothing.",
        "Games 1 to %(last)d were called without them and stay as they were: they play from game %(next)d on, as a late "
        "entry, and the games they missed count nothing.",
        first - 1,
    ) % {"last": first - 1, "next": first}


def meet_again(people: Sequence[str]) -> str:
    """That these people would meet an opponent more often than the format allows; names the first few."""
    named = "; ".join(people[:4]) + (" …" if len(people) > 4 else "")
    return ngettext(
        "%(n)d person then meets somebody again: %(named)s.",
        "%(n)d people then meet somebody again: %(named)s.",
        len(people),
    ) % {"n": len(people), "named": named}


def is_no_show(who: str) -> str:
    """Why no other change of the day can be noted for a no-show, and what to do."""
    return _("%(who)s is marked as a no-show. Undo that first, under What happened today.") % {"who": who}


def no_show_turns_up(who: str) -> str:
    """Why a no-show who turns up is no late entry: undo the no-show."""
    return _("%(who)s is marked as a no-show. If they are here now, undo that: they play from the next game on.") % {
        "who": who
    }


def award_falls(number: int, game: int, winner: str, loser: str) -> str:
    """What happens to an award if the two no longer meet in that game."""
    return _(
        "Number %(number)d, game %(game)d awarded to %(winner)s: %(winner)s and %(loser)s do not meet in game %(game)d then. The "
        "award falls away, and neither writes it: tell both. %(loser)s can be given another one."
    ) % {"number": number, "game": game, "winner": winner, "loser": loser}


def removal_award_falls(number: int, game: int, winner: str, loser: str) -> str:
    """What happens to a removal's award if the two no longer meet in that game."""
    return _(
        "Number %(number)d, game %(game)d awarded to %(winner)s because %(loser)s was removed from play: the two do not meet in game "
        "%(game)d then. The award falls away, and neither writes it: tell both. The removal stands."
    ) % {"number": number, "game": game, "winner": winner, "loser": loser}


def award_is_back(number: int, game: int, winner: str, loser: str) -> str:
    """What happens to a void award if the two meet in that game again."""
    return _(
        "Number %(number)d stands again: game %(game)d is awarded to %(winner)s, who meets %(loser)s in it as before. Tell both."
    ) % {"number": number, "game": game, "winner": winner, "loser": loser}


def award_fell_away(number: int, game: int) -> str:
    """That another act made an award void."""
    return _("With it award number %(number)d of game %(game)d fell away.") % {"number": number, "game": game}


def award_stood_again(number: int, game: int) -> str:
    """That undoing an act restored an award."""
    return _("With it award number %(number)d of game %(game)d stands again.") % {"number": number, "game": game}


def award_is_fallen() -> str:
    """The note on an award in force whose two players no longer meet."""
    return _("It no longer counts: the two do not meet in that game now.")


def removal_award_is_fallen() -> str:
    """The note on a removal from play whose award is void."""
    return _("The award no longer counts: the two do not meet in that game now. The removal stays.")


def second_award(seat: str, number: int) -> str:
    """Why something cannot be undone: it would restore an award beside another one."""
    return _(
        "%(seat)s was given another award since, and by this the earlier one would stand again; there is only one. Undo number "
        "%(number)d first."
    ) % {"seat": seat, "number": number}
