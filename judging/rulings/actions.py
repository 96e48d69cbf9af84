"""Rulings of judges, kept for good, and notes on conduct that only the director and the head judge read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.http import Http404
from django.utils import timezone

from brackets.access import match_of, refuse_own_match
from brackets.matches.actions.ending import end_match
from brackets.models import Match
from judging.calls import words as calls_words
from judging.calls.actions.calls import close_call, refuse_own_case
from judging.calls.reads.calls import Whereabouts, whereabouts
from judging.models import LONGEST_ACCOUNT, MOST_PENALTY, Call, Conduct, Ruling
from judging.rulebook.rules.engine import Relation, Subject, asked, decision, misfits
from judging.rulebook.rules.subjects import SUBJECTS
from judging.rules.calls import THREE
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import rule_cited
from judging.rulings.reads.removals import (
    game_in_progress,
    match_mark,
    match_to_lose,
    opponent_to_name,
    removal_of,
    told_of_match,
    told_of_round,
)
from scorecards.ladder.actions import record_removal
from tournaments import audit
from tournaments.access import Actor, Need, Rights, is_own, is_same_name, plays_for, require
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.day.actions.round import look_ahead, refuse_own_win, removal_plan, remove_from_play
from tournaments.day.reads.round import Outlook
from tournaments.errors import Fault, Refused
from tournaments.faults import out_of_range, raise_malformed, text_faults, unknown
from tournaments.models import MAX_REASON, Entry, Event, Player, Role, Tournament, longest
from tournaments.models.people import with_people
from tournaments.rules.citations import rests_on
from tournaments.rules.edition import Edition
from tournaments.seating.reads.seating import way

MOST_JUDGES = 3
MOST_RULES = 12
LONGEST_RULE = 24
UNCOVERED = rests_on("uncovered", Edition.Y2020)
"""The rule of 2020 on cases that no rule covers."""
_RULE = re.compile(rf"[\w.() -]{{1,{LONGEST_RULE}}}")
SENT_TWICE = timedelta(minutes=2)
"""The same ruling without a call, given again within this time, counts as the same ruling sent twice."""


RULING = audit.Logged(
    model=Ruling,
    names=("happened", "decision", "rules", "points", "judges", "by_head"),
    changes=("removes",),
    by_hand="offender other",
    left_out={
        THE_ROWS_OWN: "number event at by recorder taken_back_at taken_back_by taken_back_reason",
        "how it was found stays with the ruling": "call table seat match game subject answers edition",
    },
)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as judges give it.

    `happened` and `decision` may have several lines. `rules` are bare rule numbers of the tournament's edition.
    `points` is the penalty. `offender` is the player who broke the rule, `other` the opponent; both may be None.
    `subject` and `answers` come from the assistant, if it was asked. `judges` are the names of the judges who ruled; if
    empty, the judge who records the ruling. `by_head`: no rule covers the case.
    """

    happened: str
    decision: str
    rules: Sequence[str] = ()
    points: int | None = None
    offender: Entry | None = None
    other: Entry | None = None
    subject: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    judges: Sequence[str] = ()
    by_head: bool = False


_AS_GIVEN = tuple(
    attribute.name
    for attribute in fields(Ruled)
    if attribute.name not in ("rules", "judges", "answers", "offender", "other")
)
"""The fields of Ruled that are stored as they are."""


@transaction.atomic
def give_ruling(
    *,
    tournament: Tournament,
    event: Event | None = None,
    call: Call | None = None,
    ruled: Ruled,
    alone: bool = False,
    closes: bool = True,
    rights: Rights,
    actor: Actor,
) -> Ruling:
    """Keep a ruling, and close the `call` that it answers unless `closes` is false.

    `rights` are the actor's in the event of the ruling. Two judges hear a case (protocol a, 2020; 11.4.a). With `alone`
    one judge suffices: no other judge could come.

    The head judge decides a case that no rule covers (14.1, 2020); in the classic edition the judges do (13). Such a
    ruling is `by_head`; its `rules` are empty or contain that rule. In 2020 the head judge or a director must record it
    and be among the judges. `by_head` is refused if the rules or the assistant's answers decide the case.

    A penalty needs an opponent who pegs it. Without `other` that is the opponent at the offender's place. Repeating a
    ruling changes nothing: word for word on the same call, or within two minutes without a call. A ruling of three
    judges on a call replaces those of fewer judges (11.4.a).

    Raises Malformed: `happened`, `decision`, `rules`, `points`, `judges`, `by_head`, `subject`, `answers`, `offender`,
    `other`.
    Raises Forbidden `own_card`: the actor plays the game (protocol f, 2020).
    Raises Forbidden `role`: the actor may not decide what no rule covers.
    Raises Refused `not_ready`: one judge without `alone`.
    """
    ruled = _tidy(ruled, rights, actor)
    event, tournament = _locked(tournament, event, call, ruled)
    if len(ruled.judges) == 1 and not alone and not ruled.by_head:
        raise Refused("not_ready", rulings_words.one_judge_alone(Edition(tournament.edition)))
    ruling, _is_new = _keep(tournament, event, call, ruled, removes=False, closes=closes, rights=rights, actor=actor)
    return ruling


