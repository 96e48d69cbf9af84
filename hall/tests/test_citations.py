"""Rules as they are cited: each comes from the one table, is in the rulebook of its edition, and what is ours is marked as ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import to_locale
from rest_framework.test import APIClient

from brackets.tests.factories import make_bracket
from hall.desk.values import changes
from hall.tests.sources import ROOT, calls, dotted, files_of, functions, name_of, python_files, templates, tree, walk
from judging.rulebook.rules.rulebook import ENTRIES, searched_numbers
from scorecards.crosscheck.actions.crosscheck import GameKey, accept, refer, start_cross_check
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.discrepancies import discrepancies
from scorecards.tests.factories import COMMAND, look_at_all, make_cards, sheet
from tournaments.models import AuditEntry, Event, User
from tournaments.rules.citations import KNOWN, NOTHING, OURS, rests_on
from tournaments.rules.edition import Edition
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of
from tournaments.words import citing as citing_words

LANGUAGES = [code for code, _name in settings.LANGUAGES]

NUMBER = re.compile(
    r"(?<![\w.#%-])(?:[Rr](?:ule|egla|ègle)s?[ \u00a0]\d+(?:\.\d+)*(?:\.[a-z])?"
    r"|(?:[Gg]uideline|[Dd]irectriz|[Dd]irective)[ \u00a0]\d+(?:\.[a-z])?|brackets \d|protocol [a-i]\b"
    r"|\d{1,2}\.\d{1,2}\.[a-z](?:\.\d+)?|(?:1[0-4]|[1-9])\.(?:10|[1-9])(?![\w.%\"]|\.\d)|\((?:11|13|14)(?:\.[a-z])?\)"
    r"|>(?:11|13)(?:\.[a-z])?[<{ ])"
)
EDITION = re.compile(r"\((?:rule )?(?:protocol )?[\w.]+, 2020\)|; 11\.4\.b, 2020\)|14\.1 of 2020")

# Where rules are what a module is about: the numbers of both editions, the table, and what the judges' assistant decides.
ABOUT_RULES = (
    "judging/rules/",
    "judging/rulebook/rules/",
    "judging/rulebook/words/rulebook/",
    "tournaments/rules/edition.py",
    "tournaments/rules/citations.py",
)
# How a number is written, no rule that something rests on; the name of a chart; words by which a case is looked for.
EXAMPLES = {
    "Their numbers with commas between: 4.4.c, 7.3.b.",
    "Write the numbers of the rules, like 8.4.b, with commas between them: %d at most.",
    "13.2",
}
# The path of an icon, a spread of paper: no numbers of rules.
DRAWN = ("templates/includes/icons.html",)


def sentences(path: str, module: ast.Module) -> Iterator[tuple[int, str]]:
    """The texts of a module that are no docstrings, without the words by which the judges' assistant is searched."""
    silent = {
        id(node.value) for node in walk(module) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in walk(module):
        if isinstance(node, ast.keyword) and node.arg == "finds":
            silent |= {id(inner) for inner in walk(node.value)}
    for node in walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


def test_every_citation_is_a_rule_of_the_book_or_marked_as_ours() -> None:
    for edition in Edition:
        # The discrepancies of the classic edition stand in the index by their bare number.
        book = {number for entry in ENTRIES for number in searched_numbers(entry, edition)[::2] if number}
        for code in sorted(KNOWN):
            rule = rests_on(code, edition)
            assert rule in book | {OURS, NOTHING}, (code, edition)
            for language in LANGUAGES:
                with translation.override(language):
                    badge, named = citing_words.badge(code, edition), citing_words.named(code, edition)
                    if rule == OURS:
                        assert (
                            badge == named == citing_words.in_brackets(code, edition) == citing_words.our_reading()
                        ), (
                            code,
                            language,
                        )
                    elif rule == NOTHING:
                        assert badge == named == "", (code, language)
                    else:
                        number = rule.rpartition(" ")[2]
                        assert badge.endswith(f"{number} ({edition})"), (code, language)
                        assert number in named, (code, language)
                        assert named != number, (code, language)


def test_our_reading_and_the_classic_guideline_are_said_in_each_language() -> None:
    said = set()
    for language in LANGUAGES:
        with translation.override(language):
            said.add(
                (
                    citing_words.our_reading(),
                    citing_words.named("discrepancies", Edition.CLASSIC),
                    citing_words.cited("11"),
                )
            )

    assert said == {
        ("our reading", "guideline 11", "guideline 11"),
        ("nuestra lectura", "directriz 11", "directriz 11"),
        ("notre lecture", "directive 11", "directive 11"),
    }


def test_every_finding_of_the_cards_has_its_row() -> None:
    assert sheet_words.known_codes() <= KNOWN


@pytest.mark.parametrize(
    ("code", "in_2020", "in_classic"),
    [
        ("discrepancies", "12.2 (2020)", "guideline 11 (classic)"),
        ("uncovered", "14.1 (2020)", "13 (classic)"),
        ("referral_open", "14.1 (2020)", "13 (classic)"),
        ("inform", "12.2.i (2020)", "guideline 11.h (classic)"),
        ("quota", "13.2.b (2020)", "brackets 2 (classic)"),
        ("not_cross_checked", "13.2.a (2020)", "brackets 1 (classic)"),
        ("card_missing", "13.2.a (2020)", "brackets 1 (classic)"),
        ("forfeit", "13.1 (2020)", "12.2 (classic)"),
        ("names_nobody", "our reading", "our reading"),
        ("line_names_nobody", "our reading", "our reading"),
        ("spread_blank", "our reading", "our reading"),
        ("win_in_minus", "our reading", "our reading"),
        ("opponent_blank", "our reading", "our reading"),
        ("plus_total_differs", "guideline 6 (2020)", "guideline 6 (classic)"),
        ("minus_total_differs", "guideline 6 (2020)", "guideline 6 (classic)"),
        ("net_total_differs", "guideline 6 (2020)", "guideline 6 (classic)"),
        ("game_points_total_differs", "guideline 5 (2020)", "guideline 5 (classic)"),
        ("games_won_total_differs", "guideline 4 (2020)", "guideline 4 (classic)"),
        ("spread_range", "1.1 (2020)", "1.1 (classic)"),
        ("dead_zone_settled", "our reading", "our reading"),
        ("amounts_after", "our reading", "our reading"),
        ("larger_amount", "our reading", "our reading"),
        ("column_moves", "our reading", "our reading"),
        ("removal_mirrored", "our reading", "our reading"),
        ("prize_of_the_removed", "our reading", "our reading"),
        ("announced_deal", "1.5.a (2020)", "our reading"),
        ("tie_unbroken", "guideline 7.f (2020)", "our reading"),
    ],
)
def test_what_it_rests_on_in_each_edition(code: str, in_2020: str, in_classic: str) -> None:
    assert (citing_words.badge(code, Edition.Y2020), citing_words.badge(code, Edition.CLASSIC)) == (in_2020, in_classic)


# --- No number anywhere else -----------------------------------------------------------------------------------------


def test_no_sentence_names_the_number_of_a_rule_by_itself() -> None:
    found, of_the_api = [], set(files_of("api"))
    for path in python_files():
        name = name_of(path)
        if name.startswith(ABOUT_RULES):
            continue
        for line, text in sentences(name, tree(path)):
            plain = EDITION.sub("", text) if path in of_the_api else text
            if text not in EXAMPLES and NUMBER.search(plain) and not is_an_answer(name, text):
                found.append(f"{name}:{line}: {text}")

    assert found == []


def is_an_answer(name: str, text: str) -> bool:
    """Whether it is part of an answer that the description of the API shows as an example."""
    return name == "judging/rulings/api.py" and text.startswith(("Milt Orr keeps", "The numbers that"))


# Where a number stands without its edition: in a sentence that names the edition itself, and in what pages of one edition show.
WITHOUT_EDITION = {"judging/rulings/words.py::no_such_rule", "tournaments/templatetags/rules.py::cited"}


def test_no_sentence_takes_the_number_of_a_rule_without_its_edition() -> None:
    found = {
        f"{name_of(path)}::{name}"
        for path in python_files()
        for name, function in functions(path)
        for call in calls(function)
        if dotted(call.func) == "citing_words.cited"
    }

    assert found == WITHOUT_EDITION


def test_no_template_or_script_names_the_number_of_a_rule() -> None:
    scripts = sorted((ROOT / "static" / "js").glob("*.js"))
    found = []
    for path in (*templates(), *scripts):
        if name_of(path) in DRAWN:
            continue
        text = re.sub(
            r"\{#.*?#\}|^\s*(//|/?\*).*$|[:=] ?\[?[\d., ]+[\];]", "", path.read_text(encoding="utf-8"), flags=re.M
        )
        text = re.sub(r"<(?:path|svg|rect|symbol)[^>]*>", "", text)
        found += [f"{name_of(path)}: {match[0]}" for match in NUMBER.finditer(text)]

    assert found == []


@pytest.mark.parametrize("locale", [to_locale(code) for code in LANGUAGES if code != settings.LANGUAGE_CODE])
def test_no_translation_names_a_number_that_the_sentence_does_not(locale: str) -> None:
    catalog = polib.pofile(str(ROOT / "config" / "locale" / locale / "LC_MESSAGES" / "django.po"))
    found = []
    for entry in catalog:
        said = [entry.msgstr, *entry.msgstr_plural.values()]
        if not entry.obsolete and not NUMBER.search(entry.msgid) and any(NUMBER.search(text) for text in said):
            found.append(entry.msgid)

    assert found == []


# --- Shown as they are ------------------------------------------------------------------------------------------------

# A number in a mark, without the filter that makes it a rule of its edition.
BARE = re.compile(r'class="rule[^"]*"[^>]*>\{\{ (?:number|[\w.]+\.rule|rule\.number) \}\}')


def test_no_template_shows_the_bare_number_of_a_rule() -> None:
    found = [f"{name_of(path)}: {match[0]}" for path in templates() for match in BARE.finditer(path.read_text("utf-8"))]

    assert found == []


HEAD = re.compile(r"head judge|juez principal|juge en chef", re.IGNORECASE)

# Whose a role is, whatever the edition: who is named to it, and who enters what was decided.
OF_THE_ROLE = re.compile(
    r"^(?:Only a judge|The head judge is one|Only with the role|The head judge; one per|Make the|Nobody is|Ask the director|senior judge"
    r"|%\(name\)s is the head judge|Only the director or|A walk-over is|You may look; |For the director and|The note is kept"
    r"|A note on conduct|checkers,|the head judge and the director|%\(name\)s was removed|protocol protocols)"
)


def test_only_one_place_names_who_decides_what_no_rule_covers() -> None:
    """Elsewhere a sentence would name the head judge in the classic edition too, which leaves it to the judges."""
    there = {"tournaments/words/citing.py"}
    # What is said by the edition of 2020 alone: the judges' assistant and rulings have a sentence of their own for each edition.
    kinds = [name_of(path) for kind in ("api", "rules", "words") for path in files_of(kind)]
    by_edition = {"hall/me/words.py", *(name for name in kinds if name.startswith("judging/"))}
    found = []
    for path in python_files():
        name = name_of(path)
        if name in there or name in by_edition or "/migrations/" in name:
            continue
        for line, text in sentences(name, tree(path)):
            if re.search(r"\b[Hh]ead judge", text) and not is_of_the_role(name, text):
                found.append(f"{name}:{line}: {text}")
    for path in templates():
        for match in re.finditer(r'"([^"]*[Hh]ead judge[^"]*)"|%\}([^{]*[Hh]ead judge[^{]*)', path.read_text("utf-8")):
            text = match[1] or match[2]
            if not is_of_the_role(name_of(path), text):
                found.append(f"{name_of(path)}: {text}")

    assert found == []


def is_of_the_role(name: str, text: str) -> bool:
    """Whether it names the head judge as somebody with that role, or describes the API, which is the same in both editions."""
    people = (
        "tournaments/people/forms.py",
        "templates/tournaments/people/people.html",
        "templates/judging/calls/",
        "hall/desk/trail.py",
    )
    models = ("scorecards/models.py", "tournaments/models/")
    return (
        OF_THE_ROLE.match(text) is not None
        or "/api/" in name
        or name.endswith(("/api.py", *models))
        or (text.strip() in ("Head judge", "head judge") and name.startswith((*people, "hall/desk/values.py")))
    )


@pytest.mark.parametrize("locale", [to_locale(code) for code in LANGUAGES if code != settings.LANGUAGE_CODE])
def test_no_translation_names_the_head_judge_where_the_sentence_does_not(locale: str) -> None:
    catalog = polib.pofile(str(ROOT / "config" / "locale" / locale / "LC_MESSAGES" / "django.po"))
    found = []
    for entry in catalog:
        said = [entry.msgstr, *entry.msgstr_plural.values()]
        if not entry.obsolete and not HEAD.search(entry.msgid) and any(HEAD.search(text) for text in said):
            found.append(entry.msgid)

    assert found == []


# --- On pages and in the API -----------------------------------------------------------------------------------------


CARDS = {
    "A_1": "A-2 2 +15 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 . . \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}


def played(edition: Edition) -> Event:
    """One card says 2 and +15, the other one leaves points and spread of that game blank."""
    event = make_event(tournament=make_tournament("sierra", edition=edition), games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    return event


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "told", "badge", "foreign"),
    [
        (Edition.Y2020, "What rule 12.2 does not settle. The head judge decides.", "14.1 (2020)", "guideline 11"),
        (Edition.CLASSIC, "What guideline 11 does not settle. The judges decide.", "13 (classic)", "12.2"),
    ],
)
def test_an_unsettled_game_names_the_rule_and_the_authority_of_its_edition(
    edition: Edition, told: str, badge: str, foreign: str
) -> None:
    event = played(edition)
    api = APIClient()
    director = make_user("dora", role="director", tournament=event.tournament)
    api.force_authenticate(director)
    main = "/api/v1/tournaments/sierra/events/main"
    early = api.post(f"{main}/qualifiers/", {"revision": event.revision}, format="json").json()
    flags = api.get(f"{main}/scorecards/A-2/").json()["flags"]
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)

    address = reverse("scorecards:crosscheck", args=["sierra", "main"])
    page = text_of(signed_in(director).get(address, {"table": "head-judge"}))

    assert {fault["code"]: fault["rule"] for fault in early["errors"]} == {
        "not_cross_checked": rests_on("not_cross_checked", edition),
        "referral_open": rests_on("uncovered", edition),
    }
    assert {flag["code"]: flag["rule"] for flag in flags} == {"points_blank": "12.1", "spread_blank": None}
    assert told in page
    assert badge in page
    assert foreign not in page


