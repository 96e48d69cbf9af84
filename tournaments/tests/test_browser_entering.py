"""The desk in a browser: somebody known is chosen by keyboard, what it costs is said at once, one key checks in; the public
form sent twice; and long names on a narrow screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hall.tests.servers import Site
from tournaments.tests.factories import PASSWORD

HALL = f"""
from datetime import date
from tournaments.access import Actor
from tournaments.entrants.actions.entering import PersonPlan, enter_people
from tournaments.venue.actions.faults import EventPlan
from tournaments.money.actions.money import add_fee
from tournaments.venue.actions.tournaments import create_tournament
from tournaments.models import User
user = User.objects.create_user("director", password={PASSWORD!r})
by = Actor.of_user(user)
for slug in ("earlier", "sierra"):
    hall = create_tournament(
        slug=slug, name=slug.title(), starts_on=date(2026, 3, 6), venue="Reno", events=[EventPlan("main", games=3)], actor=by
    )
    main = hall.events.get()
    if slug == "earlier":
        people = [PersonPlan(f"Ruth {{name}}", f"CA{{n}}", "Reno Pegs", {{"main": ""}}) for n, name in enumerate(("Marsh", "Quill"))]
        enter_people(tournament=hall, people=people, actor=by)
    else:
        add_fee(event=main, name="Entry", cents=7500, kind="entry", actor=by)
        add_fee(event=main, name="Q-pool", cents=1050, kind="q_pool", optional=True, actor=by)
"""


@pytest.mark.journey
def test_from_a_known_name_to_the_door_by_keyboard_alone(kept_site: Site, page: Page) -> None:
    site = kept_site
    site.hold(HALL)
    site.sign_in(page, "director")
    page.goto(f"{site.url}/t/sierra/enter/")

    page.locator("[name=name]").press_sequentially("ruth")
    expect(page.locator(".known__one")).to_have_count(2)
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert [page.input_value(f"[name={name}]") for name in ("name", "acc_number", "club")] == [
        "Ruth Quill",
        "CA1",
        "Reno Pegs",
    ]
    # The only event is ticked already; its pool is the next stop, and the sum follows.
    expect(page.locator("[data-total]")).to_have_text("$75")
    page.locator("[name=pools]").press("Space")
    expect(page.locator("[data-total]")).to_have_text("$85.50")
    page.locator("[name=name]").press("Enter")
    expect(page.locator("main")).to_contain_text("$85.50 is open")

    page.goto(f"{site.url}/t/sierra/check-in/")
    page.locator("#q").fill("quill")
    page.locator("#q").press("Enter")
    page.wait_for_url("**/check-in/?q=quill")
    # The one who is found is under the next Enter.
    expect(page.get_by_role("button", name="Here, $85.50 cash Ruth Quill")).to_be_focused()
    # A slip that is scanned meanwhile looks for its person, and pays nothing.
    page.keyboard.type("http://hall.example/me/nobody")
    expect(page.locator("#q")).to_be_focused()
    page.locator("#q").fill("quill")
    page.locator("#q").press("Enter")
    expect(page.get_by_role("button", name="Here, $85.50 cash Ruth Quill")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".here-count")).to_have_text("1 of 1 here")
    expect(page.locator("#q")).to_be_focused()


def test_the_question_whether_somebody_is_known_is_answered_by_keyboard(kept_site: Site, page: Page) -> None:
    site = kept_site
    site.hold(HALL)
    site.sign_in(page, "director")
    page.goto(f"{site.url}/t/sierra/enter/")

    page.fill("[name=name]", "rüth quill")
    page.locator("[name=name]").press("Enter")
    expect(page.get_by_text("Is this Ruth Quill (CA1), who played at Earlier?")).to_be_visible()
    yes = page.get_by_role("button", name="Yes, the same person")
    expect(yes).to_be_focused()
    assert (yes.bounding_box() or {"height": 0})["height"] >= 44
    # Enter in a field is no answer.
    page.locator("[name=club]").press("Enter")
    expect(yes).to_be_focused()
    assert page.input_value("[name=name]") == "rüth quill"
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Ruth Quill: Main event")

    page.fill("[name=name]", "Ruth Marsh")
    page.locator("[name=name]").press("Enter")
    expect(page.get_by_role("button", name="Yes, the same person")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="No, somebody else")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Ruth Marsh: Main event")


@pytest.mark.journey
def test_what_the_desk_sends_back_is_corrected_by_whoever_sent_it(kept_site: Site, page: Page) -> None:
    site = kept_site
    site.hold(HALL)
    page.goto(f"{site.url}/t/sierra/register/")
    page.fill("[name=name]", "Ruth Qill")
    if page.locator("[name=events]").count():
        page.locator("[name=events]").first.check()
    page.fill("[name=email]", "ruth@example.org")
    page.get_by_role("button", name="Send the registration").click()
    page.wait_for_url("**/register/*/")
    own = page.url
    site.run(
        """
