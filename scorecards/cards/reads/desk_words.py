"""The sentences of the entry desk's script, which has none of its own."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorecards.cards.reads.stack import PileCard

Words = dict[str, str | list[str]]
"""Sentences by name; a list is singular and plural."""


def desk_words(*, records_spread: bool = True) -> Words:
    """Return all sentences of the entry desk's script; the script fills each `%s` with a value, in order."""
    words = {**_line_words(), **_card_words(), **_state_words(), **_trouble_words()}
    return words if records_spread else {**words, **_result_words()}


def _result_words() -> Words:
    """Return the sentences that differ in an event that records no spread."""
    return {
        "won_points": _("win, %s game points"),
        "typed_points": _("2, 3 or 0"),
        "typed_half": _("9/2; rest blank: 9/."),
        "open_line": _("first the opponent: 9/2"),
        "row_against": _("Game %s, against %s: game points"),
        "row_open": _("Game %s: opponent and game points"),
        "running": _("%s points, %s won"),
    }


def left_early(card: PileCard) -> str:
    """Return the note beside the card of somebody who left early."""
    return str(_card_words()["ends_here" if card.ended else "left_early"]) % card.left


def _line_words() -> Words:
    """The echo while somebody types a line, and the sentences about totals."""
    return {
        "won": _("won by %s"),
        "lost": _("lost by %s"),
        "win_blank": _("win, spread blank"),
        "loss_blank": _("loss, spread blank"),
        "win_in_minus": _("marked a win, spread in the minus column"),
        "loss_in_plus": _("marked a loss, spread in the plus column"),
        "points_blank": _("points blank"),
        "blank_line": _("blank throughout"),
        "opponent_blank": _("opponent blank"),
        "other_points": _("%s written"),
        "win": _("win"),
        "loss": _("loss"),
        "blank": _("blank"),
        "after": _("after %s lines"),
        "all_in": _("all %s lines in"),
        "typed_notation": _("16+, 16-, 0+ or 0-"),
        "typed_spread": _("1 to 121"),
        "typed_other": _("* does not fit here"),
        "typed_seat": _("9/ or @A-9; blank: 0/"),
        "typed_half": _("9/16+; rest blank: 9/."),
        "total_notation": _("a whole number"),
        "matches": _("matches"),
        "differs": _("does not match"),
        "swapped": _("Game points and games won look swapped."),
        "swapped_because": _("The lines give %(points)s game points from %(won)s games won."),
        "carried": _("%s is off by ten: look for a carried ten."),
        "off": _("These totals do not match the lines."),
        "lines_count": _("The lines count. What the player wrote is kept beside them."),
        "fix_paper": _("On the paper, in red with your initials:"),
        "cleared": _("Line %s is cleared."),
        "large": _("look twice"),
        **_odd_words(),
    }


def _odd_words() -> Words:
    """Remarks on a line beyond its figures, on its earlier text, and on what to read again before saving."""
    return {
        "own_seat": _("that is this card's own seat, and cannot be saved; 0/ leaves it blank"),
        "own_seat_short": _("own seat"),
        "nobody_at": _("nobody sits at %s, and it cannot be saved; 0/ leaves it blank"),
        "nobody_short": _("no such seat"),
        "twice": _("%s stands in game %s too"),
        "twice_short": _("also game %s"),
        "game_says": _("Game %s: %s."),
        "game_fault": _("Game %s: %s"),
        "sign_first": _("the column first; Backspace takes it away"),
        "games_blank": [_("%s game is blank on this card."), _("%s games are blank on this card.")],
        "once_more": _("Press Enter again to save it as it is."),
        "typed_on": _("“%s” was not taken, because this card is not saved yet. Look at it first."),
        "once_more_refused": _("Press Enter again to go on without saving. The card stays here until it is fixed."),
        "closed": _("* to change it"),
        "opened": _("Type over what is different. Esc takes back what stood there."),
        "was": _("was %s"),
        "was_esc": _("was %s, Esc takes it back"),
        "elsewhere": _("in another tab %s"),
        "elsewhere_short": _("other tab %s"),
        "total_elsewhere": _("%s in another tab: %s."),
        "extra_line": _("counts nothing; Enter passes it over"),
        "open_line": _("first the opponent: 9/16+"),
    }


