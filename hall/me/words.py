"""Sentences on an entrant's own page about rank and chances."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.ownplace import OwnPlace, Separation
from scorecards.sheet.rules.cut import Status
from scorecards.sheet.rules.needs import Chance, Need
from scorecards.sheet.rules.ranking import Tiebreaker
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row


def rank_later() -> str:
    """Why no rank is shown while the director hides the standings."""
    return _("The director shows the standings later. Your rank appears here then.")


def not_ranked_yet() -> str:
    """Why somebody has no rank while cards are typed."""
    return _("Your card is not in yet, so you have no rank yet.")


def how_far(place: OwnPlace) -> str:
    """Whether the rank is official; if it is provisional, how many cards it rests on."""
    if not place.provisional:
        return _("Official: the qualifiers are posted.")
    if not place.cards_open:
        return _("Provisional until the qualifiers are posted. All cards are in.")
    values = {"n": place.of - place.cards_open, "all": place.of}
    return _("Provisional: %(n)s of %(all)s cards are in.") % values


def why_this_rank(place: OwnPlace) -> tuple[str, ...]:
    """What separates this card from its neighbours that are level with it in the key that ranks first.

    The neighbours may be named, because the public standings name them.
    """
    lines, first = [], Tiebreaker(place.first)
    if place.level:
        values = {"who": in_a_row(_who(seat, name) for seat, name in place.level)}
        lines.append(_("You share this rank with %(who)s: everything that breaks a tie is equal.") % values)
    if place.behind is not None:
        text = {
            Tiebreaker.GAMES_WON: _("Level on games won with %(who)s above you. What decides: %(key)s."),
            Tiebreaker.PEGGED: _("Level on pegged points with %(who)s above you. What decides: %(key)s."),
        }.get(first, _("Level on game points with %(who)s above you. What decides: %(key)s."))
        lines.append(text % _apart(place.behind))
    if place.before is not None:
        text = {
            Tiebreaker.GAMES_WON: _("Level on games won with %(who)s below you. What decides: %(key)s."),
            Tiebreaker.PEGGED: _("Level on pegged points with %(who)s below you. What decides: %(key)s."),
        }.get(first, _("Level on game points with %(who)s below you. What decides: %(key)s."))
        lines.append(text % _apart(place.before))
    return tuple(lines)


def _who(seat: str, name: str) -> str:
    return f"{name} ({seat})"


def _apart(neighbor: Separation) -> dict[str, str]:
    """The neighbor on the other side of a broken tie, and the tiebreaker that separates the two cards.

    A figure of the cards is shown with both values. Head-to-head and a playoff have no values.
    """
    if neighbor.by == Tiebreaker.PLAYOFF:
        key = _("a playoff game")
    elif neighbor.above is None or neighbor.below is None:
        key = _("head-to-head")
    else:
        key = sheet_words.deciding_key(neighbor.by, neighbor.above, neighbor.below)
    return {"who": _who(neighbor.seat, neighbor.name), "key": key}


def outcome(place: OwnPlace) -> str:
    """Whether this card qualified, once the qualifiers are posted."""
    return {
        Status.QUALIFIER: _("You have qualified."),
        Status.HIGH_NONQUALIFIER: _("You have not qualified. You are the high nonqualifier, the first below the line."),
    }.get(Status(place.status), _("You have not qualified."))


def still_needed(place: OwnPlace, need: Need, edition: Edition, *, is_as_the_acc: bool = True) -> tuple[str, ...]:
    """What this card still needs to qualify, whatever the open cards bring.

    The last sentences say what this assumes and what it leaves aside. Nothing is worked out if the event does not rank
    as the ACC does: `is_as_the_acc`.
    """
    if place.status == Status.TIED_AT_LINE and not place.cards_open:
        return _tied()
    if need.chance is Chance.OPEN and not is_as_the_acc:
        later = _("What you still need is not worked out here: this event does not rank as the ACC does.")
        return (*(_now(place) if place.finished else ()), later)
    sentences = _needed(place, need, edition)
    if not sentences:
        return _undecidable(place)
    quota = _("This holds as long as the number who qualify stays %(n)s.") % {"n": place.quota}
    if not place.cards_open:
        return *sentences, quota, _("It does not include what a checker may still correct from a paper.")
    return *sentences, quota, _left_aside(edition)


def _undecidable(place: OwnPlace) -> tuple[str, ...]:
    """Why no number of game points can be named, for an unfinished card that is neither sure of a place nor out."""
    others_open = place.cards_open - 1
    if others_open > 0:
        why = ngettext(
            "It depends on %(n)d other card that is not in yet.",
            "It depends on %(n)d other cards that are not in yet.",
            others_open,
        ) % {"n": others_open}
    else:
        why = _("It depends on games won and spread points, and on what is still being settled.")
    return (
        _(
            "Your game points alone do not decide it yet: with the most that you can still reach others may stay ahead of you, "
            "and with the fewest you may still qualify."
        ),
        why,
    )


def _left_aside(edition: Edition) -> str:
    """What the sentences before do not take into account."""
    if edition is Edition.CLASSIC:
        return _(
            "It leaves aside what a checker may still read otherwise on a paper, and what the judges may rule on a game that "
            "no rule settles once both cards are in."
        )
    return _(
        "It leaves aside what a checker may still read otherwise on a paper, and what the head judge may rule on a game that "
        "no rule settles once both cards are in."
    )


def _needed(place: OwnPlace, need: Need, edition: Edition) -> tuple[str, ...]:
    """Whether this card qualifies for sure, and otherwise on what that depends; empty if nothing is known."""
    if need.chance is Chance.SURE:
        if place.cards_open:
            return (_("You qualify, whatever the open cards bring."),)
        return (_("You qualify, however the games that are still open are settled."),)
    if need.chance is Chance.OUT:
        if place.cards_open:
            return (_("You can no longer qualify, whatever the open cards bring."),)
        return (_("You can no longer qualify, however the games that are still open are settled."),)
    if place.finished:
        return *_now(place), *_rivals(need)
    return _points(need, edition, records_spread=place.net is not None)


def _tied() -> tuple[str, ...]:
    """How a tie at the line is broken once all cards are in: by a one-game playoff."""
    return (
        _("You are tied at the line now."),
        _(
            "Unless a correction or a ruling changes that, a one-game playoff decides: those level at the line play it. Ask the "
            "director."
        ),
    )


def _now(place: OwnPlace) -> tuple[str, str]:
    """On which side of the line a finished card is, and what can still change that."""
    side = {
        Status.QUALIFIER: _("You are inside the line now."),
        Status.TIED_AT_LINE: _("You are tied at the line now."),
    }.get(Status(place.status), _("You are outside the line now."))
    if not place.cards_open:
        return side, _("What is still being settled can change it: a game that two cards tell differently, or a tie.")
    cards_open = ngettext(
        "%(n)d card is not in yet and can still change it.",
        "%(n)d cards are not in yet and can still change it.",
        place.cards_open,
    )
    return side, cards_open % {"n": place.cards_open}


def _points(need: Need, edition: Edition, *, records_spread: bool) -> tuple[str, ...]:
    """The game points that suffice and those that are needed, after comparison of the cards.

    Empty if neither is known.
    """
    if need.enough is None and need.needed is None:
        return ()
    if records_spread:
        message = _(
            "What counts is not what you wrote, but the game points that you have once your card is compared with those of your "
            "opponents (%(rules)s)."
        )
        sentences = [message % {"rules": citing_words.named("discrepancies", edition)}]
    else:
        message = _(
            "What counts is not what you wrote, but the game points that you have once your card is compared with those of your "
            "opponents."
        )
        sentences = [message]
    if need.enough is not None:
        sentences.append(
            _("If you have %(n)s or more then, you qualify, whatever the others bring.") % {"n": need.enough}
        )
    if need.needed is not None:
        sentences.append(_("If you have fewer than %(n)s then, you cannot qualify.") % {"n": need.needed})
    return tuple(sentences)


def _rivals(need: Need) -> tuple[str]:
    """How many of the cards that can still reach this finished card may do so while it still qualifies."""
    values = {"n": need.rivals, "most": need.too_many - 1}
    if need.too_many == 1:
        text = ngettext(
            "You qualify if the %(n)d card that can still come out above you or level with you does not.",
            "You qualify if none of the %(n)d cards that can still come out above you or level with you does.",
            need.rivals,
        )
    else:
        text = _("You qualify if at most %(most)s of the %(n)s cards that can still come out above you or level do so.")
    return (text % values,)