from tournaments.access import Actor
from tournaments.entrants.actions.registrations import send_back
from tournaments.models import Registration
row = Registration.objects.get()
send_back(registration=row, marked=["name"], message="Look at the name again", actor=Actor.of_command("x"))
"""
    )

    page.goto(own)
    expect(page.locator("main")).to_contain_text("Look at the name again")
    page.fill("[name=name]", "Ruth Quill")
    page.get_by_role("button", name="Send it again").click()

    expect(page.locator("main")).to_contain_text("Ruth Quill")
    expect(page.locator("main")).not_to_contain_text("Look at the name again")
    page.get_by_text("I cannot come").click()
    page.get_by_role("button", name="Withdraw the registration").click()
    expect(page.locator("main")).to_contain_text("withdrew")


def test_esc_closes_the_proposals_and_keeps_what_was_typed(kept_site: Site, page: Page) -> None:
    site = kept_site
    site.hold(HALL)
    site.sign_in(page, "director")
    page.goto(f"{site.url}/t/sierra/enter/")
    name = page.locator("[name=name]")
    name.press_sequentially("ruth")
    expect(page.locator(".known__one")).to_have_count(2)

    page.keyboard.press("Escape")
    expect(page.locator(".known__one")).to_have_count(0)
    expect(name).to_be_focused()
    page.keyboard.press("Escape")
    assert name.input_value() == "ruth"

    # From the proposals it goes back to the name.
    name.press_sequentially(" ")
    expect(page.locator(".known__one")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(name).to_be_focused()
    expect(page.locator(".known__one")).to_have_count(0)
    page.goto(f"{site.url}/t/sierra/main/entrants/")
    page.fill("#enter [name=name]", "Ruth Quill")
    page.locator("#enter [name=name]").press("Escape")
    assert page.input_value("#enter [name=name]") == "Ruth Quill"
    # A search is emptied as before.
    page.fill("#q", "quill")
    page.locator("#q").press("Escape")
    assert page.input_value("#q") == ""


@pytest.mark.journey
def test_going_back_to_the_form_and_sending_it_once_more_is_one_registration(kept_site: Site, page: Page) -> None:
    site = kept_site
    site.hold(HALL)
    page.goto(f"{site.url}/t/sierra/register/")
    page.fill("[name=name]", "Ruth Quill")
    page.fill("[name=email]", "ruth@example.org")
    page.locator("[name=events]").check()
    page.get_by_role("button", name="Send the registration").click()
    page.wait_for_url("**/register/*/")
    own = page.url

    page.go_back()
    expect(page.locator("[name=name]")).to_have_value("Ruth Quill")
    page.get_by_role("button", name="Send the registration").click()
    page.wait_for_url(own)
    expect(page.locator("body")).to_contain_text("This was already sent. It counts once.")

    page.go_back()
    page.fill("[name=note]", "I come late")
    page.get_by_role("button", name="Send the registration").click()
    expect(page.get_by_role("alert")).to_contain_text("was already sent from here")
    expect(page.locator("[name=note]")).to_have_value("I come late")
    page.get_by_role("link", name="See what was sent").click()
    page.wait_for_url(own)


LONG = ("Bartholomewfitzgeraldhumperdinckschweitzerhauserxy", "Bartholomew Fitzgerald Humperdinck Schweitzer Haus")
LONG_NAMES = f"""
from tournaments.tests.factories import *
from tournaments.entrants.actions.entrant_plans import EntrantPlan
tournament = make_tournament("sierra")
make_user("director", role="director", tournament=tournament, password={PASSWORD!r})
people = [EntrantPlan(name, seat=f"A-{{n}}") for n, name in enumerate([*{LONG!r}, "Ivan Flint", "Edie Marsh"], 1)]
make_event(tournament=tournament, games=3, entrants=people, tables=[4], seated=True)
"""


@pytest.mark.parametrize("width", [390, 720], ids=["phone", "1440 at 200 %"])
def test_names_of_fifty_letters_widen_no_page(kept_site: Site, page: Page, width: int) -> None:
    site = kept_site
    site.hold(LONG_NAMES)
    site.sign_in(page, "director")
    page.set_viewport_size({"width": width, "height": 844})
    seating = [f"main/seating/{more}" for more in ("", "?game=1", "?seat=A-1", "?seat=A-3", "?table=A", "proof/")]

    for at in [
        "check-in/",
        "main/entrants/",
        "main/entrants/1/",
        "main/seating/swap/?one=A-1&other=A-2",
        "money/",
        *seating,
    ]:
        page.goto(f"{site.url}/t/sierra/{at}")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width, at
