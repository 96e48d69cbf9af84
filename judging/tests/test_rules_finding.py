"""Finding a rule by what a player says, and by its number in either edition."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.assistant.reads.assistant import find_subjects, subjects_citing
from judging.rulebook.reads.rulebook import look, search
from judging.rulebook.rules.rulebook import ENTRIES
from judging.rulebook.rules.search import MOST_UNSURE, Text, find, text, vocabulary
from judging.rulebook.rules.search import look as look_in
from judging.rulebook.words.rulebook import RULES
from tournaments.rules.edition import Edition
from tournaments.tests.cases import EVERYTHING, for_all

# What somebody types at the board, and the rule that they mean.
FIRST = """
    looked at bottom card                               2.1
    LOOKED AT BOTTOM CARD                               2.1
    my opponent looked at the bottom card while shuffling   2.1
    pone looked at bottom card                          3.3.a
    dealer peeked at the bottom card after cutting      3.3.b
    looked at bottom card cutting the starter           6.1.b
    how many shuffles                                   2.1
    pone wants to shuffle                               2.2
    cut too deep                                        3.1.b
    both cut a king                                     3.2.b
    no cut                                              3.3.c
    forgot to cut                                       3.3.c
    forgot to cut for deal                              4.1.c
    wrong dealer                                        4.1.b
    dealt out of turn                                   4.1.b
    change deck                                         4.2.d
    exposed card                                        4.3
    dealer flipped a card                               4.3.a
    pone flipped a card                                 4.3.b
    face up in the pack                                 4.3.c
    seven cards                                         4.4
    too many cards                                      4.4
    he mucked his cards                                 4.4.a.3
    discarded three cards                               4.4.a.1
    dealer has five cards                               4.4.a.2
    five cards in crib after starter                    4.4.d.2
    crib is dead                                        4.4.d.8
    marked card                                         4.5.a
    bent card                                           4.5.a
    duplicate card                                      4.5.b
    card on the floor                                   4.5.c
    discarded to the wrong side                         5.1.c
    looked at the crib                                  5.2.a
    played the crib instead of my hand                  5.2.c
    take back discard                                   5.3
    starter turned before discard                       6.1.a
    picked up the starter                               6.1.c
    turned two cards                                    6.2
    which card is the starter                           6.2.a
    win on a jack                                       6.3.b
    forgot his heels                                    6.3.c
    dealer led                                          7.1.b
    turned over my cards                                7.1.d
    went over 31                                        7.1.e
    two cards together                                  7.1.f
    polite pause                                        7.2.b
    renege                                              7.3
    said go but had a card                              7.3
    too late to claim renege                            7.3.a
    double renege                                       7.3.b
    pegged out after go                                 7.3.e
    wrong count                                         7.4
    said 31 but it was 30                               7.4.b
    zero hand                                           8.2
    underpegged                                         8.3
    overpegged                                          8.4
    pegged too far                                      8.4.c
    corrected myself                                    8.4.c.2
    false claim                                         8.4.a
    thought I won                                       8.4.a
    15 back                                             8.4.b.3
    noticed overpeg later                               8.4.d
    front peg removed                                   8.5.a
    pegged backwards                                    8.5.a.2
    hung peg                                            8.5.a.3
    both pegs out                                       8.5.b
    moved the back peg                                  8.5.c
    loose peg                                           8.6
    bumped the board                                    8.7-classic
    used my peg                                         8.7
    wrong track                                         8.8
    pegged go too soon                                  8.9
    did not peg out                                     8.10
    refused to go out                                   8.10.a
    conceded                                            8.10.b
    correct my count                                    9.2.d
    counted the crib first                              9.2.e
    lost the starter                                    9.3.a
    mucked his hand                                     9.4.a
    opponent shuffled my crib                           9.4.c
    calculator                                          9.5
    muggins                                             1.6-muggins
    wrong muggins call                                  10.4.a
    forgot to peg a penalty                             10.3.a
    penalty on a penalty                                11.3
    third judge                                         11.4.a
    walked away                                         11.4.b
    red ink                                             12.1
    no show                                             13.1
    late for playoffs                                   13.1
    one in four                                         13.2.b
    byes                                                13.2.d
    not in the rulebook                                 14.1
    tiebreaker                                          guideline-7
    head to head                                        guideline-7.e
    leaving early                                       ethics
    how many judges                                     protocol-a
    my opponent is a judge                              protocol-b
    stink hole                                          1.6-stink-hole
    double skunk                                        1.6-double-skunk-classic
    long board                                          1.4
