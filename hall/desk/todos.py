"""What needs somebody now, the most urgent first; each todo with the one page that deals with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from zoneinfo import ZoneInfo

from django.urls import reverse

from brackets.bracket.reads.drawn import BracketNow, MatchNow
from brackets.bracket.rules import forfeit
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.words import moving as moving_words
from brackets.settling.reads.settling import settlement
from hall.desk import words
from hall.desk.facts import Cards, Facts, minutes_since
from hall.desk.words import Wording
from hall.report.reads import event_report
from judging.rules.calls import Staffing
from scorecards.crosscheck import words as crosscheck_words
from scorecards.crosscheck.reads.crosscheck import HEAD_JUDGE, TO_DECIDE
from scorecards.crosscheck.reads.leftover import leftover
from scorecards.ladder.reads import differing_tables, ladder_game
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import qualifiers
from scorecards.standings import words as standings_words
from scorecards.standings.reads import standings as standings_reads
from scorecards.standings.reads.informed import to_inform
from tournaments.access import Need, Rights
from tournaments.day.reads.round import round_now
from tournaments.day.reads.schedule import rounds
from tournaments.entrants.reads import entrants as entrants_reads
from tournaments.entrants.reads.paper import paper_counts
from tournaments.entrants.reads.registrations import waiting_registrations
from tournaments.models import Event, Tournament
from tournaments.money.reads.money import accounts, money_totals
from tournaments.money.words import amount
from tournaments.rules.finding import Finding
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order
from tournaments.venue.reads.flyer import flyer
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


def weekend_todos(tournament: Tournament, rights: Rights, now: datetime) -> tuple[Todo, ...]:
    """The todos of the whole tournament that somebody with these rights in it can deal with."""
    return tuple(_weekend(tournament, rights, now)) if rights.may_in_all(Need.REGISTER) else ()


def _weekend(tournament: Tournament, rights: Rights, now: datetime) -> Iterator[Todo]:
    """For registrars: what waits at the desk, and who owes or is owed money. For directors also flyer and books."""

    def todo(mark: str, wording: Wording, page: str, *, query: str = "", urgent: bool = True) -> Todo:
        return Todo(mark, *wording, reverse(page, args=[tournament.slug]) + query, urgent)

    directs, phases = rights.may_in_all(Need.DIRECT), [event.phase for event in tournament.events.all()]
    if not phases and directs:
        yield todo("i-flag", words.no_event(), "tournaments:events")
    if waiting := waiting_registrations(tournament):
        yield todo("i-user", words.registrations_wait(waiting), "tournaments:registrations")
    if all(phase == Phase.REGISTRATION for phase in phases):
        today = now.astimezone(ZoneInfo(tournament.time_zone)).date()
        lacking = len(flyer(tournament).missing) if directs and today < tournament.starts_on else 0
        if lacking:
            yield todo("i-pen", words.flyer_lacks(lacking), "tournaments:flyer_words", urgent=False)
        return
    is_over = all(phase == Phase.REPORT for phase in phases)
    # The books are much work, and nothing is paid out before an event is over.
    books = settlement(tournament) if Phase.REPORT in phases else None
    money = books.money if books else money_totals(accounts(tournament))
    if money.people_open:
        wording = words.money_open(money.people_open, amount(money.open))
        yield todo("i-flag", wording, "tournaments:money", query="?show=open", urgent=is_over)
    if books and books.people_to_pay:
        wording = words.payouts_wait(books.people_to_pay, amount(books.to_pay))
        yield todo("i-flag", wording, "brackets:payouts", urgent=is_over)
    if books and is_over and directs and not books.settled:
        yield todo("i-flag", words.books_open(), "brackets:settlement", urgent=False)


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
    if desk_facts.is_day and desk_facts.away:
        yield Need.REGISTER, _check_in(desk_facts, words.check_in(desk_facts.away, entrants))
    is_ready = desk_facts.is_day and not desk_facts.away
    yield Need.REGISTER, _todo("i-card", words.draw_seats(entrants), event, "tournaments:seating", urgent=is_ready)


def _check_in(desk_facts: Facts, wording: Wording) -> Todo:
    return Todo("i-user", *wording, reverse("tournaments:check_in", args=[desk_facts.event.tournament.slug]))


def _seating(desk_facts: Facts) -> Needed:
    """From the draw to the first card: the door, the paper, and the games as they are called."""
    if desk_facts.event.is_ladder:
        yield from _ladder(desk_facts)
    elif desk_facts.event.game_now is not None:
        yield from _game_on(desk_facts)
    else:
        if desk_facts.is_day and 0 < desk_facts.away < desk_facts.summary.entrants:
            yield Need.REGISTER, _check_in(desk_facts, words.not_here(desk_facts.away))
        yield from _paper(desk_facts.event)
        wording = words.call_first_game(desk_facts.event.starts_at, desk_facts.now)
        yield Need.DIRECT, _todo("i-clock", wording, desk_facts.event, "tournaments:round", urgent=desk_facts.is_day)


def _paper(event: Event) -> Needed:
    """What is to be printed before the first game: anything at all, then what has changed since."""
    printed = [count for count in paper_counts(event) if count.printed_at]
    changed = sum(count.new for count in printed)
    if not printed:
        yield Need.REGISTER, _todo("i-print", words.print_paper(), event, "tournaments:paper")
    elif changed:
        yield Need.REGISTER, _todo("i-print", words.print_again(changed), event, "tournaments:paper")


def _game_on(desk_facts: Facts) -> Needed:
    """The game that is on: its tables, its decks, and the next game; the cards once it is the last."""
    event, on = desk_facts.event, round_now(desk_facts.event)
    if on.game is None:
        return
    if on.decks.is_due:
        yield Need.DIRECT, _todo("i-warn", words.change_decks(), event, "tournaments:round")
    done = sum(1 for table in on.tables if table.done_at)
    if on.after is None:
        yield Need.CHECK, _todo("i-card", words.last_game_on(on.game), event, "scorecards:cards", urgent=False)
    elif done == len(on.tables):
        yield Need.DIRECT, _todo("i-clock", words.call_next_game(on.after), event, "tournaments:round")
    else:
        wording = words.game_on(on.game, on.rounds, done, len(on.tables))
        yield Need.DIRECT, _todo("i-clock", wording, event, "tournaments:round", urgent=False)


# --- Cards -----------------------------------------------------------------------------------------------------------


def _ladder(desk_facts: Facts) -> Needed:
    """What a ladder needs while it is played, up to the cross-check."""
    event, game = desk_facts.event, ladder_game(desk_facts.event)
    if game is None:
        return
    for number, table in differing_tables(event):
        todo = _todo("i-card", words.ladder_cards_differ(number, table), event, "scorecards:ladder_of_game", number)
        yield Need.CHECK, replace(todo, url=f"{todo.url}#table-{table}")
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
    elif event.game_on and cards.missing and event.game_on < rounds(event):
        # A card or two came early: the others are still played.
        yield from _game_on(desk_facts)
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
