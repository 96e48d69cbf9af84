from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecards.sheet.rules.crosscheck import (
    ComparedGame,
    CrossCheck,
    DecisionKind,
    HandDecision,
    Lines,
    State,
    cross_check,
    recorded_standings,
)
from scorecards.sheet.rules.discrepancy import Outcome
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.obstacles import find_posting_obstacles
from scorecards.sheet.rules.tally import Card
from scorecards.tests.paper import make_card, make_line, make_stack, show_line
from tournaments.rules.edition import Edition

# A-1 leads A-2 on the cards as recorded, and both wrote more in game 1 than their opponents did.
TWO_GAMES = """
    A-1: A-3 2 +30, A-4 2 +10
    A-2: A-4 2 +20, A-3 2 +10
    A-3: A-1 0 -05, A-2 0 -10
    A-4: A-2 0 -12, A-1 0 -10
"""


def check(
    cards: dict[str, Card],
    quota: int = 1,
    *,
    decisions: tuple[HandDecision, ...] = (),
    playoffs: tuple[tuple[str, ...], ...] = (),
    edition: Edition = Edition.Y2020,
    not_ranked: frozenset[str] = frozenset(),
) -> CrossCheck:
    return cross_check(
        cards, quota=quota, edition=edition, decisions=decisions, playoffs=playoffs, not_ranked=not_ranked
    )


def find_game(result: CrossCheck, game: int, *seats: str) -> ComparedGame:
    return next(found for found in result.games if (found.game, found.seats) == (game, seats))


def decide(found: ComparedGame, kind: DecisionKind, *values: str | None) -> HandDecision:
    """A decision on a game as it is shown now, with the values of an override."""
    assert found.proposal is not None
    resolved: Lines | None = None
    if values:
        one, other = (None if value is None else make_line(f"A-9 {value}", found.game) for value in values)
        resolved = (one, other)
    return HandDecision(found.game, found.seats, kind, found.recorded, found.proposal, resolved)


def show(lines: Lines | None) -> tuple[str | None, ...] | None:
    return lines and tuple(map(show_line, lines))


def order(result: CrossCheck) -> list[tuple[int, str]]:
    return [(place.rank, place.seat) for place in result.places]


def codes(result: CrossCheck) -> list[tuple[str, str]]:
    return [(finding.code, finding.field) for finding in find_posting_obstacles(result)]


# Who is an apparent qualifier


def test_whoever_comes_within_the_quota_joins_and_is_corrected_too() -> None:
    result = check(make_stack(TWO_GAMES, games=2))

    assert result.apparent_qualifiers == ("A-2", "A-1")
    assert show(find_game(result, 1, "A-1", "A-3").resolved) == ("2 +5", "0 -5")
    assert show(find_game(result, 1, "A-2", "A-4").resolved) == ("2 +12", "0 -12")
    assert order(result) == [(1, "A-2"), (2, "A-1"), (3, "A-3"), (4, "A-4")]
    assert result.high_nonqualifier == "A-1"


def test_who_joined_stays_even_when_the_own_correction_puts_the_player_out_again() -> None:
    stack = make_stack(TWO_GAMES.replace("A-2 0 -12", "A-2 0 -01"), games=2)

    result = check(stack)

    assert result.apparent_qualifiers == ("A-1", "A-2")
    assert show(find_game(result, 1, "A-2", "A-4").resolved) == ("2 +1", "0 -1")
    assert result.high_nonqualifier == "A-2"


def test_who_never_comes_within_the_quota_keeps_the_card_as_written() -> None:
    result = check(make_stack(TWO_GAMES.replace("A-1 0 -05", "A-1 0 -30"), games=2))

    game = find_game(result, 1, "A-2", "A-4")
    assert result.apparent_qualifiers == ("A-1",)
    assert (game.outcome, game.rules, game.state) == (Outcome.STANDS, (), State.ACCEPTED)
    assert show(game.resolved) == ("2 +20", "0 -12")


def test_a_tie_across_the_line_makes_both_apparent_qualifiers() -> None:
    result = check(make_stack(TWO_GAMES.replace("+20", "+30").replace("A-1 0 -05", "A-1 0 -30"), games=2))

    assert set(result.apparent_qualifiers) == {"A-1", "A-2"}


