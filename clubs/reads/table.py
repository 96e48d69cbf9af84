"""The table of a season, one night's results, and the nights of a season, for pages, API and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.utils import timezone

from clubs import words
from clubs.models import Club, Member, Night, Season
from clubs.reads.cards import cards_in, cards_of, entry_cards, guest_nights, nights_with_cards, totals_of
from clubs.rules import guests as guests_rules
from clubs.rules.payouts import payouts
from clubs.rules.ranking import by_known, ranked
from clubs.rules.season import Awards, Card, TableRow, awards, reachable, table
from clubs.rules.totals import Totals, find_uneven, is_grand_slam, skunks_won
from tournaments.money.words import amount
from tournaments.rules.last_name import by_last_name

FIRST_ROWS = 5


@dataclass(frozen=True, slots=True)
class RowShown:
    """One row of the table: the place, who, and the figures. `note` is what a guest is told, mostly empty.

    `can_reach` is None for somebody who has left the club.
    """

    rank: int
    member: int
    name: str
    kind: str
    kind_label: str
    figures: TableRow
    net_text: str
    note: str
    can_reach: int | None


@dataclass(frozen=True, slots=True)
class Honours:
    """Who is honoured so far, by name: who leads, who won every game of a night, whose card is the best."""

    champions: Sequence[str]
    grand_slams: Sequence[str]
    best_card: Sequence[str]
    best_points: int
    hands_28: Sequence[str]
    hands_29: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table of a season.

    `nights` are the nights with results that are sanctioned, `nights_unsanctioned` the others. `provisional`: a night
    with cards counts that is not posted yet. `nights_left` are those to come, among them one that is begun without a
    card.
    """

    nights: int
    nights_unsanctioned: int
    nights_left: int
    provisional: bool
    rows: Sequence[RowShown]
    honours: Honours

    @property
    def is_decided(self) -> bool:
        """Whether who leads is the champion: no night is left, and every one is posted."""
        return not self.nights_left and not self.provisional

    @property
    def first_rows(self) -> Sequence[RowShown]:
        """The first rows, as many as a page of several seasons shows."""
        return self.rows[:FIRST_ROWS]

    @property
    def more_level(self) -> int:
        """How many below the first rows are level with the last of them."""
        return sum(1 for row in self.rows[FIRST_ROWS:] if row.rank == self.rows[FIRST_ROWS - 1].rank)

    @property
    def knows_skunks_lost(self) -> bool:
        """Whether skunks lost are known of anybody's every night; clubs that type totals mostly leave them out."""
        return any(row.figures.skunks_lost is not None for row in self.rows)

    @property
    def is_partly_known(self) -> bool:
        """Whether nobody wrote down the games won or the net of some night."""
        return any(row.figures.nights_won_unknown or row.figures.nights_net_unknown for row in self.rows)


def nights_of(*seasons: Season) -> list[Night]:
    """Return the nights of these seasons by date, without removed ones."""
    by_key = {season.pk: season for season in seasons}
    standing = Night.objects.filter(season__in=by_key, withdrawn_at__isnull=True)
    nights = list(standing.prefetch_related("event__tournament").order_by("date", "number"))
    for night in nights:
        night.season = by_key[night.season_id]
    return nights


@dataclass(frozen=True, slots=True)
class Played:
    """What was played in a season: its nights in the order of their dates, the cards of each by its key, and by whom.

    `members` are all people of the club, by key.
    """

    nights: Sequence[Night]
    cards: Mapping[int, Sequence[Card]]
    members: Mapping[int, Member]


def played_in(season: Season) -> Played:
    """Return what was played in this season, for a page that shows its table and its nights."""
    nights = nights_of(season)
    return Played(nights, cards_of(nights, season.club), _people(season.club))


def _people(club: Club) -> Mapping[int, Member]:
    return {member.pk: member for member in club.members.all()}


def season_table(season: Season, played: Played | None = None) -> SeasonTable:
    """Return the table of a season, computed from its nights as they stand."""
    cards: Iterable[tuple[Night, Sequence[Card]]]
    if played is None:
        members, cards = _people(season.club), nights_with_cards(nights_of(season), season.club)
    else:
        members, cards = played.members, ((night, played.cards[night.pk]) for night in played.nights)
    return _table(season, cards, members, guest_notes(season.club, members.values()))


