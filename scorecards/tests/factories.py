"""Cards as text, so that a test fits on a screen: one line a game, `A-2 2 +16`, as the player wrote it.

A line is the opponent (`?` where blank), the points (`.` where blank) and the spread with its column's sign (`.` where
blank): `A-2 2 +16`, `A-9 0 -07`, `? . .`. Games count from 1; `4: A-2 2 +16` sets the game's number.
"""

from __future__ import annotations

from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_cards
from scorecards.crosscheck.actions.crosscheck import GameKey
from scorecards.crosscheck.actions.looks import look_again
from scorecards.sheet.reads import sheet as sheet_reads
from scorecards.sheet.reads.discrepancies import DiscrepancyView, discrepancy_view, find_game
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.rules.looks import find_wanted
from scorecards.sheet.rules.tally import OwnTotals
from tournaments.access import Actor
from tournaments.models import Event
from tournaments.tests.kept import kept

COMMAND = Actor.of_command("test")


def written(text: str, totals: OwnTotals | None = None) -> WrittenCard:
    """The card that this text tells."""
    lines = []
    for row in filter(None, (row.strip() for row in text.strip().splitlines())):
        number, _, rest = row.rpartition(":")
        opponent, points, spread = rest.split()
        lines.append(
            WrittenLine(
                game=int(number) if number else len(lines) + 1,
                opponent=None if opponent == "?" else opponent,
                points=None if points == "." else int(points),
                plus=int(spread) if spread.startswith("+") else None,
                minus=-int(spread) if spread.startswith("-") else None,
            )
        )
    return WrittenCard(tuple(lines), totals or OwnTotals())


@kept
def make_card(event: Event, seat: str, text: str, totals: OwnTotals | None = None) -> None:
    """Write a card through the action, over whatever is there."""
    write_cards(event=event, cards={seat: written(text, totals)}, actor=COMMAND)


@kept
def make_cards(event: Event, **cards: str) -> None:
    """Write several cards: `make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -16")`."""
    write_cards(
        event=event, cards={name.replace("_", "-"): written(text) for name, text in cards.items()}, actor=COMMAND
    )


@kept
def look_at_all(event: Event, actor: Actor = COMMAND) -> None:
    """Read every line that is wanted once more, as it is recorded."""
    on = sheet(event)
    for one in find_wanted(on.crosscheck, readings(event)):
        recorded = on.cards[one.seat].line(one.game)
        look_again(event=event, seat=one.seat, game=one.game, reading=recorded, actor=actor)


def sheet(event: Event) -> sheet_reads.Sheet:
    """What the event holds now."""
    return sheet_reads.sheet(Event.objects.select_related("tournament").get(pk=event.pk))


def find(event: Event, game: int, first: str, second: str) -> DiscrepancyView:
    """The discrepancy of this game as it is now; fails where there is none."""
    on = sheet(event)
    found = find_game(on, game, (first, second))
    assert found is not None
    return discrepancy_view(on, found)


def key(game: int, first: str, second: str) -> GameKey:
    return GameKey(game, (first, second))
