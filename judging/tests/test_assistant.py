"""The judges' assistant: who may open it, what it asks and decides by the edition in force, the counters, and finding a rule."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from judging.assistant.reads import assistant as assistant_reads
from judging.rulebook.reads.board import board_values
from judging.rulebook.rules.engine import Decision, Side, asked, decision, every_case, misfits
from judging.rulebook.rules.renege import playable
from judging.rulebook.rules.rulebook import entries_of
from judging.rulebook.rules.subjects import ANSWERED, SUBJECTS
from judging.rulebook.words.of_cases import SubjectWords
from judging.rulebook.words.subjects import WORDS
from judging.rulings.reads.recording import from_assistant
from judging.tests.numbers import around_relations
from tournaments.models import Role
from tournaments.rules.edition import Edition
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, in_role, signed_in, text_of

each_subject = pytest.mark.parametrize("subject", ANSWERED, ids=lambda subject: subject.key)
each_edition = pytest.mark.parametrize("edition", Edition)

PLACES = [
    "",
    "?q=bottom+card",
    "wrong-number/",
    "renege/?said=go",
    "hand/",
    "play/",
    "rules/",
    "rules/4.4.c/",
    "worker.js",
]


def at(place: str = "", tournament: str = "sierra") -> str:
    return f"/t/{tournament}/judge/{place}"


def judge(edition: Edition = Edition.Y2020) -> Client:
    """A judge of the tournament `sierra`, which is played by this edition."""
    return in_role(make_tournament("sierra", edition=edition.value), "judge")


# --- Who may -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("role", "is_head"), [("judge", False), ("judge", True), ("director", False)])
def test_judges_and_the_director_open_every_page(place: str, role: str, is_head: bool) -> None:
    client = in_role(make_tournament("sierra"), role, is_head=is_head)

    assert client.get(at(place)).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("role", ["", "checker", "registrar"])
def test_whoever_is_no_judge_is_refused_with_the_rule_that_says_why(place: str, role: str) -> None:
    tournament = make_tournament("sierra")
    player = make_user(role=role, tournament=tournament)
    event = make_event(tournament=tournament, games=1, entrants=2, seated=True)
    entry = event.entries.first()
    entry.player.user = player
    entry.player.save()

    answer = signed_in(player).get(at(place))

    assert answer.status_code == 403
    assert "Players may have no help with counting and pegging (9.5, 2020)" in text_of(answer)


@pytest.mark.django_db
def test_a_visitor_is_sent_to_sign_in() -> None:
    make_tournament("sierra")

    answer = Client().get(at("renege/"))

    assert answer.status_code == 302
    assert "sign-in" in answer["Location"]


@pytest.mark.django_db
def test_a_judge_who_plays_is_a_judge() -> None:
    tournament = make_tournament("sierra")
    user = make_user(role="judge", tournament=tournament)
    event = make_event(tournament=tournament, games=1, entrants=2, seated=True)
    player = event.entries.first().player
    player.user = user
    player.save()

    assert signed_in(user).get(at("renege/")).status_code == 200


@pytest.mark.django_db
def test_a_judge_of_one_event_has_the_assistant_and_one_of_another_tournament_has_not() -> None:
    tournament, other = make_tournament("sierra"), make_tournament("nevada")
    event = make_event(tournament=tournament, entrants=2)
    user = make_user()
    Role.objects.create(user=user, tournament=tournament, event=event, kind="judge")

    assert signed_in(user).get(at()).status_code == 200
    assert signed_in(user).get(at(tournament=other.slug)).status_code == 403


@pytest.mark.django_db
def test_the_menu_leads_judges_to_the_assistant_and_nobody_else() -> None:
    tournament = make_tournament("sierra")

    judge, checker = in_role(tournament, "judge"), in_role(tournament, "checker")
    menu, tabs = 'href="/t/sierra/calls/"', f'href="{at()}"'
    assert menu in judge.get("/t/sierra/").content.decode()
    assert tabs in judge.get("/t/sierra/calls/").content.decode()
    assert menu not in checker.get("/t/sierra/").content.decode()
    assert checker.get(at()).status_code == 403


# --- What is asked -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@each_edition
@each_subject
def test_a_page_holds_every_question_of_its_subject_and_shows_the_first(subject, edition) -> None:
    page = judge(edition).get(at(f"{subject.key}/")).content.decode()

    fields = dict(re.findall(r'<fieldset class="opts" id="q-(\w+)" data-question="\1"( hidden disabled)?', page))
    questions = subject.questions(edition)
    assert list(fields) == [question.key for question in questions]
    assert {key for key, hidden in fields.items() if not hidden} == {one.key for one in asked(subject, edition, {})}
    for question in questions:
        name = re.escape(question.key)
        offered = re.findall(rf'type="radio" name="{name}" value="(\w+)"', page)
        assert offered == list(question.choices)
    assert 'id="ruling" aria-live="polite" hidden' in page


_cases: dict[tuple[str, Edition], list[tuple[dict[str, str], Decision]]] = {}
"""By the key of the subject: to decide them all takes half a second."""


def cases_of(subject, edition: Edition = Edition.Y2020) -> list[tuple[dict[str, str], Decision]]:
    if (subject.key, edition) not in _cases:
        _cases[subject.key, edition] = list(every_case(subject, edition))
    return _cases[subject.key, edition]


@pytest.mark.django_db
@each_subject
def test_answers_in_the_address_are_chosen_and_decided_without_a_script(subject) -> None:
    client = judge()
    words: SubjectWords = WORDS[subject.key]

    for answers, found in cases_of(subject)[:: max(1, len(cases_of(subject)) // 6)]:
        answer = client.get(at(f"{subject.key}/"), answers)

        page, text = html_of(answer), text_of(answer)
        assert " ".join(str(words.headlines[found.code]).split()) in text
        for key, code in answers.items():
            assert f'name="{key}" value="{code}" checked' in page
        for step in found.steps:
            plain = str(words.of_step(step.code)) % {name: "\0" for name, _amount in step.amounts}
            assert all(" ".join(part.split()) in text for part in plain.split("\0"))
        for number in found.rules:
            assert number in text


def answers_of(subject) -> list[dict[str, str]]:
    return [answers for answers, _found in cases_of(subject)]


@pytest.mark.django_db
def test_an_invalid_answer_leaves_the_question_open() -> None:
    answer = judge().get(at("renege/"), {"said": "perhaps", "count": "above_21"})

    assert answer.status_code == 200
    assert answer.context["case"].decision is None
    assert [one.key for one in answer.context["case"].questions if one.is_asked] == ["said"]


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["122", "-1", "ten", "5.5", "0005"])
def test_a_number_that_is_no_hole_is_marked_and_counts_for_nothing(typed: str) -> None:
    given = {"said": "go", "count": "above_21", "playable": "2", "since": "went_on", "other_at": typed}

    answer = judge().get(at("renege/"), given)

    case = answer.context["case"]
    assert [one.is_wrong for one in case.questions if one.key == "other_at"] == [True]
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not case.board.is_known


NOT_SHORT = {
    "what": "pegged_wrongly",
    "way": "forward_short",
    "released": "no",
    "right": "2",
    "wrong": "5",
    "stands_at": "40",
}


@pytest.mark.django_db
def test_numbers_that_do_not_fit_are_told_beside_them_and_give_no_figure_and_no_board() -> None:
    client = judge()
    answer = client.get(at("penalties/"), NOT_SHORT)
    fits = client.get(at("penalties/"), NOT_SHORT | {"right": "5", "wrong": "2"})

    case, page = answer.context["case"], html_of(answer)
    assert case.decision.headline == fits.context["case"].decision.headline == "It may still be put right"
    assert "Hole: …" in text_of(answer)
    assert "Hole: 43" in text_of(fits)
    assert (case.board.is_known, fits.context["case"].board.is_known) == (False, True)
    assert [one.key for one in case.questions if one.is_wrong] == ["right", "wrong"]
    assert 'value="2" aria-label="How many points is the penalty?"' in page
    assert page.count('aria-describedby="range-right misfit-forward_not_short"') == 1
    assert page.count('aria-describedby="range-wrong misfit-forward_not_short"') == 1
    (told,) = re.findall(r'<p class="error" id="misfit-([a-z_]+)">', page)
    assert told == "forward_not_short"
    assert "these were not too few points forward. Correct a number, or choose anew" in text_of(answer)
    assert re.findall(r'<p class="error" id="misfit-([a-z_]+)">', fits.content.decode()) == []


@pytest.mark.django_db
def test_numbers_that_do_not_fit_are_not_recorded_with_the_ruling() -> None:
    found = from_assistant("penalties", Edition.Y2020, NOT_SHORT)

    assert found is not None
    assert found.answers == {"what": "pegged_wrongly", "way": "forward_short", "released": "no"}
    assert "How many" not in found.happened
    assert "Hole: …" in found.decision


@pytest.mark.django_db
@pytest.mark.parametrize("subject", [one for one in ANSWERED if one.relations], ids=lambda subject: subject.key)
@each_edition
def test_each_relation_that_is_broken_stands_below_the_last_of_its_numbers(subject, edition) -> None:
    for relation, answers, numbers in around_relations(subject, edition):
        shown = assistant_reads.case(subject, edition, answers | {key: str(number) for key, number in numbers.items()})

        told = {one.code: question.key for question in shown.questions for one in question.misfits if one.is_so}
        broken = misfits(subject, answers, numbers)
        assert set(told) == {one.code for one in broken}
        assert (relation.code in told) == relation.is_broken(answers, numbers)
        order = [question.key for question in shown.questions]
        for one in broken:
            assert told[one.code] == max((key for key, _factor in one.factors), key=order.index)
        assert (shown.answers.keys() & numbers.keys() == set()) == bool(broken)
        assert not (broken and shown.board.is_known)


# --- What the events settle --------------------------------------------------------------------------------------------


def muggins_page(*muggins: bool, over: tuple[bool, ...] = (), place: str = "muggins/", **answers: str):
    """The page of a kind of case where events play muggins or do not; `over` are events that are over."""
    tournament = make_tournament("sierra")
    for number, plays in enumerate((*muggins, *over)):
        event = make_event(tournament=tournament, slug=["main", "second", "third"][number])
        event.muggins = plays
        event.phase = "registration" if number < len(muggins) else "report"
        event.save()
    return in_role(tournament, "judge").get(at(place), answers)


def chosen(page, key: str) -> str:
    (question,) = [one for one in page.context["case"].questions if one.key == key]
    return next((choice.code for choice in question.choices if choice.is_chosen), "")


CHOSEN = "So this answer is chosen. Change it if something else was announced."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("muggins", "over", "answer", "told"),
    [
        pytest.param((True,), (), "yes", f"Main event: muggins is played. {CHOSEN}", id="played"),
        pytest.param((False,), (), "no", f"Main event: muggins is not played. {CHOSEN}", id="not played"),
        pytest.param(
            (True, True), (), "yes", f"Main event; Main event, second: muggins is played. {CHOSEN}", id="all agree"
        ),
        pytest.param((True,), (False,), "yes", f"Main event: muggins is played. {CHOSEN}", id="one is over"),
        pytest.param(
            (False, True),
            (),
            "",
            "Main event, second: muggins is played. Main event: muggins is not played.",
            id="they differ",
        ),
    ],
)
def test_whether_muggins_is_in_force_is_answered_from_the_events(muggins, over, answer, told) -> None:
    page = muggins_page(*muggins, over=over)

    assert chosen(page, "in_force") == answer
    assert told in text_of(page)
    assert (CHOSEN in text_of(page)) == bool(answer)
    assert 'aria-describedby="in-force-in_force"' in page.content.decode()
    kept = json.loads(re.search(r'id="case-table"[^>]*>(.*?)</script>', page.content.decode())[1])
    assert kept["known"] == ({"in_force": answer} if answer else {})
    asked_now = [one.key for one in page.context["case"].questions if one.is_asked]
    assert asked_now == (["in_force", "missed_what", "claimed"] if answer == "yes" else ["in_force"])


@pytest.mark.django_db
@pytest.mark.parametrize("over", [(), (True,)])
def test_where_no_event_is_under_way_muggins_is_asked_for_and_nothing_is_said(over) -> None:
    page = muggins_page(over=over)

    assert chosen(page, "in_force") == ""
    assert "muggins is" not in text_of(page).partition("Is muggins on the flyer")[2]


@pytest.mark.django_db
def test_another_answer_than_that_of_the_events_can_be_given() -> None:
    page = muggins_page(False, in_force="yes")

    assert chosen(page, "in_force") == "yes"
    assert page.context["case"].decision is None


@pytest.mark.django_db
@pytest.mark.parametrize(("muggins", "code"), [(True, "not_over"), (False, "peg_out_now")])
def test_not_pegging_out_is_decided_by_the_muggins_of_the_event(muggins: bool, code: str) -> None:
    page = muggins_page(muggins, place="pegging-out/", what="forgot", round="qualifying")

    assert page.context["case"].decision.code == code
    assert chosen(page, "muggins") == ("yes" if muggins else "no")


@pytest.mark.django_db
def test_pages_are_kept_anew_once_muggins_is_another() -> None:
    event = make_event(tournament=make_tournament("sierra"))
    client = in_role(event.tournament, "judge")

    def stamp() -> str:
        return re.search(r'"stamp": "([^"]*)"', client.get(at()).content.decode())[1]

    before = stamp()
    event.muggins = True
    event.save()
    assert stamp() != before


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["dancing/", "rules/4.4.z/", "rules/99/"])
def test_unknown_pages_of_the_assistant_are_not_found(place: str) -> None:
    assert judge().get(at(place)).status_code == 404


# --- What follows ------------------------------------------------------------------------------------------------------

TOO_MANY_FOR_THE_DEALER = {
    "discarded": "both",
    "starter": "turned",
    "pone": "correct",
    "dealer": "too_many",
    "crib": "correct",
}
"""Row 4 of the table of 4.4.c, column B: action 4 before 2020, action 9 since."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "here", "elsewhere"), [(Edition.Y2020, "9", "4"), (Edition.CLASSIC, "4", "9")], ids=list(Edition)
)
def test_the_edition_in_force_decides_and_the_other_is_told_beside_it(edition, here, elsewhere) -> None:
    answer = judge(edition).get(at("wrong-number/"), TOO_MANY_FOR_THE_DEALER)

    found = answer.context["case"].decision
    assert found.code == f"action_{here}"
    assert f"4.4.d.{here}" in [rule.number for rule in found.rules]
    assert found.elsewhere.headline.startswith(f"Action {elsewhere}")
    assert f"4.4.d.{elsewhere}" in [rule.number for rule in found.elsewhere.rules]
    told = "In the classic edition, before 2020" if edition is Edition.Y2020 else "In the edition of 2020"
    assert told in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answers", "hit"),
    [
        pytest.param(TOO_MANY_FOR_THE_DEALER, [(3, 1)], id="after the starter"),
        pytest.param({**TOO_MANY_FOR_THE_DEALER, "starter": "not_turned"}, [(3, 0)], id="before it"),
        pytest.param({"discarded": "both", "pone": "correct"}, [], id="not all is known"),
    ],
)
def test_the_row_and_the_column_of_the_case_are_marked_in_the_whole_table(answers, hit) -> None:
    rows = judge().get(at("wrong-number/"), answers).context["rows"]

    assert len(rows) == 27
    assert [
        (place, column) for place, row in enumerate(rows) for column, cell in enumerate(row.columns) if cell.is_hit
    ] == hit


