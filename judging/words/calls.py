"""Calls for judges, the lines of a referred game and the rule behind it, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from judging.words.subjects import WORDS
from scorecards.rules.discrepancy import referral_rule as number_of_referrals
from tournaments.models import Event, Relation
from tournaments.rules.edition import Edition, cite

MINUS = "\N{MINUS SIGN}"


def written(line: Mapping[str, str] | None) -> str:
    """What a card says of the game: points and spread as they stand on it, with the sign of the spread's column."""
    if line is None:
        return _("no such game on this card")
    points = line["points"] or _("points blank")
    if line["plus"]:
        return f"{points}, +{line['plus']}"
    if line["minus"]:
        return f"{points}, {MINUS}{line['minus']}"
    return _("%(points)s, spread blank") % {"points": points}


def referral_rule(event: Event) -> str:
    """The rule that leaves a game to the head judge, with its edition."""
    return f"{number_of_referrals(event.edition)} ({event.tournament.edition})"


def to_be_read() -> str:
    """What is said in place of a line that is to be read again on the paper."""
    return _("to be read again on the paper")


def where(table: str, seat: int | None, match: int | None, game: int | None) -> str:
    """Where a judge is wanted: `Table A, seat 7, game 3`, or `Match 4, table 12, game 2`."""
    parts = []
    if match is not None:
        parts.append(_("match %d") % match)
    if table:
        parts.append(_("table %s") % table)
    if seat is not None:
        parts.append(_("seat %d") % seat)
    if game is not None:
        parts.append(_("game %d") % game)
    told = ", ".join(parts) or _("nobody says at which table")
    return told[:1].upper() + told[1:]


def figures(table: str, seat: int | None, match: int | None) -> tuple[tuple[str, str], ...]:
    """The same in parts, each what it is and its figure, to be written large: `Table`, `A`, then `seat`, `7`."""
    parts = []
    if table:
        parts.append((_("Table"), table))
    if seat is not None:
        parts.append((pgettext("of a table", "seat"), str(seat)))
    if match is not None:
        parts.append((pgettext("of the bracket", "match"), str(match)))
    return tuple(parts)


def case(subject: str) -> str:
    """What a kind of case is called; empty for none."""
    return str(WORDS[subject].title) if subject in WORDS else ""


def misfit(subject: str, code: str) -> str:
    """What does not fit in the numbers of a case of this kind, and what is to be corrected."""
    return str(WORDS[subject].misfits[code])


def called_already(name: str = "") -> str:
    """Why nobody calls a judge twice; `name` is whoever called, where it was not the reader."""
    if name:
        return _("%s has called a judge to this game already, and that call is open. The judges see it.") % name
    return _("You have called a judge already, and that call is open. Stay at your table: the judges see it.")


def not_playing(name: str = "") -> str:
    """Why somebody without a seat calls no judge; `name` where somebody else calls for them."""
    if name:
        return _("%s has no seat in play in this event, so no judge can be sent there.") % name
    return _("You have no seat in this event, so no judge can find you. Ask at the desk.")


def own_call() -> str:
    """Why nobody judges their own game."""
    return _("You are a party to this case. Another judge or the director takes it.")


def enough_come(names: Sequence[str]) -> str:
    """Why one more judge does not take the call."""
    return _("Enough judges are coming to this call already: %s. Take another one, or talk to them.") % ", ".join(names)


def call_is_done() -> str:
    """Why nobody comes any more."""
    return _("This call is done. If a judge is still needed, the player calls again.")


def is_related(name: str, kind: str) -> str:
    """Why a judge is asked twice before they come to people whom they know too well (protocol i, 2020)."""
    values = {"name": name, "how": related_as(kind)}
    return (
        _(
            "%(name)s and you: %(how)s. Let another judge go if one can; if nobody else can, press once more to go anyway."
        )
        % values
    )


def related_as(kind: str) -> str:
    """How two people are related, as a judge reads it."""
    return str(dict(Relation.Kind.choices).get(kind, kind))


def two_first() -> str:
    """Why a third judge is not asked for yet."""
    return _(
        "Two judges hear a case first (rule 11.4.a). Ask for a third one when both are coming and a player disagrees."
    )


def judge_is_there() -> str:
    """Why a player does not take a call back any more."""
    return _("A judge is at your table already. Tell them that it is settled; they close the call.")


def protocol_checks(edition: Edition) -> tuple[tuple[str, str], ...]:
    """What judges make sure of at the board, each with the protocol that asks for it; nothing in the classic edition, which has
    no protocols."""
    asked = (
        ("protocol a", _("Two judges are here. Until then nobody explains.")),
        ("protocol e", _("One of us has a rulebook in hand.")),
        ("protocol d", _("Each player has told it and was not interrupted.")),
        ("protocol g", _("If points are pegged for it, we watch them being pegged.")),
    )
    cited = ((cite(rule, edition=edition), text) for rule, text in asked)
    return tuple((rule, text) for rule, text in cited if rule)


def bar(code: str) -> str:
    """Why a judge is not asked to come."""
    return {
        "party": _("plays this game"),
        "at_a_call": _("is at another call"),
        "not_free": _("takes no calls now"),
    }[code]


def too_few_judges(code: str) -> str:
    """What is said at once where fewer judges could come than a hearing needs; empty where they are enough."""
    return {
        "enough": "",
        "alone": _("Only one judge can come; a hearing needs two. Ask the director for another judge."),
        "none": _("No judge can come now. The director has to find two."),
    }[code]
