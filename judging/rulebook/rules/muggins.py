"""Muggins, rules 10.1 to 10.4: points that a player missed, called and pegged by the other player.

*Missed* points were pegged short or not at all. The *caller* says muggins. Muggins is no penalty (rule 1.6); only the
caller's payment for a wrong call is one, and only in 2020.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.rulebook.rules.engine import (
    GAME_HOLE,
    Amount,
    Decision,
    Peg,
    Question,
    Relation,
    Side,
    Step,
    Subject,
    ours,
)
from judging.rulebook.rules.protocols import watched
from tournaments.rules.edition import Edition

LARGEST_CLAIM = 29

# The rules on when muggins may be called, by where the points were missed.
_CALLED = {"play": ("10.4.b.1", "10.4.b.2"), "pone_hand": ("10.4.c.1",), "dealer_hand": ("10.4.c.2",)}
# The points to which muggins never applies, with the letter under rule 10.3. Only the classic edition has letter e.
_NEVER = {"penalty": "a", "muggins_score": "b", "heels": "c", "backward": "d", "both_pegs": "e"}
_FOUND = ("as_claimed", "more", "fewer", "beyond", "nothing")

_CLAIMED = Amount(factors=(("claimed", 1),))
_CALLER_AT = Amount(factors=(("caller_at", 1),))
_OTHER_AT = Amount(factors=(("other_at", 1),))


def _applies_to(edition: Edition) -> tuple[str, ...]:
    """The missed points to which muggins may apply. The classic edition excludes unpegged winning points (10.3.e)."""
    return ("points", "game_hole") if edition is Edition.Y2020 else ("points",)


def _questions(edition: Edition) -> tuple[Question, ...]:
    never = [code for code, letter in _NEVER.items() if letter != "e" or edition is Edition.CLASSIC]
    missed = (("found", _FOUND),)
    return (
        Question("in_force", ("yes", "no"), is_muggins_in_force=True),
        Question("missed_what", ("points", "game_hole", *never), only_if=(("in_force", ("yes",)),)),
        Question("where", tuple(_CALLED), only_if=(("missed_what", _applies_to(edition)),)),
        Question("pegged", ("short", "nothing"), only_if=(("where", tuple(_CALLED)),)),
        Question("called", ("in_time", "too_early", "too_late"), only_if=(("where", tuple(_CALLED)),)),
        Question("found", _FOUND, only_if=(("called", ("in_time",)),)),
        Question("claimed", least=1, most=LARGEST_CLAIM, only_if=(("in_force", ("yes",)),)),
        Question("missed", least=1, most=LARGEST_CLAIM, only_if=(("found", ("fewer",)),)),
        Question("caller_at", most=GAME_HOLE - 1, only_if=missed),
        Question("other_at", most=GAME_HOLE - 1, only_if=missed),
    )


def _decide(edition: Edition, answers: Mapping[str, str]) -> Decision:
    if answers["in_force"] == "no":
        return Decision(
            "not_in_force",
            ("10.1.b",),
            (Step("as_pegged", "8.3"), Step("nobody_pegs"), *ours(Step("no_charge_not_in_force"))),
        )
    if answers["missed_what"] not in _applies_to(edition):
        return _does_not_apply(edition, answers["missed_what"])
    return _of_missed(edition, answers)


def _does_not_apply(edition: Edition, what: str) -> Decision:
    """Muggins was called for points to which it never applies (10.3).

    Since 2020 the other player then pegs the points that were claimed (10.4.a).
    """
    rule = f"10.3.{_NEVER.get(what, 'e')}"
    steps = [
        Step(
            f"{what}_left",
            {"penalty": "11.2", "muggins_score": "8.3", "heels": "6.3.c", "both_pegs": "8.5.b"}.get(what, ""),
        )
    ]
    if edition is Edition.CLASSIC:
        return Decision("does_not_apply", (rule,), (*steps, Step("take_back"), Step("no_charge")))
    return Decision(
        "does_not_apply_charged",
        (rule, "10.4.a"),
        (
            *steps,
            Step("take_back"),
            Step("other_pegs_claim", "10.4.a", (("points", _CLAIMED),), pegs=Side.OTHER),
            *ours(Step("charge_read_so", in_any_case=True)),
        ),
        points=_CLAIMED,
    )


def _of_missed(edition: Edition, answers: Mapping[str, str]) -> Decision:
    where, called = answers["where"], answers["called"]
    steps = []
    if answers["missed_what"] == "game_hole":
        steps += [Step("not_over", "10.1.c"), *ours(Step("win_may_be_called"))]
    if called != "in_time":
        steps += [Step("take_back"), Step(f"{called}_{where}"), *ours(Step("no_charge_untimely"))]
        return Decision(called, _CALLED[where], tuple(steps), claim_until=where)
    if answers["found"] == "nothing":
        return _wrong_call(edition, steps, where)
    if answers["pegged"] == "nothing" and where != "play":
        steps.append(Step("no_second_count", "10.4.d"))
    points = {
        "fewer": Amount(factors=(("missed", 1),)),
        "beyond": Amount(GAME_HOLE, factors=(("other_at", -1),)),
    }.get(answers["found"], _CLAIMED)
    if edition is Edition.Y2020:
        steps.append(Step("pegged_before_agreed", "10.4.a"))
    steps.append(Step("stays_short", "8.3"))
    steps.append(Step("caller_pegs", "10.4.a", (("points", points),), pegs=Side.OTHER, who="caller"))
    steps.append(Step(f"why_{answers['found']}", "10.4.a", in_any_case=True))
    steps.append(Step("caller_pegs_out", "10.1.c", in_any_case=True))
    rules = ("10.2", "10.4.a", *_CALLED[where])
    after = Amount(points.constant, factors=(*_CALLER_AT.factors, *points.factors))
    return Decision(
        "muggins",
        rules if answers["missed_what"] == "points" else ("10.1.c", *rules),
        (*steps, *watched(edition)),
        claim_until=where,
        pegs=(Peg(Side.OFFENDER, _OTHER_AT, _OTHER_AT), Peg(Side.OTHER, _CALLER_AT, after)),
    )


def _wrong_call(edition: Edition, steps: list[Step], where: str) -> Decision:
    """The decision if the judges find that no points were missed.

    In 2020 the caller is then at fault, and the other player pegs the claimed points. On the board both players keep
    the tracks that they have with other findings: the caller is `Side.OTHER`.
    """
    steps.append(Step("take_back"))
    if edition is Edition.CLASSIC:
        return Decision("nothing_missed", ("10.4.a",), (*steps, Step("no_charge")), claim_until=where)
    after = Amount(factors=(*_OTHER_AT.factors, *_CLAIMED.factors))
    return Decision(
        "wrong_call",
        ("10.4.a",),
        (
            *steps,
            Step("other_pegs_claim", "10.4.a", (("points", _CLAIMED),), pegs=Side.OFFENDER, who="called_on"),
            *watched(edition),
        ),
        points=_CLAIMED,
        claim_until=where,
        pegs=(Peg(Side.OFFENDER, _OTHER_AT, after), Peg(Side.OTHER, _CALLER_AT, _CALLER_AT)),
    )


def _found(*codes: str) -> tuple[str, tuple[str, ...]]:
    return ("found", codes)


_WIN = ("missed_what", ("game_hole",))
_CLAIMED_TO, _MISSED_TO = (("other_at", 1), ("claimed", 1)), (("other_at", 1), ("missed", 1))
_RELATIONS = (
    Relation("fewer_not_fewer", (("claimed", 1), ("missed", -1)), least=1, only_if=(_found("fewer"),)),
    Relation("holes_enough", _CLAIMED_TO, least=GAME_HOLE + 1, only_if=(_found("beyond"),)),
    Relation("claimed_beyond_holes", _CLAIMED_TO, most=GAME_HOLE, only_if=(_found("as_claimed", "more"),)),
    Relation("missed_beyond_holes", _MISSED_TO, most=GAME_HOLE, only_if=(_found("fewer"),)),
    Relation("claimed_short_of_win", _CLAIMED_TO, least=GAME_HOLE, only_if=(_WIN, _found("as_claimed"))),
    Relation("missed_short_of_win", _MISSED_TO, least=GAME_HOLE, only_if=(_WIN, _found("fewer"))),
)

MUGGINS = Subject("muggins", _questions, _decide, _RELATIONS)
"""Muggins was called. The front pegs are asked for as they were before any muggins point was pegged (ours)."""