def sentences(words: SubjectWords, found: Decision) -> list[tuple[str, ...]]:
    return [(str(words.of_step(step.code)), str(step.amounts)) for step in found.steps]


@each_edition
@each_subject
def test_the_other_edition_is_silent_exactly_where_it_decides_the_same(subject, edition) -> None:
    words = WORDS[subject.key]
    other = next(one for one in Edition if one is not edition)
    for answers, found in cases_of(subject, edition):
        shown = assistant_reads.case(subject, edition, answers).decision

        kept = {
            key: code for key, code in answers.items() if key in dict.fromkeys(q.key for q in subject.questions(other))
        }
        try:
            there = decision(subject, other, kept)
        except ValueError:
            there = None
        same = there is not None and (
            str(words.headlines[found.code]) == str(words.headlines[there.code])
            and sorted(sentences(words, found)) == sorted(sentences(words, there))
            and found.points == there.points
            and str(words.until.get(found.claim_until, "")) == str(words.until.get(there.claim_until, ""))
        )
        assert (shown.elsewhere is None) == same


@each_edition
@each_subject
def test_every_rule_that_is_cited_leads_to_a_page(subject, edition) -> None:
    for _answers, found in cases_of(subject, edition):
        for number in (*found.rules, *(step.rule for step in found.steps if step.rule)):
            assert entries_of(number, edition=edition), number


