"""What the desk says: phases, what needs somebody now, progress and what comes next. Every word goes through gettext."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.rules.quota import USUAL_ONE_IN
from tournaments.venue.words import events as events_words
from tournaments.words.listing import in_a_row

AND_MORE_AFTER = 6
"""How many names a list shows before it counts the rest."""


class Wording(NamedTuple):
    """The words of one todo: its title, a text, and the label of its button."""

    title: str
    text: str
    label: str


def clock(moment: datetime) -> str:
    """The time of day, `9:05 AM`. The view has activated the hall's time zone."""
    return date_format(localtime(moment), "TIME_FORMAT")


def day_or_clock(moment: datetime, now: datetime) -> str:
    """The time of day, with the weekday if it is not today."""
    return clock(moment) if _is_same_day(moment, now) else date_format(localtime(moment), "WEEKDAY_AT_FORMAT")


def clock_or_day(moment: datetime, now: datetime) -> str:
    """The time of day, or only the date if it is not today."""
    return clock(moment) if _is_same_day(moment, now) else date_format(localtime(moment), "SHORT_DAY_FORMAT")


def not_saved(moment: datetime, now: datetime, cure: str) -> str:
    """The warning that the last backup failed, with the `cure` that lets the next one succeed."""
    message = _("No backup could be made (%(when)s). %(cure)s All that was typed is in the database.")
    return message % {"when": day_or_clock(moment, now), "cure": cure}


def _is_same_day(first: datetime, second: datetime) -> bool:
    return localtime(first).date() == localtime(second).date()


def first_names(names: Sequence[str], separator: str = ", ") -> str:
    """The first AND_MORE_AFTER names, and how many more there are."""
    if len(names) <= AND_MORE_AFTER:
        return separator.join(names)
    return _("%(names)s and %(n)d more") % {
        "names": separator.join(names[:AND_MORE_AFTER]),
        "n": len(names) - AND_MORE_AFTER,
    }


# --- Phases ----------------------------------------------------------------------------------------------------------


def phase_names() -> tuple[str, ...]:
    """The six phases as the desk calls them."""
    return (
        _("Registration"),
        _("Seating"),
        _("Qualifying"),
        _("Cross-check"),
        _("Playoffs"),
        _("Report"),
    )


def missing_for_next(n: int) -> str:
    """How much is missing for the next step; empty if nothing is."""
    if not n:
        return ""
    return ngettext("%(n)d thing is missing for the next step.", "%(n)d things are missing for the next step.", n) % {
        "n": n
    }


def closed(entrants: int, moment: datetime) -> str:
    return _("%(people)s, closed %(time)s") % {"people": players(entrants), "time": clock(moment)}


def players(n: int) -> str:
    return ngettext("%(n)d player", "%(n)d players", n) % {"n": n}


def games(n: int) -> str:
    return ngettext("%(n)d game", "%(n)d games", n) % {"n": n}


def tables(sizes: Sequence[int], game: int | None = None) -> str:
    """How many tables there are: `4 tables of 24`, or `Tables: 2 of 24, 1 of 23` if the sizes differ.

    The current `game` is added if there is one.
    """
    tables_by_size = sorted(Counter(sizes).items(), reverse=True)
    if len(tables_by_size) == 1:
        size, n = tables_by_size[0]
        text = ngettext("%(n)d table of %(size)d", "%(n)d tables of %(size)d", n) % {"n": n, "size": size}
    else:
        text = _("Tables: %(sizes)s") % {
            "sizes": ", ".join(_("%(n)d of %(size)d") % {"n": n, "size": size} for size, n in tables_by_size)
        }
    return _("%(tables)s, game %(game)d is on") % {"tables": text, "game": game} if game else text


def tables_of_two(n: int, game: int) -> str:
    """How many tables a ladder has in this game, with two teams at each."""
    text = ngettext("%(n)d table", "%(n)d tables", n) % {"n": n}
    return _("%(tables)s, game %(game)d is on") % {"tables": text, "game": game}


