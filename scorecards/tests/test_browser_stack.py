"""The whole stack typed at the desk by four people at once, and the middle of it without a network; with what it took."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from hall.tests import servers
from hall.tests.servers import Site
from scorecards.tests.typists import GAMES, SET_UP, STACK, Count, Paper, papers, rows
from tournaments.tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.site]

PEOPLE = ("rosa", "len", "june", "otis")
CARDS = "/t/sierra/main/cards/"
RECORDED = """
import json
from scorecards.models import Scorecard
from scorecards.cards.reads.cards import card
from scorecards.sheet.reads.sheet import sheet
from tournaments.models import AuditEntry, Event
on = sheet(Event.objects.select_related("tournament").get())
cards = {seat: card(on, seat) for seat in on.cards}
typed = AuditEntry.objects.filter(action="card.typed").count()
print(json.dumps({"cards": cards, "typed": typed}))
"""
CHECK = """
import csv
import json
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.sheet.reads.discrepancies import discrepancies
from scorecards.sheet.reads.sheet import sheet
from tournaments.models import Event
from tournaments.tests.factories import make_actor
event = Event.objects.select_related("tournament").get()
start_cross_check(event=event, actor=make_actor())
on = sheet(Event.objects.select_related("tournament").get())
print(json.dumps([[view.game, *view.cards, view.outcome, " ".join(view.rules), view.resolved or view.recorded] for view in discrepancies(on)], default=str))
"""
# How many pages the worker keeps for when there is no network.
KEPT_PAGES = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pegboard-desk"));
  const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return kept.reduce((one, other) => one + other, 0);
}"""


@pytest.fixture
def site(running_site: Callable[..., Site]) -> Site:
    site = running_site(workers=2)
    site.run(SET_UP.format(people=PEOPLE, password=PASSWORD, entrants=str(STACK / "entrants.csv")))
    return site


def in_a_thread(work: Callable[[], Awaitable[Count]]) -> Count:
    """Run this in an event loop of its own: the one of this thread belongs to the browser of other tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


def told(site: Site, code: str):
    return json.loads(site.run(code).strip().splitlines()[-1])


def card_rows(card: dict) -> list[list[str]]:
    """The lines of a card as the API gives them, as the rows of the file."""
    return [
        [str(line["game"]), line["opponent"], line["points"], line["plus"], line["minus"]] for line in card["lines"]
    ]


def paper_rows() -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {seat: [] for seat in papers()}
    for row in rows("cards.csv"):
        found[row["seat"]].append([row[name] for name in ("game", "opponent", "points", "plus", "minus")])
    return found


class Typist:
    """One person at one computer."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.count = Count()

    async def sign_in(self, name: str) -> None:
        await self.page.goto(f"{self.site.url}/accounts/sign-in/")
        await self.page.fill("[name=username]", name)
        await self.page.fill("[name=password]", PASSWORD)
        await self.page.press("[name=password]", "Enter")
        await self.page.wait_for_url(lambda url: "sign-in" not in url)

    async def open(self, seat: str) -> None:
        await self.page.goto(f"{self.site.url}{CARDS}{seat}/")
        await expect(self.page.locator("#desk-state")).to_contain_text("All saved")

    async def seat(self) -> str:
        return await self.page.inner_text(".sc__seat b")

    async def find(self, seat: str) -> int:
        """Ask for a card by its ID, where the desk passed over it: somebody else had it open at that moment."""
        keys = await self.press(f"/{seat}\n")
        await expect(self.page.locator(".sc__seat b")).to_have_text(seat)
        return keys

    async def press(self, keys: str) -> int:
        await self.page.keyboard.type(keys)
        return len(keys)

    async def type(self, paper: Paper, *, waits: bool) -> None:
        """Type one card that lies on the desk, from the first key to the last."""
        page, count = self.page, self.count
        others = 0 if await self.seat() == paper.seat else await self.find(paper.seat)
        expected = await page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('tr[data-game]')].map((r) => [r.dataset.game, r.dataset.expected]))"
        )
        for keys in paper.keys({int(game): seat or None for game, seat in expected.items()}):
            count.line_keys += await self.press(keys)
            count.lines += 1
        *first, last = paper.total_keys
        for keys in first:
            others += await self.press(keys)
        others += await self.press(last[:-1])
        started = time.monotonic()
        others += await self.press("\n")
        if await page.evaluate("() => document.activeElement.id === 'save'"):
            # The totals are off, and the paper says so: once more.
            others += await self.press("\n")
        await page.wait_for_function(
            "(seat) => document.querySelector('.sc__seat b').textContent !== seat || document.querySelector('#note span').textContent",
            arg=paper.seat,
        )
        count.to_next.append(time.monotonic() - started)
        count.other_keys.append(others)
        if waits:
            await page.wait_for_function(
                "() => document.querySelector('#desk-state').classList.contains('desk-state--done')"
            )
            count.to_server.append(time.monotonic() - started)

    async def all_saved(self) -> None:
        await expect(self.page.locator("#desk-state")).to_contain_text("All saved on the server")


