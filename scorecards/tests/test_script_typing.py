"""What the browser echoes while one types a card, without the network, is what the rules say: Node runs its script."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from typing import Any

import pytest

from hall.tests.servers import Node
from scorecards.cards.rules.typing import format_typed, parse_total, parse_typed
from scorecards.sheet.rules.line import LARGEST_SPREAD, Line, counted_points
from scorecards.sheet.rules.tally import tally_lines
from tournaments.rules.skunk import NO_SKUNK, Skunks

HERE = "scorecards/tests/js/typed.js"

SHORTHAND = [
    *["16", "16+", "+16", "-16", "16-", "\N{MINUS SIGN}16", "7", "07", "07-", "121", "W", "w*", "l", "W-16", "W16-"],
    *["W-45*", "L16", "45*", "16*", "16+*", "16*+", ".16", ".-16", " W - 16 ", ".", "", "  ", "0", "00", "122", "999-"],
    *[
        "016",
        "1616",
        "-16-",
        "16**",
        "abc",
        "X",
        "-16*",
        "L*",
        ".16*",
        "@A-9 16",
        "@a9 -16",
        "@A 9W",
        "@A-9-16",
        "@ 16",
    ],
    *["@aa12 7", "@? 16", "@?L16", "@A-8 .", "@A-9", "@16", "@A-900 16", "@ABC-1 16", "@A-09 16", "@?", "@", "@?."],
    *[
        "0-",
        "0+",
        "-0",
        "+0",
        "0*+",
        "0+*",
        "0*",
        "x",
        "X*",
        "X16",
        "-16+",
        "+16-",
        "+16+",
        "-45*+",
        "+16*-",
        "W-16-",
        "--16",
    ],
    *[
        "5/16+",
        "05/16",
        "5/-16+",
        "5 / 0-",
        "B5/16+",
        "b 5/16",
        "0/16+",
        "00/16",
        "0/",
        "5/",
        "0/.",
        "5/.",
        "501/16",
        "5/5/16",
    ],
    *["W16/12+", "ABC1/16", "-5/16", "/16", "@5/16", "@A-5/16", "5/W-16", "5/x", "122/16"],
    *["72*4", "40*2", "72*+", "9/72*4+", "16*4", "W*4", "0*2+", "45*5", "45*2*3", "L*2"],
    *["5/3", "5/w", "5/0", "@A-9 3", "4", ",16+", ",", "\N{EN DASH}16"],
]
TOTALS = [
    "29",
    "+62",
    "-11",
    "\N{MINUS SIGN}11",
    "0",
    "",
    " + 5",
    "1.5",
    "1e3",
    "1000000",
    "100001",
    "100000",
    "x",
    "--5",
]


def total_of(text: str, *, signed: bool) -> str:
    """A total as JavaScript writes it down."""
    read = parse_total(text, "net", signed=signed)
    return "null" if read is None else str(read) if isinstance(read, int) else "NaN"


@pytest.mark.parametrize(
    ("records_spread", "skunks"),
    [
        *product([True, False], [Skunks(), Skunks(61), Skunks(NO_SKUNK)]),
        (True, Skunks(31, 61)),
    ],
)
def test_the_echo_says_what_the_rules_say(node: Node, records_spread: bool, skunks: Skunks) -> None:
    spreads = [str(spread) for spread in range(-LARGEST_SPREAD, LARGEST_SPREAD + 1)]

    [told] = node.each(HERE, "echo", [([*spreads, *SHORTHAND], TOTALS, records_spread, skunks)])

    good: list[Line] = []
    for index, text in enumerate([*spreads, *SHORTHAND]):
        table: Any = {"records_spread": records_spread, "skunks": skunks}
        read = parse_typed(text, 1, "A-8", table="A", **table)
        if isinstance(read, Line):
            good.append(read)
            expected = {name: value for name, value in asdict(read).items() if name != "game"}
            assert (text, told["points"][index]) == (text, counted_points(read, skunks))
        else:
            expected = read and {"code": read.code}
        sums = tally_lines(good, skunks)
        assert (text, told["lines"][index]) == (text, expected)
        expected = {name: figure for name, figure in asdict(sums).items() if name != "pegged"}
        assert (text, told["running"][index]) == (text, {**expected, "net": sums.net})
        if read is None or isinstance(read, Line):
            assert (text, told["shown"][index]) == (text, format_typed(read, "A-8", **table))
    assert told["own"] == [[total_of(text, signed=True), total_of(text, signed=False)] for text in TOTALS]


def test_what_cannot_become_right_any_more_is_said_and_nothing_that_is_half_typed(node: Node) -> None:
    hopeless = ["122", "1616", "abc", "-16*-", "L*", "16**", "--", "999-", "W0-0", "@ABC", "@5", "5/5/", "501/"]

    [found] = node.each(HERE, "lost", [(SHORTHAND, hopeless)])

    assert found == [[], []]
