"""Tournaments played at random: whatever is done and taken back, there is a next step, nothing is lost, every cent is somewhere.

People do things in any order to two events of one tournament, the real actions on the database; what cannot be is refused and
changes nothing. The test keeps books of its own: which games were said to be won, what the papers say, what is in the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import groupby
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from hypothesis import HealthCheck, example, given, note
from hypothesis import settings as examples
from hypothesis import strategies as st

from brackets.bracket.actions import draw_bracket, set_lengths
from brackets.bracket.reads.drawn import BracketNow, MatchNow, bracket
from brackets.bracket.reads.placings import placings
from brackets.bracket.rules.byes import bracket_size
from brackets.bracket.rules.chart import round_count
from brackets.bracket.rules.places import place_of
from brackets.matches.actions.claims import claim_game, let_players_report
from brackets.matches.actions.ending import end_match, take_back_ending
from brackets.matches.actions.moving import move_over
from brackets.matches.actions.playing import forfeit_game, record_game, take_back_game
from brackets.matches.actions.timing import schedule_match
from brackets.matches.reads.moving import moving
from brackets.matches.reads.takingback import ENDING, taking_back
from brackets.models import Item, MatchGame, Payout
from brackets.results.actions.after_posting import correct_after_posting, find_correction
from brackets.results.reads.results import results
from brackets.settling.actions import books as books_actions
from brackets.settling.actions import payouts as payouts_actions
from brackets.settling.actions import pools as pools_actions
from brackets.settling.actions import prizes as prizes_actions
from brackets.settling.actions.prizes import PrizePlan
from brackets.settling.reads.settling import settlement, winners
from brackets.tests.replaying import kept, replayed
from brackets.tests.test_settling import check_books
from hall.demonstration.simulator import Chance
from hall.desk.actions import reopen_phase
from hall.desk.facts import facts
from hall.desk.missing import missing
from hall.desk.phases import reopening
from hall.desk.todos import todos
from hall.exchange import reads as site_reads
from hall.exchange.actions import import_tournament
from hall.report.reads import event_report
from scorecards.cards.actions import cards as cards_actions
from scorecards.cards.actions.cards import WrittenCard, WrittenLine
from scorecards.crosscheck.actions.crosscheck import GameKey, accept_all, override, start_cross_check
from scorecards.models import Discrepancy, PostedList, ScoreLine
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.reads.lists import (
    POSTING,
    acts_of_the_list,
    kept_corrections,
    lines_left_out,
    list_versions,
    listed_as_posted,
    listed_now,
)
from scorecards.sheet.reads.standings import level_groups, qualifiers
from scorecards.sheet.rules.after_posting import LateDecision, find_shifts
from scorecards.sheet.rules.line import game_points
from scorecards.standings.actions.posting import post_qualifiers, record_tiebreak
from scorecards.standings.reads.after_posting import without_corrections
from scorecards.tests.factories import find, look_at_all, sheet
from tournaments.access import Rights
from tournaments.day.actions.round import change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import schedule
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, LedgerLine, Player
from tournaments.money.actions.money import add_fee, choose_fee, reverse_line, write_line
from tournaments.money.reads.money import accounts
from tournaments.rules.phase import Phase
from tournaments.seating.actions import draw_seats
from tournaments.tests.cases import often
from tournaments.tests.factories import make_actor, make_event, make_tournament
from tournaments.venue.actions.events import exempt_quota

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
MAIN, SECOND = "main", "consolation"
NOW = timezone.now()
TABLES = [
    model
    for app in ("tournaments", "scorecards", "brackets")
    for model in apps.get_app_config(app).get_models()
    if model._meta.label != "tournaments.User"
]
ADDED_ONLY: tuple[type[Model], ...] = (AuditEntry, LedgerLine, Item, Payout)
"""Rows of these are added and never changed."""

STEPS = (Phase.PLAYOFFS, Phase.PLAYOFFS, Phase.CROSS_CHECK, Phase.QUALIFYING, Phase.SEATING, Phase.REGISTRATION)
"""The steps that are opened again, the playoffs more often."""

Rows = dict[str, list[tuple[Any, ...]]]
Games = dict[int, list[tuple[str, bool, bool]]]


def all_rows() -> Rows:
    """Everything that the database holds."""
    return {model._meta.label: list(model.objects.order_by("pk").values_list()) for model in TABLES}


class Hall:
    """A tournament with two events, and somebody who does things to it; `n` and `m` choose among what there is to do it to."""

    def __init__(self, players: int, quota: int | None, both: bool, seed: int) -> None:
        self.chance, self.actor = Chance(seed), make_actor()
        self.tournament = make_tournament()
        event = make_event(tournament=self.tournament, slug=MAIN, entrants=players, seated=True)
        make_event(tournament=self.tournament, slug=SECOND, kind="consolation", games=2)
        for slug, cents in ((MAIN, 7500), (SECOND, 2001)):
            fees = (("Entry", cents, "entry", False), ("Q-pool", 1000, "q_pool", True))
            for name, fee, kind, optional in fees:
                add_fee(event=self.event(slug), name=name, cents=fee, kind=kind, optional=optional, actor=self.actor)
        exempt_quota(
            event=event, quota=quota and min(quota, players), reason="A small hall" if quota else "", actor=self.actor
        )
        self.box = 0
        self.games: dict[str, Games] = {MAIN: {}, SECOND: {}}
        self.paper: dict[tuple[str, str, int], Any] = {}
        self.lists: dict[str, int] = {MAIN: 0, SECOND: 0}
        self.post(MAIN)
        if both and len(people := moving(self.event(SECOND), self.event(MAIN)).offered) > 3:
            seats = {one.number: "" for one in people}
            move_over(event=self.event(SECOND), source=self.event(MAIN), seats=seats, actor=self.actor)
            self.post(SECOND)

    def event(self, slug: str) -> Event:
        return Event.objects.select_related("tournament").get(tournament=self.tournament, slug=slug)

    def entrant(self, slug: str, n: int) -> Entry:
        entries = list(Entry.objects.filter(event__slug=slug, event__tournament=self.tournament).order_by("number"))
        entries = entries or list(Entry.objects.filter(event__tournament=self.tournament).order_by("number"))
        return Entry.objects.select_related("event__tournament", "player").get(pk=entries[n % len(entries)].pk)

    # --- From the first card to the posted list ---

    def post(self, slug: str) -> None:
        """Do what is missing until the qualifiers are posted: seats, cards, cross-check, ties."""
        if not self.event(slug).is_seated:
            draw_seats(event=self.event(slug), actor=self.actor)
        self.write_cards(slug)
        if self.event(slug).cross_checked_at is None:
            start_cross_check(event=self.event(slug), actor=self.actor)
        look_at_all(self.event(slug))
        event = self.event(slug)
        accept_all(event=event, initials="JK", revision=event.revision, actor=self.actor)
        for found in sheet(event).obstacles:
            if found.code == "referral_open":
                self.rule(event, found["game"], str(found["first"]), str(found["second"]))
        for group in level_groups(sheet(event)):
            record_tiebreak(event=event, order=[place.seat for place in group], actor=self.actor)
        post_qualifiers(event=self.event(slug), unread_reason="Both papers in hand", actor=self.actor)
        self.lists[slug] += 1

    def write_cards(self, slug: str) -> None:
        """Every card that is not in yet or names nobody, as the plan has it; now and then two players write different amounts."""
        event = self.event(slug)
        on = sheet(event)
        seats = {
            seat
            for seat, card in on.cards.items()
            if not card.complete or not all(line.opponent for line in card.lines)
        }
        cards: dict[str, list[WrittenLine]] = {seat: [] for seat in seats}
        for pairing in schedule(event):
            if None in pairing.players or not seats.intersection(pairing.players):
                continue
            winner, loser = self.chance.sample(pairing.players, 2)
            spread = self.chance.randint(1, 9) * 5
            said = spread + self.chance.choice((0, 0, 0, 0, 0, 0, 0, 2, -2, -2))
            for seat, line in (
                (winner, WrittenLine(pairing.game, loser, game_points(spread), spread, None)),
                (loser, WrittenLine(pairing.game, winner, 0, None, said)),
            ):
                if seat in seats:
                    cards[seat].append(line)
        if not cards:
            return
        cards_actions.write_cards(
            event=event, cards={seat: WrittenCard(tuple(lines)) for seat, lines in cards.items()}, actor=self.actor
        )
        for seat, lines in cards.items():
            self.on_paper(slug, seat, lines)

    def on_paper(self, slug: str, seat: str, lines: list[WrittenLine]) -> None:
        for line in lines:
            self.paper[slug, seat, line.game] = (line.opponent, line.points, line.plus, line.minus)

    def rule(self, event: Event, game: Any, first: str, second: str) -> None:
        """Decide a game by hand: the first has won it."""
        resolved = {
            first: {"points": 2, "plus": 10, "minus": None},
            second: {"points": 0, "plus": None, "minus": 10},
        }
        override(
            event=event,
            key=GameKey(game, (first, second)),
            resolved=resolved,
            initials="HJ",
            reason="Both were asked",
            version=find(event, game, first, second).version,
            rights=DIRECTOR,
            actor=self.actor,
        )

    def tie(self, slug: str, n: int, m: int) -> None:
        event = self.event(slug)
        groups = level_groups(sheet(event)) if event.is_seated else []
        order = [place.seat for place in groups[n % len(groups)]] if groups else ["A-1", "A-2"]
        record_tiebreak(event=event, order=order[:: -1 if m % 2 else 1], actor=self.actor)

    def posting(self, slug: str, n: int, m: int) -> None:
        if self.event(slug).posted_at is None:
            self.post(slug)

    def late(self, slug: str, n: int, m: int) -> None:
        """A card is found wrong after posting: other points, none, or the other one has won; or its paper has no such line."""
        event = self.event(slug)
        on = sheet(event)
        written = [(seat, line) for seat in sorted(on.cards) for line in on.cards[seat].lines]
        if not written:
            return
        seat, line = written[n % len(written)]
        spread, wins = m % 13 + 1, line.is_win == (m % 5 > 0)
        new = WrittenLine(line.game, line.opponent, game_points(spread), spread, None)
        if not wins:
            new = WrittenLine(line.game, line.opponent, 0, None, spread)
        if m % 11 == 0:
            new = WrittenLine(line.game, line.opponent, None, None, None)
        decision, is_gone = list(LateDecision)[m % 3], m % 8 == 0
        asked: dict[str, Any] = {"event": event, "seat": seat, "lines": [new], "actor": self.actor}
        if is_gone:
            asked |= {"lines": [], "gone": [line.game]}
            new = WrittenLine(line.game, None, None, None, None)
        seen = find_correction(**asked)
        if decision is LateDecision.POST:
            asked["orders"] = [[place.seat for place in group] for group in seen.late.ties]
            seen = find_correction(**asked)
        correct_after_posting(**asked, decision=decision, reason="The paper says so", mark=seen.mark, initials="JK")
        if decision is not LateDecision.LEAVE:
            self.on_paper(slug, seat, [new])
            if is_gone and not on.cards[seat].counts(line.game):
                del self.paper[slug, seat, line.game]
        event = self.event(slug)
        posted, recount = listed_as_posted(event), listed_now(sheet(event))
        if decision is LateDecision.POST:
            self.lists[slug] += 1
            # What was kept beside an earlier list may be left out again, and nothing else.
            left_out, told = lines_left_out(event), kept_corrections(event)
            assert left_out.keys() <= {(one.seat, game) for one in told for game in one.games}
            assert posted == listed_now(without_corrections(sheet(event), left_out))
        # Whoever reads the standings is told while the cards say something else than the list.
        assert kept_corrections(event) or not find_shifts(posted, recount)

    def reopen(self, slug: str, n: int, m: int) -> None:
        event, step = self.event(slug), STEPS[n % len(STEPS)]
        seen = reopening(event, step)
        reopen_phase(event=event, phase=step, reason="It was wrong", mark=seen.mark, cards=seen.cards, actor=self.actor)
        if step is Phase.PLAYOFFS:
            final = max(self.games[slug], default=0)
            if "game" in seen.fallen:
                assert self.games[slug][final].pop()[0] == seen.fallen["winner"]
            return
        self.games[slug] = {}
        if step in (Phase.SEATING, Phase.REGISTRATION):
            self.paper = {key: line for key, line in self.paper.items() if key[0] != slug}

    def come_over(self, slug: str, n: int, m: int) -> None:
        """Up to three come over to the other event: who did not qualify, or is out by a round."""
        event, source = self.event(SECOND if m % 4 else MAIN), self.event(MAIN if m % 4 else SECOND)
        on = moving(event, source, m % 3)
        people = [one.number for one in on.people if one.is_offered or n % 10 == 9]
        move_over(
            event=event, source=source, seats=dict.fromkeys(people[: n % 3 + 1], ""), out_in=m % 3, actor=self.actor
        )

    # --- Playoffs ---

    def draw(self, slug: str, n: int, m: int) -> None:
        event = self.event(slug)
        rounds = round_count(bracket_size(max(2, len(qualifiers(event)))))
        lengths = {played: (1, 3, 1, 5)[(n + played * m) % 4] for played in range(1, rounds + 1)}
        draw_bracket(event=event, rounds=lengths, actor=self.actor)
        let_players_report(event=event, on=bool(n % 2), actor=self.actor)
        self.games[slug] = {}

    def matches(self, slug: str) -> tuple[MatchNow, ...]:
        drawn = bracket(self.event(slug))
        return drawn.matches if drawn else ()

    def pick(self, slug: str, n: int, fits: Callable[[MatchNow], object]) -> MatchNow | None:
        """One of the matches for which this is so; now and then any."""
        found = [one for one in self.matches(slug) if n % 16 == 9 or fits(one)]
        return found[n % len(found)] if found else None

    def lengths(self, slug: str, n: int, m: int) -> None:
        set_lengths(event=self.event(slug), rounds={n % 3 + 1: (1, 3, 5, 7)[m % 4]}, actor=self.actor)

    def play(self, slug: str, n: int, m: int) -> None:
        if not self.event(slug).posted_at:
            slug = MAIN
        if not self.matches(slug):
            return self.draw(slug, n, m)
        match = self.pick(slug, n, lambda one: one.in_play)
        if match is None or not match.sides:
            return
        side, how = match.sides[m % len(match.sides)], m % 10 == 9
        row, is_new = record_game(
            event=self.event(slug), match=match.match, winner=side.seat, conceded=how, actor=self.actor
        )
        assert is_new
        self.won(slug, match.match, row)

    def won(self, slug: str, match: int, row: MatchGame) -> None:
        games = self.games[slug].setdefault(match, [])
        games.append((row.winner.seat, row.forfeit, row.conceded))
        assert len(games) == row.game

    def say(self, slug: str, n: int, m: int) -> None:
        """One of the players of a match says who won, from the personal link; mostly what the other says too."""
        match = self.pick(slug, n, lambda one: one.in_play)
        if match is None or not match.sides:
            return
        table, number = match.sides[m % len(match.sides)].seat.split("-")
        entries = Entry.objects.select_related("event__tournament").filter(event__tournament=self.tournament)
        row, is_new = claim_game(
            entry=entries.get(event__slug=slug, table=table, seat_number=number),
            match=match.match,
            game=match.next_game,
            winner=match.sides[-1 if m % 5 else 0].seat,
            actor=self.actor,
        )
        if row is not None and is_new:
            self.won(slug, match.match, row)

    def forfeit(self, slug: str, n: int, m: int) -> None:
        """The clock runs from NOW, and it is up to an hour and a half later."""
        match = self.pick(slug, n, lambda one: one.in_play and all(game.forfeit for game in one.games))
        if match is None or not match.sides:
            return
        event = self.event(slug)
        if match.scheduled_at is None:
            schedule_match(event=event, match=match.match, scheduled_at=NOW, actor=self.actor)
            return
        row = forfeit_game(
            event=event,
            match=match.match,
            absent=match.sides[m % len(match.sides)].seat,
            now=NOW + timedelta(minutes=m % 90),
            actor=self.actor,
        )
        self.won(slug, match.match, row)

    def end(self, slug: str, n: int, m: int) -> None:
        ended = ("concession", "removal", "walk_over")[m % 3]
        match = self.pick(slug, n, lambda one: one.in_play or (len(one.sides) == 1 and not one.bye))
        if match is None or not match.sides:
            return
        end_match(
            event=self.event(slug),
            match=match.match,
            ended=ended,
            loser=match.sides[m // 3 % len(match.sides)].seat,
            reason="It happens",
            rights=DIRECTOR,
            actor=self.actor,
        )

    def take_back(self, slug: str, n: int, m: int) -> None:
        """Take back the last act of a match, mostly also where others fall with it; what falls is what was said before."""
        match = self.pick(slug, n, lambda one: one.games or one.ended)
        if match is None:
            return
        event = self.event(slug)
        back = taking_back(event, match.match)
        asked = {"event": event, "match": match.match, "actor": self.actor}
        asked |= {"through": m % 6 > 0, "mark": "" if m % 7 == 0 else back.mark, "reason": "A slip" if m % 5 else ""}
        if back.last == ENDING:
            take_back_ending(rights=DIRECTOR, **asked)
        else:
            take_back_game(**asked)
            self.games[slug][match.match].pop()
        for one in back.falls:
            fallen = self.games[slug].pop(one.match, [])
            assert [winner for winner, *_how in fallen] == [game.winner for game in one.games]

    # --- Money ---

    def receive(self, slug: str, n: int, m: int) -> None:
        kind = ("cash", "cheque", "cash", "refund", "waiver")[m % 5]
        cents = (7500, 8500, 1000, 333, 2001, 3001)[m % 6]
        write_line(
            tournament=self.tournament,
            player=self.entrant(slug, n).player,
            kind=kind,
            cents=cents,
            note="So",
            actor=self.actor,
        )
        self.box += {"refund": -cents, "waiver": 0}.get(kind, cents)

    def reverse(self, slug: str, n: int, m: int) -> None:
        lines = list(self.tournament.ledger.select_related("player", "tournament").order_by("number"))
        if not lines:
            return
        line = lines[n % len(lines)]
        again = LedgerLine.objects.filter(reverses=line).exists()
        reverse_line(line=line, reason="A slip", actor=self.actor)
        if not again:
            self.box -= {"refund": -line.cents, "waiver": 0}.get(line.kind, line.cents)

    def take_pool(self, slug: str, n: int, m: int) -> None:
        entry = self.entrant(slug, n)
        fee = entry.event.fees.get(name="Q-pool")
        choose_fee(entry=entry, fee=fee, taken=m % 4 > 0, reason="So", rights=DIRECTOR, actor=self.actor)

    def prizes(self, slug: str, n: int, m: int) -> None:
        table = [PrizePlan("place", cents, place) for place, cents in ((1, 20_000), (2, 10_001), (3, 5000), (5, 999))]
        table += [PrizePlan("rank", 3000 + m, 1 + n % 4), PrizePlan("hnq", 2000)]
        table += [PrizePlan("other", 500, name="Best hat", entrant=self.entrant(slug, n).number)] if m % 2 else []
        prizes_actions.set_prizes(event=self.event(slug), prizes=table[n % 3 :], actor=self.actor)

    def plan_pool(self, slug: str, n: int, m: int) -> None:
        fee = self.event(slug).fees.get(name="Q-pool")
        if m % 8 == 0:
            pools_actions.remove_pool_plan(fee=fee, actor=self.actor)
            return
        kind = ("equal", "top_double", "graduated", "by_hand")[m % 4]
        by_hand = [1000, 333, 1][: n % 4] if m % 4 == 3 or m % 6 == 0 else []
        pools_actions.plan_pool(fee=fee, type=kind, ratio=n % 5 + 1, by_hand=by_hand, reason="So", actor=self.actor)

    def pay(self, slug: str, n: int, m: int) -> None:
        """Pay a winner all that is open, a part, or more than that."""
        people = [one for one in winners(self.tournament) if one.open > 0 or n % 16 == 9]
        if not people:
            return
        one = people[n % len(people)]
        cents = max(1, (one.open, one.open, one.open // 3, one.open + 1)[m % 4])
        player = Entry.objects.filter(event__tournament=self.tournament, player=one.player).latest("pk").player
        payouts_actions.pay_out(tournament=self.tournament, player=player, kind="cash", cents=cents, actor=self.actor)
        assert cents <= one.open
        self.box -= cents

    def unpay(self, slug: str, n: int, m: int) -> None:
        payouts = list(self.tournament.payouts.select_related("player", "tournament").order_by("number"))
        if not payouts:
            return
        payout = payouts[n % len(payouts)]
        again = Payout.objects.filter(reverses=payout).exists()
        payouts_actions.reverse_payout(payout=payout, reason="A slip", actor=self.actor)
        self.box += 0 if again else payout.cents

    def item(self, slug: str, n: int, m: int) -> None:
        items = list(self.tournament.items.order_by("number"))
        if m % 3 == 0 and items:
            item = items[n % len(items)]
            again = Item.objects.filter(reverses=item).exists()
            books_actions.reverse_item(item=item, reason="A slip", actor=self.actor)
            self.box += 0 if again else -item.cents if item.kind == Item.Kind.INCOME else item.cents
            return
        kind = books_actions.ITEM_KINDS[n % 3]
        of = self.event(slug) if m % 2 else None
        books_actions.write_item(
            tournament=self.tournament, kind=kind, name="Hall", cents=n + 1, event=of, actor=self.actor
        )
        self.box += n + 1 if kind == Item.Kind.INCOME else -(n + 1)


Move = Callable[[Hall, str, int, int], None]

PLAY: list[Move] = [Hall.play] * 16 + [Hall.take_back, Hall.late] * 4 + [Hall.end, Hall.forfeit, Hall.come_over] * 3
PLAY += [Hall.say] * 2 + [Hall.tie, Hall.posting, Hall.reopen, Hall.draw, Hall.lengths]
MONEY: list[Move] = [Hall.pay] * 4 + [Hall.receive, Hall.take_pool, Hall.prizes] * 2
MONEY += [Hall.reverse, Hall.plan_pool, Hall.unpay, Hall.item]
NUMBERS = st.integers(0, 999)
ACTS = st.tuples(st.sampled_from(PLAY + MONEY), st.sampled_from([MAIN, MAIN, SECOND]), NUMBERS, NUMBERS)


# --- What holds after every act --------------------------------------------------------------------------------------


def check(hall: Hall, before: Rows, slugs: tuple[str, ...], *, refused: bool) -> Rows:
    """Everything that holds, whatever was done in these events; all rows as they are now."""
    now = all_rows()
    if refused:
        assert now == before
        return now
    for model in ADDED_ONLY:
        label = model._meta.label
        assert now[label][: len(before[label])] == before[label], f"a row of {label} is another one"
    for old, new in zip(posted_lists(before), posted_lists(now), strict=False):
        assert old == new, "a list that was posted is another one"
    check_box(hall)
    for slug in slugs:
        event = hall.event(slug)
        drawn = bracket(event)
        check_results(hall, event)
        check_next_step(event, drawn)
        check_places(event, drawn)
    return now


def posted_lists(rows: Rows) -> list[tuple[Any, ...]]:
    """Every version of every list as it was posted, whether it was taken back since or not."""
    taken_back = [field.name for field in PostedList._meta.concrete_fields].index("withdrawn_at")
    return [row[:taken_back] + row[taken_back + 1 :] for row in rows["scorecards.PostedList"]]


def check_box(hall: Hall) -> None:
    """The box holds what came less what went: by the test's own count, by the pages, and by the rows alone."""
    books = check_books(hall.tournament)
    of = {"LedgerLine": Counter[str](), "Item": Counter[str](), "Payout": Counter[str]()}
    for model in (LedgerLine, Item, Payout):
        reversed_ = set(model.objects.exclude(reverses=None).values_list("reverses", flat=True))
        standing = model.objects.filter(tournament=hall.tournament, reverses=None).exclude(pk__in=reversed_)
        for kind, cents in standing.values_list("kind", "cents"):
            of[model.__name__][kind] += cents
    came, spent, paid = of["LedgerLine"], of["Item"], of["Payout"].total()
    box = came["cash"] + came["cheque"] - came["refund"] + spent["income"] - spent["expense"] - spent["sanctioning"]
    assert hall.box == books.box == box - paid
    assert books.paid == paid


