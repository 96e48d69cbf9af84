"""The texts of notices, and why one could not be sent."""

from __future__ import annotations

from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import MatchNow, Side
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.models import Event, News, Tournament

# --- What is told ----------------------------------------------------------------------------------------------------


def seat(event: Event, own_seat: str) -> tuple[str, str]:
    """Somebody's seat, as title and text."""
    starts = playoffs_words.day_and_clock(event.starts_at, event) if event.starts_at else ""
    text = _("%(event)s: you start at %(seat)s, and it stays your ID.") % {"event": event.name, "seat": own_seat}
    first = _("The first game is %(at)s.") % {"at": starts} if starts else ""
    return _("Your seat is %(seat)s") % {"seat": own_seat}, " ".join(filter(None, [text, first]))


def qualified(event: Event, seed: int | None) -> tuple[str, str]:
    """Whether somebody qualified, as title and text; where nobody does, that the ranking is official."""
    if event.ends_with_ranking:
        text = _("%(event)s: the ranking is official. The standings show your place.")
        return _("The ranking is official"), text % {"event": event.name}
    if seed is None:
        text = _("%(event)s: the qualifiers are posted, and you have not qualified.")
        return _("The qualifiers are posted"), text % {"event": event.name}
    text = _("%(event)s: you have qualified as seed %(seed)s.")
    return _("You have qualified"), text % {"event": event.name, "seed": seed}


def match(event: Event, match_now: MatchNow, opponent: Side, *, rounds: int) -> tuple[str, str]:
    """Somebody's next match: opponent, place and time, as title and text."""
    against = _("%(round)s against %(who)s, best of %(games)s.") % {
        "round": playoffs_words.round_name(match_now.round, rounds),
        "who": f"{opponent.name} ({opponent.seat})",
        "games": match_now.best_of,
    }
    time = playoffs_words.day_and_clock(match_now.scheduled_at, event) if match_now.scheduled_at else ""
    where = bracket_words.table(match_now.table) if match_now.table else ""
    place = ", ".join(filter(None, [where, time]))
    text = f"{event.name}: {against} {place}." if place else f"{event.name}: {against}"
    return _("Your match is up"), text


def place(event: Event) -> tuple[str, str]:
    """That somebody who waited has a place, as title and text."""
    text = _(
        "%(event)s: a place is free, and it is yours. You are off the waiting list. If you cannot come, tell the director: "
        "others wait."
    )
    return _("You have a place"), text % {"event": event.name}


# --- Mails -----------------------------------------------------------------------------------------------------------


def mail_subject(title: str, tournament: Tournament) -> str:
    """The subject of a mail, on one line."""
    return " ".join(f"{title} · {tournament.name}".split())


def mail(text: str, own_page: str, stop: str) -> str:
    """The text of a mail, with its links."""
    return "\n\n".join(
        [
            text,
            _("Your page:") + f"\n{own_page}",
            _("It opens without a password: keep this mail to yourself."),
            _("No more mails:") + f"\n{stop}",
        ]
    )


def confirming(tournament: Tournament, confirm: str) -> tuple[str, str]:
    """The confirmation mail, as title and text."""
    question = _(
        "Somebody wants mails from %(tournament)s to this address: when their seat is drawn, when the qualifiers are posted, "
        "when their match is up. If that is you, open this page and press the button there:"
    ) % {"tournament": tournament.name}
    not_you = _("If it is not, do nothing: no other mail comes, and the address is forgotten in two days.")
    return _("Do you want these mails?"), "\n\n".join([question, confirm, not_you])


def test_mail(tournament: Tournament, asked_by: str) -> tuple[str, str]:
    """The test mail, as subject and text."""
    text = _("This is a test mail from %(tournament)s, asked for by %(name)s. Mail works.")
    return mail_subject(_("Test mail"), tournament), text % {"tournament": tournament.name, "name": asked_by}


def kind(what: str) -> str:
    """The name of a kind of notice."""
    return str(News(what).label) if what in News.values else _("Do you want these mails?")


# --- Why not ---------------------------------------------------------------------------------------------------------


def failure(code: str) -> str:
    """Why sending failed, from a code of `sending`, which may include the other side's status code."""
    kind, _space, number = code.partition(" ")
    return {
        "no_answer": _("The other side did not answer."),
        "sign_in": _("The mail server did not take the site’s user name and password."),
        "address": _("The mail server did not take the address."),
        "refused": _("The mail server refused the mail (%(number)s).") % {"number": number},
        "push": _("The browser’s service refused the notice (%(number)s).") % {"number": number},
    }.get(kind, _("It could not be sent: the log of the site says why."))