def cards_in(value: int, most: int) -> str:
    return _("%(value)d of %(most)d cards typed in") % {"value": value, "most": most}


def games_and_cards(n: int, value: int, most: int) -> str:
    return _("%(games)s, %(value)d of %(most)d cards in") % {"games": games(n), "value": value, "most": most}


def once_begun() -> str:
    return _("Once it has begun")


def differences_settled(value: int, most: int) -> str:
    return _("%(value)d of %(most)d differences settled") % {"value": value, "most": most}


def posted_at(moment: datetime) -> str:
    return _("Posted %(time)s") % {"time": clock(moment)}


def matches_won(value: int, most: int) -> str:
    return _("%(value)d of %(most)d matches played") % {"value": value, "most": most}


# --- The field -------------------------------------------------------------------------------------------------------


def field_note(quota: int, reason: str, size: int, byes: int, rule: str, one_in: int = USUAL_ONE_IN) -> str:
    """Why this many qualify, and the bracket that follows from it. Nobody does on a ladder without an exemption."""
    if not quota:
        return _("No playoffs: the standings are the result.")
    if reason:
        parts = [events_words.exempted_instead(one_in, reason)]
    elif one_in == USUAL_ONE_IN:
        parts = [_("One in four qualifies, rounded up.")]
    else:
        parts = [_("One in %(n)d qualifies, rounded up.") % {"n": one_in}]
    if size and byes:
        parts.append(
            ngettext(
                "Bracket of %(size)d less %(quota)d qualifiers leaves %(n)d bye, to the first.",
                "Bracket of %(size)d less %(quota)d qualifiers leaves %(n)d byes, to the top %(n)d.",
                byes,
            )
            % {"size": size, "quota": quota, "n": byes}
        )
    elif size:
        parts.append(_("Bracket of %(size)d, and nobody has a bye.") % {"size": size})
    if rule:
        parts.append(f"{rule}.")
    return " ".join(parts)


# --- Progress --------------------------------------------------------------------------------------------------------


def gain(gained: int, minutes: int, now: datetime) -> str:
    """How many cards came in during the last `minutes`.

    The sentence names the time, so that it stays true on a page that is read later.
    """
    return ngettext(
        "%(n)d in the %(minutes)d minutes to %(time)s.", "%(n)d in the %(minutes)d minutes to %(time)s.", gained
    ) % {"n": gained, "minutes": minutes, "time": clock(now)}


def at_this_pace(done_at: datetime) -> str:
    return _("At that pace the last card is in at about %(time)s.") % {"time": clock(done_at)}


def begun_cards(n: int) -> str:
    return ngettext("%(n)d more is begun.", "%(n)d more are begun.", n) % {"n": n}


def typed_in() -> str:
    return _("Typed in")


def table(name: str) -> str:
    return _("Table %(name)s") % {"name": name}


def table_spoken(name: str) -> str:
    return _("Table %(name)s, cards typed in") % {"name": name}


def step_names() -> tuple[str, ...]:
    """The steps from the first card to the posting."""
    return (
        _("Type in"),
        _("Check totals"),
        _("Begin the cross-check"),
        _("Settle differences"),
        _("Break ties"),
        _("Post the names"),
    )


def add_up(value: int, most: int) -> str:
    return _("%(value)d of %(most)d add up") % {"value": value, "most": most}


def when_all_in(most: int) -> str:
    return _("When all %(most)d are in") % {"most": most}


def begun_at(moment: datetime) -> str:
    return _("Begun %(time)s") % {"time": clock(moment)}


def open_ties(n: int, *, below: bool = False) -> str:
    """How many ties block posting.

    `below`: a tie for the high nonqualifier is open. Such a tie does not block posting.
    """
    if n:
        return ngettext("%(n)d is open", "%(n)d are open", n) % {"n": n}
    return _("One can be played off") if below else _("None is open")


