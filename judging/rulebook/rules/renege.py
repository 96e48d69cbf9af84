"""Renege, rule 7.3: a player ended their turn with a call although a card could have been played.

*The call* is "go" or "31". *Renege cards* are cards that the player held at the call and that could have been played,
each by itself. The offender is the player who called. Taking back restores the situation at the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judging.rulebook.rules.engine import GAME_HOLE, Amount, Decision, Peg, Question, Side, Step, Subject, ours
from tournaments.rules.edition import Edition, cite

HIGHEST_COUNT = 31
HIGHEST_VALUE = 10
HIGHEST_WITH_ALL = HIGHEST_COUNT - HIGHEST_VALUE
"""Up to this count every card can be played."""
POINTS_A_CARD = 2

_HEADLINES = {"1": "single_renege", "2": "double_renege", "3": "triple_renege", "4": "quadruple_renege"}
_CALLED = ("go", "thirty_one")
_SINCE = ("nothing", "caller_played", "went_on", "next_card", "counted", "game_over")


def playable(count: int, cards: Iterable[int]) -> int:
    """How many of these cards could have been played at this count, each by itself (rule 7.3.b, classic 7.3).

    `count` is that of the series, 0 to 31; `cards` are the values of the cards held, 1 to 10. Raises ValueError for
    anything else.

    >>> playable(25, (1, 5, 6)), playable(25, (7, 10)), playable(30, (1, 1, 2))
    (3, 0, 2)
    """
    held = tuple(cards)
    if not 0 <= count <= HIGHEST_COUNT:
        raise ValueError(f"there is no count of {count}")
    if any(not 1 <= value <= HIGHEST_VALUE for value in held):
        raise ValueError(f"there is no such value of a card among {held}")
    return sum(count + value <= HIGHEST_COUNT for value in held)


def _questions(edition: Edition) -> tuple[Question, ...]:
    said_question = Question("said", (*_CALLED, "nothing"))
    since_when_there_is_one = Question("since", _SINCE, only_if=(("playable", tuple(_HEADLINES)),))
    if edition is Edition.Y2020:
        return (
            said_question,
            Question("count", ("above_21", "at_most_21"), only_if=(("said", _CALLED),)),
            # At 22 or more, at least three cards are played, so the player whose turn it is holds at most three.
            Question(
                "playable",
                ("0", "1", "2", "3"),
                least=HIGHEST_WITH_ALL + 1,
                most=HIGHEST_COUNT,
                only_if=(("count", ("above_21",)),),
                by_cards=True,
            ),
            since_when_there_is_one,
            *_front_pegs("caller_played", "went_on"),
        )
    return (
        said_question,
        Question(
            "playable", ("0", "1", "2", "3", "4"), most=HIGHEST_COUNT, only_if=(("said", ("go",)),), by_cards=True
        ),
        since_when_there_is_one,
        *_front_pegs("went_on"),
    )


def _front_pegs(*since: str) -> tuple[Question, ...]:
    """The questions about both front pegs, asked if a penalty is pegged.

    `since` are the answers after which one is. The offender's peg tells the spread if the penalty ends the game.
    """
    return tuple(Question(key, most=GAME_HOLE - 1, only_if=(("since", since),)) for key in ("other_at", "offender_at"))


def _part(letter: str, edition: Edition) -> str:
    """The number of a lettered part of 7.3; the classic edition has no letters and is cited as a whole."""
    return cite(f"7.3.{letter}", edition=edition) or "7.3"


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    call = answers["said"]
    if call == "nothing":
        return Decision("not_called", ("7.3", "7.1.c"), (Step("play_or_call", "7.1.c"),))
    if call == "thirty_one" and edition is Edition.CLASSIC:
        return Decision("wrong_count", ("7.4",), ours(Step("look_up_announcement")))
    if answers.get("count") == "at_most_21":
        return Decision(
            "count_too_low",
            ("7.3", "7.3.a"),
            (*ours(Step("correct_low", "7.3.a"), Step("play_stands")), Step("nobody_pegs")),
        )
    if answers["playable"] == "0":
        return Decision("no_renege", ("7.3",), (Step("call_was_right"), Step("nobody_pegs")))
    return _of_cards(edition, call, answers["playable"], answers["since"])


def _of_cards(edition: Edition, call: str, cards: str, since: str) -> Decision:
    """A player called while holding cards that could be played; `since` says what has happened since the call."""
    part_a = _part("a", edition)
    if since == "game_over":
        exception = cite("7.3.e", edition=edition)
        steps = (Step("game_stands"),) if exception else ours(Step("only_other_claims"), Step("game_stands"))
        return Decision("game_over", (exception or "7.3",), steps)
    if since == "nothing" or (since == "caller_played" and edition is Edition.CLASSIC):
        taken_back = (Step("card_back"),) if since == "caller_played" else ()
        again = Step("play_one") if call == "go" else Step("true_count")
        return Decision("corrected", (part_a,), (*taken_back, Step("call_back"), again))
    if since in {"next_card", "counted"}:
        later: tuple[Step, ...] = (Step("later_card"),) if since == "next_card" and cards != "1" else ()
        later = ours(*later) if edition is Edition.CLASSIC else later
        return Decision(
            "too_late", (part_a,), (Step("play_stands"), Step("nobody_pegs"), *later), claim_until="next_card_or_count"
        )
    return _renege(edition, call, cards)


def _renege(edition: Edition, call: str, cards: str) -> Decision:
    """A renege with this number of cards that could have been played: the other player pegs the penalty (7.3)."""
    points = Amount(POINTS_A_CARD * int(cards))
    offender_at, other_at = Amount(factors=(("offender_at", 1),)), Amount(factors=(("other_at", 1),))
    after = Amount(points.constant, factors=(("other_at", 1),))
    in_2020 = edition is Edition.Y2020
    by = {letter: _part(letter, edition) if in_2020 else "" for letter in "abcd"}
    steps = [Step("confirm_cards", by["b"])]
    if in_2020:
        steps.append(Step("not_shown", by["c"]))
        if cards != "1":
            steps.append(Step("whichever_first", by["a"]))
    steps += [
        Step("judges_take_back" if in_2020 else "players_take_back", by["b"]),
        Step("judges_retract" if in_2020 else "points_come_off", by["b"]),
        Step("peg_penalty", by["b"], (("points", points),), pegs=Side.OTHER),
        Step("dead_or_played", by["c"]),
        *ours(Step(f"if_played_{call}", by["c"]), Step(f"if_dead_{call}", by["c"])),
        Step("all_counted", by["d"]),
    ]
    return Decision(
        _HEADLINES[cards],
        tuple(dict.fromkeys(("7.3", *(_part(letter, edition) for letter in "abcd")))),
        tuple(steps),
        points=points,
        claim_until="next_card_or_count",
        pegs=(Peg(Side.OFFENDER, offender_at, offender_at), Peg(Side.OTHER, other_at, after)),
    )


RENEGE = Subject("renege", _questions, _decide)
