"""The bracket as its page draws it, and a preview of the draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from brackets.bracket.reads.drawn import BracketNow, MatchNow, Side, bracket, candidates, discreet, qualifiers
from brackets.bracket.reads.sentences import MatchTold, PlayerFound, find_players, goes_to, kind_of, tell, tell_side
from brackets.bracket.rules.byes import bracket_size, bye_count
from brackets.bracket.rules.chart import chart_name, first_round, round_count
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.reads.claims import differing
from tournaments.models import Event
from tournaments.rules.hiding import FINAL


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One player in a box of the bracket: `score` are the games won; `word` is shown beside or instead of them.

    `state` is "won", "lost" or "".
    """

    seed: str
    name: str
    score: str = ""
    word: str = ""
    state: str = ""
    is_wanted: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One match as drawn: `kind` as in `kind_of`; `then` says where the winner goes.

    `differ` says that the players report different winners of the next game.
    """

    match: int
    kind: str
    lines: tuple[BoxLine, ...]
    foot: tuple[str, ...]
    spoken: str
    then: str = ""
    differ: str = ""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One column of the bracket."""

    number: int
    name: str
    tab: str
    length: str
    note: str
    boxes: tuple[Box, ...]
    told: tuple[MatchTold, ...]
    open: bool
    best_of: int
    may_change_length: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """Everything on the bracket page; `found` are the players whom the visitor looks for."""

    now: BracketNow
    lead: str
    rounds: tuple[RoundShown, ...]
    current_round: int
    champion: Side | None
    found: tuple[PlayerFound, ...]
    differ: frozenset[int]

    @property
    def about(self) -> str:
        """The progress of the bracket in a sentence or two."""
        now = self.rounds[self.current_round - 1]
        return (
            bracket_words.stands_champion(self.champion.name)
            if self.champion
            else f"{self.lead} {now.name}: {now.note}."
        )


def bracket_page(
    event: Event, query: str = "", *, with_claims: bool = False, to_staff: bool = False
) -> BracketPage | None:
    """The bracket as its page shows it, with the players that `query` can mean highlighted; None before it is drawn.

    `with_claims`: with the matches whose players report different winners, for people who may record games. `to_staff`:
    with the course of the final, even while it is held back.
    """
    drawn = bracket(event, final=to_staff or FINAL not in event.hidden)
    if drawn is None:
        return None
    drawn = drawn if to_staff else discreet(drawn)
    differ = differing(event, drawn) if with_claims else frozenset()
    by_number = {match.match: match for match in drawn.matches}
    last = len(drawn.rounds)
    players = find_players(drawn, query, event)
    seats = frozenset(player.seat for player in players)
    rounds = tuple(
        RoundShown(
            number=number,
            name=playoffs_words.round_name(number, last),
            tab=playoffs_words.round_tab(number, last),
            length=bracket_words.best_of(drawn.best_of[number - 1]),
            note=playoffs_words.round_note(
                matches=sum(1 for match in played if not match.bye),
                byes=sum(1 for match in played if match.bye),
                in_play=sum(1 for match in played if kind_of(match) == "live"),
                ready=sum(1 for match in played if kind_of(match) == "ready"),
                left=sum(1 for match in played if match.winner is None),
                starts=_common_start(played, event),
            ),
            boxes=tuple(_box(match, by_number, drawn.size, event, seats, differ) for match in played),
            told=tuple(tell(match, by_number, drawn.size, event, differ) for match in played),
            open=any(match.winner is None for match in played),
            best_of=drawn.best_of[number - 1],
            may_change_length=all(match.bye or (not match.games and match.winner is None) for match in played),
        )
        for number, played in enumerate(drawn.rounds, start=1)
    )
    return BracketPage(
        now=drawn,
        lead=playoffs_words.bracket_lead(drawn.best_of, qualifiers=drawn.qualifiers, size=drawn.size, byes=drawn.byes),
        rounds=rounds,
        current_round=drawn.current_round,
        champion=drawn.champion,
        found=players,
        differ=differ,
    )


def _common_start(played: Iterable[MatchNow], event: Event) -> str:
    """The common start of the open matches of a round; empty if they differ."""
    times = {match.scheduled_at for match in played if match.winner is None}
    only = times.pop() if len(times) == 1 else None
    return playoffs_words.day_and_clock(only, event) if only else ""


def _box(
    now: MatchNow,
    by_number: dict[int, MatchNow],
    size: int,
    event: Event,
    seats: frozenset[str],
    differ: frozenset[int],
) -> Box:
    kind = kind_of(now)
    lines = tuple(_line(now, place, by_number, size, seats) for place in ("top", "bottom"))
    if kind == "bye":
        passes = now.sides[0]
        line = BoxLine(str(passes.seed), passes.name, word=playoffs_words.bye(), is_wanted=passes.seat in seats)
        return Box(now.match, kind, (line,), (), playoffs_words.spoken_bye(passes.name))
    if kind == "empty" and lines[0].name == lines[1].name:
        lines = lines[:1]
    winner = next((side.name for side in now.sides if side.seat == now.winner), "")
    return Box(
        now.match,
        kind,
        lines,
        _foot(now, kind, event),
        playoffs_words.spoken_state(winner, kind),
        "" if kind == "done" else goes_to(now, by_number, size),
        bracket_words.players_differ(now.next_game) if now.match in differ else "",
    )


def _line(now: MatchNow, place: str, by_number: dict[int, MatchNow], size: int, seats: frozenset[str]) -> BoxLine:
    side = now.top if place == "top" else now.bottom
    if side is None:
        return BoxLine("", candidates(now.match, place, by_number, size) or playoffs_words.to_be_played())
    side_told = tell_side(now, side)
    return BoxLine(
        str(side.seed), side.name, side_told.score, side_told.word, side_told.state, is_wanted=side.seat in seats
    )


def _foot(now: MatchNow, kind: str, event: Event) -> tuple[str, ...]:
    """The text under the players until one of them has won: match, game, table and time."""
    if kind == "done":
        return ()
    foot = [bracket_words.match_number(now.match)]
    if kind == "live":
        foot.append(playoffs_words.game_number(now.next_game))
    elif kind == "later":
        foot.append(bracket_words.announced_later())
    elif kind == "ready" and not now.table and not now.scheduled_at:
        # The table and time imply it, and there is no room for the word beside them.
        foot.append(playoffs_words.ready())
    if now.table:
        foot.append(bracket_words.table(now.table))
    if now.scheduled_at and not now.games:
        foot.append(playoffs_words.day_and_clock(now.scheduled_at, event))
    return tuple(foot)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A preview of the bracket before the director draws it."""

    qualifiers: tuple[Side, ...]
    size: int
    byes: tuple[Side, ...]
    pairs: tuple[tuple[Side, Side | None], ...]
    approved: bool
    rounds: int


def outlook(event: Event) -> Outlook | None:
    """The bracket that would be drawn from the posted qualifiers; None for fewer than two."""
    by_seed = {side.seed: side for side in qualifiers(event).values()}
    if len(by_seed) < 2:
        return None
    drawn = first_round(len(by_seed))
    return Outlook(
        qualifiers=tuple(by_seed.values()),
        size=bracket_size(len(by_seed)),
        byes=tuple(by_seed[seed] for seed in range(1, bye_count(len(by_seed)) + 1)),
        pairs=tuple((by_seed[top], by_seed[bottom] if bottom else None) for top, bottom in drawn),
        approved=chart_name(len(by_seed)) == "13.2",
        rounds=round_count(bracket_size(len(by_seed))),
    )
