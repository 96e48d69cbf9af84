"""What an act that changes prizes, pools or fees may do to what people have won."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from brackets.settling import words as settling_words
from brackets.settling.reads.settling import winners
from tournaments.access import Actor, own_entries
from tournaments.errors import Fault, Forbidden
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Tournament


@contextmanager
def winnings(tournament: Tournament, reason: str, actor: Actor) -> Iterator[None]:
    """What is done in here may change what people have won.

    Raises Forbidden (`own_card`) where that is the actor's own, for nobody rules on their own; Malformed (`reason`) without a
    reason where somebody who was paid already comes to have won less.
    """
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    own = {entry.player_id for entry in own_entries(actor.user, tournament)}
    if not own and not tournament.payouts.exists():
        yield
        return
    before = winners(tournament)
    yield
    after = {one.player: one.won for one in winners(tournament)}
    mine, mine_then = sum(one.won for one in before if one.player in own), sum(after.get(player, 0) for player in own)
    if mine != mine_then:
        raise Forbidden("own_card", settling_words.own_winnings(mine, mine_then))
    less = [one for one in before if one.paid and after.get(one.player, 0) < one.won]
    if less and not reason.strip():
        told = settling_words.paid_and_less([(one.name, one.won, after.get(one.player, 0)) for one in less])
        raise_malformed([Fault("reason", "required", told)])
