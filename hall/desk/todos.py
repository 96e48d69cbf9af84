"""What needs somebody now, the most urgent first; each todo with the one page that deals with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from django.urls import reverse

from brackets.bracket.reads.drawn import BracketNow, MatchNow
from brackets.bracket.rules import forfeit
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.words import moving as moving_words
from hall.desk import words
from hall.desk.facts import Cards, Facts, minutes_since
from hall.desk.words import Wording
from hall.report.reads import event_report
from judging.rules.calls import Staffing
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.reads.crosscheck import HEAD_JUDGE, TO_DECIDE
from scorecards.crosscheck.reads.leftover import leftover
from scorecards.ladder.reads import ladder_game
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import qualifiers
from scorecards.standings import words as standings_words
from scorecards.standings.reads import standings as standings_reads
from scorecards.standings.reads.informed import to_inform
from tournaments.access import Need, Rights
from tournaments.entrants.reads import entrants as entrants_reads
from tournaments.models import Event
from tournaments.rules.finding import Finding
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order
from tournaments.words import citing as citing_words


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing that needs somebody, and the page that deals with it.

    `mark` is the icon. A todo that is not `urgent` can wait.
    """

    mark: str
    title: str
    text: str
    label: str
    url: str
    urgent: bool = True


def todos(desk_facts: Facts, rights: Rights) -> tuple[Todo, ...]:
    """The todos of this event that somebody with these rights can deal with."""
    phase_todos = {
        Phase.REGISTRATION: _registration,
        Phase.SEATING: _seating,
        Phase.QUALIFYING: _cards,
        Phase.CROSS_CHECK: _cards,
        Phase.PLAYOFFS: _playoffs,
        Phase.REPORT: _report,
    }[Phase(desk_facts.event.phase)](desk_facts)
    return tuple(
        todo for need, todo in chain(_calls(desk_facts), _in_two_events(desk_facts), phase_todos) if rights.may(need)
    )


Needed = Iterator[tuple[Need, Todo]]
"""Todos, each with the permission that dealing with it needs."""


def _calls(desk_facts: Facts) -> Needed:
    """Calls for a judge, in any phase. Only the tables are named, since others can see the screen."""
    if desk_facts.calls:
        slug, oldest = desk_facts.event.tournament.slug, min(desk_facts.calls, key=lambda call: call.waits_since)
        wording = words.calls_wait(
            len(desk_facts.calls),
            minutes_since(oldest.waits_since, desk_facts.now),
            [call.spot for call in desk_facts.calls],
        )
        yield Need.JUDGE, Todo("i-gavel", *wording, reverse("judging:calls", args=[slug]))
        if desk_facts.staffing is not Staffing.ENOUGH:
            wording = words.too_few_judges(desk_facts.staffing)
            yield Need.DIRECT, Todo("i-warn", *wording, reverse("tournaments:people", args=[slug]))


def _in_two_events(desk_facts: Facts) -> Needed:
    """Players who came over to another event and are have a place in both, in any phase."""
    for player in desk_facts.in_two_events:
        wording = Wording(*moving_words.in_both_playoffs_wording(player.name, player.source, player.there))
        page, which = ("brackets:bracket", ()) if player.there.posted_at else ("tournaments:entrant", (player.number,))
        yield Need.REGISTER, _todo("i-warn", wording, player.there, page, *which)


def _todo(mark: str, wording: Wording, event: Event, page: str, *more: object, urgent: bool = True) -> Todo:
    return Todo(mark, *wording, reverse(page, args=[event.tournament.slug, event.slug, *more]), urgent)


def _report(desk_facts: Facts) -> Needed:
    if desk_facts.event.ends_with_ranking:
        yield from _to_tell(sheet(desk_facts.event))
        yield Need.DIRECT, _todo("i-print", words.is_official(), desk_facts.event, "scorecards:standings", urgent=False)
    missing = len(event_report(desk_facts.event).missing)
    yield (
        Need.DIRECT,
        _todo("i-print", words.report_waits(missing), desk_facts.event, "report:report", urgent=bool(missing)),
    )