@transaction.atomic
def remove_player(
    *,
    tournament: Tournament,
    event: Event | None = None,
    call: Call | None = None,
    ruled: Ruled,
    game: int | None = None,
    mark: str | None = None,
    closes: bool = True,
    rights: Rights,
    actor: Actor,
) -> Ruling:
    """Remove the offender from play for refusing a ruling of three judges (11.4.b), and keep that as a ruling.

    The offender loses an open match, or the game in progress (`game`; None if there is none) and all later games. Only
    the director and the head judge may do this, and three judges must be named. `mark` is the mark of the preview
    (`look_at_removal`); without it nothing is compared.

    On a ladder the game in progress is the newest one without a result, also if `game` is None, and the result goes on
    both cards: the ladder goes on without the team.

    Raises what `give_ruling`, `remove_from_play`, `record_removal` and `end_match` raise.
    Raises Malformed: `offender` (nobody is named), `other` (the schedule has another opponent).
    Raises Refused `not_ready`: fewer than three judges.
    Raises Refused `over`: no match is left to lose.
    Raises Refused `stale`: the removal would now change something else than in the preview.
    """
    ruled = _tidy(ruled, rights, actor)
    event, tournament = _locked(tournament, event, call, ruled)
    ruled, offender = _to_remove(tournament, ruled, rights)
    game = _game_to_lose(offender, game)
    _refuse_another_opponent(offender, ruled.other, game)
    ruling, is_new = _keep(tournament, event, call, ruled, removes=True, closes=closes, rights=rights, actor=actor)
    if not is_new:
        return ruling
    assert event is not None  # the offender's event
    reason = rulings_words.removal_reason(ruling.number, Edition(ruling.edition))
    match = match_to_lose(offender)
    if match is not None:
        if mark is not None and mark != match_mark(match):
            raise Refused("stale", rulings_words.match_changed())
        end_match(
            event=event,
            match=match.match,
            ended=Match.Ended.REMOVAL,
            loser=offender.seat,
            reason=reason,
            rights=rights,
            actor=actor,
        )
        ruling.match = match.match
        ruling.save(update_fields=["match"])
    elif event.posted_at:
        raise Refused("over", rulings_words.no_match_to_lose(offender.name))
    else:
        remove_from_play(
            event=event,
            seat=offender.seat,
            game=game,
            opponent=opponent_to_name(event, ruled.other),
            reason=reason,
            mark=mark,
            rights=rights,
            actor=actor,
        )
        if event.is_ladder and game is not None:
            record_removal(event=event, seat=offender.seat, game=game, reason=reason, actor=actor)
    return ruling


@dataclass(frozen=True, slots=True)
class RemovalAhead:
    """A preview of a removal from play.

    `told` is what it would change, in sentences. `mark` identifies this preview for `remove_player`. `match` is the
    number of the match that would be lost, or None. `outlook` is the outlook of the round, or None for a match.
    """

    told: tuple[str, ...]
    mark: str
    match: int | None = None
    outlook: Outlook | None = None