def season_tables(club: Club, seasons: Sequence[Season], notes: Mapping[int, str]) -> list[SeasonTable]:
    """Return the tables of these seasons of the club, in this order; `notes` are those of `guest_notes`."""
    nights: dict[int, list[Night]] = {season.pk: [] for season in seasons}
    for night in nights_of(*seasons):
        nights[night.season_id].append(night)
    cards = nights_with_cards([night for own in nights.values() for night in own], club)
    members = _people(club)
    return [_table(season, islice(cards, len(nights[season.pk])), members, notes) for season in seasons]


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """One person in all seasons: the sum of their points, its place, and the row in each season, None without one."""

    rank: int
    name: str
    kind: str
    kind_label: str
    points: int
    seasons: Sequence[RowShown | None]


def side_by_side(club: Club, seasons: Sequence[Season]) -> list[AllTimeRow]:
    """Return everybody who has played in these seasons of the club, most points of all of them first.

    Each season counts its nights in its own way; who is level in the sum shares the place.
    """
    tables = [{row.member: row for row in table.rows} for table in season_tables(club, seasons, {})]
    people = {member: row for table in tables for member, row in table.items()}
    sums = [
        (sum(table[member].figures.points for table in tables if member in table), row)
        for member, row in people.items()
    ]
    places = ranked(sorted(sums, key=lambda summed: by_last_name(summed[1].name)), key=lambda summed: summed[:1])
    return [
        AllTimeRow(place, row.name, row.kind, row.kind_label, points, [table.get(row.member) for table in tables])
        for place, (points, row) in places
    ]


def _table(
    season: Season,
    played: Iterable[tuple[Night, Sequence[Card]]],
    members: Mapping[int, Member],
    notes: Mapping[int, str],
) -> SeasonTable:
    """The table of this season from its nights and their cards, in order of dates."""
    gone: list[Night] = []
    with_results: list[Night] = []

    def cards() -> Iterator[Card]:
        for night, own in played:
            if own or _is_posted(night):
                gone.append(night)
            if own:
                with_results.append(night)
            yield from own

    kinds = {kind.value: str(kind.label) for kind in Member.Kind}
    every_night = season.points == Season.Points.ALL
    rows = table(cards(), every_night=every_night)
    left = max(season.nights - sum(1 for night in gone if night.sanctioned), 0)
    today = timezone.localdate()
    honours = awards(rows, [member.pk for member in members.values() if member.kind == Member.Kind.MEMBER])
    shown = [
        RowShown(
            rank=place,
            member=row.member,
            name=members[row.member].public_name,
            kind=members[row.member].kind,
            kind_label=kinds[members[row.member].kind],
            figures=row,
            net_text=words.net(row.net if row.knows_net else None),
            note=notes.get(row.member, ""),
            can_reach=None if has_left(members[row.member], today) else reachable(row.points, left),
        )
        for place, row in rows
    ]
    return SeasonTable(
        nights=sum(1 for night in with_results if night.sanctioned),
        nights_unsanctioned=sum(1 for night in with_results if not night.sanctioned),
        nights_left=left,
        provisional=any(night.event is not None and night.event.posted_at is None for night in with_results),
        rows=sorted(shown, key=lambda row: (row.rank, by_known(row.figures.key), by_last_name(row.name))),
        honours=_names(honours, members),
    )


def _is_posted(night: Night) -> bool:
    """Whether a night with cards is over, though nobody of the club may have a card."""
    return night.event is not None and night.event.posted_at is not None


def has_left(member: Member, day: date) -> bool:
    """Whether somebody is not in the club any more on this day."""
    return member.left_on is not None and member.left_on <= day


def _names(season_awards: Awards, members: Mapping[int, Member]) -> Honours:
    """The awards with the names of the members in place of their keys."""
    return Honours(
        champions=[members[key].public_name for key in season_awards.champions],
        grand_slams=[members[key].public_name for key in season_awards.grand_slams],
        best_card=[members[key].public_name for key in season_awards.best_card],
        best_points=season_awards.best_points,
        hands_28=[members[key].public_name for key in season_awards.hands_28],
        hands_29=[members[key].public_name for key in season_awards.hands_29],
    )