def _card_words() -> Words:
    """Sentences about the card on the desk, and about the search for another card."""
    return {
        "heading": _("Type in card %s of %s"),
        "table": _("table %s"),
        "extra": _("extra"),
        "sits_out": _("sits out"),
        "row_sits_out": _("Game %s, sits out"),
        "free": _("free"),
        "row_free": _("Game %s, free: both have all their games"),
        "row_against": _("Game %s, against %s: spread"),
        "row_open": _("Game %s: opponent and spread"),
        "restored": _("Typed here before and not saved yet: it is back. Look it over, then save."),
        "joined": _(
            "What you typed of this card in another tab is joined with this. Where it said something else it is named: look"
            " at the paper."
        ),
        "running": _("%s points, %s won, +%s, −%s, net %s"),
        "is_held_note": _("You typed this card, and it is held here until it is sent. Change what is different."),
        "is_typed_note": _("This card is typed already (%s)."),
        "is_whole_note": _("This card is typed already."),
        "loading": _("Card %s is being loaded. What you type is kept for it."),
        "not_taken": _("What you typed meanwhile was not taken."),
        "none_left": _("No card is left that you could type now. Press / to open one again."),
        "no_pile": _(
            "The list of cards has not arrived yet. What you typed is kept; the next card opens once it is here."
        ),
        "nobody": _("No card by that seat or name. Type a seat like A-23, or a part of the name."),
        "choose": _("Several players have that in their name: choose with the arrows, then Enter."),
        "own_card": _("%s is your own card. Ask another checker to type it."),
        "no_show": _("%s did not show up and has no card."),
        "no_lines": _(
            "No connection: what is saved of %s cannot be shown now. Type another card, and come back to it."
        ),
        "other_event": _("That card belongs to another event: %s. Nothing here is lost."),
        "open_there": _("Open %s there"),
        "nobody_there": _(
            "That code says another event, %s, and nobody has the seat %s there. Look at the card again."
        ),
        "not_looked_up": _(
            "That card belongs to another event: %s. Whether anybody has the seat %s there cannot be looked up now."
        ),
        "other_site": _("That code leads to another site, %s, and not to a card of this one. Type the seat instead."),
        "other_has": _("%s has this card open since %s."),
        "other_tab": _("You have this card open on another screen, since %s."),
        "in_other_tab": [
            _("%s line of it is typed in another tab of this browser and not sent: it stays there."),
            _("%s lines of it are typed in another tab of this browser and not sent: they stay there."),
        ],
        "left_early": _("This player %s. Where nothing more is written on the card than you type, say so here."),
        "ends_here": _("Nothing more is written on this card (%s): it counts as it is typed."),
        "aside_because": _("Set aside for the director: %s"),
        "saved_by_other": _("%s saved this card at %s."),
        "saved_by_you": _("You saved this card at %s, on another screen."),
        "saved_meanwhile": _("This card was saved after you opened it."),
        "yours_is_kept": _("What you typed is kept."),
        "older_is_shown": _("What you see here is older."),
        "see_both": _("See both"),
        "see_saved": _("Show what was saved"),
        "spread_blank": _("spread blank"),
        "says_nothing": _("nothing stands there"),
        "choose_one": _("Choose one of the two, or type what the paper says."),
        "type_or_choose": _("Type what the paper says, a minus alone where it says nothing."),
    }