def check_results(hall: Hall, event: Event) -> None:
    """Every game that was recorded and not taken back, every line of every paper and every list is there; the log agrees."""
    slug = event.slug
    rows = (
        MatchGame.objects.filter(match__bracket__event=event)
        .select_related("winner", "match")
        .order_by("match__number", "game")
    )
    games = {
        number: [(row.winner.seat, row.forfeit, row.conceded) for row in of]
        for number, of in groupby(rows, key=lambda row: row.match.number)
    }
    assert games == {match: of for match, of in hall.games[slug].items() if of}
    assert replayed(event) == kept(event)
    lines = {
        (slug, line.card.entry.seat, line.game): (
            line.opponent.seat if line.opponent else None,
            line.points,
            line.plus,
            line.minus,
        )
        for line in ScoreLine.objects.filter(card__entry__event=event).select_related("card__entry", "opponent")
    }
    assert lines == {key: line for key, line in hall.paper.items() if key[0] == slug}
    versions = list_versions(event)
    assert [one.number for one in versions] == [*range(1, hall.lists[slug] + 1)]
    posted = listed_as_posted(event)
    assert posted == (versions[-1].places if versions and versions[-1].current else ())
    assert bool(posted) is (event.posted_at is not None) is (Phase(event.phase) in (Phase.PLAYOFFS, Phase.REPORT))


