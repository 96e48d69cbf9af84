"""Who may come over from one event to another."""

from __future__ import annotations

import pytest

from brackets.bracket.rules.moving import Record, Standing, standing


@pytest.mark.parametrize(
    ("record", "out_in", "found"),
    [
        pytest.param(Record(), 0, Standing.NOT_QUALIFIED, id="did not qualify"),
        pytest.param(Record(qualified=True), 3, Standing.PLAYING, id="still in"),
        pytest.param(Record(qualified=True, lost_in=1), 0, Standing.OUT_LATER, id="out, no round named"),
        pytest.param(Record(qualified=True, lost_in=1), 1, Standing.OUT, id="out in the round named"),
        pytest.param(Record(qualified=True, lost_in=1), 2, Standing.OUT, id="out before the round named"),
        pytest.param(Record(qualified=True, lost_in=3), 2, Standing.OUT_LATER, id="out after the round named"),
        pytest.param(Record(qualified=True, is_champion=True), 9, Standing.CHAMPION, id="champion"),
        pytest.param(Record(status="no_show", ranked=False), 0, Standing.NO_SHOW, id="did not come"),
        pytest.param(Record(status="withdrawn"), 0, Standing.WITHDRAWN, id="withdrew, not qualified"),
        pytest.param(Record(status="withdrawn", qualified=True, lost_in=1), 1, Standing.WITHDRAWN, id="withdrew, out"),
        pytest.param(Record(ranked=False), 0, Standing.NO_CARD, id="not on the list"),
    ],
)
def test_each_entrant_may_come_over_or_not_by_their_results_and_status(
    record: Record, out_in: int, found: Standing
) -> None:
    assert standing(record, out_in) == found
    assert found.may_come == (found in (Standing.NOT_QUALIFIED, Standing.OUT))


def test_a_later_round_takes_nobody_away() -> None:
    records = [Record(qualified=True, lost_in=lost) for lost in (None, 1, 2, 3, 4)] + [Record()]

    for out_in in range(4):
        before = {record for record in records if standing(record, out_in).may_come}
        after = {record for record in records if standing(record, out_in + 1).may_come}
        assert before <= after


def test_a_negative_round_is_an_error() -> None:
    with pytest.raises(ValueError, match="no round -1"):
        standing(Record(), -1)
