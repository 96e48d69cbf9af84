"""Not pegging out, and conceding, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.unsettled import UNSETTLED_STEPS

PEGGING_OUT = SubjectWords(
    title=_("Not pegging out, or conceding"),
    lead=_("A player has the points to win and has not pegged into the game hole; or a player gives the game up."),
    finds=_(
        "did not peg out forgot to peg out refuses to peg out won without pegging threw the cards in gave up concedes"
        " concession resigned picked up the cards wrote the win without pegging out hole reminder"
    ),
    questions={
        "what": _("What did the player do?"),
        "round": _("Where is the game played?"),
        "muggins": _("Is muggins in force?"),
    },
    choices={
        ("what", "forgot"): _("Has the points, but did not peg out"),
        ("what", "recorded"): _("Has the points and recorded the win without pegging out"),
        ("what", "refuses"): _("Has the points and refuses to peg out"),
        ("what", "concedes"): _("Gives the game up"),
        ("round", "qualifying"): _("In the qualifying round"),
        ("round", "match"): _("In a playoff match"),
        ("muggins", "no"): _("No"),
        ("muggins", "yes"): _("Yes"),
    },
    hints={
        "what": _(
            "Recorded: on the scorecard, or with a peg that records games. Points short? Go by “False claim of game”."
        ),
    },
    headlines={
        "concession_unsettled": _("This edition speaks of conceding in match play alone"),
        "refusal_unsettled": _("This edition does not say what follows a refusal"),
        "conceded": _("The game is conceded"),
        "no_concession": _("No concession here: play on"),
        "not_over": _("The game is not over until it is pegged out"),
        "won_unpegged": _("The game is won"),
        "score_forfeited": _("Not over: the score is lost"),
        "peg_out_now": _("Peg out now"),
        "won_by_record": _("The game is won: the record counts as pegging out"),
    },
    steps={
        "judges_decide": UNSETTLED_STEPS["judges_decide"],
        "as_pegged_out": _("The other player has won, as if pegged out."),
        "play_goes_on": _("Play goes on."),
        "play_goes_on_ours": _("Our suggestion: play goes on, as the edition of 2020 says."),
        "until_pegged_out": _("As long as the player does not peg into the game hole, the game is not over."),
        "nobody_reminds": _("The other player does not have to remind anybody of it."),
        "may_be_claimed": _("Points that were not pegged may be claimed: go by “Muggins”."),
        "not_claimed": _("A score lost by not pegging out cannot be claimed as muggins."),
        "points_confirmed": _("Count the points yourself and confirm that they are enough."),
        "no_peg_in_match_play": _(
            "Match play asks for no peg in the game hole. As we read it, the points alone win the game."
        ),
        "refusal_confirmed": _("Ask the player to peg out, and confirm the refusal."),
        "score_lost": _("The score that was not pegged is lost."),
        "score_lost_ours": _(
            "Our suggestion: until the player pegs out or records the win, the game is not over; once play goes on,"
            " the score that was not pegged is lost."
        ),
        "front_peg_stays": _("The front peg stays where it is."),
        "other_reminds": _("The other player reminds the player to peg out."),
        "peg_out": _("The player pegs into the game hole. With that the game is over."),
        "if_refused": _("If the player refuses, the score is lost and play goes on: answer “refuses to peg out”."),
        "won_by_record": _("The record is as good as the peg in the game hole. The game is over."),
        "if_short": _("If the points are short after all, go by “False claim of game”."),
        "record_will_do": _("Writing the win on the scorecard, or a peg that records games, does as well."),
    },
    until={},
)
