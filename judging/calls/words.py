"""Calls for judges, and the lines of a referred game, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from judging.rulebook.words.subjects import WORDS
from tournaments.models import Relation
from tournaments.rules.citations import rests_on
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row

MINUS = "\N{MINUS SIGN}"


def written(line: Mapping[str, str] | None) -> str:
    """A line as written on a card: points and spread, with the sign of the column in which the spread stands.

    None is a line that the card does not have.
    """
    if line is None:
        return _("no such game on this card")
    points = line["points"] or _("points blank")
    if line["plus"]:
        return f"{points}, +{line['plus']}"
    if line["minus"]:
        return f"{points}, {MINUS}{line['minus']}"
    return _("%(points)s, spread blank") % {"points": points}


def to_be_read() -> str:
    """The text shown instead of a line that must be read again from the paper."""
    return _("to be read again on the paper")


def where(table: str, seat: int | None, match: int | None, game: int | None) -> str:
    """Where a judge is needed: `Table A, seat 7, game 3`, or `Match 4, table 12, game 2`."""
    parts = []
    if match is not None:
        parts.append(_("match %d") % match)
    if table:
        parts.append(_("table %s") % table)
    if seat is not None:
        parts.append(_("seat %d") % seat)
    if game is not None:
        parts.append(_("game %d") % game)
    place = ", ".join(parts) or _("nobody says at which table")
    return place[:1].upper() + place[1:]


def found_by(round_name: str, player: str, opponent: str) -> str:
    """The description of a match without a table: `Semifinals, Milt Orr against Dale Ashby`."""
    return _("%(round)s, %(one)s against %(other)s") % {"round": round_name, "one": player, "other": opponent}


def spot(place: str, description: str) -> str:
    """A place, followed by its description if there is one."""
    return _("%(place)s: %(found)s") % {"place": place, "found": description} if description else place


def figures(table: str, seat: int | None, match: int | None) -> tuple[tuple[str, str], ...]:
    """A place as pairs of label and figure, to be written large: (`Table`, `A`), then (`seat`, `7`)."""
    parts = []
    if table:
        parts.append((_("Table"), table))
    if seat is not None:
        parts.append((pgettext("of a table", "seat"), str(seat)))
    if match is not None:
        parts.append((pgettext("of the bracket", "match"), str(match)))
    return tuple(parts)


def case(subject: str) -> str:
    """The title of this kind of case; empty for an unknown or blank key."""
    return str(WORDS[subject].title) if subject in WORDS else ""


def misfit(subject: str, code: str) -> str:
    """Which numbers of a case contradict each other, and what to correct; `code` is that of the broken relation."""
    return str(WORDS[subject].misfits[code])


def called_already(name: str = "") -> str:
    """Why a second call is refused; `name` is the caller of the first one, or empty if the reader made it."""
    if name:
        return _("%s has called a judge to this game already, and that call is open. The judges see it.") % name
    return _("You have called a judge already, and that call is open. Stay at your table: the judges see it.")


def not_playing(name: str = "", elsewhere: str = "") -> str:
    """Why an entrant without a seat in play cannot call a judge.

    `name` is the entrant if somebody else calls, and empty if the entrant is the reader. `elsewhere` is the event in
    which the entrant plays now, or empty.
    """
    if not name:
        return _("You have no seat in this event, so no judge can find you. Ask at the desk.")
    why = _("%s has no seat in play in this event, so no judge can be sent there.") % name
    return " ".join([why, _plays_elsewhere(elsewhere) if elsewhere else _("Give the table, or another player there.")])


def plays_no_match(matches: Sequence[str] = (), name: str = "", elsewhere: str = "") -> str:
    """Why an entrant who plays no match now cannot call a judge.

    `name` is the entrant if somebody else calls, and empty if the entrant is the reader. Only the former reads
    `elsewhere`, the event in which the entrant plays now, or without one the `matches` that are being played.
    """
    if not name:
        return _("You play no match now, so no judge can find you. Ask at the desk.")
    why = _("%s plays no match now, so no judge can be sent there.") % name
    if elsewhere:
        return " ".join([why, _plays_elsewhere(elsewhere)])
    if not matches:
        return " ".join([why, _("No match is played now. Ask the director where they are.")])
    return " ".join([why, _("Matches that are played now: %s.") % "; ".join(matches)])


def _plays_elsewhere(event: str) -> str:
    return _("They play in %s now: choose that event.") % event


def only_the_caller(who: str) -> str:
    """Why only the caller (`who`) may take a call back, and what to do instead."""
    return (
        _(
            "%s called the judge, and nobody else can take the call back. If it is settled, tell them, or the "
            "judge who comes."
        )
        % who
    )


def no_opponent() -> str:
    """Why the opponent cannot call on this entrant's phone: the opponent is not known."""
    return _("Nobody says whom you play now. Call for yourself, or ask at the desk.")


