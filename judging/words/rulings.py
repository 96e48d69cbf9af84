"""Rulings and notes on conduct in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from tournaments import words as tournament_words
from tournaments.rules.edition import Edition


def with_edition(rule: str, edition: str) -> str:
    """A rule as it is cited: its number, and the edition behind it."""
    return f"{tournament_words.cited(rule)} ({edition})"


def one_judge_alone() -> str:
    """Why a ruling of one judge is not kept without a word."""
    return _(
        "Two judges hear a case (rule 11.4). Name the other judge; if there was nobody else, say so below, and the ruling is kept "
        "as that of one judge."
    )


def no_rule(edition: Edition) -> str:
    """Why a ruling needs a rule, or the head judge."""
    if edition is Edition.Y2020:
        return _("Name the rule that it rests on. Where no rule covers it, the head judge decides (14.1).")
    return _("Name the rule that it rests on. Where no rule covers it, say so: then it is the judges’ decision (13).")


def bad_rules(most: int) -> str:
    """What is wrong with the rules named."""
    return _("Write the numbers of the rules, like 8.4.b, with commas between them: %d at most.") % most


def too_many_judges(most: int) -> str:
    """What is wrong with the judges named."""
    return _("Name those who judged, %d at most: the decision of three is final (11.4.a).") % most


def bad_answers() -> str:
    """What is wrong with the answers that came from the assistant."""
    return _("These are no answers of the assistant. Open the case there again, or record the ruling without it.")


def not_in_event() -> str:
    """What is wrong with somebody named in a ruling."""
    return _("This person does not play in this event.")


def same_person() -> str:
    """What is wrong where both players are one."""
    return _("Both are the same player. Name whom they play.")


def no_such_ruling() -> str:
    """There is no ruling with that number."""
    return _("There is no such ruling in this tournament.")


def cards_said(cards: Sequence[tuple[str, str]]) -> str:
    """What the two cards of a referred game said."""
    return "; ".join(_("%(seat)s: %(line)s") % {"seat": seat, "line": line} for seat, line in cards)


# --- Removal from play -----------------------------------------------------------------------------------------------


def nobody_to_remove() -> str:
    """What is missing for a removal."""
    return _("Name the player who refuses the ruling.")


def nobody_judged() -> str:
    """Why a ruling is not kept that names no judge, where whoever records it is none."""
    return _("You are no judge here: name the judges who decided this.")


def three_judges_first() -> str:
    """Why nobody is removed from play yet."""
    return _(
        "A player is removed only after three judges have told them the ruling (rule 11.4.b). Ask for the third judge, tell the "
        "player once more, then name all three here."
    )


def removal_reason(number: int, happened: str, limit: int) -> str:
    """What stands as the reason with the round or the match: the ruling, and as much of what happened as there is room for."""
    told = _("Ruling %(number)d: %(happened)s") % {"number": number, "happened": " ".join(happened.split())}
    return told if len(told) <= limit else f"{told[: limit - 1]}\N{HORIZONTAL ELLIPSIS}"


def match_changed() -> str:
    """Why a removal that was looked at is looked at again."""
    return _("The match is another one than when you looked. Look at what changes again, then remove the player.")


def no_match_to_lose(name: str) -> str:
    """Why nobody is removed once the qualifiers are posted who is in no open match."""
    return _(
        "%(name)s has no match that is open, so nothing is forfeited. Record the ruling without the removal, and tell the director."
    ) % {"name": name}


def match_lost(match: int, loser: str, winner: str) -> str:
    """What a removal does to a match."""
    return _("Match %(match)d ends at once: %(loser)s forfeits it, and %(winner)s wins it (rule 11.4.b).") % {
        "match": match,
        "loser": loser,
        "winner": winner,
    }


def match_lost_later(match: int, loser: str) -> str:
    """What a removal does to a match whose other player is not known yet."""
    return _("%(loser)s loses match %(match)d as soon as the opponent is known (rule 11.4.b).") % {
        "match": match,
        "loser": loser,
    }


def goes_on(winner: str, match: int | None) -> str:
    """Where whoever wins a match goes on; None: it was the final."""
    if match is None:
        return _("%(winner)s wins the event by it.") % {"winner": winner}
    return _("%(winner)s goes on to match %(match)d.") % {"winner": winner, "match": match}


def prize_stays(loser: str) -> str:
    """What a removal leaves alone."""
    return _("%(loser)s keeps the prize and the points of those who lose in this round.") % {"loser": loser}


def removal_stands(name: str, change: int | None, match: int | None) -> str:
    """Why the ruling of a removal is not taken back, and the cure."""
    if match is not None:
        cure = _("Take the end of match %(match)d back first, on the page of that match.") % {"match": match}
    else:
        cure = _("Undo number %(change)s first, on the page of the round.") % {"change": change}
    return " ".join([_("%(name)s is still removed from play.") % {"name": name}, cure])


# --- Who judged ------------------------------------------------------------------------------------------------------


def judges_own_case(name: str) -> str:
    """Why one of the judges named is refused."""
    return _("%(name)s is a party to this case and does not judge it. Name another judge.") % {"name": name}


def head_decides(edition: Edition) -> str:
    """What is said to judges who may not decide what no rule covers."""
    if edition is Edition.Y2020:
        return _("If no rule covers it, call the head judge: the head judge decides, and that is final (14.1).")
    return _("If no rule covers it, the decision of the judges is final (13).")


def no_rule_covers_it(edition: Edition) -> str:
    """The label of a decision that rests on no rule."""
    if edition is Edition.Y2020:
        return _("No rule covers it: this is the head judge’s decision (14.1)")
    return _("No rule covers it: this is the judges’ decision (13)")


# --- A case of the assistant -----------------------------------------------------------------------------------------


def question_and_answer(question: str, answer: str) -> str:
    """A question of the assistant with what was answered, on one line of an account."""
    return _("%(question)s %(answer)s.") % {"question": question, "answer": answer}


def numbered(place: int, sentence: str) -> str:
    """A step of a decision, on a line of its own."""
    return f"{place}. {sentence}"


def with_rule(sentence: str, rule: str) -> str:
    """A step with the rule that it rests on."""
    return f"{sentence} ({tournament_words.cited(rule)})"


# --- Conduct ---------------------------------------------------------------------------------------------------------


def conduct_matters() -> tuple[str, ...]:
    """What the code of ethics names, in a few words each, to begin a note with."""
    return (
        _("Marked or bent cards"),
        _("Placed cards in the pack before a cut or a deal"),
        _("Hid or dropped cards"),
        _("Altered a scorecard"),
        _("Lost on purpose, to help another player’s record"),
        _("Behavior or language: drunk, abusive, threatening"),
        _("Broke a rule on purpose, to gain by it"),
        _("Talked about somebody else’s game while it was on"),
        _("Let an opponent go on pegging backward"),
        _("Used the standing of a judge to intimidate"),
        _("Discrimination, or harm to what the ACC stands for"),
        _("Left before all games were played"),
    )


# --- After the day ---------------------------------------------------------------------------------------------------


def no_kind() -> str:
    """The kind of a call of which nobody said it."""
    return _("Nobody said what for")


def of_table(event: str, table: str) -> str:
    """A table in the list of calls by table; with its event where there are several."""
    told = _("Table %s") % table if table else _("Nobody said at which table")
    return _("%(event)s: %(place)s") % {"event": event, "place": told} if event else told


def of_playoffs(event: str) -> str:
    """The calls to matches of the bracket, likewise."""
    told = _("Playoffs")
    return _("%(event)s: %(place)s") % {"event": event, "place": told} if event else told


def span(wait: timedelta) -> str:
    """A wait as minutes and seconds: `3:05`."""
    minutes, seconds = divmod(round(wait.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"
