"""What a club's night pays out: everybody's fee, shared among the best quarter of the cards.

One in four is paid, as clubs do. **Ours**: the amounts fall by equal steps from place to place, in whole dollars if the
fees are, and the first place has what is left of the division. Who shares a place shares the money, to the cent.
"""

from __future__ import annotations

from collections.abc import Sequence

from brackets.settling.rules import paid_places, shared_out

ONE_IN = 4
DOLLAR = 100


def payouts(ranks: Sequence[int], fee: int) -> tuple[int, ...]:
    """Return the payout of each card in cents, best card first. Each player has paid `fee` cents.

    >>> payouts([1, 2, 3, 4, 5, 6, 7, 8, 9], 500), payouts([1, 2, 2, 4, 5], 500)
    ((2300, 1500, 700, 0, 0, 0, 0, 0, 0), (1700, 400, 400, 0, 0))
    """
    places = paid_places(len(ranks), ONE_IN)
    fund = fee * len(ranks)
    if not fund:
        return (0,) * len(ranks)
    unit = DOLLAR if fee % DOLLAR == 0 else 1
    parts = places * (places + 1) // 2
    amounts = [fund * (places - place) // parts // unit * unit for place in range(places)]
    amounts[0] += fund - sum(amounts)
    return shared_out(amounts, ranks)
