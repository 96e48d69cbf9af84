"""The guard of acts that may change what people have won."""

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
    """Guard a block that may change what people have won, by comparing their winnings before and after it.

    Raises Forbidden (`own_card`) if the block changes the actor's own winnings: nobody decides on their own money.
    Raises Malformed (`reason`) without a reason if somebody who was paid already would have won less.
    Raises Malformed (`reason`) also if the reason is too long.
    """
    raise_malformed(text_faults("reason", reason, MAX_REASON))
    own_players = {entry.player_id for entry in own_entries(actor.user, tournament)}
    if not own_players and not tournament.payouts.exists():
        yield
        return
    before = winners(tournament)
    yield
    won_after = {person.player: person.won for person in winners(tournament)}
    own_before = sum(person.won for person in before if person.player in own_players)
    own_after = sum(won_after.get(player, 0) for player in own_players)
    if own_before != own_after:
        raise Forbidden("own_card", settling_words.own_winnings(own_before, own_after))
    losing = [person for person in before if person.paid and won_after.get(person.player, 0) < person.won]
    if losing and not reason.strip():
        sentence = settling_words.paid_and_less(
            [(person.name, person.won, won_after.get(person.player, 0)) for person in losing]
        )
        raise_malformed([Fault("reason", "required", sentence)])