# --- Without a network -------------------------------------------------------------------------------------------------


@each_edition
@each_subject
def test_the_table_of_a_page_leads_from_every_case_to_its_decision(subject, edition) -> None:
    table = json.loads(json.dumps(assistant_reads.case_values(subject, edition, lambda shown: shown.headline)))

    for answers, found in cases_of(subject, edition):
        place = table["tree"]
        for code in answers.values():
            place = place[code]
        kept = table["decisions"][place]
        assert (kept["code"], kept["rules"]) == (found.code, list(found.rules))
        assert kept["html"] == str(WORDS[subject.key].headlines[found.code])
        assert len(kept["pegs"]) == len(found.pegs)
    assert len({json.dumps(one) for one in table["decisions"]}) <= len(cases_of(subject, edition))


def test_the_cards_that_fit_a_count_are_those_of_the_rule() -> None:
    subject = next(one for one in ANSWERED if one.key == "renege")
    fits = assistant_reads.case_values(subject, Edition.Y2020, lambda shown: "")["fits"]

    for count, values in enumerate(fits):
        for value in range(1, 11):
            assert (value in values) == (playable(count, (value,)) == 1)
    assert len(fits) == 32


@pytest.mark.django_db
def test_every_page_names_all_that_is_to_be_kept_and_for_whom() -> None:
    client = judge()
    answer = client.get(at())
    keeping = json.loads(re.search(r'id="keeping"[^>]*>(.*?)</script>', answer.content.decode())[1])

    places = ["", *(f"{one.key}/" for one in ANSWERED), "hand/", "play/", "rules/"]
    assert keeping["pages"] == [at(place) for place in places]
    for page in keeping["pages"]:
        kept = client.get(page)
        assert kept["X-Judge-User"] == answer["X-Judge-User"] != ""
        assert "data-fresh" in kept.content.decode()


