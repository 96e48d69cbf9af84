"""What the edition of 2020 changed: every difference that a comparison of the two books found, and no other."""

from __future__ import annotations

import pytest

from judging.rulebook.rules.changes import CHANGES, Change, changes_of
from judging.rulebook.rules.rulebook import BY_KEY, ENTRIES, entries_of
from judging.rulebook.words.rulebook import RULES
from judging.rulebook.words.rulebook.changes import CHANGES as WORDS
from tournaments.rules.edition import Edition
from tournaments.tests.cases import for_all

# The rows of a word-by-word comparison of both books, as their first column names them, with the changes each became. A
# row that found two rules the same, or that points to a table further down, has none.
NUMBERING = {
    "Judge Protocols chapter": ["protocols"],
    "Crib card retrieval": ["crib_rule"],
    "Dislodging pegs": ["dislodged_pegs"],
    "Pegging with opponent's pegs / wrong track / go before announcement / failure to peg out": ["pegging_numbers"],
    "Rule 12": ["scorecards_chapter"],
    "Playoff forfeits; brackets and byes": ["playoffs_chapter"],
    "Situations not covered; amendments": ["last_numbers"],
    "Cross-checking guidelines": ["guidelines"],
    # A third edition, known from others only, that the program does not have.
    "2025 (second-hand)": [],
}
RULE_BY_RULE = {
    "Ethics": ["ethics"],
    "Aims": ["aims"],
    "1.4": ["long_boards"],
    "1.5.a": ["first_deal"],
    "1.5.g": ["deal_alternates"],
    "1.6 judge": ["judge"],
    "1.6 match": ["match"],
    "1.6 stink hole": ["stink_hole"],
    "1.6 skunk": ["skunk"],
    "1.6 muggins": ["muggins_flyer"],
    "1.6 go": ["go"],
    "2.1": ["bottom_card"],
    "2.2, 2.3": ["pones_shuffle"],
    "4.1.c": ["cut_deemed_made"],
    "4.2.a": ["whole_pack"],
    "4.2.d": ["deck_change"],
    "4.3 a, c": ["exposed_reshuffled"],
    "4.4.c table": ["dealer_too_many", "pone_too_many"],
    "4.4.d(2)": ["crib_rebuilt"],
    "4.5.a": ["defective_card"],
    "5.1.b / 5.3": ["crib_retrieval"],
    "5.2.a": ["crib_seen_by_both"],
    "5.2.b": ["blind_discard"],
    "6.1.b": ["dealer_must_see"],
    "6.4": ["deck_side"],
    "7.1.e": ["card_over_31"],
    "7.3 renege": [],
    "8.4.a": ["false_claim_acts"],
    "8.4.c, b": [],
    "8.4.d": ["claim_time"],
    "8.5.a": ["peg_is_out"],
    "8.5.b": ["both_pegs"],
    "8.5.c": ["back_peg"],
    "8.7 (old 8.8)": ["opponents_pegs"],
    "8.10 (old 8.11)": [],
    "9.2.d": ["crib_accepted"],
    "9.2.e": ["crib_first"],
    "9.1, 9.3-9.5, 10.2": [],
    "10.1.c": ["muggins_out"],
    "10.3.e": ["muggins_forfeited"],
    "10.4.a": ["muggins_call"],
    "11.1-11.4": [],
    "12.1": [],
    "12.2 d, e": ["discrepancies"],
    "Tiebreakers": ["tiebreakers"],
    "13.1": [],
    "13.2": ["charts"],
    "14.1": ["head_judge"],
}
RENEGE = {
    "definition": ["renege_meaning"],
    "judges": ["renege_judges"],
    "voluntary correction": ["renege_corrected"],
    "claim window": ["renege_claim"],
    "retraction": ["renege_retraction"],
    "penalty": [],
    "reneged cards": ["renege_cards"],
    "hands": ["renege_hands"],
    "exception": ["renege_game_over"],
}
ENDING_A_GAME = {
    "pegging out": ["pegging_out"],
    "refusal": ["refusal"],
    "concession": ["concession"],
    "false claim penalty": [],
    "scorecard consequences": ["early_record"],
}
TABLES = (NUMBERING, RULE_BY_RULE, RENEGE, ENDING_A_GAME)