def obstacles_left(n: int) -> str:
    """How many things still block posting."""
    if not n:
        return _("Nothing stands in the way")
    return ngettext("%(n)d thing stands in the way", "%(n)d things stand in the way", n) % {"n": n}


# --- Coming up -------------------------------------------------------------------------------------------------------


def replace_decks(rule: str) -> str:
    return _("Replace the decks at the anchor seats (%(rule)s).") % {"rule": rule}


def after_game(game: int) -> str:
    return _("Game %(game)d") % {"game": game}


def next_steps(event: Event) -> list[tuple[str, str]]:
    """What comes next in this phase, as pairs of a label such as “Then” and a sentence."""
    second, third = _("Then"), _("After it")
    if event.is_ladder and event.phase == Event.PhaseChoice.SEATING:
        return [(_("Next"), _("Play, then record who won at each table."))]
    if event.ends_with_ranking and event.is_ladder and event.phase == Event.PhaseChoice.QUALIFYING:
        return [
            (second, _("After the last game, teams that are level play it off.")),
            (third, _("Make the ranking official, and print the final standings.")),
        ]
    if event.ends_with_ranking and event.phase == Event.PhaseChoice.CROSS_CHECK:
        return [(second, _("Make the ranking official, and print the final standings."))]
    post_and_draw = [(second, _("Post the names of the qualifiers.")), (third, _("Draw the bracket."))]
    if event.is_ladder and event.phase == Event.PhaseChoice.QUALIFYING:
        return post_and_draw
    return {
        Event.PhaseChoice.REGISTRATION: [(_("Next"), _("Draw the seats. That closes registration."))],
        Event.PhaseChoice.SEATING: [(_("Next"), _("Play, then type in the cards as they are turned in."))],
        Event.PhaseChoice.QUALIFYING: [
            (second, _("Begin the cross-check.")),
            (third, _("Post the names of the qualifiers.")),
        ],
        Event.PhaseChoice.CROSS_CHECK: post_and_draw,
        Event.PhaseChoice.PLAYOFFS: [],
        Event.PhaseChoice.REPORT: [],
    }[Event.PhaseChoice(event.phase)]


def first_day(event: Event) -> tuple[str, str]:
    """The first day of the tournament: its date, and a sentence."""
    return date_format(event.tournament.starts_on, "SHORT_DAY_FORMAT"), _("First day of the tournament.")


def matches_start(round_name: str, n: int, forfeit_at: datetime) -> str:
    """How many matches of a round start, and when the first game is forfeited by the clock."""
    count = ngettext("%(n)d match", "%(n)d matches", n) % {"n": n}
    return _("%(round)s: %(count)s. First forfeit at %(time)s.") % {
        "round": round_name,
        "count": count,
        "time": clock(forfeit_at),
    }


# --- What needs somebody now -----------------------------------------------------------------------------------------


def too_few_entered(entrants: int) -> Wording:
    title = _("Nobody is entered yet")
    if entrants:
        title = ngettext("%(n)d player is entered, and it takes two", "%(n)d players are entered", entrants) % {
            "n": entrants
        }
    return Wording(title, _("Type the names as they come, or paste the whole list."), _("Enter players"))


def maybe_twice(n: int) -> Wording:
    return Wording(
        ngettext("%(n)d entrant may be listed twice", "%(n)d entrants may be listed twice", n) % {"n": n},
        _("The same name or the same ACC number. Check whether it is one person before the seats are drawn."),
        _("Look at them"),
    )


def odd_field(entrants: int) -> str:
    return _("%(n)d is an odd number of players: one sits out each game.") % {"n": entrants}


def draw_seats(entrants: int) -> Wording:
    text = _("%(people)s entered. The draw closes registration.") % {"people": players(entrants)}
    if entrants % 2:
        text += " " + odd_field(entrants)
    return Wording(_("Seats to draw"), text, _("Draw the seats"))