def _registration(desk_facts: Facts) -> Needed:
    event, entrants = desk_facts.event, desk_facts.summary.entrants
    if entrants < 2:
        yield Need.REGISTER, _todo("i-user", words.too_few_entered(entrants), event, "tournaments:entrants")
        return
    if twice := len(entrants_reads.twice(event)):
        todo = _todo("i-warn", words.maybe_twice(twice), event, "tournaments:entrants")
        yield Need.REGISTER, replace(todo, url=f"{todo.url}?show=twice")
    yield Need.REGISTER, _todo("i-card", words.draw_seats(entrants), event, "tournaments:seating", urgent=False)


def _seating(desk_facts: Facts) -> Needed:
    if desk_facts.event.is_ladder:
        yield from _ladder(desk_facts)
        return
    yield Need.CHECK, _todo("i-card", words.type_first_card(), desk_facts.event, "scorecards:cards", urgent=False)


# --- Cards -----------------------------------------------------------------------------------------------------------


def _ladder(desk_facts: Facts) -> Needed:
    """What a ladder needs while it is played, up to the cross-check."""
    event, game = desk_facts.event, ladder_game(desk_facts.event)
    if game is None:
        return
    if game.finished:
        wording = words.ladder_finished(game.games, ends_with_ranking=event.ends_with_ranking)
        yield Need.DIRECT, _todo("i-check", wording, event, "scorecards:posting")
        if desk_facts.cards:
            yield from _ladder_ties(desk_facts.cards.sheet)
        return
    if game.missing:
        wording = words.ladder_results_missing(game.game, game.missing)
    else:
        wording = words.ladder_game_to_start(game.game + 1)
    yield Need.CHECK, _todo("i-card", wording, event, "scorecards:ladder")


def _ladder_ties(cards: Sheet) -> Needed:
    """The ties of a ladder that nobody has played off and for which posting does not wait."""
    groups = standings_reads.tied_groups_that_matter(cards) or ()
    if open_ties := sum(1 for group in groups if group.is_below and not group.order):
        todo = _todo("i-flag", words.ladder_ties(open_ties), cards.event, "scorecards:standings", urgent=False)
        yield Need.DIRECT, replace(todo, url=f"{todo.url}#ties")


def _ladder_settling(cards: Cards) -> Needed:
    """Games of a ladder without a result, one todo for each game, and its ties."""
    lacking = {int(finding["game"]): finding for finding in reversed(cards.obstacles.get("ladder_result_missing", ()))}
    for game, finding in sorted(lacking.items()):
        wording = words.ladder_result_missing(game, sheet_words.finding(finding))
        yield Need.CHECK, _todo("i-card", wording, cards.sheet.event, "scorecards:ladder_of_game", game)
    yield from _ladder_ties(cards.sheet)


def _cards(desk_facts: Facts) -> Needed:
    cards, event = desk_facts.cards, desk_facts.event
    if event.is_ladder and not event.cross_checked_at:
        yield from _ladder(desk_facts)
        return
    if cards is None:
        # The cross-check may begin before the first card is typed.
        yield from _seating(desk_facts)
        return
    if event.is_ladder:
        yield from _ladder_settling(cards)
    elif cards.missing:
        names = [cards.missing_name(seat) for seat in cards.missing]
        wording = words.cards_missing(names, len(cards.playing))
        yield Need.CHECK, _todo("i-card", wording, event, "scorecards:cards")
    if cards.sheet.not_typed:
        yield Need.CHECK, _not_typed(cards, event)
    if lines := cards.to_read_again:
        matter = sum(1 for line in lines if line.matters)
        wording = words.read_again(len(lines), matter)
        yield Need.CHECK, _todo("i-search", wording, event, "scorecards:looks", urgent=matter > 0)
    for finding in cards.obstacles.get("line_names_nobody", ()):
        seat = str(finding["seat"])
        wording = words.names_nobody(cards.name(seat), sheet_words.finding(finding))
        yield Need.CHECK, _todo("i-pen", wording, event, "scorecards:card", seat)
    if undecided := cards.obstacles.get("phone_differs"):
        wording = words.lines_differ_from_phone(len(undecided), sheet_words.finding(undecided[0]))
        yield Need.CHECK, _todo("i-warn", wording, event, "scorecards:phones")
    reasons_aside = {seat: facts.set_aside_reason for seat, facts in cards.sheet.facts.items() if facts.set_aside_at}
    if reasons_aside:
        wording = words.set_aside([words.card_and_reason(cards.name(seat), why) for seat, why in reasons_aside.items()])
        todo = _todo("i-flag", wording, event, "scorecards:cards")
        yield Need.DIRECT, replace(todo, url=f"{todo.url}?show=aside")
    if not cards.missing and not event.cross_checked_at:
        rule = citing_words.named("discrepancies", event.edition) if event.records_spread else ""
        wording = words.begin_cross_check(rule)
        yield Need.CHECK, _todo("i-check", wording, event, "scorecards:crosscheck")
    if event.cross_checked_at:
        yield from _settling(cards, event)
    if cards.totals_off:
        yield Need.CHECK, _totals_off(cards, event)