def test_a_hand_decision_does_not_count_in_the_first_ranking() -> None:
    stack = make_stack(TWO_GAMES, games=2)
    agreed = find_game(check(stack), 2, "A-1", "A-4")

    result = check(stack, decisions=(decide(agreed, DecisionKind.OVERRIDDEN, "0 -10", "2 +10"),))

    assert "A-1" in result.apparent_qualifiers
    assert [place.seat for place in result.places][-1] == "A-3"


def test_whoever_moved_because_of_corrections_is_listed_with_both_ranks() -> None:
    result = check(make_stack(TWO_GAMES, games=2))

    assert [
        (move.seat, move.before.rank, move.after.rank, move.status_before, move.status_after) for move in result.moved
    ] == [("A-2", 2, 1, "high_nonqualifier", "qualifier"), ("A-1", 1, 2, "qualifier", "high_nonqualifier")]


def test_without_corrections_nobody_moved() -> None:
    result = check(make_stack("A-1: A-2 2 +10\nA-2: A-1 0 -10", games=1))

    assert result.moved == ()
    assert result.outcomes == {Outcome.AGREES: 1, Outcome.CORRECTED: 0, Outcome.STANDS: 0, Outcome.REFERRED: 0}


def test_recorded_standings_hold_no_correction() -> None:
    places = recorded_standings(make_stack(TWO_GAMES, games=2), edition=Edition.Y2020)

    assert [(place.rank, place.seat, place.tally.net) for place in places][:2] == [(1, "A-1", 40), (2, "A-2", 30)]


# Which games there are


@pytest.mark.parametrize(
    ("written", "shown", "names_a_third"),
    [
        pytest.param("_ 0 -10", "0 -10", False, id="its line names nobody"),
        pytest.param("A-3 0 -10", None, True, id="its line names a third"),
        pytest.param("", None, False, id="it has no line"),
        pytest.param("blank", None, False, id="its line is blank throughout"),
    ],
)
def test_a_line_that_the_other_card_does_not_answer_is_referred(
    written: str, shown: str | None, names_a_third: bool
) -> None:
    cards = {
        "A-1": make_card("A-1", "A-2 2 +10", 1),
        "A-2": make_card("A-2", written, 1, ends=True),
        "A-3": make_card("A-3", "blank", 1),
    }

    game, *others = check(cards).games

    assert (game.seats, show(game.recorded), game.resolved) == (("A-1", "A-2"), ("2 +10", shown), None)
    assert (game.outcome, game.rules, game.state) == (Outcome.REFERRED, ("14.1",), State.OPEN)
    assert [other.seats for other in others] == ([("A-2", "A-3")] if names_a_third else [])


def test_two_cards_that_name_a_third_make_two_games() -> None:
    cards = make_stack("A-1: A-3 2 +10\nA-2: A-3 2 +10\nA-3: A-1 0 -10", games=1)

    result = check(cards)

    assert [(game.seats, game.outcome) for game in result.games] == [
        (("A-1", "A-3"), Outcome.AGREES),
        (("A-2", "A-3"), Outcome.REFERRED),
    ]
    assert result.games[1].recorded == (cards["A-2"].lines[0], None)


@pytest.mark.parametrize("named", ["_", "A-1", "Z-9"], ids=["nobody", "its own card", "a seat that is not there"])
def test_a_line_that_names_nobody_and_that_no_card_names_is_no_game_but_is_found(named: str) -> None:
    cards = {"A-1": make_card("A-1", f"{named} 2 +10", 1), "A-2": make_card("A-2", "blank", 1)}

    result = check(cards)

    assert result.games == ()
    assert result.unnamed == (("A-1", 1),)


def test_a_line_that_names_nobody_is_found_once_no_card_can_name_it_any_more() -> None:
    """Neither can the card of somebody who left before that game, nor one that says something else of it."""
    blank, other = make_card("A-1", "_ 2 +10, blank", 2), make_card("A-2", "blank, blank", 2)
    awaited = Card("A-3", (), frozenset({1, 2}), 2)
    late = Card("A-1", (make_line("blank", 1), make_line("_ 2 +10", 2)), frozenset({1, 2}), 2)

    assert check({"A-1": blank, "A-2": other, "A-3": awaited}).unnamed == ()
    left = replace(awaited, withdrawn=True, left_after=1)
    assert check({"A-1": blank, "A-2": other, "A-3": left}).unnamed == ()
    assert check({"A-1": late, "A-2": other, "A-3": left}).unnamed == (("A-1", 2),)
    assert check({"A-1": blank, "A-2": other, "A-3": replace(left, ends=True)}).unnamed == (("A-1", 1),)