def check_in(away: int, expected: int) -> Wording:
    """On the day: `away` of the `expected` players are not checked in."""
    if away == expected:
        title = ngettext("%(n)d player to check in", "%(n)d players to check in", away) % {"n": away}
    else:
        title = ngettext("%(n)d player is not here yet", "%(n)d players are not here yet", away) % {"n": away}
    text = _("%(here)d of %(most)d are here. Check people in as they come, and take their money.")
    return Wording(title, text % {"here": expected - away, "most": expected}, _("To the check-in"))


def not_here(away: int) -> Wording:
    """After the draw: `away` players with a seat are not checked in, and others are."""
    title = ngettext("%(n)d player with a seat is not here", "%(n)d players with a seat are not here", away) % {
        "n": away
    }
    return Wording(
        title,
        _("Check in whoever has come. Mark the others as no-shows before the first game is called."),
        _("To the check-in"),
    )


def print_paper() -> Wording:
    return Wording(
        _("Nothing is printed yet"),
        _("Print what the players need: seat slips and scorecards. Table signs and rotation sheets are there too."),
        _("To the paper"),
    )


def print_again(n: int) -> Wording:
    """`n` sheets that would be printed differently now."""
    return Wording(
        ngettext("%(n)d sheet to print again", "%(n)d sheets to print again", n) % {"n": n},
        _("It has changed since it was printed."),
        _("To the paper"),
    )


def call_first_game(starts_at: datetime | None, now: datetime) -> Wording:
    """The seats are drawn: the first game can be called. `starts_at` is when it is planned, if that is to come."""
    if starts_at and starts_at > now:
        title = _("The first game is at %(time)s") % {"time": day_or_clock(starts_at, now)}
    else:
        title = _("Call the first game")
    return Wording(
        title,
        _("Call it when everybody is seated. Displays and phones then show the game."),
        _("To the round"),
    )


def game_on(game: int, rounds: int, done: int, tables_playing: int) -> Wording:
    """A game is on, and `done` of `tables_playing` tables have said that they are done with it."""
    text = ngettext(
        "%(done)d of %(n)d table is done. Call the next game when all are.",
        "%(done)d of %(n)d tables are done. Call the next game when all are.",
        tables_playing,
    )
    return Wording(
        _("Game %(game)d of %(rounds)d is on") % {"game": game, "rounds": rounds},
        text % {"done": done, "n": tables_playing},
        _("To the round"),
    )


def call_next_game(game: int) -> Wording:
    return Wording(
        _("Call game %(game)d") % {"game": game},
        _("All tables are done with the game before."),
        _("To the round"),
    )


def change_decks() -> Wording:
    return Wording(
        _("Change the decks"),
        _("Replace the decks at the anchor seats, then note it."),
        _("To the round"),
    )


def last_game_on(game: int) -> Wording:
    return Wording(
        _("Game %(game)d, the last one, is on") % {"game": game},
        _("After it the cards come in. Type each as it comes."),
        _("Type in cards"),
    )


def no_event() -> Wording:
    return Wording(
        _("No event is planned yet"),
        _("Add a main event, a consolation, a satellite or a club night."),
        _("Add an event"),
    )


def flyer_lacks(n: int) -> Wording:
    """`n` things that the ACC requires are missing on the flyer."""
    return Wording(
        ngettext("%(n)d thing is missing on the flyer", "%(n)d things are missing on the flyer", n) % {"n": n},
        _("The page of the flyer lists what the ACC requires."),
        _("Write the flyer"),
    )


def registrations_wait(n: int) -> Wording:
    return Wording(
        ngettext("%(n)d registration waits for the desk", "%(n)d registrations wait for the desk", n) % {"n": n},
        _("Accept it, send it back or decline it. Until then the player is not entered."),
        _("Look at them"),
    )


def money_open(people: int, open_amount: str) -> Wording:
    """`people` owe the desk money, `open_amount` in all."""
    return Wording(
        ngettext("%(n)d player owes money", "%(n)d players owe money", people) % {"n": people},
        _("%(amount)s is open in all.") % {"amount": open_amount},
        _("To the accounts"),
    )