"""
AMONG_THREE = """
    dropped card          4.3.a 4.5.c 7.1.e
    both claim a win      12.2.d 12.2.e 11.d-classic
    first deal            1.5.a 4.1.a
    jack                  6.3
    dealt me five cards   4.4 4.4.a
    last card             1.7 7.2.a
    five cards in crib    4.4.d.2 4.4.c
    dead zone             guideline-4 guideline-11
    scorecards do not match   12.2
    touched my cards during the deal   4.2.c
"""
# What judges and players say at a table, and the rules that are meant, one of them among the first three of either edition.
TALK = """
    yelling                      ethics
    shouting                     ethics
    arguing                      ethics
    bad language                 ethics
    rude                         ethics
    drunk                        ethics
    cheating                     ethics
    pegged out too soon          8.4.a
    pegged out too early         8.4.a
    won but didn't peg           8.10
    won but didn’t peg           8.10
    won but did not peg          8.10
    forgot to peg last hole      8.10
    forgot to peg the last hole  8.10
    short hand                   4.4
    hand too long                4.4
    misdeal                      4.4 4.3
    exposed card                 4.3
    cut card                     1.6-cut-card
    stinkhole                    1.6-stink-hole
    dead hole                    1.6-dead-hole
    peg out of turn              9.2.c
    played out of turn           7.1.b
    counted wrong crib           5.1.d
    wrong crib pegged            5.1.d
    moved front peg              8.5.a
    lost the back peg            8.6 8.7-classic
    peg fell out                 8.7-classic
    board knocked over           8.7-classic
    phone at the table           9.5
    late player                  13.1
    no show                      13.1
    overcounted                  8.4.c
    counted too many             8.4.c
    pegged twice                 8.4.c
    miscounted                   7.4
    miscounted hand              8.3 8.4 9.2.d
    miscounted his hand          8.3 8.4 9.2.d
    counted the hand wrong       8.3 8.4 9.2.d
    7 cards                      4.4
    pone has 7 cards             4.4.a.3 4.4.c 4.4
    dealt me 5 cards             4.4
    said go with a card          7.3
    threw in his hand            9.4.a
    wrong color pegs             8.7
    skunked                      1.6-skunk
    torn card                    4.5.a
    deck short a card            4.5.d
    didn't play a card           7.3
    go with a playable card      7.3
    tightened peg                8.6
    both won                     12.2.d 12.2.e 11.d-classic
    scorecard mistake            12.2
    onlooker                     9.5
    kibitzer                     9.5
"""
NUMBERS = """
    8.4.b.3      8.4.b.3
    8.4.b(3)     8.4.b.3
    8.4b (3)     8.4.b.3
    rule 8.4.c   8.4.c
    4.4.d (13)   4.4.d.13
    7.3 a        7.3.a
    7.3E         7.3.e
    guideline 7  guideline-7
    guideline 7e guideline-7.e
    protocol b   protocol-b
    1.7          1.7