# What that comparison calls unchanged in substance; 8.8 and 8.9 have other numbers and are the same.
UNCHANGED = """
    1.1 1.2 1.3 1.7 3.1 3.2 3.3 4.4.a 4.4.b 5.1.a 5.1.c 5.1.d 5.2.c 6.1.a 6.1.c 6.1.d 6.2 6.3 7.1.a 7.1.b 7.1.c 7.1.d
    7.1.f 7.2 7.4 8.1 8.2 8.3 8.4.b 8.4.c 8.6 8.8 8.9 9.1 9.2.a 9.2.b 9.2.c 9.3 9.4 9.5 10.2 10.4.b 10.4.c 10.4.d 11.1
    11.2 11.3 11.4
"""


def test_every_difference_that_was_found_is_a_change_and_every_change_was_found() -> None:
    found = [key for table in TABLES for keys in table.values() for key in keys]

    assert [len(table) for table in TABLES] == [9, 48, 9, 5]
    assert len(found) == len(set(found))
    assert set(found) == {change.key for change in CHANGES}


@for_all("rule", UNCHANGED.split())
def test_what_did_not_change_is_told_once_and_has_no_change_of_its_own(rule: str) -> None:
    below = [entry.key for entry in ENTRIES if f"{entry.key}.".startswith(f"{rule}.")]
    changed = {key for change in CHANGES if change.key != "pegging_numbers" for key in change.entries}

    assert below
    assert not changed & set(below)
    assert [key for key in below if str(RULES[key].classic)] == []


def test_a_rule_that_is_told_twice_or_stands_in_one_edition_alone_has_changed() -> None:
    differing = [
        entry
        for entry in ENTRIES
        if str(RULES[entry.key].classic) or entry.number_2020 is None or entry.number_classic is None
    ]

    assert len(differing) > 60
    assert [entry.key for entry in differing if not changes_of(entry)] == []


def test_a_rule_that_moved_has_changed() -> None:
    assert [entry.key for entry in ENTRIES if entry.number_2020 != entry.number_classic and not changes_of(entry)] == []


def test_a_change_has_its_words_and_its_rules() -> None:
    assert set(WORDS) == {change.key for change in CHANGES}
    for change in CHANGES:
        words = WORDS[change.key]
        assert str(words.was).endswith(".")
        assert str(words.now).endswith(".")
        assert str(words.was) != str(words.now)
        assert set(change.entries) <= set(BY_KEY)
        assert change.rules_2020 or change.rules_classic


def test_a_change_names_its_rules_in_both_editions() -> None:
    by_key = {change.key: change for change in CHANGES}

    assert (by_key["deck_change"].rules_2020, by_key["deck_change"].rules_classic) == (("4.2.d",), ())
    assert (by_key["dislodged_pegs"].rules_2020, by_key["dislodged_pegs"].rules_classic) == ((), ("8.7",))
    assert by_key["crib_retrieval"].rules_2020 == ("5.3", "5.3.a")
    assert by_key["crib_retrieval"].rules_classic == ("5.1", "5.1.b")
    assert by_key["discrepancies"].rules_2020 == ("12.2.d", "12.2.e")
    assert by_key["discrepancies"].rules_classic == ("11.d",)


def touching(number: str, edition: Edition) -> list[Change]:
    """The changes that touch a rule as it is cited from this edition."""
    found = [change for entry in entries_of(number, edition=edition) for change in changes_of(entry)]
    return [change for change in CHANGES if change in found]


@pytest.mark.parametrize(
    ("number", "edition", "keys"),
    [
        pytest.param(
            "8.4", Edition.Y2020, ["false_claim_acts", "claim_time", "early_record"], id="the parts of a rule"
        ),
        pytest.param("8.4.d.2", Edition.Y2020, ["claim_time"], id="a figure told with its letter"),
        pytest.param("8.4.c", Edition.Y2020, [], id="not what stands beside it"),
        pytest.param("8.1", Edition.Y2020, [], id="8.1 is no part of 8.10"),
        pytest.param("8.10.a", Edition.Y2020, ["pegging_numbers", "pegging_out", "refusal"], id="the rule above"),
        pytest.param("8.7", Edition.CLASSIC, ["dislodged_pegs"], id="8.7 in classic"),
        pytest.param("8.7", Edition.Y2020, ["opponents_pegs", "pegging_numbers"], id="8.7 in 2020"),
        pytest.param("11.4.b", Edition.CLASSIC, [], id="penalties are not the eleventh guideline"),
        pytest.param("11.d", Edition.CLASSIC, ["discrepancies", "scorecards_chapter"], id="the eleventh guideline"),
        pytest.param("5.1.b", Edition.CLASSIC, ["crib_retrieval", "crib_rule"], id="a number of two rules"),
        pytest.param("4.4.d.2", Edition.CLASSIC, ["crib_rebuilt"], id="an action"),
        pytest.param("99", Edition.CLASSIC, [], id="no rule"),
    ],
)
def test_the_changes_that_touch_a_cited_rule(number: str, edition: Edition, keys: list[str]) -> None:
    assert [change.key for change in touching(number, edition)] == keys