# --- Everything that a cross-check of the classic edition shows, in every language --------------------------------------

# One game each: one amount only, two wins, a win in minus, an amount that differs, in the dead zone, and one that waits.
MANY = {
    "A_1": "A-2 2 +15 \n A-3 3 +40 \n A-4 3 +50",
    "A_2": "A-1 0 . \n A-4 2 +12 \n A-3 . .",
    "A_3": "A-4 2 +03 \n A-1 0 -38 \n A-2 2 +07",
    "A_4": "A-3 2 -05 \n A-2 2 +11 \n A-1 0 +50",
}
# In classic, rule 11 is penalties: its discrepancies are never without the word; 12.2.a and 13.2 are not there; no brackets in brackets.
WRONG = re.compile(
    r"\b(?:[Rr]ule|[Rr]egla|[Rr]ègle)[ \u00a0]11\b|(?<!guideline )(?<!directriz )(?<!directive )\b11\.[a-h]\b|\b12\.2\.[a-i]\b|\b13\.2\b"
    r"|\([^()]*\(classic\)"
)
PAGES = [
    "desk:desk", "desk:log", "report:report", "scorecards:standings", "scorecards:crosscheck", "scorecards:control",
    "scorecards:posting", "scorecards:inform", "scorecards:cards",
]  # fmt: skip


