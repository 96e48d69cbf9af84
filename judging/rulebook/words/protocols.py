"""How judges answer a call, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords

PROTOCOLS = SubjectWords(
    title=_("Answering a call"),
    lead=_("What judges keep to before, while and after they decide."),
    finds=_(
        "protocol protocols answering a call second judge own game judge is a player own table friend family club mate"
        " roommate rulebook in hand explain interrupt head judge watch the pegging"
    ),
    questions={"met": _("What do you meet?")},
    choices={
        ("met", "alone"): _("You are the first judge there"),
        ("met", "own_hand"): _("You are called in the middle of your own game"),
        ("met", "no_book"): _("None of the judges has a rulebook"),
        ("met", "versions"): _("The players tell it differently"),
        ("met", "own_dispute"): _("The dispute is at your own table"),
        ("met", "player_is_judge"): _("One of the two players is a judge"),
        ("met", "close"): _("You know one of the players well"),
        ("met", "points"): _("Your decision gives points"),
        ("met", "no_head"): _("Nobody is head judge"),
    },
    hints={
        "met": _("Well known: family, the same club, a shared room or a shared trip."),
    },
    headlines={
        "alone": _("Wait for the second judge"),
        "own_hand": _("Finish the hand, then go"),
        "no_book": _("Get a rulebook"),
        "versions": _("Hear both, one after the other"),
        "own_dispute": _("Do not judge it"),
        "player_is_judge": _("The judge who plays leaves the rulebook shut"),
        "close": _("Let another judge do it if you can"),
        "points": _("Stay until it is pegged"),
        "no_head": _("Ask the director for a head judge"),
    },
    steps={
        "custom": _("This edition has no such rule. It is good custom, and ours to suggest."),
        "wait_for_second": _("Wait until the second judge is at the table."),
        "nobody_explains": _("Until then stop both players from telling what happened."),
        "finish_hand": _("Once your hand is dealt, play it to the end."),
        "say_next_deal": _("Say aloud who deals when you are back."),
        "then_go": _("Then go to the table that called."),
        "fetch_book": _("One judge has the rulebook in hand when you decide."),
        "this_is_no_book": _("These pages are not the rulebook: they tell you where to look in it."),
        "one_at_a_time": _("Let one player tell the whole story, then the other."),
        "no_interruption": _("Stop whoever speaks in between."),
        "do_not_judge_own": _("You are a player here, not a judge. Say only what you saw."),
        "call_another": _("Call two other judges."),
        "book_stays_shut": _("The judge who plays does not show the rulebook to win the other player over."),
        "judges_look_it_up": _("The judges who were called look it up themselves."),
        "say_you_know": _("Say aloud how you know the player."),
        "call_another_if_possible": _("Let another judge take your place if there is one."),
        "stay_for_pegs": _("Stay while the points are pegged."),
        "check_holes": _("Check the hole of each peg that moves."),
        "ask_director_for_head": _("Ask the director to name an experienced judge as head judge."),
    },
    until={},
)
