"""The main job in a real browser: a director makes a tournament, the cards come in, and there is a champion.

The stack of 96 cards is imported by the command that an office uses; everything else is done on pages, with the keyboard
where the desk has keys. At the end the tournament is exported, imported elsewhere and exported again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import scorecards.tests
from config.tests import servers
from config.tests.servers import Site
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


def decide_by_hand(page: Page, event: str) -> None:
    """The game that rule 12.2 leaves open: both cards say who won, neither says by how much."""
    page.goto(f"{event}cross-check/")
    page.get_by_role("link", name=re.compile("Head judge")).click()
    page.get_by_text("Decide this game").click()
    page.locator("[name=stands-C-4]").fill("1")
    page.locator("[name=stands-C-9]").fill("-1")
    page.get_by_label("Why", exact=True).fill("By how much nobody wrote, so the least.")
    page.get_by_role("button", name=re.compile("These values stand")).click()
    expect(page.get_by_role("button", name=re.compile("game 14, C-4 and C-9"))).to_be_visible()


def test_a_stack_of_cards_becomes_a_champion_in_the_browser(
    page: Page, running_site: Callable[..., Site], tmp_path: Path
) -> None:
    page.set_default_timeout(15_000)
    site = running_site()
    site.run(SIGN_UP)
    event = f"{site.url}/t/harvest/main/"
    sign_in(page, site)
    make_tournament(page)
    files = [f"--{name}={STACK / name}.csv" for name in ("entrants", "cards", "totals")]
    site.manage("import_cards", "harvest/main", *files, "--by", "dana")

    # The first difference is accepted by keys, the open one is decided, the rest accepted together.
    page.goto(f"{event}cross-check/")
    page.get_by_role("button", name="Begin the cross-check").click()
    page.locator("#accept").get_by_label(re.compile("initials", re.IGNORECASE)).fill("DR")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("signed DR")).first).to_be_visible()
    decide_by_hand(page, event)
    page.get_by_role("button", name=re.compile("^Accept all")).click()
    expect(page.get_by_role("button", name=re.compile("^Accept all"))).to_have_count(0)
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
