"""Games that players tell by phone, and cards made from them."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from scorecards.cards import words as cards_words
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, put_down, write_game
from scorecards.models import Scorecard, ScoreLine, ToldGame
from scorecards.sheet import words as sheet_words
from scorecards.sheet.actions import refuse_no_show, refuse_posted, refuse_unseated
from scorecards.sheet.reads import phone as phone_reads
from scorecards.sheet.rules.line import LARGEST_SPREAD, LOSS_POINTS, SKUNK_POINTS, WIN_POINTS
from scorecards.sheet.rules.phone import Claim, Together, own_totals, together
from scorecards.sheet.rules.tally import OwnTotals
from tournaments import audit
from tournaments.access import Actor, refuse_own_card
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import change_event_row
from tournaments.day.actions.ladder import begin_ladder
from tournaments.day.reads.schedule import counted_games, left_after, rounds
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Entry, Event
from tournaments.rules.citations import rule_of
from tournaments.rules.finding import Finding
from tournaments.seating.reads.seating import way


@transaction.atomic
def use_phones(*, event: Event, phones: str, read: Read = None, actor: Actor) -> Event:
    """Set whether players tell their games by phone: not at all, beside their paper cards, or instead of them.

    Setting the same value changes nothing. Games told so far stay. Raises Malformed (`phones`), Refused `posted`,
    Overwriting (the value is no longer as `read`).
    """
    event = Event.objects.locked(event)
    written = Written(event, ("event", event.slug))
    refuse_overwriting({"phones": phones}, read=read, now={"phones": event.phones}, of=written, actor=actor)
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
    opponent_points: int | None = None,
    key: UUID,
    opponent: str = "",
    was: int | None = None,
    via: Entry | None = None,
    actor: Actor,
) -> bool:
    """Record a player's claim for one game; return whether the claim is new.

    - `spread`: the holes by which the player won (+) or lost (-).
    - `points`: the game points (2, 3 or 0), in an event that records no spread.
    - `opponent_points`: with 0 points, those of the winner: 2, or 3 for a skunk. Required on a ladder, where both teams
      must tell the same before the next game.
    - `key`: the idempotency key. A key that has arrived before changes nothing, nor does the same claim.
    - `opponent`: the opponent's seat, required if the event has no schedule.
    - `was`: the optimistic lock, which is the figure (`Claim.figure`) that the page showed: 0 for none, None if unknown.
    - `via`: the entrant on whose phone the game is told: the opponent, or None for the player.

    A player may change a claim until the card is in. Raises Http404 (`via` does not play this game), Malformed (`game`,
    `spread`, `points`, `opponent_points`, `opponent`), Refused: `off`, `not_seated`, `no_show`, `posted`, `handed_in`, `not_begun`,
    `awarded`, `own_phone` (the player has told it on their own phone), `used_key`, `stale` (something else was told
    meanwhile).
    """
    event = Event.objects.locked(entry.event)
    if event.is_ladder and event.is_seated:
        begin_ladder(event)
    _refuse_to_tell(event, entry, game)
    opponent_entry = _opponent(event, entry, game, opponent)
    _refuse_result(event, spread, points, opponent_points)
    claim = Claim(game, opponent_entry.seat, spread, points, opponent_points)
    via = via or entry
    if via not in (entry, opponent_entry):
        raise Http404(_("This game is between two others."))
    known_claim = ToldGame.objects.filter(key=key).first()
    if known_claim is not None:
        recorded = (known_claim.entry_id, known_claim.game, *_figures(known_claim), known_claim.via_id)
        if recorded != (entry.pk, game, *_figures(claim), via.pk):
            message = _("Another game came under this key, so this one was not saved. Load the page again, then save.")
            raise Refused("used_key", message)
        return False
    told_game = ToldGame.objects.filter(entry=entry, game=game).order_by("-pk").first()
    earlier_claim = None
    if told_game is not None:
        if (told_game.opponent_id, *_figures(told_game)) == (opponent_entry.pk, *_figures(claim)):
            return False
        if via != entry and told_game.via_id == entry.pk:
            raise Refused("own_phone", cards_words.told_on_own_phone(entry.name, game))
        earlier_claim = Claim(game, "", *_figures(told_game))
    if earlier_claim is not None and was is not None and was != earlier_claim.figure:
        raise Refused("stale", cards_words.told_elsewhere(earlier_claim))
    ToldGame.objects.create(
        entry=entry,
        game=game,
        opponent=opponent_entry,
        spread=spread,
        points=points,
        opponent_points=opponent_points,
        via=via,
        key=key,
    )
    audit.record(
        event=event,
        actor=actor,
        action="game.told",
        subject=("card", entry.seat),
        before=earlier_claim.result if earlier_claim is not None else None,
        after={"game": game, "opponent": opponent_entry.seat, **claim.result, "via": via.seat},
    )
    if event.is_ladder:
        _record_if_agreed(event, game, entry, opponent_entry, actor)
    return True


def _record_if_agreed(event: Event, game: int, entry: Entry, other: Entry, actor: Actor) -> None:
    """Write a ladder's game on both cards once both teams have told it alike; the next game waits for it."""
    claims_by_seat = phone_reads.told_by(event)
    claims = {seat: claims_by_seat.get(seat, {}).get(game) for seat in (entry.seat, other.seat)}
    own, theirs = claims[entry.seat], claims[other.seat]
    if own is None or theirs is None or together(entry.seat, own, theirs) is not Together.AGREED:
        return
    lines = {
        seat: WrittenLine(game, claim.opponent, claim.points, None, None) for seat, claim in claims.items() if claim
    }
    write_game(event=event, game=game, lines=lines, source=Scorecard.Source.PHONE, actor=actor)


