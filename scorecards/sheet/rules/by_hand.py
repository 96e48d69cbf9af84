"""Who decides a game by hand, and which decisions by hand are not allowed.

Only the head judge decides a game that rule 12.2 leaves open, or that a checker refers. In an event that records no
spread, the checkers decide games whose results contradict each other.

A *ruling* is a decision by hand by the head judge; any other decision is a checker's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecards.sheet.rules.crosscheck import ComparedGame, DecisionKind, State
from scorecards.sheet.rules.discrepancy import Outcome
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import DECISION, Decided, Step, Thing, Value


def is_ruling(decided: Value | None, steps: Sequence[Step]) -> bool:
    """Whether only the head judge could make this decision (14.1); `steps` are all decisions ever made on the game.

    It is a ruling if the rules refer the game, or if some override on the same basis followed a checker's referral. So
    a ruling that was taken back and restored still counts as a ruling.
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
    """Whether only the head judge decides this game by hand: the rules or a checker refer it, or a ruling decides it."""
    if game.outcome is Outcome.REFERRED or (game.proposal is not None and game.proposal.outcome is Outcome.REFERRED):
        return True
    return game.state is State.OVERRIDDEN and is_ruled(game, steps)


def is_ruled(game: ComparedGame, steps: Sequence[Step]) -> bool:
    """Whether the last decision on this game is a ruling, even if the cards have changed since."""
    return is_ruling(_last(steps, game), steps)


def referral_below(game: ComparedGame, steps: Sequence[Step]) -> Decided | None:
    """The checker's referral that led to the ruling on this game, even if there were several rulings; None without one.

    Once the ruling is taken back, the referral is in force again, because nobody has taken the referral back.
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
    """Whether both lines are wins, which no decision may produce (**ours**): one player reaches the game hole (1.1).

    Two losses are allowed, because rule 12.2.e produces them.
    """
    return all(line.is_win for line in lines)


def find_taken(games: Iterable[ComparedGame], game: ComparedGame, seat: str) -> ComparedGame | None:
    """The other game with the same number that owns this seat's line; None without one.

    A card has only one game with the same number (**ours**). A game owns the line if its two cards name each other, if
    it was awarded by a removal, or if a decision by hand on it gives the line of this card.
    """
    others = (other for other in games if other.game == game.game and other.seats != game.seats and seat in other.seats)
    return next((other for other in others if is_mutual(other) or _gives_line(other, seat)), None)


def is_mutual(game: ComparedGame) -> bool:
    """Whether the two cards name each other."""
    return tuple(line.opponent if line else None for line in game.recorded) == game.seats[::-1]


def _gives_line(game: ComparedGame, seat: str) -> bool:
    """Whether a decision on this game, or its award after a removal, gives the line of this seat."""
    return game.said[game.seats.index(seat)] if game.state is State.OVERRIDDEN else game.is_awarded


def is_won_by_nobody(lines: Sequence[Line], recorded: Sequence[Line | None], *, records_spread: bool) -> bool:
    """Whether a decision with these `lines` would leave a played game without a winner, which is not allowed (**ours**).

    It would if no line is a win, and

    - a card has no recorded line, unless both new lines are without content: then the game was not played;
    - or the event records no spread, so that no rule makes two losses;
    - or the points of a line are blank.

    >>> lost, blank = Line(1, "A-1", 0, None, 16), Line(1, None, None, None, None)
    >>> [is_won_by_nobody((blank, line), (None, lost), records_spread=True) for line in (lost, blank)]
    [True, False]
    """
    if any(line.is_win for line in lines):
        return False
    lacks_line = None in recorded
    if lacks_line and not any(line.has_content for line in lines):
        return False
    return lacks_line or not records_spread or any(line.points is None for line in lines)


def find_untold(lines: Sequence[Line]) -> int | None:
    """The index of a line with blank points if the other line is a win, which is not allowed (**ours**); None without one.

    >>> find_untold((Line(1, "A-2", 2, 16, None), Line(1, "A-1", None, None, None)))
    1
    """
    if not any(line.is_win for line in lines):
        return None
    return next((index for index, line in enumerate(lines) if line.points is None), None)


def is_in_wrong_column(line: Line) -> bool:
    """Whether a loss has its spread under plus, or a win under minus.

    A line from paper stays so, but no decision may produce such a line (ours).
    """
    if line.points is None:
        return False
    wrong_column = line.minus if line.is_win else line.plus
    return wrong_column is not None


def _last(steps: Sequence[Step], game: ComparedGame) -> Value | None:
    """The last decision on this game."""
    name = _name(game)
    return next((step.after for step in reversed(steps) if step.thing == name), None)


def _name(game: ComparedGame) -> Thing:
    return (DECISION, f"{game.game}-{game.seats[0]}-{game.seats[1]}")