def check_next_step(event: Event, drawn: BracketNow | None) -> None:
    """The desk says what to do next, and until the champion a match can be played that it names."""
    of = facts(event, NOW)
    assert todos(of, DIRECTOR)
    champion = drawn.champion if drawn else None
    assert (champion is not None) is (event.phase == Phase.REPORT)
    if drawn is None:
        return
    playing = {one.match for one in drawn.matches if one.in_play}
    assert bool(playing) is (champion is None)
    told = " ".join(one.url for one in missing(of))
    assert all(f"/bracket/{match}/" in told for match in playing)
    # Nobody wins a match that they have lost by leaving.
    assert not [one.match for one in drawn.matches if one.winner and one.winner == one.gone]


def check_places(event: Event, drawn: BracketNow | None) -> None:
    """Everybody with a card is in the results once; every qualifier has one place or is still in, and with the champion
    each place has as many holders as people lost there."""
    rows = results(event).cards
    qualified = {row.seat for row in rows if row.seed is not None}
    assert len({row.seat for row in rows}) == len(rows)
    assert len(rows) == (Entry.objects.of(event).playing().count() if event.posted_at else 0)
    placed = placings(event, drawn)
    assert {one.side.seat for one in placed} == qualified
    assert len(placed) == len(qualified)
    if drawn is None:
        return
    assert {side.seat for one in drawn.rounds[0] for side in one.sides} == qualified
    lost = [
        place_of(played, len(drawn.rounds))
        for played, among in enumerate(drawn.rounds, start=1)
        for one in among
        if not one.bye
    ]
    holders, found = Counter([1, *lost]), Counter(one.place for one in placed if one.place is not None)
    assert found == holders if drawn.champion else found < holders