def forget_told(*, event: Event, game: int, entries: Collection[Entry] | None = None, actor: Actor) -> None:
    """Remove what these teams of a ladder told of a game by phone, by default all: it is played or told anew.

    The caller has locked the event. The log keeps what was told.
    """
    rows = ToldGame.objects.filter(entry__event=event, game=game)
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    claims_by_seat = phone_reads.told_of_game(rows)
    rows.delete()
    for seat, claim in claims_by_seat.items():
        audit.record(
            event=event,
            actor=actor,
            action="game.told-removed",
            subject=("card", seat),
            before={"game": game, "opponent": claim.opponent, **claim.result},
            after={"game": game},
        )


@transaction.atomic
def hand_in_told_card(*, entry: Entry, actor: Actor) -> bool:
    """Make this player's told games their card; return False if the card is in already.

    It is for events whose phones stand instead of paper. Raises Refused: `movement` (on a ladder each game is recorded
    once both teams told it alike), `off`, `beside` (the paper is handed in), `not_seated`, `no_show`, `posted`,
    `incomplete` with the games that are not told.
    """
    event = Event.objects.locked(entry.event)
    _refuse_cards_of_ladder(event)
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
    """Make told games into cards; return the seats whose cards were made.

    `seats` defaults to everybody who has told all their games. Cards that are typed already stay as they are, and
    no-shows get none. Raises Malformed (`seats.N`: no such seat, or nothing told), Forbidden (`own_card`), Refused:
    `movement` (a ladder, as in `hand_in_told_card`), `off`, `not_seated`, `posted`.
    """
    event = Event.objects.locked(event)
    _refuse_cards_of_ladder(event)
    if event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    refuse_unseated(event)
    refuse_posted(event)
    games_by_seat = phone_reads.told_by(event)
    faults = [
        Fault(f"seats.{place}", "unknown", _("%(seat)s has told no game by phone.") % {"seat": seat[:20]})
        for place, seat in enumerate(seats or ())
        if seat not in games_by_seat
    ]
    if faults:
        raise Malformed(_("Some of these have told nothing; each is named."), faults=faults)
    if seats is None:
        to_tell = phone_reads.games_to_tell(event)
        seats = [seat for seat, games in games_by_seat.items() if games.keys() >= to_tell.get(seat, frozenset())]
    chosen = {seat: games_by_seat[seat] for seat in seats}
    seated = Entry.objects.of(event).filter(table__isnull=False).with_people()
    entries = {entry.seat: entry for entry in seated}
    typed = set(ScoreLine.objects.filter(card__entry__event=event).values_list("card__entry", flat=True))
    games_to_take = {
        seat: games
        for seat, games in chosen.items()
        if entries[seat].pk not in typed and entries[seat].status != Entry.Status.NO_SHOW
    }
    refuse_own_card(actor, [entries[seat] for seat in games_to_take])
    _take(event, games_to_take, actor)
    return tuple(games_to_take)


def _take(event: Event, games_by_seat: Mapping[str, Mapping[int, Claim]], actor: Actor) -> None:
    """Record told games as cards, together with the games that were awarded to or against their players.

    A card gets totals only if all its games are told.
    """
    if not games_by_seat:
        return
    awards, counted = phone_reads.awards(event), counted_games(event)
    to_tell = phone_reads.games_to_tell(event)
    cards = {}
    for seat, games in games_by_seat.items():
        lines = [claim.line(event.skunks) for _game, claim in sorted({**games, **awards.get(seat, {})}.items())]
        totals = OwnTotals()
        # A player signs the totals only of a complete card.
        if to_tell.get(seat, frozenset()) <= games.keys():
            counted_lines = (line for line in lines if counted is None or line.game in counted[seat])
            totals = own_totals(counted_lines, records_spread=event.records_spread, skunks=event.skunks)
        written_lines = (WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in lines)
        cards[seat] = WrittenCard(tuple(written_lines), totals)
    put_down(event, cards, actor)