def payouts_wait(people: int, open_amount: str) -> Wording:
    """`people` have won money that they were not paid yet, `open_amount` in all."""
    return Wording(
        ngettext("%(n)d winner is not paid yet", "%(n)d winners are not paid yet", people) % {"n": people},
        _("%(amount)s of prizes and pools is not paid out yet.") % {"amount": open_amount},
        _("To the payouts"),
    )


def books_open() -> Wording:
    return Wording(
        _("The books are open"),
        _("Money is still to come in or to go out, or a prize is not decided. The settlement says which."),
        _("To the settlement"),
    )


def ladder_results_missing(game: int, tables: Sequence[int]) -> Wording:
    """What the desk of a ladder waits for while a game is on."""
    text = ngettext(
        "%(n)d result of game %(game)d is missing", "%(n)d results of game %(game)d are missing", len(tables)
    ) % {"n": len(tables), "game": game}
    where = ngettext("Table %(tables)s.", "Tables %(tables)s.", len(tables)) % {"tables": in_a_row(map(str, tables))}
    return Wording(text, where, _("To the ladder"))


def ladder_cards_differ(game: int, table: int) -> Wording:
    """That an earlier game of a ladder has no result, because its two cards contradict each other."""
    return Wording(
        _("The two cards differ in game %(game)d, table %(table)d") % {"game": game, "table": table},
        _("The game has no result until they agree. Look at both papers, and correct the card that is wrong."),
        _("Open the game"),
    )


def ladder_game_to_start(game: int) -> Wording:
    """That all results are in, and the next game of a ladder can begin."""
    text = _("Game %(game)d can start") % {"game": game}
    return Wording(text, _("All results of the game before are in."), _("To the ladder"))


def ladder_finished(games: int, *, ends_with_ranking: bool) -> Wording:
    """That a ladder is over, and what follows."""
    played = ngettext("%(n)d game is played", "All %(n)d games are played", games) % {"n": games}
    if ends_with_ranking:
        title, label = _("%(games)s: make the ranking official"), _("Make the ranking official")
        text = _("Then cards and decisions are closed, and the ranking stands.")
    else:
        title, label = _("%(games)s: post the qualifiers"), _("Post the qualifiers")
        text = _("Posting the qualifiers opens the playoffs.")
    return Wording(title % {"games": played}, text, label)


def ladder_result_missing(game: int, sentence: str) -> Wording:
    """A game of a ladder without a result, which blocks the ranking."""
    return Wording(_("A result of game %(game)d is missing") % {"game": game}, sentence, _("Open the game"))


def ladder_ties(n: int) -> Wording:
    """Teams that are level at the end of a ladder; the ranking does not wait for them."""
    title = ngettext("%(n)d tie can be played off", "%(n)d ties can be played off", n) % {"n": n}
    return Wording(
        title,
        _("Record the order with the standings. Without a game the teams share the place."),
        _("Record the playoff"),
    )


def cards_missing(missing: Sequence[str], most: int) -> Wording:
    n = len(missing)
    return Wording(
        ngettext("%(n)d card is not in yet", "%(n)d cards are not in yet", n) % {"n": n},
        _("%(done)d of %(most)d are complete. Missing: %(seats)s.")
        % {"done": most - n, "most": most, "seats": first_names(missing)},
        _("Type in cards"),
    )


def read_again(n: int, matter: int) -> Wording:
    """Lines to read again: `n` in all, of which `matter` are on cards that could qualify."""
    return Wording(
        ngettext("%(n)d line is to be read again", "%(n)d lines are to be read again", n) % {"n": n},
        ngettext(
            "Two cards differ there. %(n)d line is of a card that could qualify.",
            "Two cards differ there. %(n)d lines are of cards that could qualify.",
            matter,
        )
        % {"n": matter},
        _("Look at the papers"),
    )


def lines_not_typed(n: int) -> str:
    return ngettext("%(n)d line is not typed", "%(n)d lines are not typed", n) % {"n": n}


