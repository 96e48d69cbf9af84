"""People who move from one event to another, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.bracket.rules.moving import Standing
from brackets.bracket.words.playoffs import round_name
from scorecards.sheet.words import ordinal
from tournaments.models import Event
from tournaments.money import words as money_words
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row


def stands(standing: Standing, *, rank: int | None, lost_in: int | None, rounds: int, source: str) -> str:
    """The standing of an entrant in the source event: why they are offered, or why not and what to do."""
    lost_round = round_name(lost_in, rounds) if lost_in else ""
    texts = {
        Standing.NOT_QUALIFIED: _("%(rank)s, not qualified"),
        Standing.OUT: _("out in: %(lost)s"),
        Standing.OUT_LATER: _("qualified, out in: %(lost)s. Name that round above if they may come."),
        Standing.PLAYING: _("still in the playoffs of %(source)s."),
        Standing.CHAMPION: _("won %(source)s."),
        Standing.NO_SHOW: _("did not come to %(source)s. Enter them by name if they are here now."),
        Standing.WITHDRAWN: _("withdrew from %(source)s. Enter them by name if they play after all."),
        Standing.NO_CARD: _("is not on the posted list of %(source)s. Enter them by name."),
    }
    return texts[standing] % {"rank": ordinal(rank) if rank else "", "lost": lost_round, "source": source}


def why_unticked(ended: str, source: Event) -> str:
    """Why a player who is out is not preselected; empty for those who lost by play or conceded."""
    if ended == "removal":
        rule = citing_words.in_brackets("removal", source.edition)
        sentence = _("Removed from play there (%(rule)s). Tick them if the director lets them play.")
        return sentence % {"rule": rule}
    if ended in ("walk_over", "forfeit"):
        return _("Did not play that match. Tick them if they are here.")
    return ""


def entered_there(event: str) -> str:
    """Why a person who may move is not offered: they are entered already."""
    return _("is entered in %(event)s already.") % {"event": event}


def off_there(event: str, status: str) -> str:
    """Why a player who moved over before and no longer plays there is not offered, and what to do."""
    values = {"event": event, "status": status.lower()}
    return (
        _("is on the list of %(event)s and does not play (%(status)s). Let them play again on their page there.")
        % values
    )


def in_both_playoffs_wording(name: str, source: Event, target: Event) -> tuple[str, str, str]:
    """The title, advice and button label that tell the desk that a player who came over is back in the playoffs of
    `source`.
    """
    values = {"name": name, "source": source.name, "there": target.name}
    if target.posted_at is not None:
        title = _("%(name)s is in the playoffs of %(source)s and of %(there)s")
        text = _("A match was taken back since they came over. Where they do not play, record a walk-over.")
        return title % values, text, _("Open the bracket")
    title = _("%(name)s is in the playoffs of %(source)s and entered in %(there)s")
    if target.is_seated:
        advice = _(
            "If they play in %(source)s, mark them in %(there)s as a no-show, or as withdrawn if they have played there."
        )
    else:
        advice = _("If they play in %(source)s, take them off the list of %(there)s.")
    text = " ".join([_("They were out when they came over, but now they are back in."), advice % values])
    return title % values, text, _("Open their page")


def still_in_and_entered(source: str, there: str) -> str:
    """Why a player who is in the playoffs and entered here is not offered, and what to do."""
    values = {"source": source, "there": there}
    return (
        _("is in the playoffs of %(source)s and entered in %(there)s. Take them out of the one that they do not play.")
        % values
    )


def not_posted(source: str) -> str:
    """Why nobody is offered yet, and what to do."""
    return _(
        "The qualifiers of %(source)s are not posted, so nobody knows yet who did not qualify. Post them first, or enter "
        "single players by name."
    ) % {"source": source}


def target_posted(event: str) -> str:
    """Why nobody can come in any more, and what to do."""
    return _(
        "The qualifiers of %(event)s are posted, so nobody can come in. To change that, reopen the cross-check."
    ) % {"event": event}


def cannot_come(name: str, why: str) -> str:
    """Why one of the people sent cannot move over."""
    return _("%(name)s: %(why)s") % {"name": name, "why": why}


def no_such_entrant(number: int, source: str) -> str:
    """That the source event has no entrant of the number sent."""
    return _("%(source)s has no entrant of number %(number)d.") % {"source": source, "number": number}


def nobody_to_come() -> str:
    """That nobody was chosen, and what to do."""
    return _("Nobody is ticked. Tick at least one player.")


def no_such_round(rounds: int) -> str:
    """That the playoffs have no such round."""
    if not rounds:
        return _("No bracket is drawn there yet, so nobody is out of the playoffs. Leave the round out.")
    return _("The playoffs there have the rounds 1 to %(last)d.") % {"last": rounds}


def comes_twice(number: int) -> str:
    """That a person was sent twice in one list."""
    return _("Number %(number)d is here twice. Send everybody once.") % {"number": number}


def nobody_left(source: str) -> str:
    """That the request was for everybody who may move, but nobody is left."""
    return _("Nobody of %(source)s is left to come over. See with GET how each of them stands.") % {"source": source}


def all_entered(event: str) -> str:
    """That every person sent is entered already."""
    return _("Everybody who was named is entered in %(event)s already. Nothing was changed.") % {"event": event}


def came_over(names: list[str], left_out: list[str], source: str) -> str:
    """The message after people moved; `left_out` are the names of those who were entered already."""
    if len(names) == 1:
        text = _("%(name)s came over from %(source)s.") % {"name": names[0], "source": source}
    else:
        text = ngettext(
            "%(n)d player came over from %(source)s.", "%(n)d players came over from %(source)s.", len(names)
        )
        text %= {"n": len(names), "source": source}
    if left_out:
        text += " " + _("Entered already, and left out: %(names)s.") % {"names": in_a_row(left_out)}
    return text


def fees_due(cents: int) -> str:
    """What each person who moves owes for the event."""
    if not cents:
        return _("The event costs nothing.")
    return _("Each of them owes %(amount)s for it from now on; pools are taken at the desk.") % {
        "amount": money_words.amount(cents)
    }


def no_consolation(*, posted: Sequence[str], elsewhere: Sequence[str]) -> str:
    """Why no consolation takes people, and what to do.

    `posted` are the consolations with posted qualifiers, `elsewhere` those in which the user is no registrar.
    """
    if elsewhere:
        return _("You are no registrar of %(events)s. Ask the director to enter them there, or for that role.") % {
            "events": in_a_row(elsewhere)
        }
    if posted:
        return _(
            "The qualifiers of %(events)s are posted, so nobody can come in. To change that, reopen the "
            "cross-check there."
        ) % {"events": in_a_row(posted)}
    return _(
        "No consolation is set up. The director adds one on the page of the tournament, then people can come over."
    )


def enter_them(people: int) -> str:
    """The label of the button; `people` is the number of people ticked at first."""
    return _("Enter 1 player") if people == 1 else _("Enter all who are ticked")


def too_few_seats(seats: int, people: int) -> str:
    """A warning that there are fewer free seats than people."""
    return ngettext(
        "There is %(seats)d free seat for %(people)d players: who has none in the list is not ticked.",
        "There are %(seats)d free seats for %(people)d players: who has none in the list is not ticked.",
        seats,
    ) % {"seats": seats, "people": people}