def test_a_line_blank_throughout_is_no_game() -> None:
    result = check(make_stack("A-1: blank\nA-2: blank", games=1))

    assert (result.games, result.unnamed, result.complete) == ((), (), True)


def test_a_game_is_pending_until_both_cards_are_complete() -> None:
    result = check(make_stack("A-1: A-2 2 +10, A-2 2 +10\nA-2: A-1 0 -05", games=2))

    assert [(game.state, game.outcome, game.resolved) for game in result.games] == [(State.PENDING, None, None)] * 2
    assert (result.complete, result.missing) == (False, ("A-2",))
    assert sum(result.outcomes.values()) == 0
    assert result.standing_lines == {}


def test_the_card_of_a_withdrawn_player_is_compared_as_it_stands() -> None:
    cards = make_stack("A-1: A-2 2 +10, blank\nA-2: A-1 0 -05", games=2)
    cards["A-2"] = replace(cards["A-2"], ends=True)

    result = check(cards)

    assert result.complete
    assert find_game(result, 1, "A-1", "A-2").rules == ("12.2.a",)


def test_a_no_show_has_no_place_and_is_not_missed_but_a_line_that_names_one_is_referred() -> None:
    cards = {"A-1": make_card("A-1", "A-2 2 +10", 1), "A-2": make_card("A-2", "", 1)}

    result = check(cards, not_ranked=frozenset({"A-2"}))

    assert (order(result), result.missing) == ([(1, "A-1")], ())
    assert result.games[0].state is State.OPEN


def test_a_ruling_that_writes_a_line_on_the_card_of_a_no_show_gives_no_place() -> None:
    cards = {
        "A-1": make_card("A-1", "A-2 2 +10", 1, first_lines=True),
        "A-2": make_card("A-2", "", 1, first_lines=True),
    }
    absent = frozenset({"A-2"})
    ruled = decide(check(cards, not_ranked=absent).games[0], DecisionKind.OVERRIDDEN, "2 +10", "0 -10")

    result = check(cards, not_ranked=absent, decisions=(ruled,))

    assert order(result) == [(1, "A-1")]
    assert result.games[0].state is State.OVERRIDDEN


def test_an_extra_game_is_checked_but_counts_on_the_opponents_card_alone() -> None:
    cards = make_stack("A-1: A-2 2 +10, A-2 2 +40\nA-2: A-1 0 -10, A-1 0 -40", games=2)
    cards["A-2"] = replace(cards["A-2"], counted=frozenset({1}), games=1)

    result = check(cards)

    assert show(find_game(result, 2, "A-1", "A-2").resolved) == ("3 +40", "0 -40")
    assert {place.seat: place.tally.net for place in result.places} == {"A-1": 50, "A-2": -10}


# Lines and cards as they stand


def test_every_line_of_a_compared_game_says_how_it_stands() -> None:
    result = check(make_stack(TWO_GAMES, games=2))

    stands = {place: (show_line(line.line), line.rules, line.state, line.changed) for place, line in result.standing_lines.items()}  # fmt: skip
    assert stands["A-1", 1] == ("2 +5", ("12.2.a",), State.PROPOSED, True)
    assert stands["A-3", 1] == ("0 -5", ("12.2.a",), State.PROPOSED, False)
    assert stands["A-1", 2] == ("2 +10", (), State.AGREED, False)
    assert len(stands) == 8


def test_standing_cards_have_the_corrected_lines_and_leave_the_recorded_ones_alone() -> None:
    cards = make_stack(TWO_GAMES, games=2)

    result = check(cards)

    assert [show_line(line) for line in result.standing_cards["A-1"].lines] == ["2 +5", "2 +10"]
    assert [show_line(line) for line in result.cards["A-1"].lines] == ["2 +30", "2 +10"]


# Head-to-head


HALL = """
    A-1: A-2 2 +10, A-3 0 -10, blank
    A-2: A-1 0 -10, A-4 2 +10, blank
    A-3: A-4 0 -10, A-1 2 +10, blank
    A-4: A-3 2 +10, A-2 0 -10, blank
"""