def not_typed(cards: Sequence[tuple[str, Sequence[int]]]) -> Wording:
    """Lines that are not typed although the other cards have them: the players of the cards, each with its games."""
    n = sum(len(games) for _name, games in cards)
    texts = []
    for name, numbers in cards:
        games_text = ngettext("game %(games)s", "games %(games)s", len(numbers)) % {
            "games": in_a_row(map(str, numbers))
        }
        texts.append(card_and_reason(name, games_text))
    return Wording(
        lines_not_typed(n),
        _("The other card has the game. Type what the paper says: %(cards)s.") % {"cards": first_names(texts, "; ")},
        _("Open the card"),
    )


def totals_off(first: Sequence[str], n: int) -> Wording:
    """`n` cards whose totals do not add up; `first` says of the first ones what is wrong."""
    return Wording(
        ngettext("%(n)d card does not add up", "%(n)d cards do not add up", n) % {"n": n},
        " ".join(first),
        _("Look at the card"),
    )


def card_and_reason(name: str, why: str) -> str:
    """A card, and why it needs somebody."""
    return _("%(name)s: %(why)s") % {"name": name, "why": why}


def set_aside(cards: Sequence[str]) -> Wording:
    return Wording(
        ngettext("%(n)d card is set aside for you", "%(n)d cards are set aside for you", len(cards))
        % {"n": len(cards)},
        first_names(cards, " "),
        _("Look at the cards"),
    )


def begin_cross_check(rule: str) -> Wording:
    """The cross-check can begin. `rule` settles differences; empty if no rule does."""
    if rule:
        text = _(
            "The program compares every game on both its cards and proposes what %(rule)s makes of each difference."
        ) % {"rule": rule}
    else:
        text = _(
            "The program compares who won on both cards of every game. Cards that contradict each other are read again."
        )
    return Wording(_("Every card is in: begin the cross-check"), text, _("Begin the cross-check"))


def names_nobody(seat: str, sentence: str) -> Wording:
    return Wording(_("A line on %(seat)s names nobody") % {"seat": seat}, sentence, _("Open the card"))


def lines_differ_from_phone(n: int, first: str) -> Wording:
    """Typed lines that differ from what their players told by phone.

    `n` is how many lines differ, `first` a sentence on the first of them.
    """
    title = ngettext(
        "%(n)d line differs from what its player told by phone",
        "%(n)d lines differ from what their players told by phone",
        n,
    ) % {"n": n}
    return Wording(title, first, _("Decide which stands"))


def uninitialled(n: int, games: Sequence[str]) -> Wording:
    """`n` corrections that wait for initials; `games` are those that could change who qualifies."""
    title = ngettext("%(n)d correction waits for initials", "%(n)d corrections wait for initials", n) % {"n": n}
    if games:
        text = _("It could change who qualifies: %(games)s.") % {"games": first_names(games, "; ")}
    else:
        text = ngettext("It cannot change who qualifies.", "They cannot change who qualifies.", n)
    return Wording(title, text, _("Settle differences"))


def calls_wait(n: int, minutes: int, places: Sequence[str]) -> Wording:
    """`n` calls that too few judges are coming to.

    `minutes` is the longest wait; `places` are the tables that called.
    """
    title = ngettext("%(n)d call for a judge waits", "%(n)d calls for a judge wait", n) % {"n": n}
    if not minutes:
        template = _("%(calls)s, the oldest under a minute") if n > 1 else _("%(calls)s, under a minute")
        title = template % {"calls": title}
    elif n > 1:
        title = _("%(calls)s, the oldest %(minutes)d min") % {"calls": title, "minutes": minutes}
    else:
        title = _("%(calls)s, %(minutes)d min") % {"calls": title, "minutes": minutes}
    return Wording(title, _("%(places)s.") % {"places": "; ".join(places)}, _("Open the calls"))