@pytest.mark.django_db
def test_what_is_kept_is_kept_anew_once_the_edition_the_language_or_the_person_is_another() -> None:
    tournament = make_tournament("sierra")
    client = in_role(tournament, "judge")

    def stamp(who: Client) -> str:
        return re.search(r'"stamp": "([^"]*)"', who.get(at()).content.decode())[1]

    first = stamp(client)
    assert stamp(client) == first
    assert stamp(in_role(tournament, "judge")) != first
    tournament.edition = Edition.CLASSIC.value
    tournament.save()
    assert stamp(client) != first


@pytest.mark.django_db
def test_the_worker_is_a_script_of_the_assistants_place() -> None:
    answer = judge().get(at("worker.js"))

    assert answer["Content-Type"].startswith("text/javascript")
    assert "judge-worker" in answer.content.decode()


# --- Nothing found -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_empty_answer_says_where_else_something_was_found() -> None:
    client = judge()

    only_a_rule = text_of(client.get(at(), {"q": "juniors"}))
    only_a_case = text_of(client.get(at(), {"q": "coaching"}))
    rulebook = client.get(at("rules/"), {"q": "coaching"})
    nothing = text_of(client.get(at(), {"q": "xyzzy"}))

    assert "No case has these words. 1 rule was found below." in only_a_rule
    assert "No rule has these words. 1 case was found above." in only_a_case
    assert "No rule has these words. These cases were found:" in text_of(rulebook)
    assert reverse("judging:case", args=["sierra", "counting-help"]) in rulebook.content.decode()
    assert "No case and no rule has these words." in nothing
    assert "No rule and no case has these words." in text_of(client.get(at("rules/"), {"q": "xyzzy"}))