def said_of(event: Event, user: User, language: str) -> Iterator[tuple[str, str]]:
    """What the pages of this event say, each with its address."""
    client = signed_in(user)
    slug, at = event.tournament.slug, [event.tournament.slug, event.slug]
    addresses = [reverse(name, args=at) for name in PAGES]
    check = reverse("scorecards:crosscheck", args=at)
    addresses += [f"{check}?table={key}" for key in ("A", "head-judge", "dead-zone")]
    addresses += [f"{check}?case={view.id}" for view in discrepancies(sheet(event))]
    addresses += [reverse("scorecards:card", args=[*at, seat]) for seat in ("A-1", "A-2", "A-3", "A-4")]
    last = AuditEntry.objects.filter(event=event).count()
    addresses += [f"{reverse('desk:earlier', args=at)}?at={number}&card=A-2" for number in range(last - 2, last + 1)]
    addresses += [reverse("judging:referrals", args=[slug]), reverse("judging:rulings", args=[slug])]
    for address in addresses:
        answer = client.get(address, headers={"accept-language": language})
        if answer.status_code == 200:
            yield address, text_of(answer)


def worked(edition: Edition) -> tuple[Event, User]:
    """Cards with a fault of every kind; one is accepted, one put before a judge and one taken back."""
    event = make_event(tournament=make_tournament("sierra", edition=edition), games=3, entrants=4, seated=True)
    make_cards(event, **MANY)
    director = make_user("dora", role="director", tournament=event.tournament)
    start_cross_check(event=event, actor=COMMAND)
    look_at_all(event)
    signed = {"event": event, "initials": "DW", "actor": COMMAND}
    open_one, *proposed = sorted(discrepancies(sheet(event)), key=lambda view: view.state)
    for number, view in enumerate(view for view in proposed if view.state == "proposed"):
        key = GameKey(view.game, view.cards)
        if number == 0:
            refer(key=key, reason="The ink is smeared", version=view.version, **signed)
        else:
            accept(key=key, version=view.version, **signed)
    assert open_one.state == "open"
    return event, director


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_a_classic_cross_check_names_the_head_judge_or_a_wrong_number(language: str) -> None:
    event, director = worked(Edition.CLASSIC)
    found = []
    for address, text in said_of(event, director, language):
        for match in (*HEAD.finditer(text), *WRONG.finditer(text)):
            said = text[max(0, match.start() - 60) : match.end() + 30]
            found.append(f"{address}: {said}")

    assert found == []


