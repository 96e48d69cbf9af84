"""What the entry desk says while somebody types: its script has no words of its own."""

from __future__ import annotations

from django.utils.translation import gettext as _

Words = dict[str, str | list[str]]
"""Sentences by their names; two of them where the number decides, for one and for many."""


def desk_words() -> Words:
    """Everything that the entry desk's script says; `%s` are its values, in order."""
    return {**_line_words(), **_card_words(), **_state_words(), **_trouble_words()}


def _line_words() -> Words:
    """What is echoed while somebody types a line, and what the totals say."""
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
        "typed_notation": _("16, -16, W or L"),
        "typed_spread": _("1 to 121"),
        "typed_other": _("* is for a win"),
        "typed_seat": _("@A-9, or @? for blank"),
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
    }


def _card_words() -> Words:
    """What changes with the card on the desk, and what is said when another one is looked for."""
    return {
        "heading": _("Type in card %s of %s"),
        "table": _("table %s"),
        "extra": _("extra"),
        "sits_out": _("sits out"),
        "row_sits_out": _("Game %s, sits out"),
        "row_against": _("Game %s, against %s: spread"),
        "row_open": _("Game %s: opponent and spread"),
        "restored": _("Typed here before and not saved yet: it is back. Look it over, then save."),
        "is_held_note": _("You typed this card, and it is held here until it is sent. Change what is different."),
        "is_typed_note": _("This card is typed already (%s). Change what is different."),
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
        "other_has": _("%s has this card open since %s."),
        "other_tab": _("You have this card open in another tab, since %s."),
        "aside_because": _("Set aside for the director: %s"),
    }


def _state_words() -> Words:
    """Whether everything is saved, and the state of each card in the pile."""
    return {
        "all_saved": _("All saved on the server, %s"),
        "sending": [_("Sending %s card. Keep typing."), _("Sending %s cards. Keep typing.")],
        "offline": _("No connection. Keep typing: every card is held on this computer and sent later."),
        "offline_held": [
            _("No connection. Keep typing: %s card is held on this computer."),
            _("No connection. Keep typing: %s cards are held on this computer."),
        ],
        "stuck": [_("%s card needs you: see below."), _("%s cards need you: see below.")],
        "memory_only": _("This browser keeps nothing: stay on this page until everything is saved."),
        "is_held": _("held here"),
        "is_sending": _("sending"),
        "is_saved": _("saved %s"),
        "look": _("needs you"),
        "own": _("your own"),
        "own_tab": _("your other tab"),
        "aside": _("set aside"),
    }


def _trouble_words() -> Words:
    """What is in the way of a save, and what to do about it."""
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
        "look_at_both": _("Look at both"),
        "open": _("Open it"),
        "again": _("Send it again"),
        "discard": _("Throw it away"),
        "discard_yes": _("Yes, throw away what was typed of %s %s (%s lines)"),
        "discard_no": _("Keep it"),
        "foreign": [
            _("%s card typed by %s is held on this computer; it is sent when %s signs in."),
            _("%s cards typed by %s are held on this computer; they are sent when %s signs in."),
        ],
    }
