"""A bracket built from the audit trail alone, to compare with the one that is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from brackets.bracket.rules.chart import first_round, matches_of, next_slot, round_count, round_of
from brackets.bracket.rules.match import needed_wins
from brackets.models import Match
from tournaments.models import AuditEntry, Event


@dataclass
class Replayed:
    """One match as the trail leaves it."""

    best_of: int
    top: str | None = None
    bottom: str | None = None
    winner: str | None = None
    games: list[tuple[str, bool, bool]] = field(default_factory=list)
    ended: str = ""
    gone: str | None = None
    table: str = ""
    bye: bool = False

    def other(self, seat: str) -> str | None:
        return self.bottom if seat == self.top else self.top


def kept(event: Event) -> dict[int, Replayed]:
    """The bracket as the database has it."""
    found = {}
    rows = Match.objects.filter(bracket__event=event).select_related("top", "bottom", "winner", "gone")
    for row in rows.prefetch_related("games__winner"):
        found[row.number] = Replayed(
            best_of=row.best_of,
            top=row.top.seat if row.top else None,
            bottom=row.bottom.seat if row.bottom else None,
            winner=row.winner.seat if row.winner else None,
            games=[(game.winner.seat, game.forfeit, game.conceded) for game in row.games.all()],
            ended=row.ended,
            gone=row.gone.seat if row.gone else None,
            table=row.table,
            bye=row.bye,
        )
    return found


def replayed(event: Event) -> dict[int, Replayed]:
    """The bracket as the trail tells it."""
    on: dict[int, Replayed] = {}
    size = 0
    for row in AuditEntry.objects.filter(event=event, action__regex=r"^(bracket|game|match|round|phase)\."):
        before: dict[str, Any] = row.before or {}
        after: dict[str, Any] = row.after or {}
        if row.action == "bracket.drawn":
            size = after["size"]
            on = _drawn(size, after)
        elif row.action == "bracket.taken-back":
            on = {}
        elif row.action == "phase.reopened":
            on = _reopened(on, before, after)
        elif row.action == "round.length-set":
            for number, now in on.items():
                now.best_of = after.get(str(round_of(number, size)), now.best_of)
        elif row.action in {"game.recorded", "game.forfeited"}:
            now = on[int(row.subject_key)]
            now.games.append((after["winner"], after["forfeit"], after["conceded"]))
            wins = sum(1 for winner, *_how in now.games if winner == after["winner"])
            if wins == needed_wins(now.best_of):
                _win(on, int(row.subject_key), after["winner"], size)
        elif row.action == "game.taken-back":
            _unwin(on, int(row.subject_key), size)
            on[int(row.subject_key)].games.pop()
        elif row.action == "match.ended":
            now = on[int(row.subject_key)]
            now.ended = after["ended"]
            if after["match_won_by"] is None:
                now.gone = after["loser"]
            else:
                _win(on, int(row.subject_key), after["match_won_by"], size)
        elif row.action == "match.ending-taken-back":
            now = on[int(row.subject_key)]
            now.ended, now.gone = "", None
            _unwin(on, int(row.subject_key), size)
        elif row.action == "match.placed":
            on[int(row.subject_key)].table = after["table"]
        elif row.action == "round.placed":
            for number, table in after.items():
                on[int(number)].table = table
        assert before is not None
    return on


def _drawn(size: int, after: dict[str, Any]) -> dict[int, Replayed]:
    on = {
        number: Replayed(best_of=after["best_of"][str(round_of(number, size))])
        for played in range(1, round_count(size) + 1)
        for number in matches_of(played, size)
    }
    seeds = {int(seed): seat for seed, seat in after["seeds"].items()}
    for number, (top, bottom) in enumerate(first_round(len(seeds)), start=1):
        on[number].top = seeds[top]
        if bottom is None:
            on[number].bye = True
            _win(on, number, seeds[top], size)
        else:
            on[number].bottom = seeds[bottom]
    return on


def _reopened(on: dict[int, Replayed], before: dict[str, Any], after: dict[str, Any]) -> dict[int, Replayed]:
    """Without the last act of the final where its step is reopened; any earlier step takes the bracket with it."""
    if after["step"] != "playoffs":
        return {}
    final = on[before["match"]]
    final.winner = final.gone = None
    final.ended = ""
    if "game" in before:
        final.games.pop()
    return on


def _win(on: dict[int, Replayed], number: int, seat: str, size: int) -> None:
    on[number].winner = seat
    after = next_slot(number, size)
    if after is not None:
        setattr(on[after[0]], after[1], seat)
        if on[after[0]].gone is not None:
            _win(on, after[0], seat, size)


def _unwin(on: dict[int, Replayed], number: int, size: int) -> None:
    seat, on[number].winner = on[number].winner, None
    after = next_slot(number, size)
    if seat is None or after is None:
        return
    following = on[after[0]]
    _unwin(on, after[0], size)
    setattr(following, after[1], None)
    following.games = []
    if following.gone in (None, seat):
        following.ended, following.gone = "", None
