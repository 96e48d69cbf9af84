"""A wrong count announced in the play, in words; and the words of an overpeg in the play, which other subjects share."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from judging.rulebook.words.of_cases import SubjectWords, Words

OVERPEG_HEADLINES: Mapping[str, Words] = {
    "overpegged": _("Overpeg: back it goes, and the other player pegs as much"),
    "own_overpeg": _("Back it goes, no penalty"),
}

OVERPEG_STEPS: Mapping[str, Words] = {
    "tell_other": _("The player who pegged too much says so before touching the peg."),
    "own_peg_back": _("This player moves the front peg back. Holes: %(over)s."),
    "peg_back": _("Move the front peg of the player who pegged too much back. Holes: %(over)s."),
    "other_pegs_over": _("The other player pegs the same number. Points: %(over)s."),
}

OVERPEG_UNTIL: Mapping[str, Words] = {"next_card": _("Until either player plays a next card.")}

OVERPEG_MISFITS: Mapping[str, Words] = {
    "over_beyond_start": _(
        "The front peg stands in a lower hole than it has to go back by, so it never was that far ahead. Correct one of the"
        " two numbers."
    )
}

FALSE_CLAIM_STEPS: Mapping[str, Words] = {
    "pegs_wait": _("Nobody moves a peg."),
    "look_up_false_claim": _("Go by “False claim of game” for the pegs of both players."),
}

ANNOUNCEMENT = SubjectWords(
    title=_("Wrong count announced"),
    lead=_("A player said a wrong count in the play."),
    finds=_(
        "wrong count announced said the wrong number miscounted during play incorrect announcement added wrong"
        " said 15 when it was 14 said 31 when it was 30 challenge the count go on a wrong count"
    ),
    questions={
        "since": _("What has the other player done since the wrong count?"),
        "after_go": _("After this go, has the player with the wrong count pegged or played?"),
        "noticed": _("Who noticed?"),
        "pegged": _("Did the wrong count bring points that the right one does not?"),
        "over": _("How many points too many were pegged?"),
        "offender_at": _("Where is the front peg of the player who pegged them?"),
        "other_at": _("Where is the other player’s front peg?"),
    },
    choices={
        ("since", "nothing"): _("Nothing"),
        ("since", "called_go"): _("Said “go”"),
        ("since", "played"): _("Played a card"),
        ("after_go", "no"): _("No"),
        ("after_go", "yes"): _("Yes"),
        ("noticed", "other"): _("The other player"),
        ("noticed", "self"): _("The player who said it"),
        ("pegged", "no"): _("No"),
        ("pegged", "points"): _("Yes, points were pegged"),
        ("pegged", "game"): _("Yes, and the game was claimed by it"),
    },
    hints={
        "over": _("Only what the right count does not earn."),
        "offender_at": _("Where it stands now, too far ahead."),
    },
    headlines={
        **OVERPEG_HEADLINES,
        "corrected": _("The count is put right: no penalty"),
        "go_withdrawn": _("The go may be taken back and the count put right"),
        "accepted": _("Too late: the wrong count stands"),
        "false_claim": _("False claim of game"),
    },
    steps={
        **OVERPEG_STEPS,
        **FALSE_CLAIM_STEPS,
        "count_right": _("Say the right count."),
        "play_goes_on": _("Play goes on from the right count."),
        "go_back": _("The player who said “go” may take it back. If not, the wrong count stands."),
        "caller_goes_on": _("With the right count, this player plays a card that fits, or says “go” again."),
        "count_stands": _("Go on from the count that was said, to the end of this series."),
        "points_stand": _("Points pegged because of it are kept."),
    },
    until={
        "next_card_or_go": _("Until the other player plays a next card or says “go”."),
    },
    misfits=OVERPEG_MISFITS,
)
