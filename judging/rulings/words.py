"""Rulings and notes on conduct in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.calls.words import related_as
from tournaments.rules.edition import Edition
from tournaments.words import citing as citing_words
from tournaments.words.listing import in_a_row


def captions() -> dict[str, str]:
    """Captions of the texts of a ruling, by column; some differ from the label of the column."""
    return {"happened": _("What happened"), "decision": _("Decision"), "reason": _("Why")}


def one_judge_alone(edition: Edition) -> str:
    """Why a ruling of one judge needs a confirmation."""
    return _(
        "Two judges hear a case (%(rule)s). Name the other judge; if there was nobody else, say so below, and the ruling is kept "
        "as that of one judge."
    ) % {"rule": citing_words.in_brackets("judges", edition)}


def no_rule(edition: Edition) -> str:
    """Why a ruling must name a rule, and who decides if no rule covers the case."""
    if edition is Edition.Y2020:
        sentence = _("Name the rule that it rests on. Where no rule covers it, the head judge decides (%(rule)s).")
    else:
        sentence = _(
            "Name the rule that it rests on. Where no rule covers it, say so: then it is the judges’ decision (%(rule)s)."
        )
    return sentence % {"rule": citing_words.in_brackets("uncovered", edition)}


def bad_rules(most: int) -> str:
    """The form in which rules must be named, and at most how many (`most`)."""
    return _("Write the numbers of the rules, like 8.4.b, with commas between them: %d at most.") % most


def no_such_rule(rule: str, edition: Edition, numbers: Sequence[str], is_elsewhere: bool) -> str:
    """Why a rule number is not accepted: this edition has no such rule.

    `is_elsewhere`: the other edition has a rule of this number. `numbers` are the numbers of that rule in this edition.
    """
    values = {
        "rule": citing_words.cited(rule),
        "here": ", ".join(citing_words.cited(rule_number) for rule_number in numbers),
    }
    if numbers and edition is Edition.Y2020:
        return (
            _("%(rule)s is a number of the classic edition. Here the edition of 2020 holds: write %(here)s.") % values
        )
    if numbers:
        return (
            _("%(rule)s is a number of the edition of 2020. Here the classic edition holds: write %(here)s.") % values
        )
    if is_elsewhere and edition is Edition.Y2020:
        sentence = _("Only the classic edition has a rule %(rule)s, and here the edition of 2020 holds.")
    elif is_elsewhere:
        sentence = _("Only the edition of 2020 has a rule %(rule)s, and here the classic edition holds.")
    elif edition is Edition.Y2020:
        sentence = _("The edition of 2020 has no rule %(rule)s.")
    else:
        sentence = _("The classic edition has no rule %(rule)s.")
    return " ".join([sentence % values, _("Look for the number in the Rulebook, beside the assistant.")])


def head_judge_first() -> str:
    """Why a ruling that names the rule on uncovered cases is the head judge's."""
    return _(
        "%(rule)s is for what no rule covers, and then the head judge decides: the head judge or the director records it, and marks "
        "it as the head judge’s decision. Where the other rules are enough, take %(rule)s away."
    ) % {"rule": citing_words.badge("uncovered", Edition.Y2020)}


def rules_cover_it(rules: Sequence[str], uncovered: str, edition: Edition) -> str:
    """Why a ruling that names rules is not `by_head`; `uncovered` is the number of the rule on uncovered cases."""
    named = ", ".join(citing_words.with_edition(rule, edition) for rule in rules)
    values = {"rules": named, "silent": uncovered}
    return (
        _(
            "You name rules that cover this: %(rules)s. Take this mark away. If they leave open what follows, name %(silent)s beside "
            "them and leave it."
        )
        % values
    )


def assistant_decides(rules: Sequence[str], uncovered: str, edition: Edition) -> str:
    """Why a case that the assistant decides by `rules` is not `by_head`; `uncovered` is as in `rules_cover_it`."""
    named = ", ".join(citing_words.with_edition(rule, edition) for rule in rules)
    values = {"rules": named, "silent": uncovered}
    return (
        _(
            "By your answers in the assistant rules cover this: %(rules)s. Take this mark away. If the answers do not fit the case, "
            "record the ruling from the call and not from the assistant, and name %(silent)s."
        )
        % values
    )


