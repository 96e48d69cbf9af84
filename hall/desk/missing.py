"""What an event still needs for its next step, and why; each thing with the page that fixes it.

Nothing here depends on who asks: these are facts about the event, not tasks for a person (see `todos`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.desk import words
from hall.desk.facts import Facts
from hall.report.reads import event_report
from scorecards.ladder.reads import ladder_game
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.standings import qualifiers
from scorecards.standings.reads import standings as standings_reads
from tournaments.models import Event
from tournaments.money import words as money_words
from tournaments.money.reads import money as money_reads
from tournaments.rules.phase import Phase
from tournaments.seating import words as seats_words
from tournaments.seating.reads.seating import seating_preview
from tournaments.words import citing as citing_words

MOST_ROUNDS = 120
"""The most rounds the database can store."""

MOST_LISTED = 12
"""How many things of one kind are listed one by one; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A missing thing, and the page that fixes it; `number` is how many things of this kind the line stands for.

    `whole`: only registrars of the whole tournament can fix it.
    """

    text: str
    label: str
    url: str
    number: int = 1
    whole: bool = False


def missing(desk_facts: Facts) -> tuple[Missing, ...]:
    """What is missing for the step after the current one."""
    return tuple(_MISSING[Phase(desk_facts.event.phase)](desk_facts))


def next_act(desk_facts: Facts) -> Missing | None:
    """The act that takes the event to its next step once nothing is missing; None from the playoffs on."""
    event = desk_facts.event
    if event.is_ladder and event.phase == Phase.SEATING:
        return _at(event, _("The first result that is recorded begins it."), _("To the ladder"), "scorecards:ladder")
    # Posting on a ladder begins its cross-check.
    posts_next = event.phase == Phase.CROSS_CHECK or (event.is_ladder and event.phase == Phase.QUALIFYING)
    if event.ends_with_ranking and posts_next:
        return _at(
            event,
            _("Then cards and decisions are closed, and the ranking stands."),
            _("Make the ranking official"),
            "scorecards:posting",
        )
    opens_playoffs = _at(
        event, _("Posting the qualifiers opens the playoffs."), _("Post the qualifiers"), "scorecards:posting"
    )
    if posts_next:
        return opens_playoffs
    return {
        Phase.REGISTRATION: _at(
            event, _("Drawing the seats closes registration."), _("Draw the seats"), "tournaments:seating"
        ),
        Phase.SEATING: _first_card(event),
        Phase.QUALIFYING: _at(
            event,
            _("The cross-check can begin at any time; cards that come later are compared as they come."),
            _("Begin the cross-check"),
            "scorecards:crosscheck",
        ),
        Phase.CROSS_CHECK: opens_playoffs,
        Phase.PLAYOFFS: None,
        Phase.REPORT: None,
    }[Phase(event.phase)]


def _first_card(event: Event) -> Missing:
    """The act that begins the qualifying round, and before it the first game that is called."""
    text = _("The first card that is typed begins it.")
    if event.game_now is None:
        text = " ".join([_("The games are played first."), text])
        return _at(event, text, _("To the round"), "tournaments:round")
    return _at(event, text, _("Type in cards"), "scorecards:cards")


def _at(event: Event, text: str, label: str, page: str, *more: object, query: str = "") -> Missing:
    return Missing(text, label, reverse(page, args=[event.tournament.slug, event.slug, *more]) + query)


def _registration(desk_facts: Facts) -> Iterator[Missing]:
    event = desk_facts.event
    if desk_facts.summary.entrants < 2:
        text = seats_words.two_to_play(desk_facts.summary.entrants)
        yield _at(event, text, _("To the entrants"), "tournaments:entrants")
        return
    for fault in seating_preview(event, None, most_rounds=MOST_ROUNDS).faults:
        yield _at(event, fault.message, _("To the seating"), "tournaments:seating")
    unpaid = money_reads.unpaid(event) if event.money_first else {}
    if unpaid:
        text = money_words.unpaid(len(unpaid), sum(unpaid.values()))
        url = reverse("tournaments:money", args=[event.tournament.slug])
        yield Missing(text, _("To the accounts"), url, whole=True)


def _cards(desk_facts: Facts) -> Iterator[Missing]:
    if desk_facts.cards is None:
        return
    event = desk_facts.event
    if event.is_ladder:
        yield from _ladder(event)
        return
    missing_seats = desk_facts.cards.missing
    for seat in missing_seats[:MOST_LISTED]:
        begun = desk_facts.cards.sheet.cards[seat].lines
        message = (
            _("The card of %(name)s is begun and not complete.") if begun else _("The card of %(name)s is not in.")
        )
        yield _at(
            event, message % {"name": desk_facts.cards.missing_name(seat)}, _("Open the card"), "scorecards:card", seat
        )
    if more := len(missing_seats[MOST_LISTED:]):
        message = ngettext("%(n)d more card is not in.", "%(n)d more cards are not in.", more) % {"n": more}
        yield replace(_at(event, message, _("All cards"), "scorecards:cards"), number=more)


def _ladder(event: Event) -> Iterator[Missing]:
    """The results of the game that is on, or the games that are still to play."""
    game = ladder_game(event)
    if game is None or game.finished:
        return
    if game.missing:
        wording = words.ladder_results_missing(game.game, game.missing)
    else:
        wording = words.ladder_game_to_start(game.game + 1)
    yield _at(event, f"{wording.title}. {wording.text}", wording.label, "scorecards:ladder")


def _cross_check(desk_facts: Facts) -> Iterator[Missing]:
    event = desk_facts.event
    cards = desk_facts.cards.sheet if desk_facts.cards else sheet(event)
    obstacles = (*standings_reads.obstacles(cards), *standings_reads.unread(cards))
    for obstacle in obstacles[:MOST_LISTED]:
        text = obstacle.text
        if obstacle.rule:
            text = f"{text} ({citing_words.with_edition(obstacle.rule, event.edition)})"
        seat = [obstacle.seat] if obstacle.page and obstacle.seat else []
        yield _at(event, text, _("Go there"), obstacle.page or "scorecards:posting", *seat, query=obstacle.query)
    if more := len(obstacles[MOST_LISTED:]):
        message = ngettext("%(n)d more thing stands in the way.", "%(n)d more things stand in the way.", more)
        yield replace(_at(event, message % {"n": more}, _("All of them"), "scorecards:posting"), number=more)


def _playoffs(desk_facts: Facts) -> Iterator[Missing]:
    """The bracket if it is not drawn; else each match in play, and how many matches wait for these."""
    event, drawn = desk_facts.event, desk_facts.bracket
    if drawn is None:
        posted = qualifiers(event)
        if len(posted) == 1:
            text = _("%(name)s is the only qualifier: no bracket is played.") % {"name": posted[0]["name"]}
            yield _at(event, text, _("See the standings"), "scorecards:standings")
        else:
            _title, text, label = words.draw_bracket(len(posted))
            yield _at(event, " ".join([_("The bracket is not drawn."), text]), label, "brackets:bracket")
        return
    waiting = 0
    for match in drawn.matches:
        if match.in_play:
            top, bottom = match.sides
            values = {
                "match": match.match,
                "pair": words.against(top.name, bottom.name),
                "top": match.won_by(top),
                "bottom": match.won_by(bottom),
            }
            text = _("Match %(match)d, %(pair)s, is not decided: %(top)d to %(bottom)d games.") % values
            yield _at(event, text, _("Open the match"), "brackets:match", match.match)
        elif match.winner is None:
            waiting += 1
    if waiting:
        message = ngettext(
            "%(n)d match waits for winners of these.", "%(n)d matches wait for winners of these.", waiting
        ) % {"n": waiting}
        yield replace(_at(event, message, _("To the bracket"), "brackets:bracket"), number=waiting)


def _report(desk_facts: Facts) -> Iterator[Missing]:
    if number := len(event_report(desk_facts.event).missing):
        _title, text, label = words.report_waits(number)
        yield replace(_at(desk_facts.event, text, label, "report:report"), number=number)


def _nothing(desk_facts: Facts) -> Iterator[Missing]:
    yield from ()


_MISSING = {
    Phase.REGISTRATION: _registration,
    Phase.SEATING: _nothing,
    Phase.QUALIFYING: _cards,
    Phase.CROSS_CHECK: _cross_check,
    Phase.PLAYOFFS: _playoffs,
    Phase.REPORT: _report,
}