def _not_typed(cards: Cards, event: Event) -> Todo:
    """The lines that are not typed although the other cards have them, by card; it leads to the first card."""
    games_by_seat: dict[str, list[int]] = {}
    for seat, game in sorted(cards.sheet.not_typed, key=lambda place: (seat_order(place[0]), place[1])):
        games_by_seat.setdefault(seat, []).append(game)
    wording = words.not_typed([(cards.missing_name(seat), games) for seat, games in games_by_seat.items()])
    is_urgent = "line_not_typed" in cards.obstacles
    return _todo("i-pen", wording, event, "scorecards:card", next(iter(games_by_seat)), urgent=is_urgent)


def _totals_off(cards: Cards, event: Event) -> Todo:
    """The cards that do not add up: it names the first two, and leads to the first."""
    first = [words.card_and_reason(cards.name(seat), why) for seat, why in list(cards.totals_off.items())[:2]]
    wording = words.totals_off(first, len(cards.totals_off))
    return _todo("i-pen", wording, event, "scorecards:card", next(iter(cards.totals_off)), urgent=False)


def _settling(cards: Cards, event: Event) -> Needed:
    """What is left to settle once the cross-check is begun, up to posting the names."""
    obstacles = cards.obstacles
    referrals, unruled = obstacles.get("referral_open", ()), len(cards.sheet.leftover.unruled)
    undecided = obstacles.get("result_unsettled", ())
    if undecided or (unruled and not event.records_spread):
        wording = words.undecided(unruled, [_game(game) for game in undecided])
        todo = _todo("i-pen", wording, event, "scorecards:crosscheck", urgent=bool(undecided))
        yield Need.CHECK, replace(todo, url=f"{todo.url}?table={TO_DECIDE}")
    elif referrals or unruled:
        rule = citing_words.named("discrepancies", event.edition)
        for_judge = citing_words.authority("for", event.edition)
        wording = words.referrals(unruled, [_game(game) for game in referrals], rule, for_judge)
        todo = _todo("i-gavel", wording, event, "scorecards:crosscheck", urgent=bool(referrals))
        yield Need.RULE, replace(todo, url=f"{todo.url}?table={HEAD_JUDGE}")
    if cards.to_sign:
        unsigned = [
            finding for finding in obstacles.get("correction_uninitialled", ()) if _id(finding) in cards.to_sign
        ]
        wording = words.uninitialled(len(cards.to_sign), [_game(finding) for finding in unsigned])
        yield Need.CHECK, _todo("i-pen", wording, event, "scorecards:crosscheck", urgent=bool(unsigned))
    for level in obstacles.get("tie_unbroken", ()):
        todo = _todo("i-flag", words.tie(sheet_words.finding(level)), event, "scorecards:standings")
        yield Need.DIRECT, replace(todo, url=f"{todo.url}#ties")
    below = "" if event.is_ladder else standings_reads.level_below_the_line(cards.sheet)
    if below:
        todo = _todo("i-flag", words.tie_below(below), event, "scorecards:standings", urgent=False)
        yield Need.DIRECT, replace(todo, url=f"{todo.url}#ties")
    if not cards.missing:
        yield from _to_tell(cards.sheet)
    if not obstacles and cards.unread:
        wording = words.post_unread(standings_words.unread_lines(len(cards.unread)))
        yield Need.DIRECT, _todo("i-check", wording, event, "scorecards:posting", urgent=False)
    elif not obstacles:
        unread = crosscheck_words.still_to_read(len(cards.to_read_again))
        unsettled = [*([unread] if unread else []), *leftover(cards.sheet)]
        quota = cards.sheet.quota
        wording = words.post_names(quota, unsettled) if quota else words.make_official(unsettled)
        yield Need.DIRECT, _todo("i-check", wording, event, "scorecards:posting")