def head_judge_named(names: Sequence[str]) -> str:
    """Who must be among the judges of a ruling if no rule covers the case: one of `names`."""
    return _(
        "What no rule covers the head judge decides (%(rule)s), or the director. Name who of them decided it: %(names)s."
    ) % {"rule": citing_words.in_brackets("uncovered", Edition.Y2020), "names": ", ".join(names)}


def three_by_answers(edition: Edition) -> str:
    """Why fewer than three judges are too few: the assistant's answers say that it was three."""
    return _(
        "You answered in the assistant that it was three judges (%(rule)s), and fewer are named. Name all three, or correct that "
        "answer in the assistant."
    ) % {"rule": citing_words.in_brackets("judges", edition)}


def nobody_penalized() -> str:
    """Why a penalty needs an offender."""
    return _("Name who did it: the other player pegs the penalty. Where nobody pegs any points, leave them empty.")


def nobody_pegs(name: str) -> str:
    """Why a penalty needs a known opponent."""
    return _("Name whom %s plays: they peg the penalty. Where nobody pegs any points, leave them empty.") % name


def too_many_judges(most: int, edition: Edition) -> str:
    """Which judges must be named, and at most how many (`most`)."""
    sentence = _("Name those who judged, %(most)d at most: the decision of three is final (%(rule)s).")
    return sentence % {"most": most, "rule": citing_words.in_brackets("third_judge", edition)}


def bad_answers() -> str:
    """What is wrong with the answers that came from the assistant."""
    return _("These are no answers of the assistant. Open the case there again, or record the ruling without it.")


def not_in_event() -> str:
    """What is wrong with a player named in a ruling."""
    return _("This person does not play in this event.")


def same_person() -> str:
    """Why both players may not be the same."""
    return _("Both are the same player. Name whom they play.")


def no_such_ruling() -> str:
    """The answer to a ruling number that does not exist."""
    return _("There is no such ruling in this tournament.")


def cards_said(cards: Sequence[tuple[str, str]]) -> str:
    """The lines of the two cards of a referred game, each with the permanent ID of its card."""
    return "; ".join(_("%(seat)s: %(line)s") % {"seat": seat, "line": line} for seat, line in cards)


def decided_anew(reason: str) -> str:
    """Why a ruling on a referred game no longer holds: another decision replaced it. `reason` may be empty."""
    return _("Decided anew: %(reason)s") % {"reason": reason} if reason else _("Decided anew.")


# --- Removal from play -----------------------------------------------------------------------------------------------


def nobody_to_remove() -> str:
    """Why a removal is refused: no player is named."""
    return _("Name the player who refuses the ruling.")


def nobody_judged() -> str:
    """Why judges must be named in a ruling whose recorder is not a judge."""
    return _("You are no judge here: name the judges who decided this.")


def three_judges_first(edition: Edition) -> str:
    """Why a removal is refused if fewer than three judges are named."""
    return _(
        "A player is removed only after three judges have told them the ruling (%(rule)s). Ask for the "
        "third judge, tell the player again, then name all three here."
    ) % {"rule": citing_words.in_brackets("removal", edition)}


def removal_reason(number: int, edition: Edition) -> str:
    """The reason of a removal shown with the round or the match; public, unlike the ruling itself."""
    return _("Ruling %(number)d: removed from play (%(rule)s)") % {
        "number": number,
        "rule": citing_words.in_brackets("removal", edition),
    }


def refuses(edition: Edition) -> str:
    """The label of the removal from play in the form."""
    sentence = _("The player refuses the ruling of three judges: removed from play (%(rule)s)")
    return sentence % {"rule": citing_words.in_brackets("removal", edition)}


def match_changed() -> str:
    """Why a removal must be previewed again: its match has changed since the preview."""
    return _("The match is another one than when you looked. Look at what changes again, then remove the player.")


def no_match_to_lose(name: str) -> str:
    """Why a player without an open match is not removed once the qualifiers are posted."""
    return _(
        "%(name)s has no match that is open, so nothing is forfeited. Record the ruling without the removal, and tell the director."
    ) % {"name": name}


