"""The bracket as its page and the poster draw it, and what drawing it now would give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from brackets import words
from brackets.reads.drawn import BracketNow, MatchNow, Side, bracket, candidates, qualifiers
from brackets.rules.byes import bracket_size, bye_count
from brackets.rules.chart import chart_name, first_round, round_count
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One player in a box of the bracket: `score` is a number of games or a word, `state` "won", "lost" or ""."""

    seed: str
    name: str
    score: str = ""
    state: str = ""
    score_is_word: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One match as drawn: `kind` is "bye", "empty" (nobody known), "live", "done" or "" (one player known)."""

    match: int
    kind: str
    lines: tuple[BoxLine, ...]
    foot: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of the chart on paper, blank while nobody is known; a bye has the seed that nobody holds."""

    seed: str = ""
    name: str = ""
    is_bye: bool = False


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One column of the bracket."""

    number: int
    name: str
    tab: str
    note: str
    boxes: tuple[Box, ...]
    paper: tuple[tuple[PaperLine, PaperLine], ...]
    open: bool


@dataclass(frozen=True, slots=True)
class BracketPage:
    """Everything the bracket page and the poster say."""

    now: BracketNow
    lead: str
    lengths: str
    rounds: tuple[RoundShown, ...]
    current_round: int
    champion: Side | None


def bracket_page(event: Event) -> BracketPage | None:
    """The bracket as its page shows it; None before it is drawn."""
    drawn = bracket(event)
    if drawn is None:
        return None
    by_number = {found.match: found for found in drawn.matches}
    last = len(drawn.rounds)
    rounds = tuple(
        RoundShown(
            number=number,
            name=words.round_name(number, last),
            tab=words.round_tab(number, last),
            note=words.round_note(
                matches=sum(1 for found in played if not found.bye),
                byes=sum(1 for found in played if found.bye),
                in_play=sum(1 for found in played if found.in_play),
                left=sum(1 for found in played if found.winner is None),
                starts=_common_start(played, event),
            ),
            boxes=tuple(_box(found, by_number, drawn.size, event) for found in played),
            paper=tuple((_paper(found, "top", drawn.size), _paper(found, "bottom", drawn.size)) for found in played),
            open=any(found.winner is None for found in played),
        )
        for number, played in enumerate(drawn.rounds, start=1)
    )
    return BracketPage(
        now=drawn,
        lead=words.bracket_lead(drawn.best_of, qualifiers=drawn.qualifiers, size=drawn.size, byes=drawn.byes),
        lengths=words.lengths(drawn.best_of),
        rounds=rounds,
        current_round=drawn.current_round,
        champion=drawn.champion,
    )


def _paper(now: MatchNow, place: str, size: int) -> PaperLine:
    side = now.top if place == "top" else now.bottom
    if side is not None:
        return PaperLine(str(side.seed), side.name)
    if now.bye and now.top is not None:
        return PaperLine(str(size + 1 - now.top.seed), words.bye(), is_bye=True)
    return PaperLine()


def _common_start(played: Iterable[MatchNow], event: Event) -> str:
    """The one time at which all matches of a round that are still open start; empty where they differ."""
    times = {found.scheduled_at for found in played if found.winner is None}
    only = times.pop() if len(times) == 1 else None
    return words.day_and_clock(only, event) if only else ""


def _box(now: MatchNow, by_number: dict[int, MatchNow], size: int, event: Event) -> Box:
    if now.bye:
        passes = now.sides[0]
        lines = (BoxLine(str(passes.seed), passes.name, words.bye(), score_is_word=True),)
        return Box(now.match, "bye", lines, (), words.spoken_bye(passes.name))
    found = []
    for place, side in (("top", now.top), ("bottom", now.bottom)):
        if side is None:
            found.append(BoxLine("", candidates(now.match, place, by_number, size) or words.to_be_played()))
            continue
        absent = now.lost_by_absence(side)
        shown = words.forfeited() if absent else str(now.won_by(side)) if now.is_ready else ""
        outcome = "" if now.winner is None else "won" if now.winner == side.seat else "lost"
        found.append(BoxLine(str(side.seed), side.name, shown, outcome, score_is_word=absent))
    if not now.sides and found[0].name == found[1].name:
        found = found[:1]
    state = "live" if now.in_play else "done" if now.winner else ""
    foot: list[str] = []
    if now.in_play:
        foot.append(words.game_number(now.next_game))
    if now.winner is None and now.scheduled_at and not now.games:
        foot.append(words.day_and_clock(now.scheduled_at, event))
    winner = next((side.name for side in now.sides if side.seat == now.winner), "")
    return Box(
        now.match,
        state if now.sides else "empty",
        tuple(found),
        tuple(foot),
        words.spoken_state(winner, in_play=now.in_play),
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What drawing the bracket now would give: shown before the director draws it."""

    qualifiers: tuple[Side, ...]
    size: int
    byes: tuple[Side, ...]
    pairs: tuple[tuple[Side, Side | None], ...]
    approved: bool
    rounds: int


def outlook(event: Event) -> Outlook | None:
    """The bracket that would be drawn from the posted qualifiers; None where there are fewer than two."""
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
