"""A hall of phones: what public pages cost and weigh, and whether a thousand open ones slow down typing cards.

The site runs in processes of its own, as in the hall; this process acts as the phones. Times are compared with those of
an empty view of the same processes, requested in turn. Everything else is compared with its goal.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urljoin
from uuid import uuid4

from bench.client import Line, Poll, Reply, Tally, answers_in, keep_open, polls_of, written
from hall.tests import servers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHECKERS = ("checker-1", "checker-2", "checker-3", "checker-4")
CLIENTS = 8
TURNS, TURN_SECONDS = 6, 0.5
"""How often each page alternates with the empty view, and for how many seconds each time."""
PAUSE = 10.0
"""How many seconds a checker takes per card: about four times as fast as people are."""
CARDS = 12
"""How many cards each checker has."""
KB = 1024
SECOND = 1000.0
TWO_SECONDS = 2 * SECOND
WATCHED_SAVES = 6
"""How often a card is saved while pages are watched for the change."""

CSRF = "bench" + "0" * 27
EMPTY = "/bench/empty/"
STANDINGS, BRACKET = "/t/hall/main/standings/", "/t/sierra/main/bracket/"
WALL, LOG = "/t/hall/wall/1/", "/t/hall/main/log/"
WATCHED = "a phone", "its own page", "the wall", "the desk"
"""What shows the pages that are watched, for the note of the figure."""

# Slow 4G as in Lighthouse and the browser's developer tools: bytes per second, and milliseconds of latency.
SLOW_4G = {"offline": False, "downloadThroughput": 180_000, "uploadThroughput": 84_375, "latency": 562.5}
SLOW_CPU = 4

# The time of the first contentful paint, and the spans of loading the page and whatever blocked rendering.
PAINTED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const awaited = performance.getEntriesByType("resource").filter((one) => one.renderBlockingStatus === "blocking");
  const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  return [painted, [page, ...awaited].map((one) => [one.startTime, one.responseEnd])];
}"""

# From now on the page records when the text of this part changes.
WATCH = """(part) => {
  const text = () => document.querySelector(part)?.textContent;
  const stood = text();
  window.benchSeen = 0;
  const watch = new MutationObserver(() => {
    if (text() === stood) return;
    window.benchSeen = Date.now();
    watch.disconnect();
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing and its floor. `goal` is what their ratio must be at most, or `at_least`."""

    name: str
    ours: float
    floor: float
    goal: float
    at_least: bool = False
    more: str = ""

    @property
    def ratio(self) -> float:
        return self.ours / self.floor if self.floor else float("inf")

    @property
    def reached(self) -> bool:
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    def __str__(self) -> str:
        side = "at least" if self.at_least else "at most"
        row = f"{self.name:46}{self.ours:9.1f}{self.floor:9.1f}{self.ratio:7.2f}x   {side} {self.goal:.2f}: "
        return row + ("reached" if self.reached else "MISSED") + (f"; {self.more}" if self.more else "")


@dataclass
class Card:
    """A card at the desk: its recorded text, and whether its first line is blank now."""

    address: str
    version: int
    texts: Mapping[str, str]
    blank: bool = False

    def texts_to_save(self) -> dict[str, str]:
        """Return the fields of the desk; the first line alternates between filled and blank."""
        changed = {} if self.blank else {"line-1": "."}
        return {**self.texts, **changed, "version": str(self.version), "key": str(uuid4())}

    def saved(self) -> None:
        """Record that the site has saved the card."""
        self.version += 1
        self.blank = not self.blank