def look_at_removal(
    *,
    tournament: Tournament,
    event: Event | None = None,
    call: Call | None = None,
    ruled: Ruled,
    game: int | None = None,
    rights: Rights,
    actor: Actor,
) -> RemovalAhead:
    """Preview `remove_player` with the same arguments. Writes nothing.

    Raises what `remove_player` raises about the ruling, the match and the plan. Typed cards that contradict the removal
    are no refusal: they are the `misfits` of the outlook.
    """
    ruled, offender = _to_remove(tournament, _tidy(ruled, rights, actor), rights)
    game = _game_to_lose(offender, game)
    _refuse_another_opponent(offender, ruled.other, game)
    event_of_case = call.entry.event if call is not None else event or offender.event
    _refuse(tournament, event_of_case, call, ruled, _place(call, ruled), rights=rights, actor=actor)
    match = match_to_lose(offender)
    if match is not None:
        refuse_own_match(actor, match_of(event_of_case, match.match))
        return RemovalAhead(told_of_match(event_of_case, match, offender.seat), match_mark(match), match=match.match)
    if event_of_case.posted_at:
        raise Refused("over", rulings_words.no_match_to_lose(offender.name))
    plan = removal_plan(offender.seat, game, opponent_to_name(event_of_case, ruled.other))
    ground, outlook = look_ahead(event_of_case, plan)
    refuse_own_win(event_of_case, ground.awarded_to(plan), actor)
    return RemovalAhead(told_of_round(ground, plan), outlook.mark, outlook=outlook)


def _game_to_lose(offender: Entry, game: int | None) -> int | None:
    """The game in progress that the offender loses: this one, on a ladder also one that nobody named."""
    if game is None and offender.event.is_ladder and not offender.event.posted_at:
        return game_in_progress(offender, None)
    return game


def _refuse_another_opponent(offender: Entry, other: Entry | None, game: int | None) -> None:
    """Raise Malformed (`other`) if the schedule names another opponent of the offender for this game."""
    if other is None or game is None or offender.event.posted_at:
        return
    meetings = way(offender.event, offender.seat).meetings
    scheduled = next((meeting.opponent for meeting in meetings if meeting.game == game), None)
    if scheduled is not None and scheduled.seat != other.seat:
        message = rulings_words.meets_another(offender.name, game, scheduled.seat, scheduled.name)
        raise_malformed([Fault("other", "unknown", message)])


@transaction.atomic
def take_back_ruling(*, tournament: Tournament, number: int, reason: str, rights: Rights, actor: Actor) -> Ruling:
    """Note that a ruling no longer holds, and why. The ruling stays in the list. Repeating it changes nothing.

    Allowed for the person who recorded the ruling, the head judge and the director. `rights` are the actor's in the
    event of the ruling.

    Raises Http404: no ruling has this number.
    Raises Malformed: `reason`.
    Raises Forbidden `role`: none of the three above.
    Raises Forbidden `own_card`: the actor is one of the players named.
    Raises Refused `stands`: the removal must be undone first, in the round or at the match.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    rows = tournament.rulings.select_related(
        "offender__event", "event", *with_people("offender__player", "other__player")
    )
    row = rows.filter(number=number).first()
    if row is None:
        raise Http404(rulings_words.no_such_ruling())
    refuse_own_case(actor, row.offender, row.other)
    if actor.user is None or row.recorder_id != actor.user.pk:
        require(rights, Need.RULE)
    raise_malformed(text_faults("reason", reason, MAX_REASON, required=True))
    if row.taken_back_at is not None:
        return row
    if row.removes and row.offender is not None:
        removal = removal_of(row.offender)
        if removal is not None:
            raise Refused(
                "stands", rulings_words.removal_stands(row.offender.name, change=removal.change, match=removal.match)
            )
    _take_back(row, reason, actor)
    return row


@transaction.atomic
def note_conduct(*, entry: Entry, text: str, rights: Rights, actor: Actor) -> Conduct:
    """Keep a note on an entrant's conduct under the code of ethics, for the director and the head judge only.

    `rights` are the actor's in the entrant's event. The log says that a note was made, but not its text. Repeating the
    actor's own last note on this entrant changes nothing.

    Raises Malformed: `text`.
    Raises Forbidden `role`: the actor is neither the director nor the head judge.
    Raises Forbidden `own_card`: the actor is this entrant.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=entry.event.tournament_id)
    require(rights, Need.RULE)
    refuse_own_case(actor, entry)
    text = _lines(text)
    raise_malformed(_account_faults("text", text))
    # Later notes by other people, or on other entrants, do not make a repeated note a new one.
    own_last = tournament.conduct_notes.filter(entry=entry, by=actor.name).order_by("number").last()
    if own_last is not None and own_last.text == text:
        return own_last
    last = tournament.conduct_notes.order_by("number").last()
    note = Conduct.objects.create(
        tournament=tournament,
        number=last.number + 1 if last is not None else 1,
        entry=entry,
        text=text,
        by=actor.name,
    )
    audit.record(tournament=tournament, actor=actor, action="conduct.noted", subject=("conduct", str(note.number)))
    return note


