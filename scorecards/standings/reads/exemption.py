"""What changing a rule after the first card would do to the written cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.models import ScoreLine
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.refit import Misfit, Opponents, find_misfits, moved
from tournaments.day.reads.schedule import rounds, schedule
from tournaments.models import Event
from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement, Pairing
from tournaments.venue.words import events as events_words

MOST_MISFITS = 5
"""The most lines that do not fit and are named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Refit:
    """The effect of a changed plan: the written lines that do not fit it, and in sentences what it changes."""

    misfits: tuple[Misfit, ...]
    effects: tuple[str, ...]

    @property
    def refusal(self) -> str:
        """Why the cards forbid the change, with the lines that do not fit; empty if all lines fit."""
        if not self.misfits:
            return ""
        lines = ", ".join(
            _("%(seat)s game %(game)d") % {"seat": misfit.seat, "game": misfit.game}
            for misfit in self.misfits[:MOST_MISFITS]
        )
        more = len(self.misfits) - MOST_MISFITS
        named = lines if more <= 0 else _("%(lines)s and %(n)d more") % {"lines": lines, "n": more}
        return ngettext(
            "%(n)d line that is written would not fit: %(named)s. Choose rules under which these games were played.",
            "%(n)d lines that are written would not fit: %(named)s. Choose rules under which these games were played.",
            len(self.misfits),
        ) % {"n": len(self.misfits), "named": named}


def refit(before: Event, after: Event) -> Refit:
    """Find what happens to the cards of an event if its plan becomes the plan of `after`, a copy with the changes."""
    new_schedule = schedule(after)
    old, new = _opponents(schedule(before)), _opponents(new_schedule)
    # A free player's game that was played anyway does no harm: it counts on neither card.
    free_games = {(pairing.players[0], pairing.game) for pairing in new_schedule if pairing.free}
    lines = {
        seat: [line for line in card_lines if (seat, line.game) not in free_games]
        for seat, card_lines in _lines(before).items()
    }
    planned = Movement(after.movement) in movements_rules.PLANS
    last = rounds(after)
    misfits = find_misfits(lines, old, new if planned else None, last)
    return Refit(misfits, tuple(_effects(before, after, old, new, last)))


def _lines(event: Event) -> dict[str, list[Line]]:
    """All lines on which something is written, by the seat of their card."""
    rows = ScoreLine.objects.filter(card__entry__event=event).exclude(
        opponent__isnull=True, points__isnull=True, plus__isnull=True, minus__isnull=True
    )
    lines_by_seat: dict[str, list[Line]] = defaultdict(list)
    for row in rows.select_related("card__entry", "opponent").order_by(
        "card__entry__table", "card__entry__seat_number", "game"
    ):
        opponent = row.opponent.seat if row.opponent else None
        lines_by_seat[row.card.entry.seat].append(Line(row.game, opponent, row.points, row.plus, row.minus))
    return lines_by_seat


def _opponents(pairings: Iterable[Pairing]) -> Opponents:
    """Each player's opponents by game; None for a game without an opponent."""
    opponents: dict[str, dict[int, str | None]] = defaultdict(dict)
    for pairing in pairings:
        for player, opponent in zip(pairing.players, pairing.players[::-1], strict=True):
            if player is not None:
                opponents[player][pairing.game] = opponent
    return dict(opponents)


def _effects(before: Event, after: Event, old: Opponents, new: Opponents, last: int) -> Iterable[str]:
    """Say in sentences what the changed plan changes. `old` and `new` are the opponents by either plan, and `last` is
    the number of the last round by the new plan."""
    if before.kind != after.kind:
        yield _(
            "It is called and reported as %(now)s instead of %(then)s. Printed signs, slips and cards still say %(then)s."
        ) % {"now": after.get_kind_display(), "then": before.get_kind_display()}
    if before.games != after.games:
        yield _("%(now)d games count instead of %(then)d. Standings, qualifiers and places are recalculated.") % {
            "now": after.games,
            "then": before.games,
        }
    elif last != rounds(before):
        yield _("It takes %(now)d rounds instead of %(then)d.") % {"now": last, "then": rounds(before)}
    if before.ranking != after.ranking:
        yield _("Every card is ranked again: %(ranking)s.") % {"ranking": after.get_ranking_display()}
    if before.skunks != after.skunks:
        yield _("The game points of every card are counted again.")
    if (before.kind, before.games, before.ranking) != (after.kind, after.games, after.ranking):
        yield events_words.rated_event(after)
    if changed := moved(old, new):
        games = sorted({game for games_of_player in changed.values() for game in games_of_player})
        yield ngettext(
            "%(n)d player has other games than announced, from game %(first)d on. Seat slips and scorecards that are printed "
            "are no longer right: print them again and tell everybody.",
            "%(n)d players have other games than announced, from game %(first)d on. Seat slips and scorecards that are "
            "printed are no longer right: print them again and tell everybody.",
            len(changed),
        ) % {"n": len(changed), "first": games[0]}
    if before.deal != after.deal or before.deal_procedure != after.deal_procedure:
        yield _("Who deals first changes for every game still to be played: announce it. The cards stay as they are.")
    if before.muggins != after.muggins:
        yield _("Muggins changes for every game still to be played: announce it. The cards stay as they are.")
    if before.cross_checked_at and (before.games != after.games or changed):
        decided = len(sheet(before).decisions)
        yield ngettext(
            "The cross-check has begun and is repeated with the new games; %(n)d decision is looked at again and stands only "
            "where its two lines still do.",
            "The cross-check has begun and is repeated with the new games; %(n)d decisions are looked at again and stand only "
            "where their two lines still do.",
            decided,
        ) % {"n": decided}