@pytest.mark.django_db
@pytest.mark.parametrize("edition", Edition)
def test_what_is_ours_is_marked_as_ours_wherever_a_correction_is_shown(edition: Edition) -> None:
    event, director = worked(edition)
    said = dict(said_of(event, director, "en"))
    check = reverse("scorecards:crosscheck", args=["sierra", "main"])
    both_won = next(view for view in discrepancies(sheet(event)) if view.cards == ("A-2", "A-4"))
    mark = " ".join([*(citing_words.with_edition(rule, edition) for rule in both_won.rules), "our reading"])
    last = next(text for address, text in reversed(said.items()) if "?at=" in address)

    assert mark in said[f"{check}?table=dead-zone"]
    assert "Neither card is an apparent qualifier’s" in said[f"{check}?case={both_won.id}"]
    assert mark in last
    assert (
        f"{citing_words.all_in_words(both_won.rules)}, our reading."
        in said[reverse("desk:log", args=["sierra", "main"])]
    )


@pytest.mark.django_db
def test_the_playoff_of_a_tie_is_marked_as_ours_in_the_classic_edition() -> None:
    event, director = worked(Edition.CLASSIC)
    page = text_of(signed_in(director).get(reverse("scorecards:standings", args=["sierra", event.slug])))

    assert "A one-game playoff our reading" in page


