"""The first chapter of README.md and docs/tutorial.md, done in a browser as they say, and their pictures.

What stands in italics there is what one sees, so the walk keeps what the pages of each chapter show and looks for it.
`--pictures` writes the pictures anew.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hall.tests import servers
from hall.tests.servers import ROOT, Site
from run import COMMANDS

PICTURES = ROOT / "docs" / "pictures"
LARGEST = 80_000
SCREEN, PHONE = {"width": 800, "height": 500}, {"width": 360, "height": 600}
WIDE = {"width": 1120, "height": 640}
PASSWORD = "fifteen two and a pair"
PLAYERS = "Ann Bell\nBob Ray\nCleo Marsh\nDan Otis\nEve Kemp\nFay Lund\nGus Hart\nHal Reed\n"

CHAPTER = re.compile(r"^#{2,3} (\d+\. .+)$", re.MULTILINE)


def chapters(path: Path) -> dict[str, str]:
    """The numbered chapters of a document, by their headings."""
    parts = CHAPTER.split(path.read_text(encoding="utf-8"))
    return {
        heading: re.split(r"^## ", text, flags=re.MULTILINE)[0]
        for heading, text in zip(parts[1::2], parts[2::2], strict=True)
    }


README, TUTORIAL = chapters(ROOT / "README.md"), chapters(ROOT / "docs" / "tutorial.md")


def labels(text: str) -> set[str]:
    """What one sees, by this text: whatever is in italics."""
    return {" ".join(label.split()) for label in re.findall(r"(?<![*\w])\*([^*]+)\*(?![*\w])", text)}


def pictures(text: str) -> set[str]:
    return {Path(name).name for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)}


@dataclass
class Walk:
    """What the pages of each chapter show."""

    writes: bool
    shown: dict[str, str] = field(default_factory=lambda: defaultdict(str))
    chapter: str = ""

    def begin(self, chapter: str) -> None:
        """The next pages belong to this chapter."""
        self.chapter = next(heading for heading in [*README, *TUTORIAL] if heading.endswith(f". {chapter}"))

    def look(self, page: Page, picture: str = "") -> None:
        """Keep what this page shows; with `picture`, it is one of that chapter."""
        # A closed menu has its words in the page too.
        words = page.evaluate("document.body.textContent")
        fields = page.locator("input[type=submit], input[type=button]").evaluate_all(
            "all => all.map((one) => one.value)"
        )
        self.shown[self.chapter] += " ".join([*words.split(), *fields, ""])
        if picture:
            text = (README | TUTORIAL)[self.chapter]
            assert picture in pictures(text), f"{self.chapter} shows {picture}"
            if self.writes:
                PICTURES.mkdir(exist_ok=True)
                page.screenshot(path=PICTURES / picture, animations="disabled", caret="hide")

    def missing(self) -> dict[str, set[str]]:
        """What a chapter says that one sees, and no page of it showed."""
        return {
            heading: unseen
            for heading, text in (README | TUTORIAL).items()
            if (unseen := {label for label in labels(text) if label not in self.shown[heading]})
        }


@pytest.mark.release
def test_what_the_readme_and_the_tutorial_say_is_what_one_sees(
    new_page: Callable[[], Page],
    running_site: Callable[..., Site],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    # The first start asks at the site's own computer alone; phones come in only where a site is open to others.
    own_computer, site = running_site(TRUSTED_PROXIES="0", PEGBOARD_DEMO="1", workers=1), running_site(workers=1)
    own_computer.manage("load_demo")
    walk = Walk(request.config.getoption("--pictures"))
    director, helper, phone = (new_page() for _tab in range(3))
    director.set_viewport_size(SCREEN)
    phone.set_viewport_size(PHONE)

    start(walk, director, own_computer)
    start_elsewhere(director, site)
    make_tournament(walk, director, site)
    invite(walk, director, helper, site)
    enter(walk, director, site)
    draw(walk, director, site)
    print_slips(walk, director, site)
    let_phones_in(walk, director, phone, site)
    play(walk, director, site)
    type_cards(walk, director, site)
    come_again(walk, director, site)
    lose_a_password(walk, director, helper, site)
    move(walk, site, tmp_path)

    assert walk.missing() == {}


def start(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Download and start")
    page.goto(f"{site.url}/")
    walk.look(page)
    page.goto(f"{site.url}/start/")
    page.set_viewport_size(WIDE)
    walk.look(page, "start.png")
    page.set_viewport_size(SCREEN)
    page.locator("[name=name]").fill("Rosa Medina")
    page.locator("[name=username]").fill("rosa")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=again]").fill(PASSWORD)
    page.locator("[name=take_away]").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Welcome, Rosa Medina.")).to_be_visible()
    walk.look(page)


def start_elsewhere(page: Page, site: Site) -> None:
    """From another device the code is asked for, which the terminal shows."""
    code = re.search(r"asks for the code: ([\w ]+)", site.manage("start_code"))
    assert code is not None
    page.goto(f"{site.url}/start/")
    fields = {
        "name": "Rosa Medina",
        "username": "rosa",
        "password": PASSWORD,
        "again": PASSWORD,
        "code": code[1].strip(),
    }
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Welcome, Rosa Medina.")).to_be_visible()


def make_tournament(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Make the tournament")
    walk.look(page)
    page.get_by_role("link", name="New tournament").click()
    expect(page.get_by_role("button", name="Make the tournament")).to_be_visible()
    walk.look(page)
    page.locator("#id_name").fill("Harvest Moon Open")
    page.locator("#id_slug").fill("harvest")
    page.get_by_label("First day").fill("2027-10-02")
    page.get_by_role("button", name="Make the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harvest Moon Open")
    walk.look(page, "tournament.png")


def invite(walk: Walk, director: Page, helper: Page, site: Site) -> None:
    walk.begin("Invite a helper")
    director.goto(f"{site.url}/t/harvest/people/")
    walk.look(director)
    form = director.locator("#invite")
    form.locator("[name=name]").fill("Lena Field")
    form.locator("[name=kind][value=checker]").check()
    form.get_by_role("button", name="Make link and code").click()
    code = director.locator(".invite__code").inner_text()
    walk.look(director)
    helper.goto(f"{site.url}/join/")
    helper.get_by_label("Code").fill(code)
    walk.look(helper)
    helper.get_by_role("button", name="Go on").click()
    helper.get_by_label("Your name").fill("Lena Field")
    helper.get_by_label("User name").fill("lena")
    helper.locator("[name=password]").fill(PASSWORD)
    walk.look(helper)
    helper.get_by_role("button", name="Make my account").click()
    expect(helper.get_by_role("heading", level=1)).to_contain_text("Harvest Moon Open")


def enter(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Enter the players")
    page.goto(f"{site.url}/t/harvest/enter/")
    walk.look(page)
    page.goto(f"{site.url}/t/harvest/enter/list/")
    walk.look(page)
    page.locator("[name=text]").fill(PLAYERS)
    page.locator("[name=head]").select_option("no")
    page.get_by_role("button", name="Look at the list").click()
    expect(page.get_by_role("button", name="Enter 8 people")).to_be_visible()
    walk.look(page)
    page.get_by_role("button", name="Enter 8 people").click()
    expect(page.get_by_text("8 people are entered.")).to_be_visible()
    walk.look(page)


def draw(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Draw the seats")
    page.goto(f"{site.url}/t/harvest/main/settings/")
    walk.look(page)
    page.locator("[name=games]").fill("7")
    page.get_by_role("button", name="Save the changes").click()
    page.goto(f"{site.url}/t/harvest/main/seating/")
    walk.look(page)
    page.get_by_role("button", name="Draw the seats of 8 players").click()
    expect(page.get_by_role("button", name="Publish these seats")).to_be_visible()
    walk.look(page)
    page.get_by_role("button", name="Publish these seats").click()
    expect(page.get_by_role("heading", name="Seats and schedule")).to_be_visible()
    walk.look(page)


def print_slips(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Print the slips")
    page.goto(f"{site.url}/t/harvest/main/paper/")
    walk.look(page)
    page.locator("form[action$='/paper/links/'] button").click()
    expect(page.locator("form[action$='/paper/links/']")).to_have_count(0)
    page.goto(f"{site.url}/t/harvest/hall-address/")
    walk.look(page)


def let_phones_in(walk: Walk, director: Page, phone: Page, site: Site) -> None:
    walk.begin("Let the phones in")
    director.goto(f"{site.url}/t/harvest/hall-address/")
    walk.look(director)
    director.goto(f"{site.url}/t/harvest/main/entrants/")
    director.get_by_role("link", name="Ann Bell").first.click()
    director.locator("a[href$='/personal/']").first.click()
    link = director.locator(".invite__link a")
    expect(link).to_be_visible()
    phone.goto(site.url + "/me/" + (link.get_attribute("href") or "").partition("/me/")[2])
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ann Bell")
    walk.look(phone, "phone.png")


def play(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Play")
    page.goto(f"{site.url}/t/harvest/main/round/")
    walk.look(page)
    page.get_by_role("button", name="Call game 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game 1")
    walk.look(page)


def type_cards(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Type the cards")
    page.goto(f"{site.url}/t/harvest/main/cards/A-1/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    walk.look(page, "card.png")
    page.goto(f"{site.url}/t/harvest/main/")
    walk.look(page, "desk.png")
    page.goto(f"{site.url}/t/harvest/main/phases/")
    walk.look(page)


def come_again(walk: Walk, page: Page, site: Site) -> None:
    walk.begin("Stop, and the next morning")
    page.context.clear_cookies()
    page.goto(f"{site.url}/accounts/sign-in/")
    walk.look(page)
    page.locator("[name=username]").fill("rosa")
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.url}/")
    walk.look(page)


def lose_a_password(walk: Walk, director: Page, helper: Page, site: Site) -> None:
    walk.begin("A lost password")
    helper.context.clear_cookies()
    helper.set_viewport_size(SCREEN)
    helper.goto(f"{site.url}/accounts/sign-in/")
    walk.look(helper)
    helper.get_by_role("link", name="I do not know my password").click()
    expect(helper.locator("main code").first).to_have_text("python3 run.py password")
    walk.look(helper, "password.png")
    director.goto(f"{site.url}/t/harvest/people/")
    director.locator(".holders__more summary").click()
    walk.look(director)
    director.get_by_role("button", name=re.compile("Set a new password")).click()
    done = director.get_by_text("lena can sign in with the password")
    expect(done).to_be_visible()
    given = re.search(r"the password (\S+)\. ", done.inner_text())
    assert given is not None
    helper.goto(f"{site.url}/accounts/sign-in/")
    helper.locator("[name=username]").fill("lena")
    helper.locator("[name=password]").fill(given[1])
    helper.keyboard.press("Enter")
    expect(helper.get_by_role("heading", name="Change password")).to_be_visible()
    walk.look(helper)
    assert "rosa" in site.manage("password")


def move(walk: Walk, site: Site, folder: Path) -> None:
    """A second laptop: the file of one site opens on another, with everything."""
    file = folder / "saturday.zip"
    site.manage("backup", str(file))
    other = folder / "second"
    env = servers.site_environment(other, database_url=f"sqlite:///{other / 'pegboard.sqlite3'}")
    other.mkdir()
    assert "Everybody signs in again." in servers.manage(env, "restore", str(file))
    assert "lena" in servers.manage(env, "password")


# --- What can be said of the documents without a browser -------------------------------------------------------------


def test_every_picture_is_there_and_small_and_shown_once() -> None:
    shown = [name for text in [*README.values(), *TUTORIAL.values()] for name in sorted(pictures(text))]

    assert sorted(shown) == sorted(path.name for path in PICTURES.iterdir())
    assert {path.name: size for path in PICTURES.iterdir() if (size := path.stat().st_size) > LARGEST} == {}


def test_every_command_of_the_documents_is_one_of_this_program() -> None:
    named = {name for text in [*README.values(), *TUTORIAL.values()] for name in re.findall(r"run\.py (\w+)", text)}

    assert {"serve", "backup", "restore", "password"} <= named <= COMMANDS.keys()


def test_the_readme_begins_with_a_volunteer() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    assert [heading.partition(". ")[2] for heading in README] == [
        "Download and start",
        "Let the phones in",
        "Stop, and the next morning",
        "Back up",
        "A second laptop",
        "Update",
        "A lost password",
    ]
    assert text.index(list(README)[-1]) < text.index("## Environment")