def match_lost(match: int, loser: str, winner: str, edition: Edition) -> str:
    """What a removal does to a match."""
    return _("Match %(match)d ends at once: %(loser)s forfeits it, and %(winner)s wins it (%(rule)s).") % {
        "match": match,
        "loser": loser,
        "winner": winner,
        "rule": citing_words.in_brackets("removal", edition),
    }


def match_lost_later(match: int, loser: str, edition: Edition) -> str:
    """What a removal does to a match whose other player is not known yet."""
    return _("%(loser)s loses match %(match)d as soon as the opponent is known (%(rule)s).") % {
        "match": match,
        "loser": loser,
        "rule": citing_words.in_brackets("removal", edition),
    }


def goes_on(winner: str, match: int | None) -> str:
    """The consequence for the winner of a match: the number of the next match, or (None) the win of the event."""
    if match is None:
        return _("%(winner)s wins the event by it.") % {"winner": winner}
    return _("%(winner)s goes on to match %(match)d.") % {"winner": winner, "match": match}


def prize_stays(loser: str, edition: Edition) -> str:
    """What a removal does not change: prize and points.

    The rulebook says so for players who do not appear (13.1); for removals it is ours.
    """
    return _(
        "%(loser)s keeps the prize and the points of those who lose in this round, as %(rule)s has it for whoever does not "
        "appear (that it holds for a removal too is ours)."
    ) % {"loser": loser, "rule": f"{citing_words.named('forfeit', edition)} ({edition})"}


def removal_stands(name: str, change: int | None, match: int | None) -> str:
    """Why the ruling of a removal is not taken back, and what to undo first: the lost `match`, or the day `change`."""
    if match is not None:
        remedy = _("Take the end of match %(match)d back first, on the page of that match.") % {"match": match}
    else:
        remedy = _("Undo number %(change)s first, on the page of the round.") % {"change": change}
    return " ".join([_("%(name)s is still removed from play.") % {"name": name}, remedy])


# --- Who judged ------------------------------------------------------------------------------------------------------


def same_judge_twice() -> str:
    """Why a ruling that names the same judge twice is refused."""
    return _("The same judge is named twice. Two judges decide, or one who says that nobody else was to be had.")


def third_is_asked(edition: Edition) -> str:
    """Why two judges do not decide once a third is asked for (11.4.a)."""
    sentence = _(
        "A third judge is asked for on this call (%(rule)s), and then all three decide. Name the third one too."
    )
    return sentence % {"rule": citing_words.in_brackets("third_judge", edition)}


def judges_own_case(name: str) -> str:
    """Why one of the judges named is refused."""
    return _("%(name)s is a party to this case and does not judge it. Name another judge.") % {"name": name}


def head_decides(edition: Edition) -> str:
    """Who decides if no rule covers the case, for judges who may not decide it themselves."""
    if edition is Edition.Y2020:
        sentence = _("If no rule covers it, call the head judge: the head judge decides, and that is final (%(rule)s).")
    else:
        sentence = _("If no rule covers it, the decision of the judges is final (%(rule)s).")
    return sentence % {"rule": citing_words.in_brackets("uncovered", edition)}


def no_rule_covers_it(edition: Edition) -> str:
    """The label of a decision that rests on no rule."""
    if edition is Edition.Y2020:
        label = _("No rule covers it: this is the head judge’s decision (%(rule)s)")
    else:
        label = _("No rule covers it: this is the judges’ decision (%(rule)s)")
    return label % {"rule": citing_words.in_brackets("uncovered", edition)}


def meets_another(name: str, game: int, seat: str, opponent: str) -> str:
    """Why the named opponent is wrong: the schedule has another one for this game."""
    values = {"name": name, "game": game, "seat": seat, "opponent": opponent}
    return (
        _("%(name)s meets %(seat)s %(opponent)s in game %(game)d. Name that opponent, or the game that is meant.")
        % values
    )