def _to_tell(cards: Sheet) -> Needed:
    """The players whom corrections moved and nobody has told yet (12.2.i), also after posting."""
    moved = [f"{seat} {cards.entries[seat].known_name}" for seat in to_inform(cards)]
    if moved:
        wording = words.inform(len(moved), moved, citing_words.in_brackets("inform", cards.event.edition))
        yield Need.DIRECT, _todo("i-user", wording, cards.event, "scorecards:inform", urgent=False)


def _id(finding: Finding) -> str:
    """The id of the discrepancy that a finding is about."""
    return f"{finding['game']}-{finding['first']}-{finding['second']}"


def _game(finding: Finding) -> str:
    return words.game_of(str(finding["game"]), str(finding["first"]), str(finding["second"]))


# --- Playoffs --------------------------------------------------------------------------------------------------------


def _playoffs(desk_facts: Facts) -> Needed:
    event, drawn = desk_facts.event, desk_facts.bracket
    if drawn is None:
        yield from _to_tell(sheet(event))
        posted = qualifiers(event)
        if len(posted) == 1:
            wording = words.one_qualifier(posted[0]["name"])
            yield Need.DIRECT, _todo("i-flag", wording, event, "scorecards:standings", urgent=False)
        else:
            yield Need.DIRECT, _todo("i-flag", words.draw_bracket(len(posted)), event, "brackets:bracket")
        return
    for match in drawn.matches:
        if match.match in desk_facts.disputed:
            wording = words.players_differ(match.sides[0].name, match.sides[1].name, match.next_game)
            yield Need.SCORE_MATCH, _todo("i-warn", wording, event, "brackets:match", match.match)
        if _forfeit_is_due(match, desk_facts):
            top, bottom = match.sides
            rule = citing_words.in_brackets("forfeit", event.edition)
            wording = words.forfeit_due(top.name, bottom.name, match.next_game, rule)
            yield Need.DIRECT, _todo("i-clock", wording, event, "brackets:match", match.match)
    yield from _rounds(drawn, event)


def _forfeit_is_due(match: MatchNow, desk_facts: Facts) -> bool:
    """Whether the clock has forfeited a game that nobody has recorded yet; never once a game was really played."""
    is_played = any(not game.forfeit for game in match.games)
    if not match.in_play or match.scheduled_at is None or is_played:
        return False
    return forfeit.forfeits_allowed(match.scheduled_at, desk_facts.now, best_of=match.best_of) > len(match.games)


def _rounds(drawn: BracketNow, event: Event) -> Needed:
    """Open matches: those of each playoff round that have no time, and all that wait for a result."""
    for number, matches in enumerate(drawn.rounds, start=1):
        untimed = [match for match in matches if match.in_play and match.scheduled_at is None and not match.games]
        if untimed:
            wording = words.no_times(playoffs_words.round_name(number, len(drawn.rounds)), len(untimed))
            yield Need.DIRECT, _todo("i-clock", wording, event, "brackets:bracket", urgent=False)
    in_play = [match for match in drawn.matches if match.in_play]
    if in_play:
        pairs = [words.against(match.sides[0].name, match.sides[1].name) for match in in_play]
        begun = sum(1 for match in in_play if match.games)
        wording = words.matches_open(begun, len(in_play) - begun, pairs)
        yield Need.SCORE_MATCH, _todo("i-flag", wording, event, "brackets:bracket", urgent=False)