# --- The board ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_board_shows_where_the_pegs_stand_before_and_after() -> None:
    given = {"said": "go", "count": "above_21", "playable": "2", "since": "went_on", "other_at": "119"}

    answer = judge().get(at("renege/"), given)

    (caller, peg) = answer.context["case"].board.pegs
    assert (caller.side, caller.before, caller.after) == ("offender", None, None)
    assert (peg.side, peg.before, peg.after) == ("other", 119, 121)
    assert "The other player, lower track 119 game hole" in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize("found", ["as_claimed", "nothing"])
def test_who_called_muggins_keeps_a_track_whatever_the_judges_find(found: str) -> None:
    given = {"in_force": "yes", "missed_what": "points", "where": "play", "pegged": "short", "called": "in_time"}

    page = text_of(judge().get(at("muggins/"), given | {"found": found, "claimed": 4, "caller_at": 50, "other_at": 60}))

    assert ("The player who was called on, upper track 60 64" in page) is (found == "nothing")
    assert ("The caller, lower track 50 54" in page) is (found == "as_claimed")


WON = {"said": "go", "count": "above_21", "playable": "2", "since": "went_on", "other_at": "118", "offender_at": "80"}


@pytest.mark.django_db
def test_where_a_penalty_wins_the_game_the_page_shows_no_further_step_without_a_script() -> None:
    page = html_of(judge().get(at("renege/"), WON))
    page = page[page.index("decision__steps") : page.index("</ol>", page.index("decision__steps"))]

    shown = re.findall(
        r"<li(?: data-only=\"[^\"]*\")?( hidden)?><span><span class=\"decision__step\">(.*?)</span>", page
    )
    assert any("dead or played" in sentence for hidden, sentence in shown if hidden)
    said = [re.sub(r"<[^>]+>", "", sentence) for hidden, sentence in shown if not hidden]
    assert said[-2:] == [
        "The other player is in the game hole and has won. The game is over.",
        "Spread: 41, a skunk. On the card the winner has 3 game points.",
    ]


