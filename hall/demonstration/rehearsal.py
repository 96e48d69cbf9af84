"""Plays made-up tournaments through the same actions as people do, for the demonstration, tests and benchmarks.

Each function is one part of a day in the hall. A function that does many things yields each of them as it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from brackets.bracket.actions import draw_bracket
from brackets.bracket.reads import drawn as drawn_reads
from brackets.matches.actions.playing import record_game
from brackets.models import Bracket
from hall.demonstration.simulator import SLIPS, Chance, PaperCard, PlayedRound, Slip, Somebody, play_game, play_round
from judging.calls.actions.calls import be_there, call_judge
from judging.models import Ruling
from judging.rulings.actions import Ruled, give_ruling
from judging.rulings.reads.recording import from_assistant
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_cards
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.crosscheck.actions import looks as looks_actions
from scorecards.crosscheck.actions.crosscheck import GameKey
from scorecards.sheet.reads.discrepancies import DiscrepancyView, differing_games, discrepancy_view, find_game
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.rules.crosscheck import ComparedGame, State
from scorecards.sheet.rules.line import Line
from scorecards.standings.actions.posting import post_qualifiers, record_tiebreak
from tournaments.access import Actor, Rights
from tournaments.day.reads.schedule import schedule
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Refused
from tournaments.models import Event, Role
from tournaments.reads import entries as entries_reads
from tournaments.rules.edition import Edition
from tournaments.seating.actions import draw_seats

RULING = "The paper was read again by two checkers, and the rest of both cards bears it out."
DIRECTOR = Rights(frozenset({str(Role.Kind.DIRECTOR)}))
JUDGE = Rights(frozenset({str(Role.Kind.JUDGE)}))


@dataclass(frozen=True, slots=True)
class Crew:
    """The people who run the hall, with the initials of the director and the checker."""

    director: Actor
    checker: Actor
    director_initials: str = "TD"
    checker_initials: str = "CK"


def now(event: Event) -> Event:
    """The current state of the event."""
    return Event.objects.select_related("tournament").get(pk=event.pk)


def enter(event: Event, hall: Sequence[Somebody], crew: Crew) -> None:
    """Enter these people."""
    entrants = [EntrantPlan(somebody.name, somebody.acc_number) for somebody in hall]
    enter_entrants(event=event, entrants=entrants, actor=crew.director)


def seat(event: Event, seed: int, crew: Crew) -> Mapping[str, int]:
    """Draw the seats by this seed; returns the entrant's number by seat."""
    return draw_seats(event=event, seed=seed, actor=crew.director)


def skills(event: Event, hall: Collection[Somebody]) -> dict[str, float]:
    """The skill of everybody with a seat."""
    by_name = {somebody.name: somebody.skill for somebody in hall}
    return {entry.seat: by_name[entry.name] for entry in entries_reads.entrants(event) if entry.seat}


def play(event: Event, hall: Collection[Somebody], chance: Chance, slips: Mapping[Slip, float] = SLIPS) -> PlayedRound:
    """Play the qualifying round by the event's schedule. The cards are then on paper, not typed."""
    event = now(event)
    return play_round(schedule(event), skills(event, hall), event.games, chance, slips=slips)


def written(card: PaperCard) -> WrittenCard:
    """The card as a checker types it."""
    lines = (WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in card.lines)
    return WrittenCard(tuple(lines), card.totals)


def type_cards(event: Event, cards: Mapping[str, PaperCard], crew: Crew) -> int:
    """Type these cards; returns how many."""
    typed = {seat: written(card) for seat, card in cards.items()}
    return write_cards(event=event, cards=typed, actor=crew.checker)


def start_cross_check(event: Event, crew: Crew) -> None:
    """Begin the cross-check."""
    crosscheck_actions.start_cross_check(event=event, actor=crew.checker)


def differing(event: Event, state: State) -> list[ComparedGame]:
    """The games in this state whose cards differ."""
    return [game for game in differing_games(sheet(now(event))) if game.state is state]


def view(event: Event, game: ComparedGame) -> DiscrepancyView:
    """What the desk shows of this game."""
    cards = sheet(now(event))
    compared = find_game(cards, game.game, game.seats)
    if compared is None:
        raise ValueError(f"nobody has written game {game.game} of {game.seats}")
    return discrepancy_view(cards, compared)


def look_again(event: Event, game: ComparedGame, crew: Crew) -> None:
    """Read both lines of a game again, and confirm what was typed."""
    for seat, line in zip(game.seats, game.recorded, strict=True):
        looks_actions.look_again(event=event, seat=seat, game=game.game, reading=line, actor=crew.director)


def accept(event: Event, game: ComparedGame, crew: Crew) -> None:
    """Sign what rule 12.2 proposes for one game."""
    crosscheck_actions.accept(
        event=event,
        key=GameKey(game.game, game.seats),
        initials=crew.checker_initials,
        version=view(event, game).version,
        actor=crew.checker,
    )


def take_back(event: Event, game: ComparedGame, crew: Crew) -> None:
    """Take back the decision on one game."""
    key = GameKey(game.game, game.seats)
    crosscheck_actions.take_back_decision(event=event, key=key, rights=DIRECTOR, actor=crew.director)


def refer(event: Event, game: ComparedGame, reason: str, crew: Crew) -> None:
    """Refer a game to the head judge."""
    crosscheck_actions.refer(
        event=event,
        key=GameKey(game.game, game.seats),
        initials=crew.checker_initials,
        reason=reason,
        version=view(event, game).version,
        actor=crew.checker,
    )