def uncovered(edition: Edition) -> str:
    """The badge of a case that no rule covers: the head judge decided (14.1, 2020), or the judges (13, classic)."""
    return _("Head judge") if edition is Edition.Y2020 else _("Judges’ decision")


def one_decided() -> str:
    """The badge of a ruling by one judge instead of two."""
    return _("One judge alone: nobody else could come")


def also_ruled(numbers: Sequence[int]) -> str:
    """The warning to the recorder of a ruling that its call has other standing rulings (`numbers`)."""
    return ngettext(
        "Ruling %(numbers)s is on the same call. If it says the same, take one of them back.",
        "Rulings %(numbers)s are on the same call. If they say the same, let one of them stand and take the others back.",
        len(numbers),
    ) % {"numbers": in_a_row(map(str, numbers))}


def three_decided(edition: Edition) -> str:
    """The badge of a ruling by three judges."""
    return _("Three judges decided: final (%(rule)s)") % {"rule": citing_words.in_brackets("third_judge", edition)}


def replaced_by_three(number: int, edition: Edition) -> str:
    """Why a ruling of fewer judges no longer holds: three judges have decided, in the ruling of this number."""
    values = {"number": number, "rule": citing_words.badge("third_judge", edition)}
    return _("Three judges decided: ruling %(number)d takes its place, rule %(rule)s.") % values


def related_to(judge: str, player: str, kind: str) -> str:
    """How a judge is related to a player of the case; `player` is empty if it is not known which."""
    values = {"judge": judge, "player": player, "how": related_as(kind)}
    if player:
        return _("%(judge)s and %(player)s: %(how)s") % values
    return _("%(judge)s and a player: %(how)s") % values


def judge_to_choose(judge: str, player: str, kind: str) -> str:
    """The label of a judge who is related to a player of the case, in the choice of the judges (protocol i, 2020)."""
    values = {"judge": judge, "player": player, "how": related_as(kind)}
    return _("%(judge)s (and %(player)s: %(how)s; another judge decides it if one can)") % values


def penalty(points: int, seat: str, name: str) -> str:
    """The penalty points, and who pegs them if known."""
    if not name:
        return _("Penalty points: %(points)d") % {"points": points}
    who = f"{seat} {name}".strip()
    return _("Penalty points: %(points)d, pegged by %(who)s") % {"points": points, "who": who}


# --- A case of the assistant -----------------------------------------------------------------------------------------


def question_and_answer(question: str, answer: str) -> str:
    """A question of the assistant with its answer, as one line of an account."""
    return _("%(question)s %(answer)s.") % {"question": question, "answer": answer}


def numbered(place: int, sentence: str) -> str:
    """A step of a decision as one line."""
    return f"{place}. {sentence}"


def with_basis(sentence: str, rule: str, edition: Edition, *, is_ours: bool) -> str:
    """A step of a decision, then in brackets the rule that it rests on and the mark of an interpretation of ours.

    `rule` is empty if the step rests on the rules of the decision.
    """
    mark = citing_words.our_reading() if is_ours else ""
    citations = ", ".join(filter(None, [citing_words.rule_in_brackets(rule, edition), mark]))
    return f"{sentence} ({citations})" if citations else sentence


# --- Conduct ---------------------------------------------------------------------------------------------------------


def conduct_matters() -> tuple[str, ...]:
    """Matters that the code of ethics names, to begin a note with."""
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
    """The label of calls without a kind."""
    return _("Nobody said what for")


def of_table(event: str, table: str) -> str:
    """The label of a table in the figures of calls; `event` is its name if there are several events, else empty."""
    place = _("Table %s") % table if table else _("Nobody said at which table")
    return _("%(event)s: %(place)s") % {"event": event, "place": place} if event else place


def of_playoffs(event: str) -> str:
    """The label of calls from matches of the bracket; `event` as in `of_table`."""
    place = _("Playoffs")
    return _("%(event)s: %(place)s") % {"event": event, "place": place} if event else place


def span(wait: timedelta) -> str:
    """A wait in whole minutes: `3 min`, or less than one."""
    minutes = int(wait.total_seconds()) // 60
    return _("%(minutes)d min") % {"minutes": minutes} if minutes else _("under a minute")