class Hall:
    """A running site with a hall of this size, and everything that is measured on it."""

    def __init__(self, site: servers.Site, entrants: int, games: int) -> None:
        self.site = site
        self.host = site.url.removeprefix("http://")
        self.port = int(self.host.partition(":")[2])
        fill = f"from bench import field\nfield.fill({entrants}, {games}, {CHECKERS!r})\n"
        output = site.run(fill + servers.SIGN_IN).splitlines()
        facts: dict[str, Any] = json.loads(output[0])
        self.cookies = {line.split()[2]: line.split()[3] for line in output[1:] if line.startswith("signed in ")}
        self.seats: list[str] = facts["seats"]
        own = [f"/me/{key}/" for key in facts["keys"]]
        self.own = own
        public = [address for address in facts["everybodys"] if not address.startswith("/api/")]
        self.public = [STANDINGS, own[0], *public]
        # Of five phones, two have the standings open, one each its own page, the event and the bracket.
        self.open_pages = [(STANDINGS, own_page, STANDINGS, "/t/hall/main/", BRACKET) for own_page in own]
        self.errors = 0

    def figures(self, seconds: float, phones: int) -> Iterator[Figure | str]:
        """Measure one thing after the other; a string is a message."""
        yield from asyncio.run(self.rates())
        yield from asyncio.run(self.weights())
        yield from self.on_a_slow_phone()
        yield from self.on_open_pages()
        yield from asyncio.run(self.many(seconds, phones))

    async def get(self, address: str) -> Reply:
        """Return the answer to a visitor, on a new connection. Raises RuntimeError for any status but 200."""
        line = await Line.to(self.port)
        reply = await line.ask(written(self.host, "GET", address))
        await line.close()
        if reply.status != 200:
            raise RuntimeError(f"the site answered {reply.status} to {address}: {reply.body[:300]!r}")
        return reply

    # --- Requests a second -------------------------------------------------------------------------------------------

    async def rates(self) -> list[Figure]:
        """Unchanged polls and the whole page, in requests per second, next to the empty view."""
        # Name, address, expected status and goal of each request.
        requests: list[tuple[str, str, int, float]] = []
        for name, page in (
            ("standings", STANDINGS),
            ("event page", "/t/hall/main/"),
            ("bracket", BRACKET),
            ("own page", self.own[0]),
        ):
            polls = await self.polls(page)
            requests.append((f"{name}, poll unchanged, a second", polls[-1].address, 204, 0.7))
            if page == STANDINGS:
                requests.append(("announcements, poll unchanged, a second", polls[0].address, 204, 0.7))
        requests.append(("standings, whole page, a second", STANDINGS, 200, 0.5))
        return [await self.rate(*request) for request in requests]

    async def polls(self, page: str) -> list[Poll]:
        """Return this page's polls: first for announcements, then for itself."""
        return polls_of(page, (await self.get(page)).read())

    async def rate(self, name: str, address: str, status: int, goal: float) -> Figure:
        """Requests per second to this address, next to the empty view; both are asked in turn."""
        headers = {"HX-Request": "true"} if status == 204 else {}
        ours, floor = (written(self.host, "GET", target, headers) for target in (address, EMPTY))
        lines = [await Line.to(self.port) for _client in range(CLIENTS)]
        for line in lines:
            # The first request with a personal link gets the whole page from each process, so it is not measured.
            await line.ask(ours)
        turns = []
        for _turn in range(TURNS):
            own_rate = await answers_in(lines, ours, TURN_SECONDS, status)
            turns.append((own_rate, await answers_in(lines, floor, TURN_SECONDS, 200)))
        for line in lines:
            await line.close()
        # The first turn only warms both up.
        medians = [statistics.median(column) for column in zip(*turns[1:], strict=True)]
        return Figure(name, medians[0], medians[1], goal, at_least=True)

    # --- Bytes -------------------------------------------------------------------------------------------------------

    async def weights(self) -> list[Figure]:
        """The compressed size of the standings, and of the scripts of the heaviest public page, in KB."""
        page = await self.get(STANDINGS)
        figures = [Figure("standings, whole page, KB compressed", len(page.body) / KB, 40, 1)]
        fetched: dict[str, str] = {}
        most, heaviest = 0, ""
        for address in self.public:
            total = await self.scripts(address, fetched)
            if total > most:
                most, heaviest = total, address
        note = f"most on {heaviest}"
        return [*figures, Figure("scripts of a public page, KB compressed", most / KB, 30, 1, more=note)]

    async def scripts(self, address: str, fetched: dict[str, str]) -> int:
        """Return the compressed bytes of script that this page loads, including imports.

        `fetched` caches the text of scripts between pages.
        """
        page = (await self.get(address)).read()
        waiting = [urljoin(address, source) for source in sources(page)]
        counted: set[str] = set()
        total = 0
        while waiting:
            script = waiting.pop()
            if script in counted:
                continue
            counted.add(script)
            if script not in fetched:
                fetched[script] = (await self.get(script)).read()
            total += len(gzip.compress(fetched[script].encode(), 9, mtime=0))
            waiting += [urljoin(script, source) for source in imports(fetched[script])]
        return total

    # --- On a slow phone ---------------------------------------------------------------------------------------------

    def on_a_slow_phone(self) -> Iterator[Figure | str]:
        """How long a slow phone takes until each page is readable, without the time of the network.

        The figure is the median of three loads.
        """
        with browser() as chromium:
            if chromium is None:
                yield "Not measured on a slow phone: there is no Chromium."
                return
            for name, address in (("standings", STANDINGS), ("own page", self.own[0]), ("bracket", BRACKET)):
                times = []
                for _time in range(3):
                    context = chromium.new_context(viewport={"width": 390, "height": 844})
                    page = context.new_page()
                    session = context.new_cdp_session(page)
                    session.send("Network.enable")
                    session.send("Network.emulateNetworkConditions", SLOW_4G)
                    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
                    page.goto(self.site.url + address, wait_until="load")
                    painted, spans = page.evaluate(PAINTED)
                    times.append((painted - covered(spans, painted), painted))
                    context.close()
                phone_time, total_time = sorted(times)[1]
                note = f"readable after {total_time:.0f} ms with the network"
                yield Figure(f"{name}, readable, ms of the phone's own", phone_time, SECOND, 1, more=note)

    # --- One card on every open page ---------------------------------------------------------------------------------

    def on_open_pages(self) -> Iterator[Figure | str]:
        """How soon two phones, a wall and a desk show a saved card: the slowest of several times."""
        [card, *_others] = asyncio.run(self.cards(CHECKERS[0]))
        own = self.own[self.seats.index(card.address.split("/")[-2])]
        watched = (STANDINGS, "#live"), (own, "#live"), (WALL, "#frame"), (LOG, ".trail")
        with browser() as chromium:
            if chromium is None:
                yield "Not measured on open pages: there is no Chromium."
                return
            slowest = {address: 0.0 for address, _part in watched}
            contexts = {address: chromium.new_context() for address in slowest}
            desk = contexts[LOG]
            cookies = {"sessionid": self.cookies[CHECKERS[0]], "csrftoken": CSRF}
            desk.add_cookies([{"name": name, "value": value, "url": self.site.url} for name, value in cookies.items()])
            pages = {address: context.new_page() for address, context in contexts.items()}
            for address, page in pages.items():
                page.goto(self.site.url + address, wait_until="load")
            for _time in range(WATCHED_SAVES):
                for address, part in watched:
                    pages[address].evaluate(WATCH, part)
                saved = desk.request.post(
                    self.site.url + card.address,
                    form={**card.texts_to_save()},
                    headers={"Accept": "application/json", "X-CSRFToken": CSRF},
                )
                if saved.status != 200:
                    raise RuntimeError(f"the site answered {saved.status} to a card: {saved.text()[:300]!r}")
                card.saved()
                began, waiting = time.time() * 1000, set(pages)
                while waiting and time.time() * 1000 < began + 5 * TWO_SECONDS:
                    for address in sorted(waiting):
                        if changed_at := pages[address].evaluate("window.benchSeen"):
                            slowest[address] = max(slowest[address], changed_at - began)
                            waiting.discard(address)
                    pages[LOG].wait_for_timeout(20)
                for address in waiting:
                    slowest[address] = float("inf")
            note = ", ".join(
                f"{name} {slowest[address]:.0f}" for name, (address, _part) in zip(WATCHED, watched, strict=True)
            )
            yield Figure("a saved card on open pages, slowest, ms", max(slowest.values()), TWO_SECONDS, 1, more=note)

    # --- A thousand open pages ---------------------------------------------------------------------------------------

    async def many(self, seconds: float, phones: int) -> list[Figure | str]:
        """The time to save a card with no page open and with many, the polls answered, and the memory used."""
        loop = asyncio.get_running_loop()
        cards = {name: await self.cards(name) for name in CHECKERS}
        saves_alone, saves_with_pages, polled = Tally(), Tally(), Tally()
        await self.type(cards, loop.time() + seconds, saves_alone)
        open_pages = await self.opened(phones)
        until = loop.time() + seconds
        memory = asyncio.ensure_future(self.memory(seconds))
        pages = [
            keep_open(self.port, page, polls, late=index / phones, until=until, tally=polled)
            for index, (page, polls) in enumerate(open_pages)
        ]
        await asyncio.gather(self.type(cards, until, saves_with_pages), *pages)
        sizes = await memory
        faults = saves_alone.faults + saves_with_pages.faults + polled.faults
        self.errors = sum(faults.values())
        polls_due = sum(1 / poll.every for _page, polls in open_pages for poll in polls)
        results: list[Figure | str] = [
            Figure(
                "a card saved with that many open pages, ms",
                saves_with_pages.median,
                saves_alone.median,
                1.5,
                more=f"{len(saves_with_pages.times)} saved",
            ),
            Figure(
                "polls answered a second, of those due",
                (len(polled.times) + polled.spared) / seconds,
                polls_due,
                0.95,
                at_least=True,
                more=f"{polled.spared / seconds:.0f} a second within another one's answer",
            ),
        ]
        note = f"{polled.new} of {len(polled.times)} polls brought something new; half were answered within {polled.median:.0f} ms, "
        results.append(note + f"19 of 20 within {polled.nearly_all:.0f} ms.")
        if sizes:
            figures = ", ".join(f"{size / KB / KB:.0f}" for size in sizes)
            results.append(
                Figure(
                    "memory of the processes at the end, MB",
                    sizes[-1] / KB / KB,
                    sizes[-2] / KB / KB,
                    1.05,
                    more=f"by thirds {figures}",
                )
            )
        else:
            results.append("Memory is measured on Linux only.")
        results.append(f"Errors: {', '.join(f'{n} × {kind}' for kind, n in faults.items()) or 'none'}.")
        return results

    async def opened(self, phones: int) -> list[tuple[str, Sequence[Poll]]]:
        """Return this many open pages, and the polls of each."""
        groups = self.open_pages
        chosen = [groups[phone // 5 % len(groups)][phone % 5] for phone in range(phones)]
        polls = {page: await self.polls(page) for page in sorted(set(chosen))}
        return [(page, polls[page]) for page in chosen]

    def checking(self, name: str, method: str, address: str, fields: Mapping[str, str] | None = None) -> bytes:
        """Return a request of the entry desk's script, with this checker signed in."""
        body = urlencode(fields or {}).encode()
        headers = {
            "Accept": "application/json",
            "Cookie": f"sessionid={self.cookies[name]}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return written(self.host, method, address, headers, body)

    async def cards(self, name: str) -> list[Card]:
        """Return the cards that this checker types, in a cycle."""
        line = await Line.to(self.port)
        cards = []
        for seat in self.seats[CHECKERS.index(name) :: len(CHECKERS)][:CARDS]:
            address = f"/t/hall/main/cards/{seat}/"
            reply = await line.ask(self.checking(name, "GET", address))
            if reply.status != 200:
                raise RuntimeError(f"the site answered {reply.status} to {address}: {reply.body[:300]!r}")
            recorded = json.loads(reply.read())
            lines = {f"line-{game}": text for game, text in recorded["lines"].items()}
            totals = {f"total-{total}": text for total, text in recorded["totals"].items()}
            cards.append(Card(address, recorded["version"], {**lines, **totals}))
        await line.close()
        return cards

    async def type(self, cards: Mapping[str, Sequence[Card]], until: float, tally: Tally) -> None:
        """Let all checkers type until `until` (the loop's clock)."""
        typing = (
            self.checker(name, own_cards, PAUSE * index / len(cards), until, tally)
            for index, (name, own_cards) in enumerate(cards.items())
        )
        await asyncio.gather(*typing)

    async def checker(self, name: str, cards: Sequence[Card], delay: float, until: float, tally: Tally) -> None:
        """Save one card per PAUSE until `until`, the first after `delay` seconds."""
        loop = asyncio.get_running_loop()
        due_at = loop.time() + delay
        line: Line | None = None
        for card in cycle(cards):
            if due_at >= until:
                break
            await asyncio.sleep(max(0.0, due_at - loop.time()))
            request = self.checking(name, "POST", card.address, card.texts_to_save())

            async def ask(request: bytes = request) -> Reply:
                nonlocal line
                line = line or await Line.to(self.port)
                return await line.ask(request)

            if await tally.count(ask, (200,)):
                card.saved()
            elif line is not None:
                await line.close()
                line = None
            due_at = max(due_at + PAUSE, loop.time())
        if line is not None:
            await line.close()

    async def memory(self, seconds: float) -> list[int]:
        """Return the resident memory of the site's processes in bytes: at the start, and after each third.

        Empty if the system does not tell.
        """
        sizes = []
        for _third in range(4):
            if size := resident(self.site.kept.keeper.pid):
                sizes.append(size)
            await asyncio.sleep(seconds / 3 if len(sizes) < 4 else 0)
        return sizes


# --- What is read off pages, scripts and processes -------------------------------------------------------------------


def sources(text: str) -> list[str]:
    """Return the addresses of the scripts that a page loads.

    >>> sources('<script type="module" src="/static/js/app.js"></script>')
    ['/static/js/app.js']
    """
    return re.findall(r'<script\b[^>]*\bsrc="([^"]+)"', text)


def imports(script: str) -> list[str]:
    """The addresses of the modules that a module imports, as it writes them.

    >>> imports('import { a } from "./a.js";\\nimport "./b.js";\\nexport { c } from "./c.js";')
    ['./a.js', './b.js', './c.js']
    """
    return re.findall(r'^(?:import|export)\b[^"\';]*["\'](\.{0,2}/[^"\']+)["\']', script, re.MULTILINE)


def covered(spans: Sequence[tuple[float, float]], until: float) -> float:
    """Return how much of the time until `until` lies in at least one of these spans.

    >>> covered([(0, 10), (5, 20), (30, 99)], until=40)
    30.0
    """
    total, reached = 0.0, 0.0
    for begin, end in sorted(spans):
        end = min(end, until)
        if end > reached:
            total += end - max(begin, reached)
            reached = end
    return total


def resident(ancestor: int) -> int:
    """Return the resident memory of all descendants of a process, in bytes; 0 if the system does not say."""
    # The parent and the memory of each process.
    processes: dict[int, tuple[int, int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            processes[int(folder.name)] = int(fields[1]), int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    family = {ancestor}
    while children := {pid for pid, (parent, _size) in processes.items() if parent in family} - family:
        family |= children
    return sum(size for pid, (_parent, size) in processes.items() if pid in family and pid != ancestor)


# --- The run ---------------------------------------------------------------------------------------------------------


@contextmanager
def browser() -> Iterator[Browser | None]:
    """Chromium, or None if it is not installed."""
    try:
        program = servers.find_chromium()
    except servers.NotToBeHad:
        yield None
        return
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where there is a browser

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=servers.CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def running_site() -> Iterator[servers.Site]:
    """The site on the benchmark's database, in two processes, with the empty view."""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "bench.settings"}
    servers.manage(env, "collectstatic", "--noinput", "--verbosity", "0")
    site = servers.start_site(env)
    try:
        yield site
    finally:
        site.close()


def allow_open(files: int) -> None:
    """Let this process and its children open this many files."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < files:
            most = files if hard == resource.RLIM_INFINITY else min(files, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def measure(entrants: int, games: int, *, seconds: float, phones: int) -> int:
    """Measure and print; return 1 if any request of the open pages or the checkers failed."""
    allow_open(2 * phones + 200)
    with running_site() as site:
        hall = Hall(site, entrants, games)
        for figure in hall.figures(seconds, phones):
            print(figure, flush=True)
        if hall.errors:
            print(f"The site's last words: {site.log()}", file=sys.stderr)
    return 1 if hall.errors else 0