def test_a_definition_has_its_own_changes_and_rule_1_6_has_all_of_them() -> None:
    assert [change.key for change in changes_of(BY_KEY["1.6-skunk"])] == ["skunk"]
    assert changes_of(BY_KEY["1.6-pone"]) == ()
    assert {change.key for change in touching("1.6", Edition.Y2020)} == {
        "judge",
        "match",
        "stink_hole",
        "skunk",
        "muggins_flyer",
        "go",
    }


# A word that the summary of one edition has and that of the other lacks: first 2020, then classic.
TOLD_APART = [
    ("ethics", "going home", ""),
    ("aims", "pins", "certificate"),
    ("1.4", "long boards", ""),
    ("1.5.a", "director", "lost"),
    ("1.6-judge", "both", "Either"),
    ("1.6-match", "Playoff", "no match"),
    ("1.6-stink-hole", "Hole 90", ""),
    ("1.6-go", "", "two with exactly 31"),
    ("1.6-muggins", "", "sanctioned"),
    ("2.1", "the shuffler mixes again", "pone says so"),
    ("2.2", "three mixes", "single mix"),
    ("2.3", "three mixes", ""),
    ("4.2.a", "whole pack", ""),
    ("4.3.a", "Mix", ""),
    ("4.3.c", "mix", ""),
    ("4.4.d.2", "draws", "crib is dead"),
    ("4.5.a", "same player deals", "at once"),
    ("5.2.a", "other player sees it too", ""),
    ("5.2.b", "looks at them", "unseen"),
    ("5.3", "until the other one has discarded", "stays there"),
    ("5.3.a", "", "two points"),
    ("6.4", "board", "table"),
    ("7.1.e", "which the other player scores", "free of penalty"),
    ("7.3", "21 or less", ""),
    ("7.3.a", "plays a card or pegs", "the other plays"),
    ("7.3.b", "Judges give back", "Both players take back"),
    ("7.3.c", "not get to see", ""),
    ("7.3.d", "dead", ""),
    ("8.4.a", "", "writing down a win"),
    ("8.4.d", "something new", "reasonable time"),
    ("8.5.a", "clear of its hole", ""),
    ("8.5.b", "no penalty", "lost"),
    ("8.7", "", "knocked out"),
    ("8.10", "reminds", "should"),
    ("8.10.b", "qualifying round", ""),
    ("9.2.d", "may correct", "accepts"),
    ("10.1.c", "", "nothing else stands for it"),
    ("10.4.a", "wrong call", ""),
    ("13.2.c", "Only", ""),
    ("14.1", "head judge", "The judges"),
    ("guideline-7", "head to head", ""),
]


@for_all(("key", "in_2020", "in_classic"), TOLD_APART, ids=[row[0] for row in TOLD_APART])
def test_each_edition_is_told_as_it_decides(key: str, in_2020: str, in_classic: str) -> None:
    words = RULES[key]

    assert in_2020 in str(words.summary)
    assert in_classic in str(words.classic)
    assert not in_2020 or in_2020 not in str(words.classic)
    assert not in_classic or in_classic not in str(words.summary)


def test_whatever_is_told_twice_is_in_that_table() -> None:
    assert {key for key, words in RULES.items() if str(words.classic)} == {row[0] for row in TOLD_APART}


def test_every_number_of_a_change_is_one_of_its_edition() -> None:
    for change in CHANGES:
        for edition, cited in ((Edition.Y2020, change.rules_2020), (Edition.CLASSIC, change.rules_classic)):
            assert all(change in touching(number, edition) for number in cited)
            assert all(entries_of(number, edition=edition) for number in cited)