def test_a_game_that_the_cards_agree_on_decides_head_to_head() -> None:
    cards = make_stack("A-1: A-2 2 +10, A-3 0 -10\nA-2: A-1 0 -10, A-4 2 +10\nA-3: blank, A-1 2 +10\nA-4: blank, A-2 0 -10", games=2)  # fmt: skip

    places = check(cards).places

    assert [(place.rank, place.seat, place.decided_by) for place in places] == [
        (1, "A-3", None),
        (2, "A-1", "net"),
        (3, "A-2", "head_to_head"),
        (4, "A-4", "game_points"),
    ]


def test_four_level_cards_that_did_not_all_meet_share_a_rank() -> None:
    result = check(make_stack(HALL, games=3))

    assert [(place.rank, place.tied) for place in result.places] == [(1, True)] * 4
    assert set(result.statuses.values()) == {"tied_at_line"}


# A-1 and A-2 are level; A-2's points of their game are blank, so it is referred.
REFERRED = """
    A-1: A-2 2 +10, A-3 0 -10
    A-2: A-1 _ -10, A-4 2 +10
    A-3: A-4 2 +20, A-1 2 +10
    A-4: A-3 0 -20, A-2 0 -10
"""


def test_a_referred_game_decides_no_head_to_head_until_it_is_ruled_on() -> None:
    cards = make_stack(REFERRED, games=2)
    before = check(cards)

    after = check(
        cards, decisions=(decide(find_game(before, 1, "A-1", "A-2"), DecisionKind.OVERRIDDEN, "2 +10", "0 -10"),)
    )

    assert [(place.rank, place.seat) for place in before.places][1:3] == [(2, "A-1"), (2, "A-2")]
    assert [(place.rank, place.seat, place.decided_by) for place in after.places][1:3] == [
        (2, "A-1", "game_points"),
        (3, "A-2", "head_to_head"),
    ]


def test_an_agreement_referred_by_hand_decides_no_head_to_head() -> None:
    cards = make_stack(REFERRED.replace("A-1 _ -10", "A-1 0 -10"), games=2)
    agreed = find_game(check(cards), 1, "A-1", "A-2")

    result = check(cards, decisions=(decide(agreed, DecisionKind.REFERRED),))

    assert [place.decided_by for place in check(cards).places][2] == "head_to_head"
    assert [place.tied for place in result.places] == [False, True, True, False]


def test_an_extra_game_decides_no_head_to_head() -> None:
    cards = make_stack(REFERRED.replace("A-1 _ -10", "A-1 0 -10"), games=2)
    cards["A-2"] = replace(cards["A-2"], counted=frozenset({2}), games=1)
    cards["A-1"] = replace(cards["A-1"], lines=(make_line("A-2 2 +10", 1), make_line("A-3 _", 2)))

    places = check(cards).places

    assert {place.seat for place in places if place.tied} == {"A-1", "A-2"}


def test_a_one_game_playoff_breaks_the_tie_but_does_not_change_the_apparent_qualifiers() -> None:
    result = check(make_stack(REFERRED, games=2), quota=2, playoffs=(("A-2", "A-1"),))

    third = result.places[2]
    assert (third.rank, third.seat, third.decided_by) == (3, "A-1", "playoff")
    assert result.statuses["A-1"] == "high_nonqualifier"
    # On the cards tie at the cut line, so both are apparent qualifiers.
    assert set(result.apparent_qualifiers) == {"A-1", "A-2", "A-3"}


# Decisions by hand


def test_an_accepted_proposal_is_initialled_and_changes_nothing_else() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    before = check(cards)

    after = check(cards, decisions=(decide(find_game(before, 1, "A-1", "A-3"), DecisionKind.ACCEPTED),))

    assert find_game(after, 1, "A-1", "A-3").state is State.ACCEPTED
    assert (after.places, after.apparent_qualifiers) == (before.places, before.apparent_qualifiers)


def test_overridden_values_stand() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-3"), DecisionKind.OVERRIDDEN, "3 +40", "0 -40")

    result = check(cards, decisions=(decision,))

    game = find_game(result, 1, "A-1", "A-3")
    assert (game.state, game.outcome, show(game.resolved)) == (State.OVERRIDDEN, Outcome.CORRECTED, ("3 +40", "0 -40"))
    assert game.proposal == decision.basis_resolution
    assert result.standing_lines["A-1", 1].line == Line(1, "A-3", 3, 40, None)
    assert result.places[0].tally.net == 50


