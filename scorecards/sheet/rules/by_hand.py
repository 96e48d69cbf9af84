"""Who decides: only the head judge decides what rule 12.2 leaves open, or what a checker refers to them.

What results alone leave open, in an event that records no spread, the checkers decide.

A *ruling* is a decision by hand by the head judge; any other decision is a checker's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecards.sheet.rules.crosscheck import ComparedGame, DecisionKind, State
from scorecards.sheet.rules.discrepancy import Outcome
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import DECISION, Decided, Step, Thing, Value


def is_ruling(decided: Value | None, steps: Sequence[Step]) -> bool:
    """Whether this decision was the head judge's to make (14.1); `steps` are all decisions ever made on the game.

    This includes a decision that was taken back and restored: the step that made it shows it, whatever came later.
    """
    if not isinstance(decided, Decided) or decided.kind != DecisionKind.OVERRIDDEN:
        return False
    if decided.basis.get("outcome") == Outcome.REFERRED.value:
        return True
    return any(
        isinstance(step.before, Decided)
        and isinstance(step.after, Decided)
        and step.before.kind == DecisionKind.REFERRED
        and step.after.kind == DecisionKind.OVERRIDDEN
        and step.after.basis == decided.basis
        for step in steps
    )


def is_for_head_judge(game: ComparedGame, steps: Sequence[Step]) -> bool:
    """Whether only the head judge decides this game by hand: it is left open, waits for them, or they ruled on it."""
    if game.outcome is Outcome.REFERRED or (game.proposal is not None and game.proposal.outcome is Outcome.REFERRED):
        return True
    return game.state is State.OVERRIDDEN and is_ruled(game, steps)


def is_ruled(game: ComparedGame, steps: Sequence[Step]) -> bool:
    """Whether the last decision on this game is a ruling, even where the cards have changed since."""
    return is_ruling(_last(steps, game), steps)


def referral_below(game: ComparedGame, steps: Sequence[Step]) -> Decided | None:
    """The checker's referral behind the ruling on this game, even with another ruling between; None without one.

    Once the ruling is taken back, the referral waits again: nobody has taken that back.
    """
    name = _name(game)
    for step in reversed(steps):
        if step.thing != name:
            continue
        if not isinstance(step.after, Decided) or step.after.kind != DecisionKind.OVERRIDDEN:
            return None
        if isinstance(step.before, Decided) and step.before.kind == DecisionKind.REFERRED:
            return step.before
    return None


def is_won_by_both(lines: Sequence[Line]) -> bool:
    """Whether both cards would show a win: only one player reaches the game hole (1.1), so nobody rules so (**ours**).

    Two losses are different: rule 12.2.e makes some.
    """
    return all(line.is_win for line in lines)


def find_taken(games: Iterable[ComparedGame], game: ComparedGame, seat: str) -> ComparedGame | None:
    """The other game of that number that owns this seat's line: a card has one game of a number (**ours**); None
    without one.

    Owners are the game of two cards that name each other, one awarded by a removal, and one decided by hand so that it
    gives the line of this card.
    """
    others = (other for other in games if other.game == game.game and other.seats != game.seats and seat in other.seats)
    return next((other for other in others if is_mutual(other) or _holds(other, seat)), None)


def is_mutual(game: ComparedGame) -> bool:
    """Whether the two cards name each other."""
    return tuple(line.opponent if line else None for line in game.recorded) == game.seats[::-1]


def _holds(game: ComparedGame, seat: str) -> bool:
    """Whether a decision, or the rules after a removal, give the line of this seat in this game."""
    return game.said[game.seats.index(seat)] if game.state is State.OVERRIDDEN else game.is_awarded


def is_won_by_nobody(lines: Sequence[Line], recorded: Sequence[Line | None], *, records_spread: bool) -> bool:
    """Whether a decision would leave a played game without a winner (**ours**).

    That is: blank points on one card and no win on the other, or two losses where no rule makes them (no spread, or not
    both cards have the line as `recorded`). Where one card has no line, and neither says anything now, the game was not
    played.

    >>> lost, blank = Line(1, "A-1", 0, None, 16), Line(1, None, None, None, None)
    >>> [is_won_by_nobody((blank, line), (None, lost), records_spread=True) for line in (lost, blank)]
    [True, False]
    """
    if any(line.is_win for line in lines):
        return False
    one_wrote = None in recorded
    if one_wrote and not any(line.has_content for line in lines):
        return False
    return one_wrote or not records_spread or any(line.points is None for line in lines)


def find_untold(lines: Sequence[Line]) -> int | None:
    """The index of a card without a result beside the other's win, which needs one (**ours**); None without one.

    >>> find_untold((Line(1, "A-2", 2, 16, None), Line(1, "A-1", None, None, None)))
    1
    """
    if not any(line.is_win for line in lines):
        return None
    return next((index for index, line in enumerate(lines) if line.points is None), None)


def is_in_wrong_column(line: Line) -> bool:
    """Whether a loss has its spread under plus, or a win under minus: paper keeps it so, but nobody decides so (ours)."""
    return line.points is not None and (line.minus if line.is_win else line.plus) is not None


def _last(steps: Sequence[Step], game: ComparedGame) -> Value | None:
    """The last decision on this game."""
    name = _name(game)
    return next((step.after for step in reversed(steps) if step.thing == name), None)


def _name(game: ComparedGame) -> Thing:
    return (DECISION, f"{game.game}-{game.seats[0]}-{game.seats[1]}")
