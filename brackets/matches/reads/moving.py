"""Which entrants of one event may move over to another event of the tournament, and why the others may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brackets.bracket.reads.drawn import BracketNow, bracket
from brackets.bracket.reads.placings import placings
from brackets.bracket.reads.sentences import how_it_ended
from brackets.bracket.rules.moving import Record, Standing, standing
from brackets.matches.words import moving as moving_words
from scorecards.models import QualifyingResult
from tournaments.models import Entry, Event, Fee


@dataclass(frozen=True, slots=True)
class Comer:
    """An entrant of the source event. `number` and `seat` are those of the source event, `player` is the player's key.

    `told` says how they stand in the source event, or why they are not offered. `is_entered`: they are on the list of
    the target event. `is_off`: they are on that list but do not play. `number_here` is their number in the target event
    if they play in both events at once. `doubt` is why they are not preselected although they may move: they did not
    lose by play.
    """

    number: int
    player: int
    name: str
    players: tuple[str, ...]
    acc_number: str
    seat: str
    told: str
    may_come: bool
    is_entered: bool
    doubt: str = ""
    number_here: int | None = None
    is_off: bool = False

    @property
    def is_offered(self) -> bool:
        return self.may_come and not self.is_entered

    @property
    def is_ticked(self) -> bool:
        """Whether they are preselected."""
        return self.is_offered and not self.doubt


@dataclass(frozen=True, slots=True)
class Moving:
    """Everybody of the source event, in the order of the posted list; empty before posting.

    `rounds` is the number of playoff rounds, 0 before the draw; `cents` is the cost of the target event without its
    pools.
    """

    people: tuple[Comer, ...]
    rounds: int
    cents: int

    @property
    def offered(self) -> tuple[Comer, ...]:
        """The people who may move and are not entered in the target event yet."""
        return tuple(comer for comer in self.people if comer.is_offered)

    @property
    def ticked(self) -> tuple[Comer, ...]:
        """The offered people who are preselected."""
        return tuple(comer for comer in self.people if comer.is_ticked)

    @property
    def others(self) -> tuple[Comer, ...]:
        """The people who are not offered."""
        return tuple(comer for comer in self.people if not comer.is_offered)


def moving(event: Event, source: Event, out_in: int = 0, *, final: bool = True) -> Moving:
    """All entrants of `source`, with whether each may move to this event.

    Nonqualifiers may move, and so may players who are out in or before round `out_in` (0: none of these). A person who
    is entered twice in `source` is offered once. Without `final`, the players of the final count as still in. At most
    nine queries.
    """
    cents = sum(Fee.objects.filter(event=event, optional=False).values_list("cents", flat=True))
    if source.posted_at is None:
        return Moving((), 0, cents)
    drawn = bracket(source, final=final)
    rounds = len(drawn.rounds) if drawn else 0
    return Moving(tuple(_people(event, source, out_in, drawn, final=final)), rounds, cents)


def _people(event: Event, source: Event, out_in: int, drawn: BracketNow | None, *, final: bool) -> Iterator[Comer]:
    """Each entrant of `source`, in the order of the posted list; entrants without a rank come last."""
    rounds = len(drawn.rounds) if drawn else 0
    rank_and_seed = {
        entry: (rank, seed)
        for entry, rank, seed in QualifyingResult.objects.filter(event=source).values_list("entry", "rank", "seed")
    }
    placings_by_seat = {placing.side.seat: placing for placing in placings(source, drawn, final=final)}
    lost_matches = {match.loser.seat: match for match in drawn.matches if match.winner and match.loser} if drawn else {}
    entries_here = list(Entry.objects.of(event))
    players_here = {entry.player_id for entry in entries_here}
    plays_here = {entry.player_id: entry.number for entry in entries_here if entry.status == Entry.Status.PLAYING}
    status_if_off = {
        entry.player_id: entry.get_status_display() for entry in entries_here if entry.player_id not in plays_here
    }
    entries = list(Entry.objects.of(source).with_people())
    entries.sort(key=lambda entry: (rank_and_seed.get(entry.pk, (len(entries) + 1, None))[0], entry.number))
    for entry in entries:
        rank, seed = rank_and_seed.get(entry.pk, (None, None))
        placing = placings_by_seat.get(entry.seat) if seed is not None else None
        lost_in = placing.lost_in if placing else None
        record = Record(
            status=entry.status,
            ranked=rank is not None,
            qualified=seed is not None,
            lost_in=lost_in,
            is_champion=placing is not None and placing.place == 1,
        )
        position = standing(record, out_in)
        is_entered = entry.player_id in players_here
        # While the final is held back, its loser still counts as in, so this does not say who is really in.
        is_in_playoffs = final and position in (Standing.PLAYING, Standing.CHAMPION)
        number_here = plays_here.get(entry.player_id) if is_in_playoffs else None
        sentence = moving_words.stands(position, rank=rank, lost_in=lost_in, rounds=rounds, source=source.name)
        if number_here is not None:
            sentence = moving_words.still_in_and_entered(source.name, event.name)
        if position.may_come and is_entered:
            status = status_if_off.get(entry.player_id)
            if status is None:
                sentence = moving_words.entered_there(event.name)
            else:
                sentence = moving_words.off_there(event.name, status)
        doubt = ""
        if position is Standing.OUT:
            doubt = moving_words.why_unticked(how_it_ended(lost_matches[entry.seat]), source)
        yield Comer(
            number=entry.number,
            player=entry.player_id,
            name=entry.known_name,
            players=tuple(entry.player.names),
            acc_number=entry.acc_number,
            seat=entry.seat,
            told=sentence,
            may_come=position.may_come,
            is_entered=is_entered,
            doubt=doubt,
            number_here=number_here,
            is_off=entry.player_id in status_if_off,
        )
        players_here.add(entry.player_id)