def _figures(claim: Claim | ToldGame) -> tuple[int | None, int | None, int | None]:
    """What was told of a game, without the game."""
    return claim.spread, claim.points, claim.opponent_points


def _refuse_result(event: Event, spread: int | None, points: int | None, opponent_points: int | None) -> None:
    """Raise Malformed for a result that no game can have, or that the event does not record in this form."""
    if event.records_spread:
        if spread is None or points is not None or not 1 <= abs(spread) <= LARGEST_SPREAD:
            message = _("A game is won or lost by 1 to %(most)d holes.") % {"most": LARGEST_SPREAD}
            raise Malformed(
                message, faults=[Fault("spread", "spread", message, rule_of("spread_range", event.edition))]
            )
        _refuse_points_of_winner(event, None, opponent_points)
    elif spread is not None:
        message = sheet_words.finding(Finding("spread_not_recorded"))
        raise Malformed(message, faults=[Fault("spread", "spread_not_recorded", message)])
    elif points not in (LOSS_POINTS, WIN_POINTS, SKUNK_POINTS):
        message = _("Say whether you won 2 or 3 game points, or lost.")
        raise Malformed(message, faults=[Fault("points", "points", message)])
    _refuse_points_of_winner(event, points, opponent_points)


def _refuse_points_of_winner(event: Event, points: int | None, opponent_points: int | None) -> None:
    """Raise Malformed (`opponent_points`) unless they go with a loss; on a ladder a loss needs them."""
    if points == LOSS_POINTS:
        if opponent_points in (WIN_POINTS, SKUNK_POINTS) or (opponent_points is None and not event.is_ladder):
            return
        code, message = "points", _("Say whether you lost by a skunk: 3 points for the other side, or 2 without one.")
    elif opponent_points is None:
        return
    else:
        code, message = "points", _("Only with a loss say how many points the other side has.")
    raise Malformed(message, faults=[Fault("opponent_points", code, message)])


def _refuse_to_tell(event: Event, entry: Entry, game: int | None = None) -> None:
    """Raise Refused if this player cannot tell games: `off`, `not_seated`, `no_show`, `posted`, `handed_in`."""
    if event.phones == Event.Phones.OFF:
        raise Refused("off", cards_words.phones_off())
    refuse_unseated(event)
    refuse_no_show(entry)
    if event.posted_at:
        raise Refused("posted", cards_words.posted_with_card(ends_with_ranking=event.ends_with_ranking))
    if event.is_ladder and game is not None:
        # There a card grows by a line with each game.
        if ScoreLine.objects.filter(card__entry=entry, game=game).exists():
            raise Refused("handed_in", cards_words.result_is_in(game))
    elif _is_in(entry):
        raise Refused("handed_in", cards_words.card_is_in())


def _refuse_cards_of_ladder(event: Event) -> None:
    """Refuse to make a whole card of what one team of a ladder told."""
    if event.is_ladder:
        raise Refused("movement", cards_words.no_cards_of_ladder())


def _is_in(entry: Entry) -> bool:
    """Whether the card has lines. After an undone typing it has none, so its games may be told and taken again."""
    return ScoreLine.objects.filter(card__entry=entry).exists()


def _opponent(event: Event, entry: Entry, game: int, opponent: str) -> Entry:
    """Return the player's opponent in this game: by the schedule, or the named one if there is no schedule.

    Raises Malformed (`game`, or `opponent` is not the one of the schedule), Refused: `awarded`, `not_begun`.
    """
    if event.movement == Event.Movement.NONE:
        return _named_opponent(event, entry, game, opponent)
    meeting = next((meeting for meeting in way(event, entry.seat).meetings if meeting.game == game), None)
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
    """Return the entrant at the seat `opponent`. Raises Malformed (`game`, `opponent`)."""
    if not 1 <= game <= rounds(event):
        message = _("There are games 1 to %(rounds)d in this event.") % {"rounds": rounds(event)}
        raise Malformed(message, faults=[Fault("game", "no_such_game", message)])
    entries = {entry.seat: entry for entry in Entry.objects.of(event).filter(table__isnull=False).with_people()}
    named = entries.get(opponent)
    if named is None or named == entry:
        message = _("Write your opponent’s ID, like A-7.")
        raise Malformed(message, faults=[Fault("opponent", "unknown", message)])
    return named
