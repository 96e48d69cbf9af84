"""The main job in a real browser: a director makes a tournament, the cards come in, and there is a champion.

The stack of 96 cards is imported by the command that an office uses; everything else is done on pages, with the keyboard
where the desk has keys. At the end the tournament is exported, imported elsewhere and exported again.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import scorecards.tests
from hall.tests import servers
from hall.tests.servers import Site
from scorecards.cards.rules.typing import format_typed
from scorecards.sheet.rules.line import Line, parse_line
from tournaments.tests.factories import PASSWORD

STACK = Path(scorecards.tests.__file__).parent / "golden" / "stack-96x22"
SIGN_UP = f"""
from tournaments.models import User
User.objects.create_user("dana", password="{PASSWORD}", first_name="Dana", last_name="Reed")
"""


def sign_in(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/sign-in/")
    page.locator("[name=username]").fill("dana")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.url}/")


def make_tournament(page: Page) -> None:
    page.get_by_role("link", name="New tournament").click()
    page.locator("#id_name").fill("Harvest Moon Open")
    page.locator("#id_slug").fill("harvest")
    page.get_by_label("First day").fill("2026-10-03")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harvest Moon Open")


def read_again(page: Page, event: str) -> None:
    """Whatever differs is read once more from the papers, by keys: a sign ends the line, Enter whatever has none."""
    cards = typed_cards(STACK)
    page.goto(f"{event}looks/")
    line = page.locator("#look-h")
    while match := re.fullmatch(r"Take card (\S+) .*, game (\d+)", line.inner_text().replace("\n", " ")):
        seat, game = match[1], int(match[2])
        page.keyboard.type(cards[seat, game])
        page.keyboard.press("Enter")
        expect(line).not_to_have_text(re.compile(rf"Take card {seat} .*, game {game}$"))


def typed_cards(stack: Path) -> dict[tuple[str, int], str]:
    """What one types for every line of the papers, its opponent named."""
    with (stack / "cards.csv").open(encoding="utf-8", newline="") as file:
        return {
            (row["seat"], int(row["game"])): format_typed(line, None)
            for row in csv.DictReader(file)
            if isinstance(
                line := parse_line(int(row["game"]), row["opponent"], row["points"], row["plus"], row["minus"]), Line
            )
        }


def decide_by_hand(page: Page, event: str) -> None:
    """The game that rule 12.2 leaves open: both cards say who won, neither says by how much."""
    page.goto(f"{event}cross-check/")
    page.get_by_role("link", name=re.compile("Head judge")).click()
    page.get_by_text("Decide this game").click()
    page.locator("[name=stands-C-4]").fill("1")
    page.locator("[name=stands-C-9]").fill("-1")
    page.get_by_label("Why", exact=True).fill("By how much nobody wrote, so the least.")
    page.get_by_role("button", name=re.compile("These values stand")).click()
    expect(page.get_by_text("Nothing differs here.")).to_be_visible()


def test_a_stack_of_cards_becomes_a_champion_in_the_browser(
    page: Page, running_site: Callable[..., Site], tmp_path: Path
) -> None:
    site = running_site()
    site.run(SIGN_UP)
    event = f"{site.url}/t/harvest/main/"
    sign_in(page, site)
    make_tournament(page)
    files = [f"--{name}={STACK / name}.csv" for name in ("entrants", "cards", "totals")]
    site.manage("import_cards", "harvest/main", *files, "--by", "dana")

    # What differs is read again; the first difference is accepted by keys, the open one is decided, the rest accepted together.
    page.goto(f"{event}cross-check/")
    page.get_by_role("button", name="Begin the cross-check").click()
    read_again(page, event)
    page.goto(f"{event}cross-check/")
    page.locator("#accept").get_by_label(re.compile("initials", re.IGNORECASE)).fill("DR")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("signed DR")).first).to_be_visible()
    decide_by_hand(page, event)
    page.get_by_role("link", name=re.compile("^Accept all")).click()
    page.get_by_role("button", name=re.compile("^Accept all")).click()
    expect(page.get_by_text("Every correction is signed.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Accept all"))).to_have_count(0)
    page.goto(f"{event}standings/")
    expect(page.locator("tbody tr").first).to_contain_text("C-14")

    # Posting asks twice.
    page.goto(f"{event}posting/")
    page.get_by_role("button", name="Post the qualifiers").click()
    page.get_by_role("button", name=re.compile("^Yes, post these")).click()
    page.goto(f"{event}standings/")
    expect(page.get_by_text("Official", exact=False).first).to_be_visible()

    # One game a match is enough to get through five rounds; the better seed is drawn on the upper or lower line.
    page.goto(f"{event}bracket/")
    for field in page.get_by_role("combobox").all():
        field.select_option("1")
    page.get_by_role("button", name="Draw the bracket").click()
    for match in range(1, 32):
        page.goto(f"{event}bracket/{match}/")
        if page.get_by_role("button", name="Record game 1").count():
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name="Take back the last game")).to_be_visible()
    page.goto(f"{event}bracket/")
    expect(page.get_by_text("Champion").first).to_be_visible()

    first = site.manage("export_tournament", "harvest")
    elsewhere = servers.site_environment(tmp_path, database_url=f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}")
    servers.manage(elsewhere, "migrate", "--noinput", "--verbosity", "0")
    (tmp_path / "harvest.json").write_text(first, encoding="utf-8", newline="")
    servers.manage(elsewhere, "import_tournament", str(tmp_path / "harvest.json"))
    assert servers.manage(elsewhere, "export_tournament", "harvest") == first