def _tidy(ruled: Ruled, rights: Rights, actor: Actor) -> Ruled:
    """The ruling with normalized texts and names.

    If no judge is named, the actor is the judge, provided the actor has that role or the ruling is `by_head`.
    """
    is_judge = ruled.by_head or rights.superuser or Role.Kind.JUDGE in rights.roles
    recorder = (actor.name,) if is_judge else ()
    judges = [" ".join(name.split()) for name in ruled.judges]
    return replace(
        ruled,
        happened=_lines(ruled.happened),
        decision=_lines(ruled.decision),
        rules=tuple(dict.fromkeys(" ".join(rule.split()).lower() for rule in ruled.rules)),
        judges=tuple(dict.fromkeys(name for name in judges if name)) or recorder,
    )


def _to_remove(tournament: Tournament, ruled: Ruled, rights: Rights) -> tuple[Ruled, Entry]:
    """The ruling of a removal with the rule on removals added, and the offender.

    Raises Forbidden (`role`), Malformed (`offender`: nobody is named), Refused `not_ready` (fewer than three judges).
    """
    require(rights, Need.RULE)
    edition = Edition(tournament.edition)
    if ruled.offender is None:
        raise_malformed([Fault("offender", "required", rulings_words.nobody_to_remove())])
    if len(ruled.judges) < THREE:
        raise Refused("not_ready", rulings_words.three_judges_first(edition))
    removal_rule = rests_on("removal", edition)
    ruled = replace(ruled, rules=tuple(dict.fromkeys([*ruled.rules, removal_rule])))
    assert ruled.offender is not None  # raise_malformed has raised otherwise
    return ruled, ruled.offender


