"""The rulebook as pages show it."""

from __future__ import annotations

import pytest
from django.utils import translation

from judging.rulebook.reads import rulebook as rulebook_reads
from judging.rulebook.rules.rulebook import ENTRIES
from tournaments.rules.edition import Edition


@pytest.mark.parametrize("edition", Edition)
def test_the_list_has_every_rule_of_the_edition_with_its_chapter(edition: Edition) -> None:
    shown = rulebook_reads.entries(edition)

    assert {rule.key for rule in shown} == {entry.key for entry in ENTRIES if entry.number(edition)}
    assert all(rule.number and rule.chapter and rule.title and rule.summary for rule in shown)
    assert [rule.chapter for rule in shown if rule.key == "13.1"] == [
        "Playoffs" if edition is Edition.Y2020 else "Scorecards and playoff forfeits"
    ]


@pytest.mark.parametrize("edition", Edition)
def test_every_rule_has_a_page_in_either_edition(edition: Edition) -> None:
    for entry in ENTRIES:
        page = rulebook_reads.rule_page(entry.key, edition)

        assert (page.number_2020 or None, page.number_classic or None) == (entry.number_2020, entry.number_classic)
        assert page.rule.summary
        assert bool(page.changes) == page.rule.is_changed
        assert all(change.was and change.now for change in page.changes)


@pytest.mark.parametrize("edition", Edition)
def test_rules_that_only_the_other_edition_has_are_listed_separately(edition: Edition) -> None:
    elsewhere = rulebook_reads.entries_elsewhere(edition)

    assert {rule.key for rule in elsewhere} == {entry.key for entry in ENTRIES if not entry.number(edition)}
    assert all(rule.elsewhere and not rule.number and rule.summary for rule in elsewhere)


def test_a_page_tells_both_editions_and_what_changed() -> None:
    page = rulebook_reads.rule_page("7.1.e", Edition.CLASSIC)

    assert (page.rule.number, page.rule.elsewhere) == ("7.1.e", "7.1.e")
    assert "free of penalty" in page.rule.summary
    assert "other player scores" in page.summary_elsewhere
    assert [change.key for change in page.changes] == ["card_over_31"]
    assert page.within is not None
    assert page.within.key == "7.1"


def test_a_page_of_a_rule_that_did_not_change_tells_it_once() -> None:
    page = rulebook_reads.rule_page("8.4.b", Edition.Y2020)

    assert page.summary_elsewhere == ""
    assert page.changes == ()
    assert [part.number for part in page.parts] == ["8.4.b.1", "8.4.b.2", "8.4.b.3"]


def test_a_page_of_a_rule_that_the_edition_lacks_tells_the_other_one() -> None:
    page = rulebook_reads.rule_page("8.7-classic", Edition.Y2020)

    assert (page.rule.number, page.rule.elsewhere, page.rule.chapter) == ("", "8.7", "")
    assert "knocked out" in page.rule.summary
    assert page.summary_elsewhere == ""
    assert [change.key for change in page.changes] == ["dislodged_pegs"]


def test_an_unknown_rule_has_no_page() -> None:
    with pytest.raises(KeyError):
        rulebook_reads.rule_page("8.99", Edition.Y2020)


def test_a_cited_number_leads_to_its_page() -> None:
    assert rulebook_reads.key_of("8.8", Edition.CLASSIC) == "8.7"
    assert rulebook_reads.key_of("8.4.d.1", Edition.Y2020) == "8.4.d"
    assert rulebook_reads.key_of("protocol g", Edition.Y2020) == "protocol-g"
    assert rulebook_reads.key_of("nonsense", Edition.Y2020) is None


def test_the_search_reads_the_words_of_the_active_language() -> None:
    with translation.override("es"):
        shown = rulebook_reads.rule_page("7.3", Edition.Y2020).rule
        found = rulebook_reads.search(shown.title, Edition.Y2020)

    assert found[0] == shown