def comes_already(name: str) -> str:
    """Why a judge who is already coming is not sent."""
    return _("%s is coming to this call already. Send another judge if one is missing.") % name


def cannot_be_sent(name: str, bar: str) -> str:
    """Why this judge is not sent to a call, by the code of a `Bar`, and what to do instead."""
    return {
        "party": _("%s plays this game, and nobody judges a game of their own. Send another judge."),
        "gave_up": _(
            "%s cannot take this call after all. Send another judge, or ask them: they can still say that they are going."
        ),
        "at_a_call": _("%s is at another call. Send another judge, or wait until that call is done."),
        "not_free": _(
            "%s takes no calls now. Send another judge, or note below, among the judges, that they can take calls."
        ),
    }[bar] % name


def related_sent(name: str, to: str, how: str) -> str:
    """Why sending a judge related to a player (`to`, by the relation `how`) needs a confirmation (protocol i, 2020)."""
    return _(
        "%(name)s and %(to)s: %(how)s. Send another judge if one can come; if nobody else can, send this one anyway."
    ) % {"name": name, "to": to, "how": related_as(how)}


def not_sent() -> str:
    """Why a judge who was not sent cannot decline a call."""
    return _("Nobody is waiting for your answer to this call.")


def own_call() -> str:
    """Why nobody judges their own game."""
    return _("You are a party to this case. Another judge or the director takes it.")


def enough_come(names: Sequence[str]) -> str:
    """Why no further judge takes the call."""
    return _("Enough judges are coming to this call already: %s. Take another one, or talk to them.") % in_a_row(names)


def call_is_done() -> str:
    """Why a closed call cannot be taken, and what to do if a judge is still needed."""
    return _("This call is done. If a judge is still needed, the player calls again.")


def no_third_any_more() -> str:
    """Why a third judge cannot be asked for on a closed call."""
    return _(
        "This call is done. A third judge is asked for in the same game, after two have ruled. If a judge is still needed, the player "
        "calls again."
    )


def is_related(name: str, kind: str) -> str:
    """Why a judge must confirm coming to a call of a related player, `name` (protocol i, 2020)."""
    values = {"name": name, "how": related_as(kind)}
    return (
        _("%(name)s and you: %(how)s. Let another judge go if one can; if nobody else can, press again to go anyway.")
        % values
    )


def related_as(kind: str) -> str:
    """How two people are related, as a judge reads it."""
    return str(dict(Relation.Kind.choices).get(kind, kind))


def two_first(edition: Edition) -> str:
    """Why a third judge cannot be asked for yet: two judges must be coming first."""
    return _(
        "Two judges hear a case first (%(rule)s). Ask for a third one when both are coming and a player disagrees."
    ) % {"rule": citing_words.in_brackets("third_judge", edition)}


def judge_is_there() -> str:
    """Why a player cannot take a call back any more."""
    return _("A judge is at your table already. Tell them that it is settled; they close the call.")


def protocol_checks(edition: Edition) -> tuple[tuple[str, str], ...]:
    """The checks of judges at the board, as pairs of protocol and text.

    Empty in the classic edition, which has no protocols.
    """
    checks = (
        ("no_explaining", _("Two judges are here. Until then nobody explains.")),
        ("rulebook_in_hand", _("One of us has a rulebook in hand.")),
        ("no_interruption", _("Each player has told it and was not interrupted.")),
        ("pegging_watched", _("If points are pegged for it, we watch them being pegged.")),
    )
    checks_with_protocol = ((rests_on(code, edition), text) for code, text in checks)
    return tuple((protocol, text) for protocol, text in checks_with_protocol if protocol)


def bar(code: str) -> str:
    """Why a judge is not asked to come, by the code of a `Bar`; the sentence continues the judge's name."""
    return {
        "party": _("plays this game"),
        "gave_up": _("cannot take this call after all"),
        "at_a_call": _("is at another call"),
        "not_free": _("takes no calls now"),
    }[code]


def too_few_for_player(code: str) -> str:
    """What players read if fewer judges can come than a hearing needs, by the code of a `Staffing`."""
    return {
        "no_third": _("No third judge can come now. The director is looking for one."),
        "alone": _("Only one judge can come now, and a hearing needs two. The director is looking for another one."),
        "none": _("No judge can come now. The director is looking for two."),
    }[code]


def too_few_judges(code: str) -> str:
    """What judges and the desk read if fewer judges can come than a hearing needs; empty if there are enough."""
    return {
        "enough": "",
        "no_third": _("No third judge can come now. The director has to find one."),
        "alone": _("Only one judge can come; a hearing needs two. The director has to find another one."),
        "none": _("No judge can come now. The director has to find two."),
    }[code]