def hear(event: Event, seat: str, other: str, case: str, answers: Mapping[str, str], judges: Sequence[Actor]) -> Ruling:
    """A hearing: the player at `seat` calls judges, and they come. The assistant's answer is their ruling.

    `other` is the seat of the offender. The ruling closes the call.

    Raises ValueError if nobody sits at `seat`, or if there is no such kind of case.
    """
    event = now(event)
    entry, offender = entries_reads.entry_at(event, seat), entries_reads.entry_at(event, other)
    if entry is None:
        raise ValueError(f"nobody sits at {seat}")
    call = call_judge(entry=entry, subject=case, actor=Actor.of_entry(entry))
    for judge in judges:
        be_there(call=call, actor=judge)
    suggested = from_assistant(case, Edition(event.tournament.edition), answers)
    if suggested is None:
        raise ValueError(f"there is no kind of case {case}")
    return give_ruling(
        tournament=event.tournament,
        call=call,
        ruled=Ruled(
            happened=suggested.happened,
            decision=suggested.decision,
            rules=suggested.rules,
            points=suggested.points,
            offender=offender,
            other=entry,
            subject=case,
            answers=suggested.answers,
            judges=[judge.name for judge in judges],
        ),
        rights=JUDGE,
        actor=judges[0],
    )


def rule_on(event: Event, game: ComparedGame, truth: Mapping[tuple[str, int], Line], crew: Crew) -> None:
    """Decide a referred game by hand: both cards get the line that is true."""
    true_lines = {seat: truth[seat, game.game] for seat in game.seats}
    crosscheck_actions.override(
        event=event,
        key=GameKey(game.game, game.seats),
        resolved={
            seat: {"points": line.points, "plus": line.plus, "minus": line.minus} for seat, line in true_lines.items()
        },
        initials=crew.director_initials,
        reason=RULING,
        version=view(event, game).version,
        rights=DIRECTOR,
        actor=crew.director,
    )


def accept_the_rest(event: Event, crew: Crew) -> int:
    """Sign everything that is proposed; returns how many."""
    event = now(event)
    done = crosscheck_actions.accept_all(
        event=event, initials=crew.checker_initials, revision=event.revision, actor=crew.checker
    )
    return len(done.accepted)


def settle(event: Event, truth: Mapping[tuple[str, int], Line], crew: Crew) -> Iterator[ComparedGame]:
    """Decide every discrepancy; yields each one that the head judge ruled on."""
    while undecided := differing(event, State.OPEN):
        for game in undecided:
            rule_on(event, game, truth, crew)
            yield game
    accept_the_rest(event, crew)


def post(event: Event, crew: Crew, chance: Chance) -> Iterator[list[str]]:
    """Post the qualifiers; first yields the order of every tied group that had to play off."""
    while True:
        obstacles = sheet(now(event)).obstacles
        ties = [str(obstacle["seats"]).split(", ") for obstacle in obstacles if obstacle.code == "tie_unbroken"]
        for order in ties:
            chance.shuffle(order)
            record_tiebreak(event=event, order=order, actor=crew.director)
            yield order
        if not ties:
            post_qualifiers(event=event, actor=crew.director)
            return


def play_off(
    event: Event,
    skill: Mapping[str, float],
    chance: Chance,
    crew: Crew,
    *,
    best_of: int | None = None,
    until_round: int | None = None,
) -> Iterator[drawn_reads.MatchNow]:
    """Draw the bracket and play it to the champion, or through `until_round`; yields every finished match."""
    if not Bracket.objects.filter(event=event).exists():
        draw_bracket(event=event, best_of=best_of, actor=crew.director)
    drawn = drawn_reads.bracket(event)
    rounds = drawn.rounds if drawn else ()
    for matches in rounds[:until_round]:
        for match in matches:
            if not match.bye:
                yield play_match(event, match.match, skill, chance, crew)


def play_match(
    event: Event, number: int, skill: Mapping[str, float], chance: Chance, crew: Crew
) -> drawn_reads.MatchNow:
    """Play one match, or the rest of it, to its end."""
    match = drawn_reads.match(event, number)
    top, bottom = (side.seat for side in match.sides)
    while match.winner is None:
        winner = top if play_game(skill[top], skill[bottom], chance) > 0 else bottom
        record_game(event=event, match=number, winner=winner, actor=crew.checker)
        match = drawn_reads.match(event, number)
    return match


def finish(event: Event, hall: Sequence[Somebody], seed: int, crew: Crew, tell: Callable[[str], None]) -> None:
    """Play a whole event from the first entry to the champion; `tell` is called with each stage."""
    chance = Chance(seed)
    enter(event, hall, crew)
    seat(event, seed, crew)
    tell("seated")
    played = play(event, hall, chance)
    type_cards(event, played.cards, crew)
    start_cross_check(event, crew)
    tell("cards")
    for game in differing(event, State.PROPOSED)[:3]:
        accept(event, game, crew)
    for _ruled in settle(event, played.truth, crew):
        pass
    for _order in post(event, crew, chance):
        pass
    tell("posted")
    try:
        for _match in play_off(event, skills(event, hall), chance, crew):
            pass
    except Refused as exc:
        if exc.code != "one_qualifier":
            raise
    tell("champion")