def test_what_is_recorded_of_a_penalty_that_wins_the_game_ends_with_it() -> None:
    found = from_assistant("renege", Edition.Y2020, WON)

    assert "Spread: 41, a skunk" in found.decision.splitlines()[-1]
    assert "dead or played" not in found.decision


@each_edition
@each_subject
def test_the_other_edition_never_differs_by_the_game_hole_alone(subject, edition) -> None:
    for answers, _found in cases_of(subject, edition):
        other = assistant_reads.case(subject, edition, answers).decision.elsewhere
        for steps in (other.adds, other.lacks) if other else ():
            assert not steps or any(not step.only for step in steps)


def test_where_the_other_edition_asks_more_it_says_what_it_decides_by_each_answer() -> None:
    said = {"said": "go", "playable": "2", "since": "went_on"}

    other = assistant_reads.case(assistant_reads.subject_of("renege"), Edition.CLASSIC, said).decision.elsewhere

    assert other.open_question == "What was the count?"
    assert other.open_answers == (
        ("22 or more", "Double renege: four points"),
        ("21 or less", "No renege at a count of 21 or less"),
    )


@each_edition
@each_subject
def test_what_the_other_edition_does_not_say_bears_no_rule_of_this_one(subject, edition) -> None:
    for answers, _found in cases_of(subject, edition):
        other = assistant_reads.case(subject, edition, answers).decision.elsewhere
        assert not [step.code for step in (other.lacks if other else ()) if step.rule or step.is_ours], answers