def test_an_override_keeps_the_outcome_and_rules_of_what_it_overrides() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-3"), DecisionKind.OVERRIDDEN, "2 +30", "0 -05")

    game = find_game(check(cards, decisions=(decision,)), 1, "A-1", "A-3")

    assert (game.state, game.outcome, game.rules) == (State.OVERRIDDEN, Outcome.CORRECTED, ("12.2.a",))
    assert game.resolved == game.recorded


def test_an_agreement_that_is_overridden_no_longer_plainly_agrees() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 2, "A-1", "A-4"), DecisionKind.OVERRIDDEN, "2 +11", None)

    game = find_game(check(cards, decisions=(decision,)), 2, "A-1", "A-4")

    assert (game.outcome, show(game.resolved)) == (Outcome.CORRECTED, ("2 +11", "0 -10"))


def test_a_referral_that_was_ruled_on_is_overridden_and_no_longer_open() -> None:
    cards = make_stack(REFERRED, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-2"), DecisionKind.OVERRIDDEN, "2 +10", "0 -10")

    game = find_game(check(cards, decisions=(decision,)), 1, "A-1", "A-2")

    assert (game.state, game.outcome, game.rules) == (State.OVERRIDDEN, Outcome.REFERRED, ("14.1",))
    assert show(game.resolved) == ("2 +10", "0 -10")


def test_a_correction_referred_by_hand_is_open_and_changes_nothing() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-3"), DecisionKind.REFERRED)

    result = check(cards, decisions=(decision,))

    game = find_game(result, 1, "A-1", "A-3")
    assert (game.state, game.outcome, game.rules, game.resolved) == (State.OPEN, Outcome.REFERRED, ("14.1",), None)
    assert result.standing_lines["A-1", 1].line == cards["A-1"].lines[0]
    assert game.proposal is not None
    assert game.proposal.rules == ("12.2.a",)


def test_a_ruling_gives_a_card_the_line_that_it_never_had() -> None:
    cards = {"A-1": make_card("A-1", "A-2 2 +10", 1), "A-2": make_card("A-2", "", 1, ends=True)}
    decision = decide(check(cards).games[0], DecisionKind.OVERRIDDEN, "2 +10", "0 -10")

    result = check(cards, decisions=(decision,))

    assert result.standing_cards["A-2"].lines == (Line(1, "A-1", 0, None, 10),)
    assert {place.seat: place.tally.net for place in result.places} == {"A-1": 10, "A-2": -10}


def test_a_ruling_may_leave_one_card_as_it_is() -> None:
    cards = make_stack("A-1: A-3 2 +10\nA-2: A-3 2 +10\nA-3: A-1 0 -10", games=1)
    decision = decide(find_game(check(cards), 1, "A-2", "A-3"), DecisionKind.OVERRIDDEN, "0 -10", None)

    result = check(cards, decisions=(decision,))

    assert show(find_game(result, 1, "A-2", "A-3").resolved) == ("0 -10", None)
    assert result.standing_lines["A-3", 1].state is State.AGREED


def test_the_line_that_a_ruling_gives_overrides_what_is_written_of_another_game() -> None:
    cards = make_stack("A-1: A-3 3 +10\nA-2: A-1 2 +20\nA-3: A-4 0 -10\nA-4: A-3 2 +10", games=1)
    decision = decide(find_game(check(cards), 1, "A-1", "A-2"), DecisionKind.OVERRIDDEN, "0 -20", "2 +20")

    result = check(cards, decisions=(decision,))

    assert show_line(result.standing_lines["A-1", 1].line) == "0 -20"
    assert result.standing_lines["A-1", 1].line.opponent == "A-2"


def test_a_ruling_on_a_line_of_two_cards_that_name_each_other_is_not_in_force() -> None:
    cards = make_stack("A-1: A-3 3 +10\nA-2: A-3 2 +20\nA-3: A-1 0 -10", games=1)
    decision = decide(find_game(check(cards), 1, "A-2", "A-3"), DecisionKind.OVERRIDDEN, "2 +20", "0 -20")

    result = check(cards, decisions=(decision,))

    assert result.dropped == (decision,)
    assert show_line(result.standing_lines["A-3", 1].line) == "0 -10"


def test_a_decision_whose_lines_changed_is_no_longer_in_force() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-3"), DecisionKind.ACCEPTED)
    rewritten = make_stack(TWO_GAMES.replace("A-1 0 -05", "A-1 0 -06"), games=2)

    result = check(rewritten, decisions=(decision,))

    assert result.dropped == (decision,)
    assert find_game(result, 1, "A-1", "A-3").state is State.PROPOSED


def test_a_decision_whose_resolution_changed_is_no_longer_in_force() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-2", "A-4"), DecisionKind.ACCEPTED)
    rewritten = make_stack(TWO_GAMES.replace("A-1 0 -05", "A-1 0 -30"), games=2)

    result = check(rewritten, decisions=(decision,))

    assert result.dropped == (decision,)
    assert find_game(result, 1, "A-2", "A-4").rules == ()


def test_a_decision_on_a_game_that_is_pending_again_is_no_longer_in_force() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-3"), DecisionKind.OVERRIDDEN, "2 +20", "0 -20")
    cards["A-3"] = replace(cards["A-3"], lines=cards["A-3"].lines[:1])

    result = check(cards, decisions=(decision,))

    assert result.dropped == (decision,)
    assert find_game(result, 1, "A-1", "A-3").state is State.PENDING


def test_a_decision_is_not_undone_by_its_own_effect() -> None:
    cards = make_stack(TWO_GAMES.replace("A-1 0 -05", "A-1 0 -30"), games=2)
    dead_zone = find_game(check(cards), 1, "A-2", "A-4")
    decision = decide(dead_zone, DecisionKind.OVERRIDDEN, "3 +90", "0 -90")

    result = check(cards, decisions=(decision,))

    assert result.apparent_qualifiers == ("A-2", "A-1")
    assert result.dropped == ()
    assert find_game(result, 1, "A-2", "A-4").proposal == dead_zone.proposal


def test_a_decision_falls_when_another_decision_changes_what_the_rules_propose() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    before = check(cards)
    accepted = decide(find_game(before, 1, "A-2", "A-4"), DecisionKind.ACCEPTED)
    ruled = decide(find_game(before, 1, "A-1", "A-3"), DecisionKind.OVERRIDDEN, "2 +30", "0 -30")

    result = check(cards, decisions=(accepted, ruled))

    assert result.dropped == (accepted,)
    assert result.apparent_qualifiers == ("A-1",)


@pytest.mark.parametrize("kind", [DecisionKind.ACCEPTED, DecisionKind.REFERRED])
def test_only_an_override_gives_values(kind: DecisionKind) -> None:
    agreed = find_game(check(make_stack(TWO_GAMES, games=2)), 2, "A-1", "A-4")

    with pytest.raises(ValueError, match="values"):
        decide(agreed, kind, "2 +10", "0 -10")


def test_a_referral_cannot_be_accepted() -> None:
    referred = find_game(check(make_stack(REFERRED, games=2)), 1, "A-1", "A-2")

    with pytest.raises(ValueError, match="referral"):
        decide(referred, DecisionKind.ACCEPTED)


def test_two_decisions_on_one_game_are_an_error() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards), 1, "A-1", "A-3"), DecisionKind.ACCEPTED)

    with pytest.raises(ValueError, match="two decisions"):
        check(cards, decisions=(decision, decision))