@pytest.mark.django_db
@pytest.mark.parametrize(("edition", "rule"), [(Edition.Y2020, "13.1"), (Edition.CLASSIC, "12.2")])
def test_further_effects_of_a_removal_are_marked_as_ours(edition: Edition, rule: str) -> None:
    tournament = make_tournament("sierra", edition=edition)
    drawn = make_bracket(3, tournament=tournament)
    round_of = make_event(tournament=tournament, slug="second", entrants=4, seated=True)
    client = signed_in(make_user("dora", role="director", tournament=tournament))

    match = text_of(client.get(reverse("brackets:match", args=["sierra", drawn.slug, 2])))
    removed = text_of(client.get(reverse("tournaments:round", args=["sierra", round_of.slug])))

    assert f"rule {rule} says so of who does not appear, and of the others it is our reading." in match
    assert "The player writes 0 and −10 (our reading) and plays no more." in removed


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "chart"), [(Edition.Y2020, "13.2.c (2020)"), (Edition.CLASSIC, "brackets 3 (classic)")]
)
def test_the_log_says_which_rules_of_the_edition_a_value_is(edition: Edition, chart: str) -> None:
    event = make_bracket(4, tournament=make_tournament("sierra", edition=edition))
    drawn = AuditEntry.objects.get(event=event, action="bracket.drawn")
    rules = AuditEntry(
        tournament=event.tournament, after={"rules": [rests_on("one_amount", edition)], "chart": "extended"}
    )

    assert [change.after for change in changes(drawn) if change.label == "chart"] == [chart]
    assert [change.after for change in changes(rules)] == [citing_words.badge("one_amount", edition), "our reading"]