# --- And the end -----------------------------------------------------------------------------------------------------


def finish(hall: Hall) -> None:
    """From wherever it stands: everything is played, paid and settled, and nothing of that is refused."""
    for slug in (MAIN, SECOND):
        if hall.event(slug).posted_at is None:
            if hall.event(slug).entries.playing().count() < 4:
                continue
            hall.post(slug)
        if len(qualifiers(hall.event(slug))) < 2:
            continue
        if not hall.matches(slug):
            hall.draw(slug, 0, 0)
        while in_play := [one for one in hall.matches(slug) if one.in_play]:
            one = hall.chance.choice(in_play)
            row, _is_new = record_game(
                event=hall.event(slug),
                match=one.match,
                winner=hall.chance.choice(one.sides).seat,
                actor=hall.actor,
            )
            hall.won(slug, one.match, row)
        assert hall.event(slug).phase == Phase.REPORT
    settle(hall)


def settle(hall: Hall) -> None:
    """Everybody pays and is paid what is open, and gets back what is too much; who was paid too much brings it back."""
    books = settlement(hall.tournament)
    assert books.paid_over == sum(max(0, one.paid - one.won) for one in winners(hall.tournament))
    assert not books.paid_over or event_report(hall.event(MAIN)).missing
    for one in accounts(hall.tournament):
        if one.account.open:
            kind = "cash" if one.account.open > 0 else "refund"
            player = Player.objects.get(pk=one.player)
            write_line(
                tournament=hall.tournament, player=player, kind=kind, cents=abs(one.account.open), actor=hall.actor
            )
            hall.box += one.account.open
    for won in winners(hall.tournament):
        for payout in (
            hall.tournament.payouts.filter(player=won.player, reverses=None, reversed_by=None) if won.over else ()
        ):
            payouts_actions.reverse_payout(payout=payout, reason="Brought back", actor=hall.actor)
            hall.box += payout.cents
    for won in winners(hall.tournament):
        if won.open:
            player = Player.objects.get(pk=won.player)
            payouts_actions.pay_out(
                tournament=hall.tournament, player=player, kind="cheque", cents=won.open, actor=hall.actor
            )
            hall.box -= won.open
    books = settlement(hall.tournament)
    assert [books.to_pay, books.paid_over, books.money.open, books.money.to_give_back] == [0, 0, 0, 0]
    assert books.settled or books.undecided or books.unplanned
    assert books.box == books.left + books.undecided


