"""Sentences about a mixed-up table and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.rotation.rules.mixup import WayOn


def deals_then(changed: int, uneven: Sequence[tuple[str, int, int]]) -> str:
    """What happens to the first deals: how many lines of cards change, and whose deals are uneven afterwards.

    `uneven` are seat and name, first deals, and counted games of these players.
    """
    sentence = ngettext(
        "On %(n)d line of a card somebody else deals first now: print that card again.",
        "On %(n)d lines of cards somebody else deals first now: print these cards again.",
        changed,
    ) % {"n": changed}
    sentence = f"{sentence} " if changed else ""
    if not uneven:
        return sentence + _("All these players deal first in half of their games that count, give or take one.")
    named = "; ".join(
        _("%(who)s in %(deals)d of %(games)d") % {"who": who, "deals": deals, "games": games}
        for who, deals, games in uneven[:6]
    ) + (" …" if len(uneven) > 6 else "")
    return sentence + _(
        "The games to come cannot make up for it: more or fewer first deals than half of the games that count for %(named)s."
    ) % {"named": named}


def way_on(way: WayOn, table: str, game: int) -> tuple[str, str]:
    """A way on after a mix-up in this game: a label, and a text on what it means and costs."""
    label, text = _ways_explained()[way.way]
    cost = way.cost
    if way.way == "repair":
        sentences = [_in_places(way.places, table, max(game, way.course.before) + 1)] if way.places else []
        others = ngettext(
            "%(n)d game of a player is not as planned.",
            "Counted player by player, %(n)d games are not as planned.",
            cost.changed,
        ) % {"n": cost.changed}
        sentences.append(others)
    else:
        sentences = [text]
    if cost.again:
        sentences.append(
            ngettext(
                "%(n)d game is between two who met already.", "%(n)d games are between two who met already.", cost.again
            )
            % {"n": cost.again}
        )
    elif way.course.before > game:
        sentences.append(_("From game %(n)d on nobody meets again.") % {"n": way.course.before + 1})
    else:
        sentences.append(_("Nobody meets again."))
    if way.course.before > game:
        sentences.append(_("Games up to %(n)d were called and stay as they were.") % {"n": way.course.before})
    if cost.lost:
        sentences.append(
            ngettext(
                "%(n)d game that counts is lost.",
                "Counted player by player, %(n)d games that count are lost.",
                cost.lost,
            )
            % {"n": cost.lost}
        )
    if way.places:
        label = _("Go on by the plan, some people in each other’s places")
    return label, " ".join(sentences)


def _in_places(places: Sequence[tuple[int, int]], table: str, first: int) -> str:
    """Who takes whose place from game `first` on; `places` are pairs of person and place."""
    place_of = dict(places)
    changes = []
    for who, place in places:
        if place_of[place] != who:
            changes.append(
                _("%(table)s-%(who)d moves on as %(table)s-%(place)d would have")
                % {"table": table, "who": who, "place": place}
            )
        elif who < place:
            changes.append(
                _("%(table)s-%(who)d and %(table)s-%(place)d take each other’s places")
                % {"table": table, "who": who, "place": place}
            )
    return _("From game %(first)d to the end %(places)s.") % {"first": first, "places": "; ".join(changes)}


def _ways_explained() -> dict[str, tuple[str, str]]:
    """The label and the text of each kind of way on after a mix-up."""
    return {
        "go_on": (
            _("Go on from where people sit now"),
            _("Everybody moves on as usual; the round that was missed is played last."),
        ),
        "go_back": (
            _("Go back to the round that was missed"),
            _("The next game is the one that was passed over; what was played early is left out later."),
        ),
        "repair": (
            _("Go on by the plan, with a few games changed"),
            _("Later games are changed as little as we can find."),
        ),
        "keep": (
            _("Go on by the plan, unchanged"),
            _("Players who met by mistake may meet again."),
        ),
    }