def test_classic_refers_by_its_own_number() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    decision = decide(find_game(check(cards, edition=Edition.CLASSIC), 1, "A-1", "A-3"), DecisionKind.REFERRED)

    result = check(cards, decisions=(decision,), edition=Edition.CLASSIC)

    assert find_game(result, 1, "A-1", "A-3").rules == ("13",)
    assert find_game(result, 1, "A-2", "A-4").rules == ()


# What stands in the way of posting


def test_nothing_stands_in_the_way_of_a_clean_stack() -> None:
    assert codes(check(make_stack(TWO_GAMES.replace("-05", "-30").replace("-12", "-20"), games=2))) == []


def test_a_missing_card_stands_in_the_way() -> None:
    result = check(make_stack("A-1: A-2 2 +10\nA-2:", games=1))

    assert codes(result) == [("card_missing", "scorecards.A-2")]


def test_an_uninitialled_correction_of_an_apparent_qualifier_stands_in_the_way_until_it_is_accepted() -> None:
    cards = make_stack(TWO_GAMES, games=2)
    before = check(cards)
    accepted = tuple(decide(game, DecisionKind.ACCEPTED) for game in before.games if game.state is State.PROPOSED)

    assert codes(before) == [
        ("correction_uninitialled", "discrepancies.1-A-1-A-3"),
        ("correction_uninitialled", "discrepancies.1-A-2-A-4"),
    ]
    assert codes(check(cards, decisions=accepted)) == []