def check_the_log(hall: Hall) -> None:
    """The log alone gives the cards as they are, and each list as it was posted; the file brings the tournament in again."""
    for slug in (MAIN, SECOND):
        event = hall.event(slug)
        log = earlier_reads.acts(event)
        rebuilt, here = (
            {seat: card.lines for seat, card in on.cards.items()}
            for on in (earlier_reads.earlier_sheet(event, log), sheet(event))
        )
        assert rebuilt == here
        posted = [place for place, act in enumerate(log, start=1) if act.action in POSTING]
        rested = [earlier_reads.earlier_sheet(event, acts_of_the_list(log[:place])) for place in posted]
        lists = [listed_now(on) for on in rested]
        assert lists == [one.places for one in list_versions(event)]
    document = site_reads.tournament_document(hall.tournament)
    there = import_tournament(document={**document, "slug": f"again-{len(document['history'])}"}, actor=hall.actor)
    assert {**site_reads.tournament_document(there), "slug": hall.tournament.slug} == document


KEPT_AND_LEFT_OUT = (
    (Hall.end, MAIN, 673, 898),
    (Hall.draw, MAIN, 682, 999),
    (Hall.play, MAIN, 149, 113),
    (Hall.late, MAIN, 770, 331),
    (Hall.late, MAIN, 0, 222),
)
"""A bracket is played in; then one card is corrected beside the list, and another with a new list that leaves that one out again."""