def guest_notes(club: Club, members: Iterable[Member] | None = None) -> dict[int, str]:
    """Return the note for each guest of the club who has used up what a guest may play, by the guest's key.

    `members` are the people of the club, if the caller has them.
    """
    people = club.members.filter(kind=Member.Kind.GUEST) if members is None else members
    names = {member.pk: member.public_name for member in people if member.kind == Member.Kind.GUEST}
    played = guest_nights(club, names) if names else {}
    return {
        key: words.guest_limit(names[key], points) for key, points in played.items() if guests_rules.is_over(points)
    }


# --- One night ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultShown:
    """One card of a night with its place."""

    rank: int
    member: int
    name: str
    kind: str
    kind_label: str
    totals: Totals
    net_text: str
    skunks_won: int | None
    grand_slam: bool
    payout: int
    payout_text: str
    note: str


def night_results(night: Night) -> list[ResultShown]:
    """Return the cards of a night, best first, each with its payout; tied cards share a place.

    Nothing is paid out as long as cards are awaited.
    """
    club = night.season.club
    cards = cards_of([night], club)[night.pk]
    members = {member.pk: member for member in club.members.filter(pk__in=[card.member for card in cards])}
    notes = guest_notes(club)
    places = ranked(cards, key=lambda card: card.totals.key)
    fee = 0 if cards_awaited(night) else night.fee_cents
    paid = payouts([place for place, _card in places], fee)
    shown = [
        ResultShown(
            rank=place,
            member=card.member,
            name=members[card.member].public_name,
            kind=members[card.member].kind,
            kind_label=members[card.member].get_kind_display(),
            totals=card.totals,
            net_text=words.net(card.totals.net),
            skunks_won=skunks_won(card.totals),
            grand_slam=is_grand_slam(card.totals, card.games),
            payout=cents,
            payout_text=amount(cents) if cents else "",
            note=notes.get(card.member, ""),
        )
        for (place, card), cents in zip(places, paid, strict=True)
    ]
    return sorted(shown, key=lambda row: (row.rank, by_known(row.totals.key), by_last_name(row.name)))


def cards_awaited(night: Night) -> tuple[int, int] | None:
    """Return how many cards of the night are in, and of how many; None where nothing is awaited."""
    return None if night.event is None else cards_in(night.event)


def results_by_member(night: Night) -> dict[int, Totals]:
    """Return the typed totals of a night, by the member's key."""
    return {row.member_id: totals_of(row) for row in night.results.all()}


def uneven_at(night: Night) -> list[str]:
    """Return what does not add up over the typed totals of a night, in sentences; cards are cross-checked instead."""
    if night.event_id is not None:
        return []
    return [words.uneven(what) for what in find_uneven(list(results_by_member(night).values()), night.games)]


def strangers_at(night: Night) -> int:
    """Return how many cards of a night with cards are of people outside the club, and so count in no table."""
    if night.event is None:
        return 0
    return len(entry_cards(night.event)) - len(cards_of([night], night.season.club)[night.pk])


@dataclass(frozen=True, slots=True)
class NightShown:
    """One night in a list: number, date, how many played, and who was first."""

    number: int
    date: date
    games: int
    sanctioned: bool
    fee_cents: int
    tournament: str
    event: str
    posted: bool
    players: int
    winners: Sequence[str]
    best: int


def nights_shown(season: Season, played: Played | None = None) -> list[NightShown]:
    """Return the nights of a season, newest first."""
    played = played or played_in(season)
    shown = []
    for night in reversed(played.nights):
        cards = played.cards[night.pk]
        places = ranked(cards, key=lambda card: card.totals.key)
        shown.append(
            NightShown(
                number=night.number,
                date=night.date,
                games=night.event.games if night.event else night.games,
                sanctioned=night.sanctioned,
                fee_cents=night.fee_cents,
                tournament=night.event.tournament.slug if night.event else "",
                event=night.event.slug if night.event else "",
                posted=night.event is None or night.event.posted_at is not None,
                players=len(cards),
                winners=sorted(played.members[card.member].public_name for place, card in places if place == 1),
                best=places[0][1].totals.game_points if places else 0,
            )
        )
    return shown