def _lines(text: str) -> str:
    """A text of several lines with normalized line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _locked(
    tournament: Tournament, event: Event | None, call: Call | None, ruled: Ruled
) -> tuple[Event | None, Tournament]:
    """The event of the case, or None, and the tournament. Both are locked, in this order as everywhere."""
    if call is not None:
        event = call.entry.event
    elif event is None and ruled.offender is not None:
        event = ruled.offender.event
    locked_event = Event.objects.locked(event) if event is not None else None
    return locked_event, Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def _keep(
    tournament: Tournament,
    event: Event | None,
    call: Call | None,
    ruled: Ruled,
    *,
    removes: bool,
    closes: bool,
    rights: Rights,
    actor: Actor,
) -> tuple[Ruling, bool]:
    """Save this ruling, log it and close its call; return the ruling and whether it is new.

    A ruling that repeats an earlier one is not saved: the earlier one is returned. Raises what `_refuse` raises.
    """
    if call is not None:
        call = Call.objects.select_related("entry__event", *with_people("entry__player", "opponent__player")).get(
            pk=call.pk
        )
    place = _place(call, ruled)
    _refuse(tournament, event, call, ruled, place, rights=rights, actor=actor)
    ruling = Ruling(
        tournament=tournament,
        number=(tournament.rulings.aggregate(last=Max("number"))["last"] or 0) + 1,
        event=event,
        call=call,
        offender=ruled.offender,
        other=_opposing(call, ruled, place),
        table=place.table if place else "",
        seat=place.seat if place else None,
        match=place.match if place else None,
        game=place.game if place else None,
        answers=dict(ruled.answers),
        edition=Edition(tournament.edition),
        rules=list(ruled.rules),
        **{name: getattr(ruled, name) for name in _AS_GIVEN},
        removes=removes,
        judges=list(ruled.judges),
        by=actor.name,
        recorder=actor.user,
    )
    earlier = _repeated(ruling)
    if earlier is not None:
        return earlier, False
    ruling.save()
    _record(ruling, "ruling.given", actor, None, _log_values(ruling))
    if call is not None and not removes and len(ruling.judges) >= THREE:
        _replace_earlier(call, ruling, actor)
    if call is not None and closes and call.closed_at is None:
        close_call(call=call, actor=actor)
    return ruling, True


def _replace_earlier(call: Call, by_three: Ruling, actor: Actor) -> None:
    """Take back the rulings of fewer judges on this call: the ruling of three replaces them (11.4.a)."""
    for row in call.rulings.exclude(pk=by_three.pk):
        if row.is_open_to_three:
            reason = rulings_words.replaced_by_three(by_three.number, Edition(by_three.edition))
            _take_back(row, reason, actor)


def _take_back(row: Ruling, reason: str, actor: Actor) -> None:
    """Mark this ruling as taken back, and log that."""
    row.taken_back_at, row.taken_back_by, row.taken_back_reason = timezone.now(), actor.name, reason
    row.save(update_fields=["taken_back_at", "taken_back_by", "taken_back_reason"])
    _record(row, "ruling.taken-back", actor, _log_values(row), None, reason)


def _place(call: Call | None, ruled: Ruled) -> Call | Whereabouts | None:
    """The place of the case: the call itself, else where the offender sits now; None without both."""
    if call is not None:
        return call
    return whereabouts(ruled.offender) if ruled.offender is not None else None


def _refuse(
    tournament: Tournament,
    event: Event | None,
    call: Call | None,
    ruled: Ruled,
    place: Call | Whereabouts | None,
    *,
    rights: Rights,
    actor: Actor,
) -> None:
    """Raise if the ruling cannot be kept, or not by this actor.

    Raises Forbidden `own_card` for a party, Malformed for any fault of the ruling, and Forbidden `role` if the actor
    may not decide what no rule covers.
    """
    edition = Edition(tournament.edition)
    parties = _parties(call, ruled, place)
    refuse_own_case(actor, *parties)
    faults = [*_faults(tournament, event, ruled, edition), *_penalty_faults(call, ruled, place)]
    own_case_judge = next((name for name in ruled.judges if _is_party(tournament, name, parties)), None)
    if own_case_judge is not None:
        faults.append(Fault("judges", "own", rulings_words.judges_own_case(own_case_judge)))
    waits_for_third = call is not None and call.closed_at is None and call.third_at is not None
    if waits_for_third and len(ruled.judges) < THREE and not ruled.by_head:
        faults.append(Fault("judges", "third", rulings_words.third_is_asked(edition)))
    if ruled.by_head:
        faults.extend(_head_faults(tournament, event, ruled, edition, rights, actor))
    raise_malformed(faults)
    if ruled.by_head and edition is Edition.Y2020:
        require(rights, Need.RULE)


def _parties(call: Call | None, ruled: Ruled, place: Call | Whereabouts | None) -> list[Entry]:
    """The players in the case, as far as known.

    They are the players named in the ruling and those of the call. Without a call, the opponent at the offender's place
    is one of them unless `other` is named.
    """
    players = [ruled.offender, ruled.other]
    if call is not None:
        players += [call.entry, call.opponent]
    elif ruled.other is None and place is not None:
        players.append(place.opponent)
    return [player for player in players if player is not None]


def _opposing(call: Call | None, ruled: Ruled, place: Call | Whereabouts | None) -> Entry | None:
    """The opponent of the offender: as named, else if there is a penalty, from the call or the offender's place.

    None if the offender is not one of the players of the call.
    """
    if ruled.other is not None or not ruled.points or ruled.offender is None:
        return ruled.other
    if call is None:
        return place.opponent if place is not None else None
    pair = (call.entry, call.opponent)
    if ruled.offender not in pair:
        return None
    return next((player for player in pair if player != ruled.offender), None)


def _penalty_faults(call: Call | None, ruled: Ruled, place: Call | Whereabouts | None) -> list[Fault]:
    """The fault of a penalty without an offender, or without an opponent who pegs it; else none."""
    if not ruled.points:
        return []
    if ruled.offender is None:
        return [Fault("offender", "required", rulings_words.nobody_penalized())]
    if _opposing(call, ruled, place) is None:
        return [Fault("other", "required", rulings_words.nobody_pegs(ruled.offender.name))]
    return []


def _head_faults(
    tournament: Tournament, event: Event | None, ruled: Ruled, edition: Edition, rights: Rights, actor: Actor
) -> list[Fault]:
    """Faults of a `by_head` ruling: rules cover the case, or in 2020 no head judge or director is among the judges."""
    faults = []
    uncovered = rests_on("uncovered", edition)
    assistant_rules = _rules_of_answers(ruled, edition, uncovered)
    if assistant_rules:
        message = rulings_words.assistant_decides(assistant_rules, uncovered, edition)
        faults.append(Fault("by_head", "covered", message))
    elif ruled.rules and uncovered not in ruled.rules:
        faults.append(Fault("by_head", "covered", rulings_words.rules_cover_it(ruled.rules, uncovered, edition)))
    if edition is Edition.Y2020 and rights.may(Need.RULE):
        heads = _heads(tournament, event)
        if not {actor.name, *heads}.intersection(ruled.judges):
            faults.append(Fault("judges", "head_judge", rulings_words.head_judge_named(heads or [actor.name])))
    return faults


def _rules_of_answers(ruled: Ruled, edition: Edition, uncovered: str) -> tuple[str, ...]:
    """The rules by which the assistant decides the case; empty if it leaves the case open or was not asked.

    `uncovered` is the number of the rule on cases that no rule covers.
    """
    subject = next((candidate for candidate in SUBJECTS if candidate.key == ruled.subject), None)
    if subject is None or not _are_answers(subject, edition, ruled.answers):
        return ()
    decided = decision(subject, edition, ruled.answers)
    if decided is None or uncovered in decided.rules:
        return ()
    return decided.rules


def _heads(tournament: Tournament, event: Event | None) -> list[str]:
    """Names of the people who decide what no rule covers: the head judge, then the directors."""
    roles = Role.objects.in_event(event) if event is not None else Role.objects.in_force().filter(tournament=tournament)
    head_roles = (
        roles.filter(Q(is_head=True) | Q(kind=Role.Kind.DIRECTOR)).order_by("-is_head", "pk").select_related("user")
    )
    return list(dict.fromkeys(Actor.of_user(role.user).name for role in head_roles))


def _repeated(new: Ruling) -> Ruling | None:
    """The earlier ruling that this unsaved one repeats word for word, or None.

    Without a call, only a ruling of the last two minutes counts (`SENT_TWICE`).
    """
    columns = ("call", "offender", "other", "event", "removes", *_AS_GIVEN)
    rows = new.tournament.rulings.filter(taken_back_at=None, **{name: getattr(new, name) for name in columns})
    if new.call is None:
        rows = rows.filter(at__gte=timezone.now() - SENT_TWICE)
    for row in rows:
        if (row.judges, row.rules, row.answers) == (new.judges, new.rules, new.answers):
            return row
    return None


def _is_party(tournament: Tournament, name: str, parties: Sequence[Entry]) -> bool:
    """Whether the judge of this name is one of the `parties`, by name or by account (protocol f, 2020)."""
    names = (known for party in parties for known in (party.known_name, *party.player.names))
    if any(is_same_name(known, name) for known in names):
        return True
    roles = Role.objects.in_force().filter(tournament=tournament, kind=Role.Kind.JUDGE).select_related("user")
    users_of_name = [role.user for role in roles if Actor.of_user(role.user).name == name]
    return any(
        any(is_own(user, party) for party in parties) or plays_for(user, parties) is not None for user in users_of_name
    )


def _faults(tournament: Tournament, event: Event | None, ruled: Ruled, edition: Edition) -> list[Fault]:
    """Every fault of a ruling that does not depend on the call or the actor."""
    faults = [*_account_faults("happened", ruled.happened), *_account_faults("decision", ruled.decision)]
    if ruled.points is not None and not 0 <= ruled.points <= MOST_PENALTY:
        faults.append(out_of_range("points", 0, MOST_PENALTY))
    if not ruled.rules and not ruled.by_head:
        faults.append(Fault("rules", "required", rulings_words.no_rule(edition)))
    if len(ruled.rules) > MOST_RULES or any(not _RULE.fullmatch(rule) for rule in ruled.rules):
        faults.append(Fault("rules", "invalid", rulings_words.bad_rules(MOST_RULES)))
    else:
        faults.extend(_rule_faults(ruled, edition))
    if not ruled.judges:
        faults.append(Fault("judges", "required", rulings_words.nobody_judged()))
    if _answers_say_three(ruled) and 0 < len(ruled.judges) < THREE:
        faults.append(Fault("judges", "three", rulings_words.three_by_answers(edition)))
    if len({name.strip().casefold() for name in ruled.judges}) < len(ruled.judges):
        faults.append(Fault("judges", "twice", rulings_words.same_judge_twice()))
    is_bad_name = any(len(name) > longest(Player, "name") or not name.isprintable() for name in ruled.judges)
    if len(ruled.judges) > MOST_JUDGES or is_bad_name:
        faults.append(Fault("judges", "range", rulings_words.too_many_judges(MOST_JUDGES, edition)))
    subject = next((candidate for candidate in SUBJECTS if candidate.key == ruled.subject), None)
    if ruled.subject and subject is None:
        faults.append(unknown("subject", [candidate.key for candidate in SUBJECTS]))
    if ruled.answers and not _are_answers(subject, edition, ruled.answers):
        faults.append(Fault("answers", "invalid", rulings_words.bad_answers()))
    elif subject is not None:
        broken = _misfits(subject, edition, ruled.answers)
        faults.extend(Fault("answers", "impossible", calls_words.misfit(subject.key, misfit.code)) for misfit in broken)
    for name, entry in (("offender", ruled.offender), ("other", ruled.other)):
        if entry is None:
            continue
        if entry.event.tournament_id != tournament.pk or (event is not None and entry.event_id != event.pk):
            faults.append(Fault(name, "unknown", rulings_words.not_in_event()))
    if ruled.offender is not None and ruled.offender == ruled.other:
        faults.append(Fault("other", "same", rulings_words.same_person()))
    return faults


def _answers_say_three(ruled: Ruled) -> bool:
    """Whether the assistant's answers say that three judges decided, or that three informed the player (11.4)."""
    return "three" in (ruled.answers.get("decided_by"), ruled.answers.get("told_by"))