def _state_words() -> Words:
    """Whether everything is saved, and the state of each card in the pile."""
    return {
        "all_saved": _("All saved on the server, %s."),
        "mine_saved": _("Everything you typed is saved on the server, %s."),
        "else_saved": _("Everything else is saved on the server, %s."),
        "card_saved": _("%s is saved."),
        "card_untouched": _("Nothing is typed of %s yet."),
        "lines_kept": [
            _("%s line of %s is kept in this browser; it is sent when you confirm the last total."),
            _("%s lines of %s are kept in this browser; they are sent when you confirm the last total."),
        ],
        "changes_kept": [
            _("%s changed line of %s is kept in this browser; it is sent when you confirm the last total."),
            _("%s changed lines of %s are kept in this browser; they are sent when you confirm the last total."),
        ],
        "totals_kept": _("The totals of %s are kept in this browser; they are sent when you confirm the last one."),
        "begun": _("Begun in this browser and not sent:"),
        "begun_lines": [_("%s line of %s"), _("%s lines of %s")],
        "begun_changes": [_("%s changed line of %s"), _("%s changed lines of %s")],
        "begun_more": [_("and %s card more"), _("and %s cards more")],
        "others_wait": [
            _("%s card of somebody else waits here: see below."),
            _("%s cards of somebody else wait here: see below."),
        ],
        "sending": [_("Sending %s card. Keep typing."), _("Sending %s cards. Keep typing.")],
        "offline": _("No connection. Keep typing: every card is held on this computer and sent later."),
        "offline_held": [
            _("No connection. Keep typing: %s card is held on this computer."),
            _("No connection. Keep typing: %s cards are held on this computer."),
        ],
        "stuck": [_("%s card needs you: see below."), _("%s cards need you: see below.")],
        "memory_only": _("This browser keeps nothing: stay on this page until everything is saved."),
        "is_held": _("held here"),
        "is_begun": [_("%s line held here"), _("%s lines held here")],
        "is_changed": [_("%s changed line held here"), _("%s changed lines held here")],
        "is_sending": _("sending"),
        "is_saved": _("saved %s"),
        "look": _("needs you"),
        "own": _("your own"),
        "own_tab": _("your other screen"),
        "aside": _("set aside"),
        "all_left": [_("The one card left"), _("All %s")],
        "all_cards": _("All cards"),
    }


def _trouble_words() -> Words:
    """What keeps a card from being saved, and what to do about it."""
    return {
        "signed_out": _("You are signed out. What you typed is kept here, and you can go on typing."),
        "sign_in": _("Sign in again"),
        "other_user": _(
            "%s is signed in now. What is typed on this page is kept for %s: load the page again to go on."
        ),
        "kept_refused": [
            _("%s card is kept on this computer."),
            _("%s cards are kept on this computer."),
        ],
        "kept": _("What you typed is kept here."),
        "rest_kept": _("Everything else that you typed is kept here."),
        "put_away": _("Put this away"),
        "look_at_both": _("Look at both"),
        "open": _("Open it"),
        "again": _("Send it again"),
        "discard": _("Throw it away"),
        "discard_yes": _("Yes, throw away what was typed of %s %s (%s lines)"),
        "discard_no": _("Keep it"),
        "foreign": [
            _("%s card typed by %s waits on this computer until %s signs in here."),
            _("%s cards typed by %s wait on this computer until %s signs in here."),
        ],
        "only_begun": _("%s, begun and not confirmed"),
        "failing": _(
            "The server answers with an error (%s). What you typed is kept in this browser and sent again "
            "every 15 seconds. Tell the director, or the person who runs the server."
        ),
        "failing_busy": _(
            "The server is overloaded (%s). What you typed is kept in this browser and sent again every 15 "
            "seconds. If it goes on, tell the person who runs the server."
        ),
        "failing_page": _(
            "Something else answers in the server’s place, perhaps the sign-in page of the network. Open this site in"
            " another tab to see it. What you typed is kept in this browser and sent again by itself every 15 seconds."
        ),
    }
