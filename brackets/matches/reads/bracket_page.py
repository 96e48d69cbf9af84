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
    """One player in a box of the bracket.

    `players` are the names of the two people of a team. `score` is the number of games won; `word` is shown beside it or
    instead of it. `state` is "won", "lost" or "".
    """

    seed: str
    name: str
    score: str = ""
    word: str = ""
    state: str = ""
    is_wanted: bool = False
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """One match as a box of the bracket. `kind` is as in `kind_of`.

    `winner_goes_to` says where the winner goes, `differ` that the players report different winners of the next game.
    Both are sentences, or empty.
    """

    match: int
    kind: str
    lines: tuple[BoxLine, ...]
    foot: tuple[str, ...]
    spoken: str
    winner_goes_to: str = ""
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
    """Everything on the bracket page.

    `found` are the players whom the visitor searches for. `differ` holds the numbers of the matches whose players
    report different winners of the next game.
    """

    bracket: BracketNow
    lead: str
    rounds: tuple[RoundShown, ...]
    current_round: int
    champion: Side | None
    found: tuple[PlayerFound, ...]
    differ: frozenset[int]

    @property
    def about(self) -> str:
        """The progress of the bracket in a sentence or two."""
        if self.champion:
            return bracket_words.stands_champion(self.champion.name)
        current = self.rounds[self.current_round - 1]
        return f"{self.lead} {current.name}: {current.note}."


def bracket_page(
    event: Event, query: str = "", *, with_claims: bool = False, to_staff: bool = False
) -> BracketPage | None:
    """The bracket as its page shows it, with the players that match `query` highlighted; None before it is drawn.

    `with_claims` adds the matches whose players report different winners, for people who may record games. `to_staff`
    shows the course of the final even while it is held back.
    """
    drawn = bracket(event, final=to_staff or FINAL not in event.hidden)
    if drawn is None:
        return None
    drawn = drawn if to_staff else discreet(drawn)
    differ = differing(event, drawn) if with_claims else frozenset()
    by_number = {match.match: match for match in drawn.matches}
    last_round = len(drawn.rounds)
    players = find_players(drawn, query, event)
    seats = frozenset(player.seat for player in players)
    rounds = tuple(
        RoundShown(
            number=number,
            name=playoffs_words.round_name(number, last_round),
            tab=playoffs_words.round_tab(number, last_round),
            length=bracket_words.best_of(drawn.best_of[number - 1]),
            note=playoffs_words.round_note(
                matches=sum(1 for match in round_matches if not match.bye),
                byes=sum(1 for match in round_matches if match.bye),
                in_play=sum(1 for match in round_matches if kind_of(match) == "live"),
                ready=sum(1 for match in round_matches if kind_of(match) == "ready"),
                left=sum(1 for match in round_matches if match.winner is None),
                starts=_common_start(round_matches, event),
            ),
            boxes=tuple(_box(match, by_number, drawn.size, event, seats, differ) for match in round_matches),
            told=tuple(tell(match, by_number, drawn.size, event, differ) for match in round_matches),
            open=any(match.winner is None for match in round_matches),
            best_of=drawn.best_of[number - 1],
            may_change_length=all(match.bye or (not match.games and match.winner is None) for match in round_matches),
        )
        for number, round_matches in enumerate(drawn.rounds, start=1)
    )
    return BracketPage(
        bracket=drawn,
        lead=playoffs_words.bracket_lead(drawn.best_of, qualifiers=drawn.qualifiers, size=drawn.size, byes=drawn.byes),
        rounds=rounds,
        current_round=drawn.current_round,
        champion=drawn.champion,
        found=players,
        differ=differ,
    )


def _common_start(round_matches: Iterable[MatchNow], event: Event) -> str:
    """The common start of the open matches of a round; empty if their starts differ or are not set."""
    starts = {match.scheduled_at for match in round_matches if match.winner is None}
    common_start = starts.pop() if len(starts) == 1 else None
    return playoffs_words.day_and_clock(common_start, event) if common_start else ""


def _box(
    match: MatchNow,
    by_number: dict[int, MatchNow],
    size: int,
    event: Event,
    seats: frozenset[str],
    differ: frozenset[int],
) -> Box:
    """The box of a match; a bye, and a match of two unknown players with the same text, have one line."""
    kind = kind_of(match)
    lines = tuple(_line(match, place, by_number, size, seats) for place in ("top", "bottom"))
    if kind == "bye":
        player = match.sides[0]
        line = BoxLine(
            str(player.seed),
            player.name,
            word=playoffs_words.bye(),
            is_wanted=player.seat in seats,
            players=player.players,
        )
        return Box(match.match, kind, (line,), (), playoffs_words.spoken_bye(player.name))
    if kind == "empty" and lines[0].name == lines[1].name:
        lines = lines[:1]
    winner = next((side.name for side in match.sides if side.seat == match.winner), "")
    return Box(
        match=match.match,
        kind=kind,
        lines=lines,
        foot=_foot(match, kind, event),
        spoken=playoffs_words.spoken_state(winner, kind),
        winner_goes_to="" if kind == "done" else goes_to(match, by_number, size),
        differ=bracket_words.players_differ(match.next_game) if match.match in differ else "",
    )


def _line(match: MatchNow, place: str, by_number: dict[int, MatchNow], size: int, seats: frozenset[str]) -> BoxLine:
    """One player of a match; while the player is unknown, who it may be."""
    side = match.top if place == "top" else match.bottom
    if side is None:
        return BoxLine("", candidates(match.match, place, by_number, size) or playoffs_words.to_be_played())
    side_told = tell_side(match, side)
    return BoxLine(
        str(side.seed),
        side.name,
        side_told.score,
        side_told.word,
        side_told.state,
        is_wanted=side.seat in seats,
        players=side.players,
    )


def _foot(match: MatchNow, kind: str, event: Event) -> tuple[str, ...]:
    """The texts under the players while the match is open: match, game, table and time; none once it is won."""
    if kind == "done":
        return ()
    foot = [bracket_words.match_number(match.match)]
    if kind == "live":
        foot.append(playoffs_words.game_number(match.next_game))
    elif kind == "later":
        foot.append(bracket_words.announced_later())
    elif kind == "ready" and not match.table and not match.scheduled_at:
        # The table and time imply it, and there is no room for the word beside them.
        foot.append(playoffs_words.ready())
    if match.table:
        foot.append(bracket_words.table(match.table))
    if match.scheduled_at and not match.games:
        foot.append(playoffs_words.day_and_clock(match.scheduled_at, event))
    return tuple(foot)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A preview of the bracket before the director draws it.

    `pairs` are those of the first round; the second side of a pair is None in a bye. `approved`: the chart is one of
    rule 13.2. `rounds` is the number of rounds.
    """

    qualifiers: tuple[Side, ...]
    size: int
    byes: tuple[Side, ...]
    pairs: tuple[tuple[Side, Side | None], ...]
    approved: bool
    rounds: int


def outlook(event: Event) -> Outlook | None:
    """The bracket that would be drawn from the posted qualifiers; None for fewer than two."""
    by_seed = {side.seed: side for side in qualifiers(event).values()}
    count = len(by_seed)
    if count < 2:
        return None
    size = bracket_size(count)
    return Outlook(
        qualifiers=tuple(by_seed.values()),
        size=size,
        byes=tuple(by_seed[seed] for seed in range(1, bye_count(count) + 1)),
        pairs=tuple((by_seed[top], by_seed[bottom] if bottom else None) for top, bottom in first_round(count)),
        approved=chart_name(count) == "13.2",
        rounds=round_count(size),
    )
