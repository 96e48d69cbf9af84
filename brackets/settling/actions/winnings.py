"""Limits on acts that change prizes, pools or fees: what they may do to winnings."""

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
    """Guard a block that may change what people have won.

    Raises Forbidden (`own_card`) where it changes the actor's own winnings: nobody rules on their own. Raises Malformed
    (`reason`) without a reason where a person who was already paid comes to have won less.
    """
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    own = {entry.player_id for entry in own_entries(actor.user, tournament)}
    if not own and not tournament.payouts.exists():
        yield
        return
    before = winners(tournament)
    yield
    after = {person.player: person.won for person in winners(tournament)}
    mine, mine_then = (
        sum(person.won for person in before if person.player in own),
        sum(after.get(player, 0) for player in own),
    )
    if mine != mine_then:
        raise Forbidden("own_card", settling_words.own_winnings(mine, mine_then))
    less = [person for person in before if person.paid and after.get(person.player, 0) < person.won]
    if less and not reason.strip():
        sentence = settling_words.paid_and_less(
            [(person.name, person.won, after.get(person.player, 0)) for person in less]
        )
        raise_malformed([Fault("reason", "required", sentence)])