def test_initials_given_for_another_resolution_of_the_same_lines_do_not_count() -> None:
    """With a larger quota the loser's card qualifies too, and is corrected as well."""
    cards = make_stack(TWO_GAMES, games=2)
    accepted = decide(find_game(check(cards), 1, "A-2", "A-4"), DecisionKind.ACCEPTED)

    result = check(cards, quota=4, decisions=(accepted,))

    assert accepted.basis_resolution.rules == ("12.2.a",)
    assert find_game(result, 1, "A-2", "A-4").rules == ("12.2.b",)
    assert ("correction_uninitialled", "discrepancies.1-A-2-A-4") in codes(result)


def dead_zone(left: str, right: str, leader: str = "3 +99, 3 +99") -> dict[str, Card]:
    """A-1 qualifies with two wins over A-4; A-2 and A-3 are below, and their first game has a mistake."""
    wins = leader.split(", ")
    lost = [f"A-1 0 -{win.partition('+')[2]}" for win in wins]
    return make_stack(
        f"""
        A-1: {", ".join(f"A-4 {win}" for win in wins)}
        A-2: A-3 {left}, A-3 0 -10
        A-3: A-2 {right}, A-2 2 +10
        A-4: {", ".join(lost)}
        """,
        games=2,
    )


@pytest.mark.parametrize(
    ("left", "right", "outcome"),
    [
        pytest.param("2 -10", "0 -10", Outcome.CORRECTED, id="a correction"),
        pytest.param("_ 10", "0 -10", Outcome.REFERRED, id="a referral"),
    ],
)
def test_what_could_not_bring_a_card_to_the_line_does_not_stand_in_the_way(
    left: str, right: str, outcome: Outcome
) -> None:
    result = check(dead_zone(left, right))

    assert find_game(result, 1, "A-2", "A-3").outcome is outcome
    assert codes(result) == []


def test_a_referral_whose_largest_win_would_bring_a_card_to_the_line_stands_in_the_way() -> None:
    result = check(dead_zone("_ +10", "0 -10", leader="2 +01, 2 +01"))

    assert codes(result) == [("referral_open", "discrepancies.1-A-2-A-3")]


def test_level_with_the_line_counts_as_reaching_it() -> None:
    reaching = check(dead_zone("2 +10", "_ -10", leader="3 +121, 2 +10"))
    falling_short = check(dead_zone("2 +10", "_ -10", leader="3 +121, 2 +11"))

    assert codes(reaching) == [("referral_open", "discrepancies.1-A-2-A-3")]
    assert codes(falling_short) == []


def test_all_open_items_of_a_card_are_taken_together() -> None:
    cards = make_stack(
        """
        A-1: A-4 3 +60, A-4 3 +60
        A-2: A-3 _ +10, A-3 _ +10
        A-3: A-2 0 -10, A-2 0 -10
        A-4: A-1 0 -60, A-1 0 -60
        """,
        games=2,
    )

    assert codes(check(cards)) == [
        ("referral_open", "discrepancies.1-A-2-A-3"),
        ("referral_open", "discrepancies.2-A-2-A-3"),
    ]


def test_a_referral_of_an_extra_game_could_not_matter_to_that_card() -> None:
    cards = dead_zone("_ +10", "0 -10", leader="2 +01, 2 +01")
    cards = {**cards, **{seat: replace(cards[seat], counted=frozenset({2}), games=1) for seat in ("A-2", "A-3")}}

    assert codes(check(cards)) == []


def test_a_correction_that_lowers_a_card_is_taken_as_recorded_when_asking_whether_it_could_matter() -> None:
    cards = make_stack(
        """
        A-1: A-4 2 +30, A-4 2 +30
        A-2: A-3 2 +25, A-3 2 +40
        A-3: A-2 2 +25, A-2 0 -40
        A-4: A-1 0 -30, A-1 0 -30
        """,
        games=2,
    )

    result = check(cards)

    assert find_game(result, 1, "A-2", "A-3").rules == ("12.2.e",)
    assert ("correction_uninitialled", "discrepancies.1-A-2-A-3") in codes(result)


