"""Who of one event may come over to another of the same tournament, and who not, each with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brackets.bracket.reads.drawn import BracketNow, bracket
from brackets.bracket.reads.placings import placings
from brackets.bracket.reads.told import how_it_ended
from brackets.bracket.rules.moving import Record, Standing, standing
from brackets.matches.words import moving as moving_words
from scorecards.models import QualifyingResult
from tournaments.models import Entry, Event, Fee


@dataclass(frozen=True, slots=True)
class Comer:
    """An entrant of the event that people would come from: `number` and `seat` are those there, `told` says how they stand
    there, or why they are not offered; `here` is their number in the other event where they are in both by now, `is_off` whether they are on its list and do not play. `doubt` is why somebody who may come is not ticked from the start: they did not lose
    by play."""

    number: int
    player: int
    name: str
    acc_number: str
    seat: str
    told: str
    may_come: bool
    is_entered: bool
    doubt: str = ""
    here: int | None = None
    is_off: bool = False

    @property
    def is_offered(self) -> bool:
        return self.may_come and not self.is_entered

    @property
    def is_ticked(self) -> bool:
        """Whether they are among those who come where nobody says otherwise."""
        return self.is_offered and not self.doubt


@dataclass(frozen=True, slots=True)
class Moving:
    """Everybody of one event as somebody who may come over to another, in the order of the posted list; nobody before it is posted.

    `rounds` is how many the playoffs have, 0 before they are drawn; `cents` what the other event costs without its pools.
    """

    people: tuple[Comer, ...]
    rounds: int
    cents: int

    @property
    def offered(self) -> tuple[Comer, ...]:
        return tuple(one for one in self.people if one.is_offered)

    @property
    def ticked(self) -> tuple[Comer, ...]:
        return tuple(one for one in self.people if one.is_ticked)

    @property
    def others(self) -> tuple[Comer, ...]:
        return tuple(one for one in self.people if not one.is_offered)


def moving(event: Event, source: Event, out_in: int = 0, *, final: bool = True) -> Moving:
    """Who of `source` may come over to this event: those who did not qualify, and those out in or before this round of the
    playoffs (0: none of these). Somebody entered twice there is offered once. Without `final` who plays it is still in. Nine queries
    at most.
    """
    cents = sum(Fee.objects.filter(event=event, optional=False).values_list("cents", flat=True))
    if source.posted_at is None:
        return Moving((), 0, cents)
    drawn = bracket(source, final=final)
    rounds = len(drawn.rounds) if drawn else 0
    return Moving(tuple(_people(event, source, out_in, drawn, final=final)), rounds, cents)


def _people(event: Event, source: Event, out_in: int, drawn: BracketNow | None, *, final: bool) -> Iterator[Comer]:
    rounds = len(drawn.rounds) if drawn else 0
    ranked = {
        entry: (rank, seed)
        for entry, rank, seed in QualifyingResult.objects.filter(event=source).values_list("entry", "rank", "seed")
    }
    placed = {one.side.seat: one for one in placings(source, drawn, final=final)}
    lost = {found.loser.seat: found for found in drawn.matches if found.winner and found.loser} if drawn else {}
    listed = list(Entry.objects.of(event))
    there = {one.player_id for one in listed}
    plays_here = {one.player_id: one.number for one in listed if one.status == Entry.Status.PLAYING}
    off_here = {one.player_id: one.get_status_display() for one in listed if one.player_id not in plays_here}
    entries = list(Entry.objects.of(source))
    entries.sort(key=lambda entry: (ranked.get(entry.pk, (len(entries) + 1, None))[0], entry.number))
    for entry in entries:
        rank, seed = ranked.get(entry.pk, (None, None))
        placing = placed.get(entry.seat) if seed is not None else None
        lost_in = placing.lost_in if placing else None
        record = Record(
            status=entry.status,
            ranked=rank is not None,
            qualified=seed is not None,
            lost_in=lost_in,
            is_champion=placing is not None and placing.place == 1,
        )
        found = standing(record, out_in)
        is_entered = entry.player_id in there
        # Who plays a final that is held back only seems to be still in.
        here = plays_here.get(entry.player_id) if final and found in (Standing.PLAYING, Standing.CHAMPION) else None
        told = moving_words.stands(found, rank=rank, lost_in=lost_in, rounds=rounds, source=source.name)
        if here is not None:
            told = moving_words.still_in_and_entered(source.name, event.name)
        if found.may_come and is_entered:
            off = off_here.get(entry.player_id)
            told = moving_words.entered_there(event.name) if off is None else moving_words.off_there(event.name, off)
        yield Comer(
            number=entry.number,
            player=entry.player_id,
            name=entry.name,
            acc_number=entry.acc_number,
            seat=entry.seat,
            told=told,
            may_come=found.may_come,
            is_entered=is_entered,
            doubt=moving_words.why_unticked(how_it_ended(lost[entry.seat]), source) if found is Standing.OUT else "",
            here=here,
            is_off=entry.player_id in off_here,
        )
        there.add(entry.player_id)