def _rule_faults(ruled: Ruled, edition: Edition) -> list[Fault]:
    """Faults of well-formed rule numbers: unknown in this edition, or 14.1 (2020) in a ruling that is not `by_head`."""
    faults = []
    for rule in ruled.rules:
        cited = rule_cited(rule, edition)
        if not cited.is_known:
            message = rulings_words.no_such_rule(rule, edition, cited.numbers_here, cited.is_elsewhere)
            faults.append(Fault("rules", "unknown", message))
    # In the classic edition any judges decide what no rule covers, so they may name the rule on that.
    if edition is Edition.Y2020 and UNCOVERED in ruled.rules and not ruled.by_head:
        faults.append(Fault("rules", "head_judge", rulings_words.head_judge_first()))
    return faults


def _account_faults(name: str, text: str) -> list[Fault]:
    """Faults of a text that may have several lines; `name` is its field."""
    return text_faults(name, text.replace("\n", " "), LONGEST_ACCOUNT, required=True)


def _are_answers(subject: Subject | None, edition: Edition, answers: Mapping[str, str]) -> bool:
    """Whether each of these answers is possible by itself for a question of this subject; False without a subject."""
    if subject is None or answers.keys() - {question.key for question in subject.questions(edition)}:
        return False
    try:
        decision(subject, edition, answers)
    except ValueError:
        return False
    for question in subject.questions(edition):
        if not question.is_number or question.key not in answers:
            continue
        text = answers[question.key]
        if not re.fullmatch("[0-9]{1,3}", text) or not question.least <= int(text) <= question.most:
            return False
    return True


def _misfits(subject: Subject, edition: Edition, answers: Mapping[str, str]) -> tuple[Relation, ...]:
    """The contradictions between the numbers in these answers, each of which must be possible by itself."""
    answered = [question for question in asked(subject, edition, answers) if question.key in answers]
    choices = {question.key: answers[question.key] for question in answered if not question.is_number}
    numbers = {question.key: int(answers[question.key]) for question in answered if question.is_number}
    return misfits(subject, choices, numbers)


def _log_values(row: Ruling) -> dict[str, Any]:
    """The values of a ruling that the log keeps; the players by permanent ID, or by name without a seat."""
    return {
        **RULING.values(row),
        **RULING.given(row, "removes"),
        "offender": row.offender.seat or row.offender.name if row.offender else None,
        "other": row.other.seat or row.other.name if row.other else None,
    }


def _record(
    row: Ruling,
    action: str,
    actor: Actor,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    reason: str = "",
) -> None:
    audit.record(
        tournament=row.tournament,
        event=row.event,
        actor=actor,
        action=action,
        subject=("ruling", str(row.number)),
        before=before,
        after=after,
        reason=reason,
    )
