"""What undoing an act leads to: the state of its game, signed decisions that reopen, and players who move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hall.desk.sentences import both_in_words, seats_of
from scorecards.access import named_in
from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.discrepancies import discrepancy_view, find_game
from scorecards.sheet.reads.earlier import sheets_around
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import Sheet
from scorecards.sheet.rules.crosscheck import HandDecision, State
from scorecards.sheet.rules.effect import Shift
from scorecards.sheet.rules.looks import find_unlooked
from scorecards.sheet.rules.replay import CARD, DECISION, STATUS, TIE, Act, Step
from tournaments.models import Event
from tournaments.words import citing as citing_words

MOST_DECISIONS = 6
"""How many decisions a sentence names before it counts the rest."""


def will_follow(event: Event, step: Step, every: Iterable[Act]) -> tuple[str, ...]:
    """What undoing this step leads to, in sentences; `every` are all acts of the log.

    Empty before the cross-check, and for steps that change no card, decision, tie or status.
    """
    if step.thing[0] not in (CARD, DECISION, TIE, STATUS) or not event.cross_checked_at:
        return ()
    now, then = sheets_around(event, every, step)
    return (*_game_then(then, step), *_decisions(now, then), *_moves(now, then, step))


def _game_then(then: Sheet, step: Step) -> Iterator[str]:
    """The state of the game once its decision is taken back."""
    if step.thing[0] != DECISION or step.before is not None:
        return
    number, *seats = seats_of(step.thing[1])
    game = find_game(then, int(number), (seats[0], seats[1]))
    if game is None:
        return
    values = {"game": number, "first": game.seats[0], "second": game.seats[1]}
    if not_typed := discrepancy_view(then, game).not_typed:
        yield crosscheck_words.not_typed(not_typed, game.game)
    elif unread := find_unlooked(then.crosscheck, game, readings(then.event)):
        sentence = _("Game %(game)s of %(first)s and %(second)s is to be read again on the paper of %(seats)s first.")
        yield sentence % {**values, "seats": _(" and ").join(unread)}
    elif game.state is State.OPEN and game.is_unsettled:
        yield _("Game %(game)s of %(first)s and %(second)s is to be decided at the desk then.") % values
    elif game.state is State.OPEN:
        yield _("Game %(game)s of %(first)s and %(second)s is %(before_judge)s then.") % {
            **values,
            "before_judge": citing_words.authority("before", then.event.edition),
        }
    elif game.state is State.PROPOSED:
        corrections = []
        for seat, before, after in zip(game.seats, game.recorded, game.resolved or game.recorded, strict=True):
            if before != after:
                was, corrected = both_in_words(before, after, event=then.event)
                corrections.append(
                    _("%(card)s %(is)s instead of %(was)s") % {"card": seat, "is": corrected, "was": was}
                )
        sentence = _(
            "Proposed for game %(game)s then: %(proposed)s. That counts until somebody signs it or decides differently."
        )
        yield sentence % {**values, "proposed": ", ".join(corrections)}
    elif game.resolved == game.recorded:
        yield _("Game %(game)s of %(first)s and %(second)s then stands on both cards as it is written.") % values


def _decisions(now: Sheet, then: Sheet) -> Iterator[str]:
    """The signed decisions that would no longer fit their cards, and those that would fit again."""
    opened = [decision for decision in then.crosscheck.dropped if decision not in now.crosscheck.dropped]
    if opened:
        yield ngettext(
            "%(n)d signed decision opens again: %(games)s.",
            "%(n)d signed decisions open again: %(games)s.",
            len(opened),
        ) % {"n": len(opened), "games": _names_of(then, opened)}
    in_force = [decision for decision in then.decisions if decision not in then.crosscheck.dropped]
    revived = [decision for decision in now.crosscheck.dropped if decision in in_force]
    if revived:
        yield _("What was signed before stands again: %s.") % _names_of(then, revived)


def _names_of(then: Sheet, decisions: list[HandDecision]) -> str:
    """The games of these decisions with seats and initials; beyond MOST_DECISIONS they are counted."""
    texts = [
        _("game %(game)s of %(first)s and %(second)s (%(initials)s)")
        % {
            "game": decision.game,
            "first": decision.seats[0],
            "second": decision.seats[1],
            "initials": then.decisions[decision].initials,
        }
        for decision in decisions[:MOST_DECISIONS]
    ]
    more = len(decisions) - MOST_DECISIONS
    if more > 0:
        texts.append(ngettext("%(n)d more", "%(n)d more", more) % {"n": more})
    return ", ".join(texts)


def _moves(now: Sheet, then: Sheet, step: Step) -> Iterator[str]:
    """How the players of the act move, and who else crosses the line; others who move are counted."""
    current_places = {place.seat: place for place in now.places}
    shifts = [
        Shift(place.seat, current_places[place.seat], place, now.statuses[place.seat], then.statuses[place.seat])
        for place in then.places
        if place.seat in current_places
    ]
    about = _about(then, step)
    named = [shift for shift in shifts if shift.seat in about or shift.crosses_the_line]
    for shift in sorted(named, key=lambda shift: (shift.seat not in about, not shift.has_moved, shift.after.rank)):
        name = f"{then.entries[shift.seat].known_name} ({shift.seat})"
        yield sheet_words.shift(name, shift.before, shift.after, shift.status_before, shift.status_after)
    others = sum(1 for shift in shifts if shift.has_moved and shift not in named)
    if others:
        yield ngettext(
            "%(n)d other player changes places on the same side of the line.",
            "%(n)d other players change places on the same side of the line.",
            others,
        ) % {"n": others}


def _about(then: Sheet, step: Step) -> frozenset[str]:
    """The seats that the act is about; an act on a status names its entrant by number."""
    names = named_in(step)
    if step.thing[0] == STATUS:
        return frozenset(seat for seat, entry in then.entries.items() if str(entry.number) in names)
    return frozenset(names)
