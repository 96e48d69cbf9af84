"""Prizes, pools, winnings and payouts in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.bracket.words.places import high_nonqualifier
from tournaments.errors import Since
from tournaments.money import words as money_words
from tournaments.words import overwriting as overwriting_words
from tournaments.words.listing import in_a_row


def prize_named(kind: str, place: int | None, name: str, people: int, *, as_posted: bool = False) -> str:
    """The name of a prize; `people` is the number of those who can end at its place or share it.

    `as_posted`: the posted list was kept although cards were corrected. Prizes that follow the list then say so.
    """
    if kind == "place":
        return _place(place or 0, people)
    if kind == "hnq":
        return high_nonqualifier(people, as_posted=as_posted)
    if kind != "rank":
        return name
    if place == 1:
        return _("High qualifier, as posted") if as_posted else _("High qualifier")
    sentence = _("Qualifying, rank %(rank)s, as posted") if as_posted else _("Qualifying, rank %(rank)s")
    return sentence % {"rank": place}


def pool_won(name: str, *, as_posted: bool) -> str:
    """The label of a win in a pool; `as_posted`: the posted list was kept although cards were corrected."""
    return _("%(pool)s, as posted") % {"pool": name} if as_posted else name


def prize_field(place: int, people: int) -> str:
    """The label of the amount of a place, which each of its people gets."""
    places = _place(place, people)
    return _("%(places)s, each") % {"places": places} if people > 1 else places


def _place(place: int, people: int) -> str:
    """The name of a place that so many people share."""
    if place <= 2:
        return _("Champion") if place == 1 else _("Runner-up")
    if people <= 1:
        return _("Place %(place)s") % {"place": place}
    return _("Places %(first)s to %(last)s") % {"first": place, "last": place + people - 1}


def pool_types() -> list[tuple[str, str]]:
    """The choices of how a pool is paid out."""
    return [
        ("equal", _("Equal: everybody paid gets the same")),
        ("top_double", _("Equal, the top one double")),
        ("graduated", _("Graduated: less with every place, in steps of $5")),
        ("by_hand", _("By hand: I write every place")),
    ]


def fund_difference(cents: int) -> str:
    """The difference between a fund and its planned amounts; negative if the amounts exceed the fund."""
    if cents < 0:
        return _("%(amount)s: more than the fund") % {"amount": money_words.amount(cents)}
    if cents > 0:
        return _("%(amount)s less than the fund") % {"amount": money_words.amount(cents)}
    return _("exactly the fund")


def nobody_ends_there(place: int) -> str:
    """Why the director cannot set a prize for this place."""
    return _(
        "Nobody ends at place %(place)s: who loses in the same round shares the place. Places are 1, 2, 3, 5, 9, 17, 33 and 65."
    ) % {"place": place}


def prize_given_twice() -> str:
    return _("This prize is in the table twice. Keep one of the two lines.")


def prizes_are_stale(since: Since | None) -> str:
    """Why the table was not saved; the time is in the active time zone."""
    return _(
        "%(who)s changed the prizes in the meantime, and nothing was saved. Look at the table as it is now, then write it "
        "again if it is still right."
    ) % {"who": overwriting_words.who(since)}


def pool_is_stale(name: str, since: Since | None) -> str:
    """Why the plan of a pool was not saved; the time is in the active time zone."""
    return _(
        "%(who)s changed how %(name)s is paid out in the meantime, and nothing was saved. Look at it as it is now, then write it again "
        "if it is still right."
    ) % {"who": overwriting_words.who(since), "name": name}


def prize_for_nobody() -> str:
    return _("This event has no such entrant. Choose somebody from its list, or nobody yet.")


def prize_for_oneself(name: str, *, sure: bool) -> str:
    """Why directors may not give this prize to themselves; without `sure`, only the name of the player is the same."""
    if sure:
        return _(
            "This prize goes to you, and nobody gives a prize to themselves: another director sets it (where there is none, give "
            "somebody that role on the People page). To save the rest, leave it as it was or with nobody yet."
        )
    return _(
        "%(name)s is your name too, and nobody gives a prize to themselves: another director or a registrar says on the People "
        "page whether this player is you; until then another director sets it. To save the rest, leave it as it was or with nobody yet."
    ) % {"name": name}


def no_pool(name: str) -> str:
    """Why this fee is not paid out."""
    return _(
        "“%(fee)s” is not a pool, so nothing of it is paid out. Make it a Q-pool or a side pool on the page Fees."
    ) % {"fee": name}


def reason_by_hand() -> str:
    return _("Say why these amounts differ from what the type gives: the log keeps it.")


def amounts_by_hand() -> str:
    return _("Write what each place gets, the best one first; or choose a type that gives it.")


def not_decided() -> str:
    return _("not decided")


def nobody_can_end_there() -> str:
    return _("nobody can end there")


def rank_out_of_reach(rank: int, entrants: int) -> str:
    """Why nobody can have the prize for this rank, and what to do."""
    return ngettext(
        "Nobody can have the prize for rank %(rank)d: %(n)d entrant plays. It counts for nothing; take it away, or name a better "
        "rank.",
        "Nobody can have the prize for rank %(rank)d: %(n)d entrants play. It counts for nothing; take it away, or name a better "
        "rank.",
        entrants,
    ) % {"rank": rank, "n": entrants}


def too_many_q_pools(names: Sequence[str]) -> str:
    """A warning that an event has more Q-pools than usual, and what to do."""
    return _(
        "This event has %(n)d Q-pools: %(names)s. The ACC knows up to two for an event. Make the others side pools on the page Fees, "
        "unless it is meant so."
    ) % {"n": len(names), "names": in_a_row(names)}


def shared_out_with(rank: int) -> str:
    """That the prize is part of the money that tied people share at a better rank."""
    return _("shared out with the prize for rank %(rank)d") % {"rank": rank}


def paid_and_less(people: Sequence[tuple[str, int, int]]) -> str:
    """Why a reason is needed: these paid people would have won less. `people` are name, amount before and after."""
    amounts_by_name = ", ".join(
        _("%(name)s (%(before)s, then %(after)s)")
        % {"name": name, "before": money_words.amount(before), "after": money_words.amount(after)}
        for name, before, after in people
    )
    return _("People who were paid already would have won less: %(people)s. Say why: the log keeps it.") % {
        "people": amounts_by_name
    }


def own_winnings(before: int, after: int) -> str:
    """Why users may not change their own winnings."""
    return _(
        "It would change what you have won yourself, %(before)s, to %(after)s. Another director sets it; where there is none, give "
        "somebody the role on the People page."
    ) % {"before": money_words.amount(before), "after": money_words.amount(after)}


def payout_too_large(name: str, cents: int, open_cents: int) -> str:
    """Why this amount is not paid out."""
    if open_cents <= 0:
        return _(
            "Nothing is open for %(name)s, so %(amount)s is not paid out. What was won and is not decided yet does not count."
        ) % {
            "name": name,
            "amount": money_words.amount(cents),
        }
    return _("%(left)s is open for %(name)s, so %(amount)s is not paid out. Pay %(left)s or less.") % {
        "name": name,
        "amount": money_words.amount(cents),
        "left": money_words.amount(open_cents),
    }


def item_exists(number: int, name: str) -> str:
    """Why a line of the books was not written: its number is taken by another line."""
    sentence = _(
        "Line %(number)d of the books is “%(name)s” already. Look at the books again, and send the next number."
    )
    return sentence % {"number": number, "name": name}


def item_written_meanwhile(number: int, by: str, written_at: datetime) -> str:
    """Why a line of the books was not written: an equal line was written since the page was opened.

    The time is in the active time zone.
    """
    sentence = _(
        "%(by)s has written the same since you opened the page: it is line %(number)d. Nothing was written. That line is of %(at)s. If "
        "yours is another one, write it again."
    )
    return sentence % {"number": number, "by": by, "at": date_format(timezone.localtime(written_at), "TIME_FORMAT")}


def item_gap(number: int) -> str:
    """Why a line was not written: lines before it are missing."""
    return _("The next line of the books has the number %(number)d.") % {"number": number}


def payout_moved(name: str, open_cents: int, since: Since | None) -> str:
    """Why no payout was written: the open amount changed since the page was read.

    `since` names the user who changed it; None if a result changed. The time is in the active time zone.
    """
    if open_cents > 0:
        open_now = _("%(amount)s is open now") % {"amount": money_words.amount(open_cents)}
    elif open_cents < 0:
        open_now = _("%(amount)s too much is paid now") % {"amount": money_words.amount(-open_cents)}
    else:
        open_now = _("nothing is open any more")
    if since is not None:
        sentence = _(
            "%(who)s has changed what %(name)s was paid in the meantime: %(now)s. Nothing was written. Look at the lines, then "
            "write it again if it is still right."
        )
        return sentence % {"who": overwriting_words.who(since), "name": name, "now": open_now}
    return _(
        "What %(name)s has won or was paid changed in the meantime: %(now)s. Nothing was written. Look at the lines, then "
        "write it again if it is still right."
    ) % {"name": name, "now": open_now}


def paid_out(kind: str, cents: int, name: str, open_cents: int) -> str:
    """After a payout: what was paid, and what is still open, in cents."""
    sentence = (
        _("%(amount)s paid to %(name)s by check.") if kind == "cheque" else _("%(amount)s paid to %(name)s in cash.")
    )
    rest = (
        _("Still open: %(amount)s.") % {"amount": money_words.amount(open_cents)}
        if open_cents
        else _("Nothing is open.")
    )
    return f"{sentence % {'amount': money_words.amount(cents), 'name': name}} {rest}"


def desk_is_short(cents: int) -> str:
    """That the desk paid out more than came in, and what to do."""
    return _(
        "The desk is %(amount)s short: more was paid than came in. Write what was put in as other income, in the settlement, or take "
        "back what was not paid."
    ) % {"amount": money_words.amount(cents)}


def desk_has_too_little(at_the_desk: int, to_pay: int) -> str:
    """That the desk cannot pay all winners now, and what to do; empty if it can."""
    missing = to_pay - max(0, at_the_desk)
    if not to_pay or missing <= 0:
        return ""
    return _(
        "%(to_pay)s is still to be paid and the desk has %(has)s: %(missing)s is missing. Take in the fees that are still open, or "
        "put money in and write it as other income, in the settlement, before you pay."
    ) % {
        "to_pay": money_words.amount(to_pay),
        "has": money_words.amount(max(0, at_the_desk)),
        "missing": money_words.amount(missing),
    }


def entrants_times(people: int, cents: int) -> str:
    """How a sanctioning fee is computed: `62 entrants × $3`."""
    return ngettext("%(n)s entrant × %(fee)s", "%(n)s entrants × %(fee)s", people) % {
        "n": people,
        "fee": money_words.amount(cents),
    }


def sanctioning_name(event: str) -> str:
    return _("ACC sanctioning fee, %(event)s") % {"event": event}