def test_a_step_of_both_editions_is_not_said_to_be_missing_and_an_open_figure_says_what_it_hangs_on() -> None:
    given = {"act": "game_hole", "enough": "no", "pegs": "both_out", "offender_at": "100", "other_at": "80"}

    other = assistant_reads.case(assistant_reads.subject_of("false-claim"), Edition.Y2020, given).decision.elsewhere

    assert not {step.code for step in other.adds} & {step.code for step in other.lacks}
    assert len(other.open_numbers) == 1
    page = "".join(piece.text for step in other.adds for piece in step.pieces)
    assert assistant_reads.OPEN_FIGURE in page


def test_every_hole_of_the_board_has_a_place_of_its_own() -> None:
    places = board_values()

    every = [tuple(place) for side in Side for place in places[side.value]]
    assert len(every) == len(set(every)) == 2 * 122
    assert all(0 < float(x) < 100 for x, _y in every)
    for side in Side:
        streets = [places[side.value][first : first + 30] for first in (1, 31, 61, 91)]
        for street in streets:
            assert [float(x) for x, _y in street] == sorted(float(x) for x, _y in street)
            assert len({y for _x, y in street}) == 1


# --- Counters ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cards": "5H 5D 5S JC", "starter": "5C"}, "Total 29"),
        ({"cards": "2H 4H 6H 8H", "starter": "QC"}, "Flush of four 2H 4H 6H 8H 4"),
        ({"cards": "2H 4H 6H 8H", "starter": "QC", "crib": "1"}, "Total 0"),
        ({"cards": "5H 5H 5S JC", "starter": "5C"}, "5H is listed twice."),
        ({"cards": "5H 5D 5S JC"}, "Give one starter."),
        ({"cards": "<b>", "starter": "5C"}, "“<b>” is no card."),
    ],
)
def test_a_hand_is_counted_without_a_script(given, told) -> None:
    answer = judge().get(at("hand/"), given)

    assert answer.status_code == 200
    assert told in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"said": "5 10 J go 6"}, "Count 0 to play: Dealer"),
        ({"said": "5 10"}, "Dealer 10 15 Fifteen 2"),
        ({"said": "5 5 5 5", "players": "4"}, "Dealer 5 20 Four of a kind 12"),
        ({"said": "go"}, "“Go” (place 1) cannot be"),
        ({"said": "5 <i>"}, "“<i>” (place 2) is neither a rank nor “go”."),
    ],
)
def test_the_play_is_counted_without_a_script(given, told) -> None:
    answer = judge().get(at("play/"), given)

    assert answer.status_code == 200
    assert told in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize(("said", "is_over"), [("K 9 5 7 K J A", False), ("K 9 5 7 K J A 10", True)])
def test_the_play_ends_with_the_last_card(said: str, is_over: bool) -> None:
    answer = judge().get(at("play/"), {"said": said})

    assert (answer.context["play"].turn == "") == is_over
    assert ("<span data-over>" in answer.content.decode()) == is_over


# --- Finding a rule ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_one_search_finds_cases_and_rules_by_the_words_of_a_player() -> None:
    answer = judge().get(at(), {"q": "looked at bottom card"})

    assert "mixing-and-cutting" in [one.key for one in answer.context["subjects"]]
    assert "2.1" in [one.key for one in answer.context["rules"]][:3]
    assert f'href="{at("rules/2.1/")}"' in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["", "rules/"])
def test_a_search_that_finds_nothing_says_so(place: str) -> None:
    assert "has these words" in text_of(judge().get(at(place), {"q": "zeppelin"}))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("slow play", "Nothing here has all of these words."),
        ("play", "Many more have words as common as this."),
        ("looked at bottom card", ""),
    ],
)
def test_a_search_says_what_its_hits_lack(query: str, told: str) -> None:
    page = judge().get(at("rules/"), {"q": query})

    said = re.findall(r'<p class="soft" role="status" data-(?:partly|cut)>(.*?)</p>', html_of(page))
    assert [one.startswith(told) for one in said] == ([True] if told else [])
    assert len(page.context["found"].rules) <= 10 or not told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "key", "heading"),
    [
        (Edition.Y2020, "8.7-classic", "Only in the classic edition"),
        (Edition.CLASSIC, "8.10.a", "Only in the edition of 2020"),
    ],
)
def test_the_list_ends_with_the_rules_of_the_other_edition(edition, key: str, heading: str) -> None:
    listed = judge(edition).get(at("rules/")).content.decode()

    assert f'id="rule-{key}"' in listed.partition(f">{heading}<")[2]


