"""Readings of ours in the judges' assistant: whoever reads a step that the rulebook does not say is told so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from judging.assistant.reads import assistant as assistant_reads
from judging.rulebook.rules.engine import decision, every_case
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words

RULES = Path(settings.BASE_DIR) / "docs" / "rules.md"
IN_2020, IN_CLASSIC = (Edition.Y2020,), (Edition.CLASSIC,)
BOTH = tuple(Edition)

# The kind of case, the answers, the editions in which these steps are ours. The first three give points.
READINGS: tuple[tuple[str, str, tuple[Edition, ...], str], ...] = (
    ("crib", "what=taken_back taken_when=after taken_how=seen", IN_2020, "penalty other_may_look"),
    ("starter", "what=heels heels=pegged_late heels_noticed=other", BOTH, "peg_back other_pegs_over"),
    ("counting", "what=crib_first game_hole=no", IN_CLASSIC, "penalty"),
    ("crib", "what=taken_back taken_when=after taken_how=unseen", BOTH, "same_two_back"),
    ("crib", "what=wrong_side lying=one starter=turned", BOTH, "move_unseen"),
    ("crib", "what=swapped swapped_when=after", BOTH, "dealers_points_off"),
    ("starter", "what=looked_at_bottom", BOTH, "cut_stands"),
    ("starter", "what=in_hand seen_by_pone=yes", BOTH, "seen_card_back"),
    ("starter", "what=cut_early early=only_cut", BOTH, "packets_together"),
    ("dealing", "what=wrong_dealer found=before_both_played", BOTH, "pegged_back"),
    ("order-of-play", "what=dealer_led led_since=nothing", BOTH, "dealers_card_back"),
    ("renege", "said=go count=at_most_21", IN_2020, "correct_low play_stands"),
    ("renege", "said=thirty_one", IN_CLASSIC, "look_up_announcement"),
    ("renege", "said=go playable=1 since=game_over", IN_CLASSIC, "only_other_claims game_stands"),
    ("false-claim", "act=scorecard enough=no pegs=both_out", IN_CLASSIC, "front_where_it_stood spread_after_it"),
    ("early-go", "due=can_play found=game_hole", BOTH, "front_to_true_score spread_after_it"),
    ("wrong-track", "score=wrong", BOTH, "look_up_overpegging too_few_stay"),
    ("muggins", "in_force=no", BOTH, "no_charge_not_in_force"),
    ("penalties", "what=due direction=backward", BOTH, "not_below"),
    ("overpegging", "error=ahead released=yes since=mixed", IN_CLASSIC, "score_stands"),
    ("mixing-and-cutting", "what=cut_for_deal cut_for_deal_how=number", BOTH, "wrong_one_again"),
)


def answers_of(text: str) -> dict[str, str]:
    return dict(part.split("=") for part in text.split())


def test_each_reading_is_marked_in_the_editions_that_do_not_say_it() -> None:
    for key, given, editions, codes in READINGS:
        subject = next(one for one in assistant_reads.ANSWERED if one.key == key)
        for edition in editions:
            found = decision(subject, edition, answers_of(given))
            assert found is not None, (key, given)
            assert {step.code for step in found.steps if step.is_ours} == set(codes.split()), (key, given, edition)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_judge_reads_the_mark_beside_the_step_and_in_the_record(language: str) -> None:
    with translation.override(language):
        mark = citing_words.our_reading()
        for key, given, editions, codes in READINGS[:3]:
            subject = next(one for one in assistant_reads.ANSWERED if one.key == key)
            for edition in editions:
                shown = assistant_reads.case(subject, edition, answers_of(given)).decision
                page = render_to_string("judging/assistant/decision.html", {"decision": shown, "edition": edition})
                own = page.partition('<section class="elsewhere">')[0]
                assert own.count(f'<span class="cite cite--ours">{mark}</span>') == len(codes.split()), (key, language)


def test_each_module_of_which_the_table_of_rules_says_that_something_is_ours_marks_steps() -> None:
    modules = {subject.decide.__module__ for subject in assistant_reads.ANSWERED}
    marked = {
        subject.decide.__module__
        for subject in assistant_reads.ANSWERED
        for edition in Edition
        for _answers, found in every_case(subject, edition)
        if any(step.is_ours for step in found.steps)
    }
    rows = re.findall(
        r"^\| [^|]+\| [^|]+\|([^|]+)\| (judging\.rulebook\.rules\.\w+) \|", RULES.read_text(encoding="utf-8"), re.M
    )
    ours = {module for what, module in rows if "**ours**" in what} & modules

    assert len(ours) > 12
    assert ours <= marked
