"""What notices say, and why one could not be sent."""

from __future__ import annotations

from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import MatchNow, Side
from brackets.bracket.words import board as board_words
from brackets.bracket.words import playoffs as playoffs_words
from tournaments.models import Event, News, Tournament

# --- What is told ----------------------------------------------------------------------------------------------------


def seat(event: Event, at: str) -> tuple[str, str]:
    """Where somebody sits, as title and text."""
    starts = playoffs_words.day_and_clock(event.starts_at, event) if event.starts_at else ""
    told = _("%(event)s: you start at %(seat)s, and it stays your ID.") % {"event": event.name, "seat": at}
    first = _("The first game is %(at)s.") % {"at": starts} if starts else ""
    return _("Your seat is %(seat)s") % {"seat": at}, " ".join(filter(None, [told, first]))


def qualified(event: Event, seed: int | None) -> tuple[str, str]:
    """Whether somebody qualified, as title and text."""
    if seed is None:
        told = _("%(event)s: the qualifiers are posted, and you have not qualified.")
        return _("The qualifiers are posted"), told % {"event": event.name}
    told = _("%(event)s: you have qualified as seed %(seed)s.")
    return _("You have qualified"), told % {"event": event.name, "seed": seed}


def match(event: Event, now: MatchNow, other: Side, *, rounds: int) -> tuple[str, str]:
    """Whom somebody plays, where and when, as title and text."""
    against = _("%(round)s against %(who)s, best of %(games)s.") % {
        "round": playoffs_words.round_name(now.round, rounds),
        "who": f"{other.name} ({other.seat})",
        "games": now.best_of,
    }
    at = playoffs_words.day_and_clock(now.scheduled_at, event) if now.scheduled_at else ""
    where = board_words.table(now.table) if now.table else ""
    place = ", ".join(filter(None, [where, at]))
    return _("Your match is up"), " ".join(filter(None, [f"{event.name}:", against, f"{place}." if place else ""]))


# --- Mails -----------------------------------------------------------------------------------------------------------


def mail_subject(title: str, tournament: Tournament) -> str:
    """The subject of a mail, in one line."""
    return " ".join(f"{title} · {tournament.name}".split())


def mail(text: str, own_page: str, stop: str) -> str:
    """A mail as it is read."""
    return "\n\n".join(
        [
            text,
            _("Your page:") + f"\n{own_page}",
            _("It opens without a password: keep this mail to yourself."),
            _("No more mails:") + f"\n{stop}",
        ]
    )


def confirming(tournament: Tournament, confirm: str) -> tuple[str, str]:
    """The mail that asks whether the address is theirs, as title and text."""
    told = _(
        "Somebody wants mails from %(tournament)s to this address: when their seat is drawn, when the qualifiers are posted, "
        "when their match is up. If that is you, open this page and press the button there:"
    ) % {"tournament": tournament.name}
    not_you = _("If it is not, do nothing: no other mail comes, and the address is forgotten in two days.")
    return _("Do you want these mails?"), "\n\n".join([told, confirm, not_you])


def test_mail(tournament: Tournament, asked_by: str) -> tuple[str, str]:
    """The test mail, as subject and text."""
    told = _("This is a test mail from %(tournament)s, asked for by %(name)s. Mail works.")
    return mail_subject(_("Test mail"), tournament), told % {"tournament": tournament.name, "name": asked_by}


def kind(what: str) -> str:
    """What kind of thing is told."""
    return str(News(what).label) if what in News.values else _("Do you want these mails?")


# --- Why not ---------------------------------------------------------------------------------------------------------


def no_mail_server() -> str:
    """Why nobody gets mails."""
    return _("This site has no mail server, so nobody gets mails.")


def failure(code: str) -> str:
    """Why something could not be sent: a code that `sending` gives, perhaps with the number that the other side gave."""
    kind, _space, number = code.partition(" ")
    return {
        "no_answer": _("The other side did not answer."),
        "sign_in": _("The mail server did not take the site’s user name and password."),
        "address": _("The mail server did not take the address."),
        "refused": _("The mail server refused the mail (%(number)s).") % {"number": number},
        "push": _("The browser’s service refused the notice (%(number)s).") % {"number": number},
    }.get(kind, _("It could not be sent: the log of the site says why."))