"""

STORIES = Path(__file__).with_name("golden") / "situations.tsv"
"""What players say happened, each with the rules of 2020 that are meant: written from the rulebook alone, before the search."""


WORDS = "renege peg crib 8.4 go card the 31 too"


def rows(table: str) -> list[tuple[str, list[str]]]:
    """Each line: what is asked, two blanks or more, the keys."""
    lines = [line.strip().partition("  ") for line in table.strip().splitlines()]
    return [
        (query, keys.split())
        for query, _blanks, keys in (line if line[1] else line[0].rpartition(" ") for line in lines)
    ]


def keys(query: str, edition: Edition = Edition.Y2020) -> list[str]:
    return [rule.key for rule in search(query, edition)]


@for_all(("query", "expected"), rows(FIRST), ids=[query for query, _keys in rows(FIRST)])
def test_a_player_finds_the_rule_first(query: str, expected: list[str]) -> None:
    assert keys(query)[:1] == expected


@pytest.mark.parametrize(("query", "expected"), rows(AMONG_THREE), ids=[query for query, _keys in rows(AMONG_THREE)])
def test_a_player_finds_the_rules_among_the_first_three(query: str, expected: list[str]) -> None:
    assert set(expected) <= set(keys(query)[:3])


@for_all("edition", Edition)
@for_all(("query", "expected"), rows(TALK))
def test_what_is_said_at_a_table_finds_the_rule_in_either_edition(
    query: str, expected: list[str], edition: Edition
) -> None:
    assert set(keys(query, edition)[:3]) & set(expected)


def is_meant(key: str, numbers: list[str]) -> bool:
    """Whether this is one of the rules meant, or a part of one."""
    return any(key == number or key.startswith((f"{number}.", f"{number}-")) for number in numbers)


def stories() -> list[tuple[str, list[str]]]:
    lines = [line.split("\t") for line in STORIES.read_text().splitlines()]
    return [(story, numbers.split()) for story, numbers in lines]


def test_what_players_say_happened_finds_the_rule_or_its_case_first_or_second() -> None:
    missed, missed_among_rules = [], []
    for story, numbers in stories():
        has_rule = any(is_meant(key, numbers) for key in keys(story)[:2])
        cases = {case.key for case in find_subjects(story).subjects[:2]}
        has_case = any(case.key in cases for number in numbers for case in subjects_citing(number))
        if not has_rule:
            missed_among_rules.append(story)
        if not has_rule and not has_case:
            missed.append(story)

    assert len(stories()) == 60
    assert len(missed) <= 5, missed
    assert len(missed_among_rules) <= 10, missed_among_rules


def test_a_word_that_means_nothing_keeps_no_rule_away() -> None:
    speech = vocabulary(idle="there, was", same="")
    rules = (text("a", [], title="Card on the floor", finds="lost card", summary="Nothing."),)

    assert look_in("there was a card on the floor", rules, speech).is_partly is False
    assert find("there was", rules, speech) == ()


def test_another_word_for_the_same_thing_finds_the_rule_but_after_the_word_itself() -> None:
    speech = vocabulary(idle="", same="peg, pin; pin, badge")
    rules = (
        text("peg", [], title="Peg lost", finds="one", summary="Two."),
        text("pin", [], title="Pin lost", finds="one", summary="Two."),
    )

    assert find("pin", rules, speech) == ("pin", "peg")
    assert find("pins", rules, speech) == ("pin", "peg")
    assert find("badge", rules, speech) == ("pin",)
    assert find("badge", rules) == ()


def test_in_what_happened_a_number_is_no_chapter() -> None:
    rules = (
        text("chapter", ["12.2"], title="Scorecards", finds="one", summary="Two."),
        text("tie", ["7"], title="Players tied with points", finds="one", summary="Two."),
    )

    assert find("12", rules) == ("chapter",)
    assert find("two players tied with 12 points", rules) == ("tie",)


@pytest.mark.parametrize(
    ("query", "key"), [("guideline 11", "12.2"), ("guideline 11.a", "12.2.a"), ("guideline 11 d", "11.d-classic")]
)
def test_the_discrepancies_are_guideline_11_to_whoever_plays_by_the_classic_edition(query: str, key: str) -> None:
    assert keys(query, Edition.CLASSIC)[0] == key
    assert keys("guideline 11", Edition.Y2020) == ["guideline-11"]
    assert keys("guideline 12", Edition.CLASSIC)[0] == "guideline-11"


@pytest.mark.parametrize(("query", "expected"), rows(NUMBERS), ids=[query for query, _keys in rows(NUMBERS)])
def test_a_number_is_found_however_it_is_written(query: str, expected: list[str]) -> None:
    assert keys(query)[:1] == expected


@pytest.mark.parametrize("edition", Edition)
def test_every_phrase_of_every_rule_finds_that_rule_among_the_first_three(edition: Edition) -> None:
    hidden = [
        (key, phrase)
        for key, words in RULES.items()
        for phrase in (str(words.title), *str(words.finds).split(",")[:: 1 if EVERYTHING else 4])
        if key not in keys(phrase, edition)[:3]
    ]

    assert hidden == []


@pytest.mark.parametrize("edition", Edition)
def test_every_number_of_either_edition_finds_its_rules_before_any_other(edition: Edition) -> None:
    for entry in ENTRIES:
        for number in filter(None, (entry.number_2020, entry.number_classic)):
            same = [other for other in ENTRIES if number in (other.number_2020, other.number_classic)]
            if "." not in number:
                # A chapter's number means the chapter first.
                continue
            found = keys(number, edition)
            assert entry.key in found[: len(same)]


def test_a_number_that_moved_is_found_by_both_and_the_edition_asked_comes_first() -> None:
    assert keys("8.7", Edition.Y2020) == ["8.7", "8.7-classic"]
    assert keys("8.7", Edition.CLASSIC) == ["8.7-classic", "8.7"]
    assert [(rule.number, rule.elsewhere) for rule in search("8.7", Edition.CLASSIC)] == [("8.7", ""), ("8.8", "8.7")]
    assert [rule.moved for rule in search("8.7", Edition.CLASSIC)] == [False, True]
    assert keys("12.2", Edition.Y2020)[:2] == ["12.2", "13.1"]
    assert keys("12.2", Edition.CLASSIC)[:2] == ["13.1", "12.2"]


def test_a_chapter_is_found_by_its_number_in_the_edition_asked() -> None:
    assert keys("11", Edition.Y2020)[:3] == ["11.1", "11.1.a", "11.1.b"]
    assert keys("13", Edition.CLASSIC)[0] == "14.1"
    assert keys("7", Edition.Y2020)[0] == "7.1"
    assert "guideline-7" not in keys("7", Edition.Y2020)


def test_a_rule_of_the_other_edition_is_found_and_says_so() -> None:
    assert [
        (rule.number, rule.elsewhere) for rule in search("reminder to peg out, refused to go out", Edition.CLASSIC)
    ][:1] == [("", "8.10.a")]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        pytest.param("overpeging", "8.4.c", id="a letter missing"),
        pytest.param("muggginns", None, id="two slips are too many"),
        pytest.param("mugggins", "1.6-muggins", id="a letter too many"),
        pytest.param("starrer", "1.6-starter", id="a wrong letter"),
        pytest.param("concesison", "8.10.b", id="two letters exchanged"),
        pytest.param("jugde", None, id="a short word is taken as typed"),
    ],
)
def test_one_slip_in_a_long_word_is_forgiven(typed: str, key: str | None) -> None:
    assert (key in keys(typed)[:10]) if key else keys(typed) == []


def test_case_accents_endings_and_apostrophes_do_not_matter() -> None:
    rules = (text("a", [], title="Cartes exposées", finds="carte retournée", summary="L’adversaire décide."),)

    for query in ("EXPOSEES", "exposée", "cartes", "carte retournee", "l'adversaire", "décident adversaires"):
        assert find(query, rules) == ("a",)


def test_matches_in_titles_rank_above_those_in_phrases_and_these_above_summaries() -> None:
    rules = (
        text("summary", [], title="One", finds="two", summary="A crib."),
        text("finds", [], title="One", finds="some crib here", summary="Three."),
        text("title", [], title="This crib stays", finds="two", summary="Three."),
    )

    assert find("crib", rules) == ("title", "finds", "summary")


def test_level_rules_stand_in_the_order_of_the_book() -> None:
    rules = tuple(text(key, [], title="Crib", finds="cards", summary="Same.") for key in "dacb")

    assert find("crib", rules) == ("d", "a", "c", "b")


def test_a_rule_that_has_every_word_leaves_no_room_for_others() -> None:
    other = tuple(text(str(at), [], title="Pone", finds="deals", summary="Nothing.") for at in range(9))
    rules = (
        text("peg", [], title="Front peg", finds="lifted", summary="One."),
        text("both", [], title="Front peg dropped", finds="fell", summary="Two."),
        *other,
    )

    assert find("front peg dropped", rules) == ("both",)
    # Nothing has both: what has the rarer half is found still.
    assert find("lifted fell", rules) == ("peg", "both")


def test_a_common_word_keeps_no_rule_away() -> None:
    rules = (
        *(text(str(at), [], title="Card", finds="shown", summary="Nothing.") for at in range(9)),
        text("floor", [], title="On the floor", finds="lost", summary="Nothing."),
        text("both", [], title="Card on the floor", finds="lost", summary="Nothing."),
    )

    assert find("card floor", rules) == ("both", "floor")


def test_beside_a_number_words_only_put_in_order() -> None:
    assert keys("rule 8.7") == ["8.7", "8.7-classic"]
    assert keys("8.7 knocked out") == ["8.7-classic", "8.7"]
    assert keys("4.4 action 9")[0] == "4.4.d.9"


def test_parts_numbered_by_the_edition_asked_come_before_those_of_the_other() -> None:
    rules = (
        text("other", ["9", "8.7.a"], title="One", finds="x", summary="y"),
        text("own", ["8.7.b", ""], title="Two", finds="x", summary="y"),
    )

    assert find("8.7", rules) == ("own", "other")


@pytest.mark.parametrize("query", ["", "   ", "!?", "xyzzy", "99.9", "a", "( )", "(a)"])
def test_what_means_nothing_finds_nothing(query: str) -> None:
    assert keys(query) == []


@given(st.text(max_size=60))
def test_whatever_is_typed_finds_each_rule_once_at_most(typed: str) -> None:
    found = keys(typed)

    assert len(found) == len(set(found))
    assert set(found) <= set(RULES)


@given(st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=5, unique=True))
def test_the_order_of_words_changes_what_is_first_but_not_what_is_found(words: list[str]) -> None:
    assert set(keys(" ".join(words))) == set(keys(" ".join(reversed(words))))


def test_a_text_has_the_word_before_its_number() -> None:
    point = text("g", ["guideline 7.e", ""], title="Fifth", finds="x", summary="y")

    assert isinstance(point, Text)
    assert point.numbers == (("guideline", "7", "e"), ())
    assert (find("guideline 7.e", (point,)), find("guideline", (point,)), find("7.e", (point,))) == (("g",), ("g",), ())


@pytest.mark.parametrize("query", ["play", "card", "slow play", "the cards"])
def test_a_common_word_alone_gives_no_more_than_somebody_reads(query: str) -> None:
    found = look(query, Edition.Y2020)

    assert len(found.rules) == MOST_UNSURE
    assert found.is_cut


@pytest.mark.parametrize(
    ("query", "is_partly"),
    [
        pytest.param("slow play", True, id="a word is nowhere"),
        pytest.param("showed her crib yesterday", True, id="most words"),
        pytest.param("play", False, id="the only word"),
        pytest.param("looked at bottom card", False, id="all words"),
        pytest.param("rule 8.4.c", False, id="a number"),
        pytest.param("xyzzy", False, id="nothing"),
    ],
)
def test_what_has_only_a_part_of_a_query_is_told_as_such(query: str, is_partly: bool) -> None:
    assert look(query, Edition.Y2020).is_partly == is_partly