def test_a_line_that_names_nobody_stands_in_the_way_as_a_referral_would() -> None:
    near = make_stack("A-1: A-3 2 +10\nA-2: _ 2 +05\nA-3: A-1 0 -10", games=1)
    far = make_stack("A-1: A-3 3 +121\nA-2: blank\nA-3: A-1 0 -121", games=1) | {
        "A-2": Card("A-2", (make_line("blank", 1), make_line("_ 2 +05", 2)), frozenset({1}), 1)
    }

    assert codes(check(near)) == [("line_names_nobody", "scorecards.A-2.lines.1")]
    assert check(far).unnamed == (("A-2", 2),)
    assert codes(check(far)) == []


def test_a_tie_that_touches_a_qualifying_place_stands_in_the_way_until_it_is_played_off() -> None:
    cards = make_stack("A-1: A-3 2 +10\nA-2: A-4 2 +10\nA-3: A-1 0 -10\nA-4: A-2 0 -10", games=1)

    (tie,) = find_posting_obstacles(check(cards))

    assert (tie.code, tie["rank"], tie["seats"]) == ("tie_unbroken", 1, "A-1, A-2")
    assert codes(check(cards, playoffs=(("A-2", "A-1"),))) == []
    assert codes(check(cards, edition=Edition.CLASSIC)) == [("tie_unbroken", "standings")]


# Properties


SEATS = [f"A-{number}" for number in range(1, 7)]
GAMES = 3


@st.composite
def stacks(draw: st.DrawFn) -> dict[str, Card]:
    """Six cards of three games: pairings drawn, most lines right, some with the mistakes that players make."""
    amounts = st.sampled_from([5, 10, 30, 31])
    written: dict[str, list[Line]] = {seat: [] for seat in SEATS}
    for game in range(1, GAMES + 1):
        seated = draw(st.permutations(SEATS))
        for winner, loser in zip(seated[::2], seated[1::2], strict=True):
            amount = draw(amounts)
            for seat, other, won in ((winner, loser, True), (loser, winner, False)):
                if draw(st.booleans()):
                    points = (3 if amount > 30 else 2) if won else 0
                    line = Line(game, other, points, amount if won else None, None if won else amount)
                else:
                    spread = draw(st.sampled_from([(None, None), (draw(amounts), None), (None, draw(amounts))]))
                    named = draw(st.sampled_from([other, other, None, *SEATS]))
                    line = Line(game, named, draw(st.sampled_from([None, 0, 2, 3])), *spread)
                written[seat].append(line)
    counted = frozenset(range(1, GAMES + 1))
    return {seat: Card(seat, tuple(lines), counted, GAMES) for seat, lines in written.items()}


@settings(deadline=None, max_examples=60)
@given(cards=stacks(), seats=st.permutations(SEATS), edition=st.sampled_from(Edition), quota=st.integers(0, 6))
def test_the_result_does_not_depend_on_the_order_of_cards_or_lines(
    cards: dict[str, Card], seats: list[str], edition: Edition, quota: int
) -> None:
    turned = {seat: replace(cards[seat], lines=cards[seat].lines[::-1]) for seat in seats}

    one = cross_check(cards, quota=quota, edition=edition)
    other = cross_check(turned, quota=quota, edition=edition)

    assert one.games == other.games
    assert one.places == other.places
    assert one.apparent_qualifiers == other.apparent_qualifiers
    assert one.standing_lines == other.standing_lines
    assert find_posting_obstacles(one) == find_posting_obstacles(other)


@settings(deadline=None, max_examples=60)
@given(cards=stacks(), edition=st.sampled_from(Edition), quota=st.integers(0, 6))
def test_whoever_is_within_the_quota_is_an_apparent_qualifier(
    cards: dict[str, Card], edition: Edition, quota: int
) -> None:
    result = cross_check(cards, quota=quota, edition=edition)
    recorded = recorded_standings(cards, edition=edition)

    within = {place.seat for place in (*recorded, *result.places) if place.rank <= quota}
    assert within <= set(result.apparent_qualifiers)


@settings(deadline=None, max_examples=60)
@given(cards=stacks(), edition=st.sampled_from(Edition), quota=st.integers(0, 6))
def test_accepting_everything_changes_no_place_and_is_in_force_at_once(
    cards: dict[str, Card], edition: Edition, quota: int
) -> None:
    before = cross_check(cards, quota=quota, edition=edition)
    accepted = tuple(decide(game, DecisionKind.ACCEPTED) for game in before.games if game.state is State.PROPOSED)

    after = cross_check(cards, quota=quota, edition=edition, decisions=accepted)

    assert after.dropped == ()
    assert after.places == before.places
    assert State.PROPOSED not in {game.state for game in after.games}
