"""The draw of the posted qualifiers, and the lengths of matches."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from brackets.bracket.rules import match as match_rules
from brackets.bracket.rules.byes import bracket_size
from brackets.bracket.rules.chart import chart_name, first_round, matches_of, next_slot, round_count
from brackets.models import Bracket, GameClaim, Match, MatchGame
from scorecards.models import QualifyingResult
from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Event
from tournaments.rules.as_the_acc import USUAL_BEST_OF


@transaction.atomic
def draw_bracket(
    *, event: Event, best_of: int | None = None, rounds: Mapping[int, int] | None = None, actor: Actor
) -> Bracket:
    """Put the posted qualifiers on the approved chart of their number; byes pass into round 2 at once (rule 13.2).

    `best_of` is the length of every match, by default that of the event, `rounds` overrides it by round, from 1. Raises Malformed for
    invalid lengths and rounds, Refused: `exists` (drawn already), `not_ready` (nothing is posted), `no_playoffs`
    (nobody qualifies), `one_qualifier`.
    """
    event = Event.objects.locked(event)
    if Bracket.objects.filter(event=event).exists():
        raise Refused("exists", _("The bracket is drawn already. Reopening the cross-check takes it back."))
    by_seed = {
        result.seed: result.entry
        for result in QualifyingResult.objects.filter(event=event).select_related("entry")
        if result.seed is not None
    }
    if event.posted_at and not by_seed:
        raise Refused("no_playoffs", _("Nobody qualifies, so no playoffs follow. The standings are the result."))
    if event.posted_at is None:
        raise Refused("not_ready", _("The bracket is drawn from the posted qualifiers. Post them first."))
    if len(by_seed) == 1:
        raise Refused(
            "one_qualifier",
            _("%(seat)s is the only qualifier and has nobody to play against: there is no bracket.")
            % {"seat": by_seed[1].seat},
        )
    size = bracket_size(len(by_seed))
    lengths = _lengths(best_of, rounds or {}, round_count(size), usual=event.best_of)
    bracket = Bracket.objects.create(event=event, size=size, qualifiers=len(by_seed))
    matches = {
        number: Match(bracket=bracket, number=number, round=played, best_of=length)
        for played, length in lengths.items()
        for number in matches_of(played, size)
    }
    for number, (top, bottom) in enumerate(first_round(len(by_seed)), start=1):
        matches[number].top = by_seed[top]
        if bottom is not None:
            matches[number].bottom = by_seed[bottom]
            continue
        matches[number].bye = True
        matches[number].winner = by_seed[top]
        if slot := next_slot(number, size):
            next_match, place = slot
            setattr(matches[next_match], place, by_seed[top])
    Match.objects.bulk_create(matches.values())
    audit.record(
        event=event,
        actor=actor,
        action="bracket.drawn",
        subject=("bracket", event.slug),
        after={
            "size": size,
            "chart": chart_name(len(by_seed)),
            "best_of": {str(played): length for played, length in lengths.items()},
            "seeds": {str(seed): by_seed[seed].seat for seed in sorted(by_seed)},
        },
    )
    event.touch()
    return bracket


@transaction.atomic
def set_lengths(*, event: Event, rounds: Mapping[int, int], read: Read = None, actor: Actor) -> int:
    """Change the match lengths of rounds that have not begun (ours). Returns the number of rounds changed.

    `rounds` are lengths by number of the round, from 1. A round has begun once a game of it is recorded or reported, or
    a match other than a bye is won. Either all rounds change, or none.

    Raises Malformed for invalid lengths and rounds, Refused `no_bracket` and `begun`, and Overwriting if the present
    length of a round is not the one in `read`.
    """
    event = Event.objects.locked(event)
    bracket = Bracket.objects.filter(event=event).first()
    if bracket is None:
        raise Refused("no_bracket", _("The bracket is not drawn yet. Draw it first."))
    matches = list(Match.objects.select_for_update(of=("self",)).filter(bracket=bracket).order_by("number"))
    before = {row.round: row.best_of for row in matches}
    _lengths(None, rounds, len(before))
    refuse_overwriting(
        {str(played): length for played, length in rounds.items()},
        read=read,
        now={str(played): length for played, length in before.items()},
        of=Written(event, ("bracket", event.slug)),
        actor=actor,
    )
    changed = {played: length for played, length in sorted(rounds.items()) if before[played] != length}
    begun = {row.round for row in matches if row.winner_id is not None and not row.bye}
    for model in (MatchGame, GameClaim):
        begun |= set(model.objects.filter(match__bracket=bracket).values_list("match__round", flat=True))
    if faults := [_begun(played) for played in changed if played in begun]:
        raise Refused(
            "begun", _("The matches of a round keep the length with which the first of them began."), faults=faults
        )
    if not changed:
        return 0
    for row in matches:
        row.best_of = changed.get(row.round, row.best_of)
    Match.objects.bulk_update(matches, ["best_of"])
    audit.record(
        event=event,
        actor=actor,
        action="round.length-set",
        subject=("bracket", event.slug),
        before={str(played): before[played] for played in changed},
        after={str(played): length for played, length in changed.items()},
    )
    event.touch()
    return len(changed)


def _begun(played: int) -> Fault:
    """The fault for a round that has begun."""
    message = _("Round %(round)s has begun. To change its length, take back what is recorded in it first.")
    return Fault(f"rounds.{played}", "begun", message % {"round": played})


def _lengths(
    best_of: int | None, rounds: Mapping[int, int], last: int, *, usual: int = USUAL_BEST_OF
) -> dict[int, int]:
    """The match length of each round from 1 to `last`: of `rounds`, else `best_of`, else the `usual` one.

    Raises Malformed with a fault for every invalid value.
    """
    faults = []
    bad_length = _("A match is best of 1, 3, 5 or 7.")
    if best_of is not None and best_of not in match_rules.LENGTHS:
        faults.append(Fault("best_of", "best_of", bad_length))
    for played, length in rounds.items():
        if not 1 <= played <= last:
            message = _("This bracket has the rounds 1 to %(last)s.") % {"last": last}
            faults.append(Fault(f"rounds.{played}", "round", message))
        elif length not in match_rules.LENGTHS:
            faults.append(Fault(f"rounds.{played}", "best_of", bad_length))
    if faults:
        raise Malformed(_("The lengths of the matches are not right."), faults=faults)
    default = usual if best_of is None else best_of
    return {played: rounds.get(played, default) for played in range(1, last + 1)}