# --- What is no case ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_judges_keep_to_is_explained_but_is_no_case_to_rule_on() -> None:
    client = judge()
    index = client.get(at())

    assert "judge-protocols" not in [one.key for one in index.context["subjects"]]
    assert [one.key for one in index.context["customs"]] == ["judge-protocols"]
    assert [one.key for one in client.get(at(), {"q": "protocol"}).context["customs"]] == ["judge-protocols"]
    page = client.get(at("judge-protocols/"), {"met": "alone"})
    assert "Wait for the second judge" in text_of(page)
    assert "Record this ruling" not in text_of(page)
    assert "Record this ruling" in text_of(client.get(at("renege/")))
    assert "judge-protocols" not in {one.key for one in SUBJECTS}
    assert from_assistant("judge-protocols", Edition.Y2020, {"met": "alone"}) is None


# --- Numbers that cannot be --------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("typed", "is_out"), [("500", True), ("-1", True), ("x", True), ("118", False), ("", False)])
def test_an_impossible_number_is_explained_beside_its_field(typed: str, is_out: bool) -> None:
    given = {"act": "game_hole", "enough": "no", "pegs": "one_out", "other_at": typed}
    page = judge().get(at("false-claim/"), given).content.decode()

    (said,) = re.findall(r'<p class="error" id="out-other_at"( hidden)?>', page)
    assert (said == "") == is_out
    assert ('aria-describedby="range-other_at out-other_at"' in page) == is_out
    assert "This is no whole number from 0 to 120." in page


@pytest.mark.django_db
def test_what_has_no_number_is_shown_without_one() -> None:
    text = text_of(judge().get(at("rules/")))

    assert "Edition of 2020: 8.10." in text
    assert "Edition of 2020: ." not in text
    assert "Classic edition: ." not in text


@pytest.mark.django_db
def test_a_rule_that_moved_is_shown_with_both_numbers_and_its_change() -> None:
    client = judge(Edition.CLASSIC)

    text = text_of(client.get(at("rules/8.10/")))

    assert "8.11 (2020: 8.10)" in text
    assert "Edition of 2020: 8.10. Classic edition: 8.11." in text
    assert "Changed in 2020" in text
    assert "Cases that rest on it" in text


@pytest.mark.django_db
@each_edition
def test_every_rule_of_the_edition_has_a_page_and_stands_in_the_list(edition) -> None:
    client = judge(edition)
    listed = re.findall(r'id="rule-([^"]+)"', client.get(at("rules/")).content.decode())

    assert len(listed) == len(set(listed)) > 150
    for key in listed[::9]:
        assert client.get(reverse("judging:rule", args=["sierra", key])).status_code == 200


# --- The API -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_api_finds_rules_for_judges() -> None:
    tournament = make_tournament("sierra", edition=Edition.CLASSIC.value)
    api = api_of(make_user(role="judge", tournament=tournament))

    found = api.get("/api/v1/tournaments/sierra/rules/", {"q": "false claim of game"})

    assert found.status_code == 200
    first = found.json()[0]
    assert (first["number"], first["elsewhere"]) == ("8.4.a", "8.4.a")
    assert set(first) == {"key", "number", "elsewhere", "title", "summary", "changed"}
    numbers = [rule["number"] for rule in api.get("/api/v1/tournaments/sierra/rules/").json()]
    assert len(numbers) > 150
    assert numbers.index("8.4.a") < numbers.index("8.11")


@pytest.mark.django_db
def test_the_api_refuses_players_as_the_pages_do() -> None:
    tournament = make_tournament("sierra")

    answers = [
        api_of(user).get("/api/v1/tournaments/sierra/rules/")
        for user in (make_user(), make_user(role="checker", tournament=tournament), None)
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 401]
    assert "9.5" in answers[0].content.decode()