def too_few_judges(code: str) -> Wording:
    """Too few judges can come to a waiting call, which needs two for a hearing.

    `code` is `no_third`, `alone` or `none`.
    """
    title = {
        "no_third": _("No third judge can come to a call that waits"),
        "alone": _("Only one judge can come to a call that waits"),
        "none": _("No judge can come to a call that waits"),
    }[code]
    text = {
        "no_third": _("A player disagrees with the two. Ask a third judge to go, or make somebody a judge now."),
    }.get(code, _("A hearing needs two. Ask a judge to go, or make somebody a judge now."))
    return Wording(title, text, _("Who judges"))


def referrals(harmless: int, games: Sequence[str], rule: str, for_judge: str) -> Wording:
    """Games that wait for a ruling: `games` could change who qualifies, `harmless` more cannot.

    `rule` leaves these games open; `for_judge` says for whom they wait.
    """
    n = harmless + len(games)
    if not games:
        title = ngettext(
            "%(n)d game waits %(for_judge)s and changes no qualifier",
            "%(n)d games wait %(for_judge)s and change no qualifier",
            n,
        )
        return Wording(title % {"n": n, "for_judge": for_judge}, _("Posting does not wait for a ruling."), _("Decide"))
    parts = [
        str(capfirst(_("%(rule)s does not settle it: %(games)s.") % {"rule": rule, "games": first_names(games, "; ")}))
    ]
    if harmless:
        rest = ngettext("%(n)d more changes no qualifier.", "%(n)d more change no qualifier.", harmless)
        parts.append(rest % {"n": harmless})
    title = ngettext("%(n)d game waits %(for_judge)s", "%(n)d games wait %(for_judge)s", n)
    return Wording(title % {"n": n, "for_judge": for_judge}, " ".join(parts), _("Decide"))


def undecided(harmless: int, games: Sequence[str]) -> Wording:
    """Games to decide in an event without spreads: `games` could change who qualifies, `harmless` more cannot."""
    n = harmless + len(games)
    if not games:
        title = ngettext(
            "%(n)d game is undecided and changes no qualifier", "%(n)d games are undecided and change no qualifier", n
        )
        return Wording(title % {"n": n}, _("Posting does not wait for it."), _("Decide"))
    parts = [_("The two cards contradict each other: %(games)s.") % {"games": first_names(games, "; ")}]
    if harmless:
        rest = ngettext("%(n)d more changes no qualifier.", "%(n)d more change no qualifier.", harmless)
        parts.append(rest % {"n": harmless})
    title = ngettext("%(n)d game is to be decided", "%(n)d games are to be decided", n)
    return Wording(title % {"n": n}, " ".join(parts), _("Decide"))


def game_of(game: str, first: str, second: str) -> str:
    return _("game %(game)s, %(first)s and %(second)s") % {"game": game, "first": first, "second": second}


def tie(sentence: str) -> Wording:
    return Wording(_("A tie has to be played off"), sentence, _("Record the playoff"))


def tie_below(sentence: str) -> Wording:
    """A tie for high nonqualifier; posting does not wait for it."""
    return Wording(_("A tie can be played off"), sentence, _("Record the playoff"))


def make_official(unsettled: Sequence[str]) -> Wording:
    """Where nobody qualifies, the ranking can become official; `unsettled` as in `post_names`."""
    text = _("All cards are counted again and then closed.")
    title = _("Nothing stands in the way") if unsettled else _("Everything is settled")
    return Wording(
        _("%(state)s: make the ranking official") % {"state": title},
        " ".join([text, *unsettled]),
        _("Make the ranking official"),
    )


def is_official() -> Wording:
    """That an event ends with its ranking, which is official."""
    return Wording(
        _("The ranking is official"),
        _("Nobody qualifies, so no playoffs follow. Print the final standings."),
        _("See the standings"),
    )


def post_names(quota: int, unsettled: Sequence[str]) -> Wording:
    """The names can be posted. `unsettled` are sentences on what is open and does not block posting."""
    text = ngettext(
        "%(n)d qualifier. Posting counts all cards again and then closes them.",
        "%(n)d qualifiers. Posting counts all cards again and then closes them.",
        quota,
    ) % {"n": quota}
    title = _("Nothing stands in the way: post the names") if unsettled else _("Everything is settled: post the names")
    return Wording(title, " ".join([text, *unsettled]), _("Post the names"))


