"""Sentences about fees, what is owed, and the ledger."""

from __future__ import annotations

from decimal import Decimal

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import Since
from tournaments.models import LedgerLine
from tournaments.money.rules import written
from tournaments.words import overwriting as overwriting_words


def amount(cents: int) -> str:
    """Return an amount with its currency in the reader's language: `$75`, `$12.50`, `−$3`, in French `12,50 $`."""
    number = written(abs(cents)).replace(".", get_format("DECIMAL_SEPARATOR"))
    pattern: str = get_format("AMOUNT_FORMAT")
    return ("−" if cents < 0 else "") + pattern % number


def amount_form() -> str:
    """How an amount is written."""
    return _("An amount is written in dollars, like 75 or 12.50, and is less than a million.")


def unpaid(people: int, cents: int) -> str:
    """Why seats are not drawn yet if the director wants the money first, and what to do."""
    return ngettext(
        "%(n)d player has not paid for this event yet; %(amount)s is open, and the money comes first here. Receive or waive "
        "it on the page Money, mark the player as a no-show, or let the event be played without (Fees).",
        "%(n)d players have not paid for this event yet; %(amount)s is open, and the money comes first here. Receive or waive "
        "it on the page Money, mark the players as no-shows, or let the event be played without (Fees).",
        people,
    ) % {"n": people, "amount": amount(cents)}


def owes(name: str, cents: int) -> str:
    """Return a person with the amount that they have not paid."""
    return f"{name} ({amount(cents)})"


def money_moved(name: str, cents: int, since: Since | None) -> str:
    """Why nothing was written: the account has changed, and `cents` are open now. Times are in the active time zone."""
    if cents > 0:
        now = _("%(amount)s is open now") % {"amount": amount(cents)}
    elif cents < 0:
        now = _("%(amount)s is to be given back now") % {"amount": amount(-cents)}
    else:
        now = _("nothing is open any more")
    return _(
        "%(who)s changed the account of %(name)s in the meantime: %(now)s. Nothing was written. Look at the lines, then "
        "write it again if it is still right."
    ) % {"who": overwriting_words.who(since), "name": name, "now": now}


def refund_too_large(name: str, cents: int, held: int) -> str:
    """Why so many `cents` cannot be refunded: the desk has only `held` cents of this person."""
    if held <= 0:
        return _("The desk has no money of %(name)s, so %(amount)s cannot go back. Receive it first.") % {
            "name": name,
            "amount": amount(cents),
        }
    return _("The desk has %(held)s of %(name)s, so %(amount)s cannot go back. Refund %(held)s or less.") % {
        "name": name,
        "amount": amount(cents),
        "held": amount(held),
    }


def waiver_too_large(name: str, cents: int, most: int, *, pools: int, event: str = "") -> str:
    """Why so many `cents` cannot be waived, in total or for the event with this name.

    `most` cents can be waived. `pools` is what the person owes for pools, in cents.
    """
    values = {"name": name, "event": event, "charged": amount(most), "amount": amount(cents), "pools": amount(pools)}
    if most <= 0 and event:
        message = _(
            "%(name)s owes nothing for %(event)s that could be waived. Choose another event, or take a waiver back."
        )
    elif most <= 0:
        message = _("%(name)s owes nothing that could be waived. Take a fee or a waiver back instead.")
    elif event:
        message = _(
            "%(name)s is charged %(charged)s for %(event)s, so %(amount)s cannot be waived for it. Waive %(charged)s or less."
        )
    else:
        message = _("%(name)s is charged %(charged)s, so %(amount)s cannot be waived. Waive %(charged)s or less.")
    if pools:
        message += " " + _(
            "Pools, %(pools)s, are the players’ money. A pool is not waived: take %(name)s off the pool under “What it costs” "
            "on the account."
        )
    return message % values


def pool_after_posting() -> str:
    """Why taking or leaving a pool is restricted once the qualifiers are posted."""
    return _("The qualifiers are posted, so a change here would change who won the pool.")


def fee_in_use(name: str, people: int) -> str:
    """Why changing a fee needs a reason: so many people took or paid it."""
    return ngettext(
        "%(n)d person took or paid “%(name)s” already. Say why it changes: the log keeps it.",
        "%(n)d people took or paid “%(name)s” already. Say why it changes: the log keeps it.",
        people,
    ) % {"n": people, "name": name}


def line_kinds() -> list[tuple[str, str]]:
    """Return the kinds of line, each with its effect in words."""
    return [
        (LedgerLine.Kind.CASH, _("Cash received")),
        (LedgerLine.Kind.CHEQUE, _("Check received")),
        (LedgerLine.Kind.REFUND, _("Refund: money goes back")),
        (LedgerLine.Kind.WAIVER, _("Waiver: not asked for")),
    ]


def fees_of_absent(open_cents: int, held: int) -> list[tuple[str, str]]:
    """What can become of the fee of somebody who does not come, with `open_cents` to pay and `held` by the desk."""
    return [
        ("owed", _("The fee stays as it is: what is open is owed, what was paid is kept")),
        ("waived", _("Waived: nothing more is asked for (%(amount)s is open)") % {"amount": amount(open_cents)}),
        (
            "refunded",
            _("Refunded: nothing is owed, and what was paid goes back (%(amount)s)") % {"amount": amount(held)},
        ),
    ]


def still_waived(name: str, cents: int) -> str:
    """Shown when somebody plays after all whose fee was waived."""
    return _("%(amount)s was waived for %(name)s. If it is to be paid now, take the waiver back on the account.") % {
        "amount": amount(cents),
        "name": name,
    }


def line_taken_back(number: int, cents: int) -> str:
    """The confirmation that a line of the ledger or of the payouts is reversed."""
    return _("Line %(number)d, %(amount)s, is taken back.") % {"number": number, "amount": amount(cents)}


def line_written(kind: str, cents: int, name: str, left: int) -> str:
    """The confirmation that a line is written. `left` is the open amount after it, in cents."""
    values = {"name": name, "amount": amount(cents)}
    sentence = {
        LedgerLine.Kind.CASH: _("%(amount)s received from %(name)s in cash."),
        LedgerLine.Kind.CHEQUE: _("%(amount)s received from %(name)s by check."),
        LedgerLine.Kind.REFUND: _("%(amount)s given back to %(name)s."),
        LedgerLine.Kind.WAIVER: _("%(amount)s waived for %(name)s."),
    }[LedgerLine.Kind(kind)] % values
    if left > 0:
        return sentence + " " + _("Still open: %(amount)s.") % {"amount": amount(left)}
    if left < 0:
        return sentence + " " + _("To be given back: %(amount)s.") % {"amount": amount(-left)}
    return sentence + " " + _("Nothing is open.")


def plain_amount(cents: int) -> Decimal:
    """Return an amount for a spreadsheet, which writes it with the decimal sign of its reader."""
    return Decimal(written(cents).replace("−", "-"))