async def at_desks(site: Site, work: Callable[[BrowserContext, str], Awaitable[Count]], *people: str) -> Count:
    """Let these people work at the same time, each with a browser profile of their own."""
    # As for every other browser test: what is expected may take its time where the machine has other work.
    expect.set_options(timeout=60_000)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=servers.find_chromium(), args=servers.CHROMIUM_FLAGS
        )
        contexts = [await chromium.new_context() for _name in people]
        counts = await asyncio.gather(*(work(*pair) for pair in zip(contexts, people, strict=True)))
        await chromium.close()
    return sum(counts, Count())


def test_four_people_type_the_whole_stack_and_find_exactly_its_discrepancies(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = {
        name: [paper for seat, paper in papers().items() if seat[0] == table]
        for name, table in zip(PEOPLE, "ABCD", strict=True)
    }

    async def work(context: BrowserContext, name: str) -> Count:
        typist = Typist(await context.new_page(), site)
        await typist.sign_in(name)
        await typist.open(tables[name][0].seat)
        for paper in tables[name]:
            await typist.type(paper, waits=True)
        await typist.all_saved()
        return typist.count

    began = time.monotonic()
    count = in_a_thread(lambda: at_desks(site, work, *PEOPLE))
    with capsys.disabled():
        sys.stdout.write(f"\nFour people, {count.told()}; {time.monotonic() - began:.0f} s in all.\n")

    now = told(site, RECORDED)
    assert {seat: card_rows(card) for seat, card in now["cards"].items()} == paper_rows()
    written = {row["seat"]: {name: int(row[name]) for name in row if name != "seat"} for row in rows("totals.csv")}
    assert {seat: card["own_totals"] for seat, card in now["cards"].items()} == written
    assert {card["version"] for card in now["cards"].values()} == {1}
    assert now["typed"] == len(papers()) == len(count.other_keys)
    assert count.lines == len(papers()) * GAMES
    assert count.keys_a_game <= 3.2
    assert max(count.other_keys) <= 25
    assert found_differences(site) == rows("expected-discrepancies.csv")


def found_differences(site: Site) -> list[dict[str, str]]:
    """What the cross-check finds, as the rows of the file."""
    found = []
    for game, seat, opponent, outcome, cited, lines in told(site, CHECK):
        one, other = lines[seat], lines[opponent]
        found.append(
            {
                "game": str(game),
                "seat": seat,
                "opponent": opponent,
                "outcome": outcome,
                "rules": cited,
                **one,
                **{f"opponent_{name}": value for name, value in other.items()},
            }
        )
    return found


def test_the_middle_of_the_stack_without_a_network_arrives_once_and_whole(site: Site) -> None:
    stack = list(papers().values())
    first, middle, last = stack[:38], stack[38:58], stack[58:]
    site.run(IMPORT.format(seats=[paper.seat for paper in (*first[:-3], *last[3:])], cards=str(STACK / "cards.csv")))

    async def work(context: BrowserContext, name: str) -> Count:
        typist = Typist(await context.new_page(), site)
        page = typist.page
        await typist.sign_in(name)
        await typist.open(first[0].seat)
        for paper in first[-3:]:
            await typist.type(paper, waits=True)
        while not await page.evaluate(KEPT_PAGES):
            await asyncio.sleep(0.1)
        await context.set_offline(True)
        for place, paper in enumerate(middle):
            await typist.type(paper, waits=False)
            if place in (6, 13):
                await page.reload()
                await expect(page.locator("#desk-state")).to_contain_text(
                    f"{place + 1} cards are held on this computer"
                )
                assert await page.evaluate("() => 'kept' in document.querySelector('#desk').dataset")
        await expect(page.locator("#desk-state")).to_contain_text("20 cards are held on this computer")
        await context.set_offline(False)
        for paper in last[:3]:
            await typist.type(paper, waits=False)
        await typist.all_saved()
        return typist.count

    in_a_thread(lambda: at_desks(site, work, "rosa"))

    now = told(site, RECORDED)
    assert {seat: card_rows(card) for seat, card in now["cards"].items()} == paper_rows()
    assert {card["version"] for card in now["cards"].values()} == {1}
    assert now["typed"] == len(stack)


# What lies before and after the cards that are typed here.
IMPORT = """
import csv
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_cards
from tournaments.models import Event
from tournaments.tests.factories import make_actor
lines = {{}}
number = lambda text: int(text) if text else None
for row in csv.DictReader(open({cards!r}, encoding="utf-8", newline="")):
    line = WrittenLine(int(row["game"]), row["opponent"] or None, number(row["points"]), number(row["plus"]), number(row["minus"]))
    lines.setdefault(row["seat"], []).append(line)
cards = {{seat: WrittenCard(tuple(lines[seat])) for seat in {seats!r}}}
write_cards(event=Event.objects.get(), cards=cards, actor=make_actor())
"""