def post_unread(lines: str) -> Wording:
    """Posting waits for lines that nobody has read again, unless the director gives a reason.

    `lines` is a sentence that counts them.
    """
    text = _("%(lines)s Posting without reading them takes a reason.") % {"lines": lines}
    return Wording(_("Post the names once these lines are read"), text, _("See the list"))


def inform(n: int, names: Sequence[str], rule: str) -> Wording:
    """`n` players to tell that a correction changed whether or where they qualify."""
    title = ngettext("Tell %(n)d player about a correction", "Tell %(n)d players about corrections", n) % {"n": n}
    values = {"rule": rule, "names": first_names(names)}
    if rule:
        text = _("Whether or where they qualify has changed (%(rule)s): %(names)s.") % values
    else:
        text = _("Whether or where they qualify has changed: %(names)s.") % values
    return Wording(title, text, _("See both cards"))


def report_waits(missing: int) -> Wording:
    """The report to the ACC is due; `missing` is how many things it lacks."""
    text = (
        ngettext("%(n)d thing is missing in it.", "%(n)d things are missing in it.", missing) % {"n": missing}
        if missing
        else _("Nothing is missing in it: copy it into the ACC’s form.")
    )
    return Wording(_("The report to the ACC"), text, _("To the report"))


def draw_bracket(qualifiers: int) -> Wording:
    text = ngettext("%(n)d qualifier is posted.", "%(n)d qualifiers are posted.", qualifiers) % {"n": qualifiers}
    return Wording(_("The bracket can be drawn"), text, _("Draw the bracket"))


def one_qualifier(name: str) -> Wording:
    return Wording(
        _("%(name)s has won the event") % {"name": name},
        _("One player qualified, so there is nobody to play against and no bracket."),
        _("See the standings"),
    )


def no_times(round_name: str, n: int) -> Wording:
    text = ngettext("%(n)d open match has no time.", "%(n)d open matches have no time.", n) % {"n": n}
    return Wording(
        _("Set when they start: %(round)s") % {"round": round_name},
        _("%(text)s Without one the forfeit clock does not run.") % {"text": text},
        _("Set the time"),
    )


def forfeit_due(first: str, second: str, game: int, rule: str) -> Wording:
    return Wording(
        _("Are %(first)s and %(second)s both here?") % {"first": first, "second": second},
        _("The clock has run out for game %(game)d and no game is recorded. The absent player forfeits it (%(rule)s).")
        % {"game": game, "rule": rule},
        _("Open the match"),
    )


def players_differ(first: str, second: str, game: int) -> Wording:
    return Wording(
        _("%(first)s and %(second)s differ on game %(game)d") % {"first": first, "second": second, "game": game},
        _("Each names another winner, so nothing is recorded. Ask both at the board, then record who won."),
        _("Open the match"),
    )


def matches_open(in_play: int, ready: int, names: Sequence[str]) -> Wording:
    """Matches to record: `in_play` have a recorded game, `ready` have none."""
    parts = [
        ngettext("%(n)d match is in play", "%(n)d matches are in play", in_play) % {"n": in_play},
        ngettext("%(n)d match is ready to begin", "%(n)d matches are ready to begin", ready) % {"n": ready},
    ]
    return Wording(
        ", ".join(text for text, n in zip(parts, (in_play, ready), strict=True) if n),
        _("Record the games as the boards call them: %(names)s.") % {"names": first_names(names, "; ")},
        _("Open the bracket"),
    )


def against(first: str, second: str) -> str:
    return _("%(first)s and %(second)s") % {"first": first, "second": second}


def number_of_cards(n: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}


def last_card(seat: str, moment: datetime) -> str:
    return _("%(seat)s, %(time)s") % {"seat": seat, "time": clock(moment)}


def event_title(event: Event) -> str:
    return event.name
