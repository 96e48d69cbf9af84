"""Games that players tell by phone, and cards taken from what they told."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, put_down
from scorecards.models import ScoreLine, ToldGame
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_no_show, refuse_posted, refuse_unseated
from scorecards.sheet.reads import phone as phone_reads
from scorecards.sheet.rules.line import LARGEST_SPREAD, LOSS_POINTS, SKUNK_POINTS, WIN_POINTS
from scorecards.sheet.rules.phone import Said, own_totals
from scorecards.sheet.rules.tally import OwnTotals
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import change_event_row
from tournaments.day.reads.schedule import counted_games, left_after, rounds
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.rules.citations import rule_of
from tournaments.rules.finding import Finding
from tournaments.seating.reads.seating import way


@transaction.atomic
def use_phones(*, event: Event, phones: str, read: Read = None, actor: Actor) -> Event:
    """Say whether players tell their games by phone: not at all, beside their paper cards, or instead of them.

    The same again changes nothing. What was told stays, whatever is chosen. Raises Malformed (`phones`), Refused `posted`,
    Overwriting where it is otherwise than was `read`.
    """
    event = Event.objects.locked(event)
    of = Written(event, ("event", event.slug))
    refuse_overwriting({"phones": phones}, read=read, now={"phones": event.phones}, of=of, actor=actor)
    if phones not in Event.Phones.values:
        message = _("Say off, beside or instead.")
        raise Malformed(message, faults=[Fault("phones", "unknown", message)])
    if event.phones == phones:
        return event
    refuse_posted(event)
    return change_event_row(event, {"phones": phones}, action="event.phones-set", actor=actor)


@transaction.atomic
def tell_game(
    *,
    entry: Entry,
    game: int,
    spread: int | None = None,
    points: int | None = None,
    key: UUID,
    opponent: str = "",
    was: int | None = None,
    via: Entry | None = None,
    actor: Actor,
) -> bool:
    """Note what this player says of one game: won (+) or lost (-) by so many holes; whether this is new. Where no spread is recorded
    they say with how many game `points`, 2, 3 or 0.

    The same once more, or under a `key` that has arrived, changes nothing; a player may think better of it until the card is
    in. `opponent` is asked for where there is no schedule. `was` is the figure (`Said.figure`) that whoever tells it saw as told so far, 0 for
    none; None does not say. `via` is the opponent, on whose phone it is told. Raises Http404
    (the opponent there is none of), Malformed (`game`, `spread`, `points`, `opponent`), Refused: `off`, `not_seated`, `no_show`, `posted`,
    `handed_in`, `not_begun`, `awarded`, `own_phone` (the player has told it on their own), `used_key`, `stale` where
    something else was told meanwhile.
    """
    event = Event.objects.locked(entry.event)
    _refuse_to_tell(event, entry)
    other = _opponent(event, entry, game, opponent)
    _refuse_result(event, spread, points)
    now = Said(game, other.seat, spread, points)
    via = via or entry
    if via not in (entry, other):
        raise Http404(_("This game is between two others."))
    arrived = ToldGame.objects.filter(key=key).first()
    if arrived is not None:
        came = (arrived.entry_id, arrived.game, arrived.spread, arrived.points, arrived.via_id)
        if came != (entry.pk, game, spread, points, via.pk):
            message = _(
                "Another game came under this key, so this one was not saved. Load the page again and save it once more."
            )
            raise Refused("used_key", message)
        return False
    said = ToldGame.objects.filter(entry=entry, game=game).order_by("-pk").first()
    if said is not None and (said.opponent_id, said.spread, said.points) == (other.pk, spread, points):
        return False
    before = Said(game, "", said.spread, said.points) if said is not None else None
    if said is not None and via != entry and said.via_id == entry.pk:
        raise Refused("own_phone", cards_words.told_on_own_phone(entry.name, game))
    if before is not None and was is not None and was != before.figure:
        raise Refused("stale", cards_words.told_elsewhere(before))
    ToldGame.objects.create(entry=entry, game=game, opponent=other, spread=spread, points=points, via=via, key=key)
    audit.record(
        event=event,
        actor=actor,
        action="game.told",
        subject=("card", entry.seat),
        before=before.result if before is not None else None,
        after={"game": game, "opponent": other.seat, **now.result, "via": via.seat},
    )
    return True


@transaction.atomic
def hand_in_told_card(*, entry: Entry, actor: Actor) -> bool:
    """Take what this player told as their card, where phones stand instead of paper; whether that is new.

    Raises Refused: `off`, `beside` (the paper is handed in), `not_seated`, `no_show`, `posted`, `incomplete` with the games that
    are not told.
    """
    event = Event.objects.locked(entry.event)
    if event.phones == Event.Phones.BESIDE:
        message = _("In this event the paper card decides: sign it and bring it to the desk.")
        raise Refused("beside", message)
    if _is_in(entry):
        return False
    _refuse_to_tell(event, entry)
    missing = phone_reads.phone_card(entry).missing
    if missing and (entry.status == Entry.Status.PLAYING or left_after(event, [entry])):
        raise Refused("incomplete", cards_words.games_not_told(missing), current={"games": list(missing)})
    _take(event, {entry.seat: phone_reads.told_by(event).get(entry.seat, {})}, actor)
    return True


@transaction.atomic
def take_told_cards(*, event: Event, seats: Collection[str] | None = None, actor: Actor) -> tuple[str, ...]:
    """Take what players told by phone as their cards: of these seats as far as it goes, or of everybody who has told all there is
    to tell; the seats whose cards were taken.

    A card that is typed already stays as it is. Raises Malformed (`seats.N`: nobody, or who told nothing), Forbidden
    (`own_card`), Refused: `off`, `not_seated`, `posted`.
    """
    event = Event.objects.locked(event)
    if event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    refuse_unseated(event)
    refuse_posted(event)
    told = phone_reads.told_by(event)
    faults = [
        Fault(f"seats.{place}", "unknown", _("%(seat)s has told no game by phone.") % {"seat": seat[:20]})
        for place, seat in enumerate(seats or ())
        if seat not in told
    ]
    if faults:
        raise Malformed(_("Some of these have told nothing; each is named."), faults=faults)
    if seats is None:
        to_tell = phone_reads.games_to_tell(event)
        seats = [seat for seat, games in told.items() if games.keys() >= to_tell.get(seat, frozenset())]
    wanted = {seat: told[seat] for seat in seats}
    entries = {e.seat: e for e in Entry.objects.of(event).filter(table__isnull=False).select_related("player")}
    typed = set(ScoreLine.objects.filter(card__entry__event=event).values_list("card__entry", flat=True))
    left = {
        seat: lines
        for seat, lines in wanted.items()
        if entries[seat].pk not in typed and entries[seat].status != Entry.Status.NO_SHOW
    }
    refuse_own_card(actor, [entries[seat] for seat in left])
    _take(event, left, actor)
    return tuple(left)


def _take(event: Event, told: Mapping[str, Mapping[int, Said]], actor: Actor) -> None:
    """Put down what these told as their cards, with the games that were awarded to or against them."""
    if not told:
        return
    awards, counted = phone_reads.awards(event), counted_games(event)
    to_tell = phone_reads.games_to_tell(event)
    cards = {}
    for seat, games in told.items():
        lines = [said.line for _game, said in sorted({**games, **awards.get(seat, {})}.items())]
        cards[seat] = WrittenCard(
            tuple(WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in lines),
            # Nobody signs the totals of a card of which something is still to be typed.
            own_totals(
                (line for line in lines if counted is None or line.game in counted[seat]),
                records_spread=event.records_spread,
            )
            if to_tell.get(seat, frozenset()) <= games.keys()
            else OwnTotals(),
        )
    put_down(event, cards, actor)


def _refuse_result(event: Event, spread: int | None, points: int | None) -> None:
    """Refuse a result that no game ends with, or that is told otherwise than the event records it."""
    if event.records_spread:
        if spread is None or points is not None or not 1 <= abs(spread) <= LARGEST_SPREAD:
            message = _("A game is won or lost by 1 to %(most)d holes.") % {"most": LARGEST_SPREAD}
            raise Malformed(
                message, faults=[Fault("spread", "spread", message, rule_of("spread_range", event.edition))]
            )
    elif spread is not None:
        message = sheet_words.finding(Finding("spread_not_recorded"))
        raise Malformed(message, faults=[Fault("spread", "spread_not_recorded", message)])
    elif points not in (LOSS_POINTS, WIN_POINTS, SKUNK_POINTS):
        message = _("Say whether you won 2 or 3 game points, or lost.")
        raise Malformed(message, faults=[Fault("points", "points", message)])


def _refuse_to_tell(event: Event, entry: Entry) -> None:
    if event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    refuse_unseated(event)
    refuse_no_show(entry)
    if event.posted_at:
        raise Refused("posted", _("The qualifiers are posted, and your card with them. Ask the director."))
    if _is_in(entry):
        raise Refused("handed_in", cards_words.card_is_in())


def _is_in(entry: Entry) -> bool:
    # A card whose typing was undone has no lines: it may be told further and taken again.
    return ScoreLine.objects.filter(card__entry=entry).exists()


def _opponent(event: Event, entry: Entry, game: int, opponent: str) -> Entry:
    """Whom this player meets in this game: by the schedule, or as told where there is none."""
    if event.movement == Event.Movement.NONE:
        return _named_opponent(event, entry, game, opponent)
    meeting = next((one for one in way(event, entry.seat).meetings if one.game == game), None)
    if meeting is None or meeting.opponent is None:
        message = _("You have no opponent in game %(game)d, so there is nothing to tell.") % {"game": game}
        raise Malformed(message, faults=[Fault("game", "no_such_game", message)])
    if opponent and opponent != meeting.opponent.seat:
        message = _("In game %(game)d you meet %(seat)s. If you played somebody else, tell the desk.")
        message %= {"game": game, "seat": meeting.opponent.seat}
        raise Malformed(message, faults=[Fault("opponent", "another", message)])
    if game in phone_reads.awards(event).get(entry.seat, {}):
        message = _("Game %(game)d is awarded without play and stands on your card.") % {"game": game}
        raise Refused("awarded", message)
    if event.game_now is not None and game > event.game_now:
        message = _("Game %(game)d has not begun: game %(now)d is on.") % {"game": game, "now": event.game_now}
        raise Refused("not_begun", message)
    return meeting.opponent


def _named_opponent(event: Event, entry: Entry, game: int, opponent: str) -> Entry:
    if not 1 <= game <= rounds(event):
        message = _("There are games 1 to %(rounds)d in this event.") % {"rounds": rounds(event)}
        raise Malformed(message, faults=[Fault("game", "no_such_game", message)])
    entries = {one.seat: one for one in Entry.objects.of(event).filter(table__isnull=False).select_related("player")}
    found = entries.get(opponent)
    if found is None or found == entry:
        message = _("Write your opponent’s ID, like A-7.")
        raise Malformed(message, faults=[Fault("opponent", "unknown", message)])
    return found
