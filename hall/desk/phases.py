"""Reopening a closed step of an event: what that takes back, what stays, and why it may be impossible.

Each step builds on the one before, so reopening one takes back everything built on it: the posted list and the bracket
for the cross-check, the draw for the seating. What people wrote and signed stays, and counts again as far as it still
fits. All of this is ours: the rulebook knows no reopening.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.access import own_entry
from brackets.matches.reads.movedon import MovedOn, moved_on
from brackets.matches.reads.takingback import taking_back
from brackets.matches.words import running as running_words
from brackets.models import Match, MatchGame
from brackets.settling.reads.settling import paid_in
from scorecards.models import Discrepancy, Scorecard, TieBreak
from scorecards.sheet.reads.standings import qualifiers
from tournaments.access import Person, may_be_own, own_card
from tournaments.errors import Refused
from tournaments.models import DayChange, Entry, Event, PrintedSheet, User
from tournaments.models.people import with_people
from tournaments.money import words as money_words
from tournaments.rotation.words import faults as faults_words
from tournaments.rules.naming import in_full
from tournaments.rules.phase import Phase
from tournaments.rules.seat import seat_order

OWN_TOTALS = ("own_game_points", "own_games_won", "own_plus", "own_minus", "own_net")


@dataclass(frozen=True, slots=True)
class Fall:
    """One thing that is taken back, in a sentence; `names` lists its parts, such as qualifiers or matches."""

    text: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.names:
            return self.text
        return _("%(told)s: %(names)s.") % {"told": self.text.removesuffix("."), "names": "; ".join(self.names)}


@dataclass(frozen=True, slots=True)
class Reopening:
    """What reopening a step does: sentences on what `falls` and what `stays`, and `fallen` for the log.

    `back_to` is the phase afterwards. `mark` is a version tag, which changes whenever something else would fall.
    `cards` is how many cards are put away. `early_leavers` are the numbers of entrants who left early and become
    no-shows.
    """

    phase: Phase
    back_to: Phase
    falls: tuple[Fall, ...]
    stays: tuple[str, ...]
    fallen: dict[str, Any]
    mark: str
    cards: int = 0
    early_leavers: tuple[int, ...] = ()

    @property
    def matches(self) -> int:
        """How many begun or finished matches of the playoffs fall."""
        return len(self.fallen.get("bracket", ()))


@dataclass(frozen=True, slots=True)
class Beyond:
    """What no reopening changes: `paid` says who was paid, `moved` are players who came over to another event."""

    paid: str
    moved: tuple[MovedOn, ...]


def beyond(event: Event) -> Beyond:
    """Who was paid for this event, and who came over from it to another one."""
    return Beyond(_paid_out(event), moved_on(event))


def reopening(event: Event, phase: Phase, unaffected: Beyond | None = None) -> Reopening:
    """What reopening this step would do now. `unaffected` is the result of `beyond`, if the caller has it.

    Raises Refused: `open` (the step is open), `not_ready` (the event has not reached it).
    """
    unaffected = beyond(event) if unaffected is None else unaffected
    order = list(Phase)
    current = Phase(event.phase)
    # After registration was reopened, the seats are still there, and reopening the seating discards them.
    has_old_seats = phase is Phase.SEATING and current is Phase.REGISTRATION and _seated(event)
    if order.index(phase) > order.index(current) and not has_old_seats:
        raise Refused("not_ready", _("This step has not been reached, so there is nothing to reopen."))
    is_open = phase is current and phase is not Phase.SEATING
    if is_open or phase is Phase.REPORT:
        raise Refused("open", _("This step is open: go on with it."))
    if phase in (Phase.REGISTRATION, Phase.SEATING):
        return _before_the_cards(event, phase, unaffected)
    falls: list[Fall] = []
    fallen: dict[str, Any] = {}
    if phase is Phase.PLAYOFFS:
        if event.ends_with_ranking:
            raise Refused("not_ready", _("Nobody qualifies, so no playoffs follow. The standings are the result."))
        final = final_of(event)
        falls.append(_last_of_final(final, fallen))
        playing = {side.seat for side in (final.top, final.bottom) if side is not None}
        stays = [
            _("All other games of the playoffs stay; they are taken back on the page of their match."),
            unaffected.paid,
            *(
                running_words.plays_elsewhere(player.name, player.event_name)
                for player in unaffected.moved
                if player.seat in playing
            ),
        ]
        return _with_mark(phase, Phase.PLAYOFFS, falls, stays, fallen)
    if event.posted_at is not None:
        _posted(event, falls, fallen)
    stays = [_cards(event), unaffected.paid, *_moved(unaffected.moved)]
    back_to = Phase.CROSS_CHECK
    if phase is Phase.QUALIFYING:
        back_to = Phase.QUALIFYING if event.cards_begun_at else Phase.SEATING
        falls.append(Fall(_("Nothing is compared and no correction counts until the cross-check is begun again.")))
    if signed := Discrepancy.objects.filter(event=event, withdrawn_at__isnull=True).count():
        message = ngettext(
            "%(n)d signed decision stays, and counts in the cross-check while its cards say the same.",
            "%(n)d signed decisions stay, and count in the cross-check while their cards say the same.",
            signed,
        )
        stays.append(message % {"n": signed})
    if ties := TieBreak.objects.filter(event=event).count():
        stays.append(ngettext("%(n)d played-off tie stays.", "%(n)d played-off ties stay.", ties) % {"n": ties})
    return _with_mark(phase, back_to, falls, stays, fallen)


def why_may_not(event: Event, back: Reopening, user: Person | None) -> str:
    """Why this person may not reopen the step: a begun or finished match of their own would fall. Empty if they may."""
    if "match" in back.fallen:
        numbers = [back.fallen["match"]]
    else:
        numbers = [int(number) for number in back.fallen.get("bracket", ())]
    matches = Match.objects.select_related(*with_people("top__player", "bottom__player")).filter(bracket__event=event)
    for row in matches.filter(number__in=numbers).order_by("number"):
        entry = own_entry(user, row)
        if isinstance(user, User) and entry is not None:
            return own_card(user, entry) if may_be_own(user, entry) else running_words.own_match_falls(row.number)
    return ""


def _with_mark(phase: Phase, back_to: Phase, falls: list[Fall], stays: list[str], fallen: dict[str, Any]) -> Reopening:
    """The reopening with its mark, a hash of everything that falls; empty sentences are dropped."""
    content = json.dumps([phase, back_to, list(map(str, falls)), fallen], sort_keys=True)
    mark = hashlib.sha256(content.encode()).hexdigest()[:12]
    return Reopening(phase, back_to, tuple(falls), tuple(filter(None, stays)), fallen, mark)


# --- Seats -----------------------------------------------------------------------------------------------------------


def _cards_in_use(event: Event) -> QuerySet[Scorecard]:
    """The cards that are not empty: with a typed line or total, received, set aside, or ended early."""
    marks = ("received_at", "set_aside_at", "ended_at")
    empty = Q(lines__isnull=True, **{f"{mark}__isnull": True for mark in marks}, **dict.fromkeys(OWN_TOTALS))
    return Scorecard.objects.filter(entry__event=event).exclude(empty).select_related("entry").distinct()


def _before_the_cards(event: Event, phase: Phase, unaffected: Beyond) -> Reopening:
    """What reopening registration or the seating does. Registration keeps the seats, the seating discards them.

    Both put the cards away, because cards name opponents by seat.
    """
    seated = _seated(event)
    printed = PrintedSheet.objects.filter(event=event).count()
    in_force = list(event.day_changes.filter(undone_at__isnull=True))
    falls: list[Fall] = []
    stays: list[str] = []
    fallen: dict[str, Any] = {"people": seated}
    if event.posted_at is not None:
        _posted(event, falls, fallen)
    cards = _put_away(event, falls, fallen)
    people = faults_words.count_entrants(seated)
    if phase is Phase.REGISTRATION:
        stays.append(
            _("%(people)s keep their seats. Players entered now get one when seats are drawn again.")
            % {"people": people}
        )
        falls.append(Fall(_("Nobody can see the schedule, and no card can be typed, until the seats are drawn again.")))
    else:
        falls.append(Fall(_("%(people)s lose their seats, and others are drawn.") % {"people": people}))
        fallen["seed"] = event.draw_seed
    if printed:
        message = ngettext(
            "%(n)d printed sheet may then be wrong: throw it away if its seat changes.",
            "%(n)d printed sheets may then be wrong: throw away those whose seats change.",
            printed,
        )
        falls.append(Fall(message % {"n": printed}))
    if event.game_now:
        message = _("Game %(game)d is on: the round is set back to before its first game.")
        falls.append(Fall(message % {"game": event.game_now}))
        fallen["game"] = event.game_now
    early_leavers = _early_leavers(event, in_force, falls)
    if changes := len(in_force):
        message = ngettext(
            "%(n)d change of the round is taken back, because it does not fit a new draw.",
            "%(n)d changes of the round are taken back, because they do not fit a new draw.",
            changes,
        )
        falls.append(Fall(message % {"n": changes}))
        fallen["day_changes"] = changes
    if event.cross_checked_at:
        falls.append(Fall(_("The cross-check starts over, and nothing that was signed or decided in it counts.")))
    stays.append(_("Every entrant stays, with fees, check-in and status."))
    stays += [unaffected.paid, *_moved(unaffected.moved)]
    return replace(
        _with_mark(phase, Phase.REGISTRATION, falls, stays, fallen), cards=cards, early_leavers=early_leavers
    )


def _seated(event: Event) -> int:
    """How many people have a seat."""
    return Entry.objects.of(event).filter(table__isnull=False).count()


def _put_away(event: Event, falls: list[Fall], fallen: dict[str, Any]) -> int:
    """Note in `falls` and `fallen` the cards that are put away; returns how many there are."""
    in_use = sorted(_cards_in_use(event), key=lambda card: seat_order(card.entry.seat))
    if not in_use:
        return 0
    fallen["cards"] = [card.entry.seat for card in in_use]
    message = ngettext(
        "%(n)d card that is handed in or typed is put away. It stays in the log, but no longer counts.",
        "%(n)d cards that are handed in or typed are put away. They stay in the log, but no longer count.",
        len(in_use),
    )
    names = tuple(f"{card.entry.seat} {card.entry.known_in_full}" for card in in_use)
    falls.append(Fall(message % {"n": len(in_use)}, names))
    return len(in_use)


def _early_leavers(event: Event, in_force: list[DayChange], falls: list[Fall]) -> tuple[int, ...]:
    """The numbers of the entrants who left early: they withdrew, or a substitute plays for them.

    These entrants get no seat in the new draw, which is noted in `falls`.
    """
    replaced = {change.data["seat"] for change in in_force if change.kind == DayChange.Kind.SUBSTITUTE}
    people = [
        entry
        for entry in Entry.objects.of(event).playing().in_seat_order()
        if entry.status == Entry.Status.WITHDRAWN or entry.seat in replaced
    ]
    if people:
        message = ngettext(
            "%(n)d person who left early is a no-show then, and gets no seat. If they play after all, say so on the page of the "
            "entrants.",
            "%(n)d people who left early are no-shows then, and get no seats. If they play after all, say so on the page of the "
            "entrants.",
            len(people),
        )
        falls.append(
            Fall(message % {"n": len(people)}, tuple(f"{entry.seat} {entry.known_in_full}" for entry in people))
        )
    return tuple(entry.number for entry in people)


# --- The posted list -------------------------------------------------------------------------------------------------


def _posted(event: Event, falls: list[Fall], fallen: dict[str, Any]) -> None:
    """Note in `falls` and `fallen` the posted list, and the bracket with its recorded games."""
    posted = qualifiers(event)
    fallen["qualifiers"] = [qualifier["seat"] for qualifier in posted]
    message = ngettext(
        "The posted list of %(n)d qualifier is taken back.",
        "The posted list of %(n)d qualifiers is taken back.",
        len(posted),
    )
    names = tuple(f"{qualifier['seat']} {in_full(qualifier['name'], qualifier['players'])}" for qualifier in posted)
    taken_back = message % {"n": len(posted)} if posted else _("The ranking is no longer official.")
    falls.append(Fall(taken_back, names))
    matches = list(Match.objects.filter(bracket__event=event, bye=False).select_related("top", "bottom"))
    if not matches:
        return
    games = Counter(MatchGame.objects.filter(match__bracket__event=event).values_list("match", flat=True))
    played = [match for match in matches if match.pk in games or match.ended]
    fallen["bracket"] = {str(match.number): games[match.pk] for match in played}
    if not played:
        falls.append(Fall(_("The bracket is removed. No game of it is played yet.")))
        return
    message = ngettext(
        "The bracket is removed, and with it %(n)d recorded game.",
        "The bracket is removed, and with it %(n)d recorded games.",
        games.total(),
    )
    falls.append(Fall(message % {"n": games.total()}, tuple(_match(match, games[match.pk]) for match in played)))


def _match(match: Match, games: int) -> str:
    """A match with its players, and how many of its games are recorded."""
    message = ngettext(
        "match %(match)d, %(top)s and %(bottom)s, %(n)d game",
        "match %(match)d, %(top)s and %(bottom)s, %(n)d games",
        games,
    )
    sides = {"top": match.top.name if match.top else "", "bottom": match.bottom.name if match.bottom else ""}
    return message % {"match": match.number, "n": games, **sides}


def final_of(event: Event) -> Match:
    """The final of an event whose bracket is drawn, with its players."""
    # The final is the last match of the chart.
    matches = Match.objects.select_related("bracket", "winner", "gone", *with_people("top__player", "bottom__player"))
    return matches.filter(bracket__event=event).latest("number")


def _last_of_final(final: Match, fallen: dict[str, Any]) -> Fall:
    """Taking back what decided the final: its last game, or an ending such as a concession; noted in `fallen` too."""
    if final.ended:
        preview = taking_back(final.bracket.event, final.number)
        loser = final.bottom if final.winner == final.top else final.top
        fallen |= {"match": final.number, "ended": final.ended, "loser": loser.seat if loser else ""}
        message = _("How the final ended is taken back, so that there is no champion: %(how)s")
        return Fall(message % {"how": preview.text})
    last = final.games.select_related("winner").latest("game")
    fallen |= {"match": final.number, "game": last.game, "winner": last.winner.seat}
    message = _("Game %(game)d of the final, won by %(winner)s, is taken back, so that there is no champion.")
    return Fall(message % {"game": last.game, "winner": f"{last.winner.seat} {last.winner.name}"})


def _moved(moved: Sequence[MovedOn]) -> Iterator[str]:
    """For each event that players came over to, a sentence: they stay there until somebody takes them off."""
    by_event: dict[str, list[str]] = {}
    for player in moved:
        by_event.setdefault(player.event_name, []).append(f"{player.seat} {player.name}")
    message = _(
        "Players who came over to %(event)s stay entered there, with seat, cards and fees: %(names)s. If "
        "one of them qualifies here after all, the director is told. Take them off there if they play here."
    )
    for event, names in by_event.items():
        yield message % {"event": event, "names": "; ".join(names)}


def _paid_out(event: Event) -> str:
    """What winners of this event were paid, which stays in the books; empty if nobody was."""
    paid = [f"{winner.name} ({money_words.amount(winner.paid)})" for winner in paid_in(event)]
    if not paid:
        return ""
    message = _("What was paid out stays in the books. Winnings are recalculated: %(names)s.")
    return message % {"names": "; ".join(paid)}


def _cards(event: Event) -> str:
    """How many typed cards stay, in a sentence; empty if there are none."""
    typed = Scorecard.objects.filter(entry__event=event, version__gt=0).count()
    if not typed:
        return ""
    return ngettext("%(n)d typed card stays.", "%(n)d typed cards stay.", typed) % {"n": typed}