@examples(max_examples=often(8), suppress_health_check=[HealthCheck.too_slow])
@example(players=17, quota=None, both=True, seed=279, acts=KEPT_AND_LEFT_OUT)
@given(
    players=st.integers(8, 20),
    quota=st.none() | st.integers(1, 12),
    both=st.booleans(),
    seed=NUMBERS,
    acts=st.lists(ACTS, min_size=20, max_size=40),
)
def test_whatever_is_done_there_is_a_next_step_and_nothing_is_lost(
    players: int, quota: int | None, both: bool, seed: int, acts: Sequence[tuple[Move, str, int, int]]
) -> None:
    with transaction.atomic():
        hall = Hall(players, quota, both, seed)
        rows = all_rows()
        for move, slug, n, m in acts:
            refused = ""
            try:
                move(hall, slug, n, m)
            except (Refused, Malformed, Forbidden) as found:
                refused = getattr(found, "code", "malformed")
            note(f"{move.__name__} {slug} {n} {m} {refused}")
            slugs = (MAIN, SECOND) if move is Hall.come_over else () if move in MONEY else (slug,)
            rows = check(hall, rows, slugs, refused=bool(refused))
        finish(hall)
        check(hall, rows, (MAIN, SECOND), refused=False)
        check_the_log(hall)
        transaction.set_rollback(True)


def test_what_goes_with_seats_that_are_drawn_anew_is_still_in_the_log_and_the_file() -> None:
    """Decisions, changes of the day and a list, all about seats that nobody has any more."""
    hall = Hall(19, None, False, 322)
    hall.reopen(MAIN, STEPS.index(Phase.SEATING), 0)
    check_the_log(hall)
    draw_seats(event=hall.event(MAIN), tables=[10, 9], actor=hall.actor)
    away = DayPlan(What.AWAY, seat="B-1", first=2, last=2)
    change_day(event=hall.event(MAIN), plan=away, reason="At the doctor", actor=hall.actor)
    hall.reopen(MAIN, STEPS.index(Phase.SEATING), 0)
    check_the_log(hall)
    hall.post(MAIN)
    check_the_log(hall)

    assert Discrepancy.objects.exclude(withdrawn_at=None).exists()
    assert hall.event(MAIN).day_changes.exclude(undone_at=None).exists()
