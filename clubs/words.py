"""Sentences about clubs: what is wrong with a row, what a season counts, what a guest is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club, ClubLog, ClubRole, Member, Night, NightResult, Season
from clubs.rules.guests import GUEST_NIGHTS, GUEST_POINTS, is_over
from clubs.rules.pasted import FIGURES, BadLine, Passed, PassedLine, PastedSheet
from clubs.rules.totals import SKUNK_POINTS, WIN_POINTS, Totals, Uneven, Wrong, nets
from tournaments.money.words import amount
from tournaments.words.listing import in_a_row


def wrong(what: Wrong, totals: Totals, games: int) -> str:
    """What is wrong with a row of totals, with the numbers that would fit."""
    if what is Wrong.POINTS_OUT_OF_RANGE:
        return _("%(games)d games give 0 to %(most)d game points, and never 1.") % {
            "games": games,
            "most": SKUNK_POINTS * games,
        }
    won = totals.games_won
    if won is None:
        return _("No %(games)d games with %(points)d game points give this net.") % {
            "games": games,
            "points": totals.game_points,
        }
    values: dict[str, object] = {
        "points": totals.game_points,
        "won": won,
        "pairing": _points_with_wins(totals.game_points, won),
        "games": games,
        "least": WIN_POINTS * won,
        "most": SKUNK_POINTS * won,
        "skunks": totals.game_points - WIN_POINTS * won,
        "lost": games - won,
    }
    if what is Wrong.NET_DOES_NOT_FIT:
        possible_nets = nets(totals, games)
        values |= {"least_net": net(possible_nets[0]), "most_net": net(possible_nets[-1])}
    return {
        Wrong.WON_OUT_OF_RANGE: _("With %(games)d games, games won is a number from 0 to %(games)d."),
        Wrong.POINTS_DO_NOT_FIT: _(
            "%(pairing)s cannot be: with so many games won, game points are a number from %(least)d to %(most)d."
        ),
        Wrong.NET_DOES_NOT_FIT: _(
            "%(games)d games, %(won)d of them won for %(points)d points, give a net from %(least_net)s to %(most_net)s."
        ),
        Wrong.SKUNKS_WON_DO_NOT_FIT: _("%(pairing)s: then skunks won is %(skunks)d, no other number."),
        Wrong.SKUNKS_LOST_DO_NOT_FIT: _("%(lost)d games were lost, so skunks lost is a number from 0 to %(lost)d."),
    }[what] % values


def _points_with_wins(points: int, won: int) -> str:
    """Game points and games won as somebody typed them: `27 points with 8 games won`."""
    return _("%(points)s with %(games)s") % {
        "points": ngettext("%(n)d point", "%(n)d points", points) % {"n": points},
        "games": ngettext("%(n)d game won", "%(n)d games won", won) % {"n": won},
    }


def net(number: int | None) -> str:
    """A net as it is printed, with a true minus sign; a dash where nobody wrote it down."""
    if number is None:
        return "–"
    return f"−{-number}" if number < 0 else str(number)


def unknown_member() -> str:
    return _("This club has no member with this number.")


def twice(name: str) -> str:
    return _("%(name)s is in this night twice. Leave one of the two out.") % {"name": name}


def both_ways() -> str:
    return _("This member is among the results too. Correct the row or take it out, not both.")


def has_left(name: str, left_on: date) -> str:
    return _("%(name)s left the club on %(day)s and cannot play that night.") % {
        "name": name,
        "day": date_format(left_on, "DATE_FORMAT"),
    }


def had_left(left: Sequence[tuple[str, date]], day: date) -> str:
    """Why a night cannot be on this day: these people, each with the day on which they left, played it."""
    return _(
        "People who played this night had left the club by %(day)s: %(names)s. Set right on the page of each member when they "
        "left, or leave the night as it is."
    ) % {
        "day": date_format(day, "DATE_FORMAT"),
        "names": in_a_row(f"{name} ({date_format(left_on, 'DATE_FORMAT')})" for name, left_on in left),
    }


def played_later(name: str, last: date) -> str:
    """Why somebody cannot have left so early."""
    return _("%(name)s played the night on %(day)s. Choose that day or a later one, or correct that night first.") % {
        "name": name,
        "day": date_format(last, "DATE_FORMAT"),
    }


def no_ladder() -> str:
    return _("A ladder is for teams of two, and a club night seats single players. Choose another way to move.")


def no_seats(players: int, games: int, fitting_games: int, movement: str) -> str:
    """Why so many people cannot play the games of a night, and which games fit; the form proposes those."""
    values = {"players": players, "games": games, "fitting": fitting_games, "movement": movement}
    return (
        _(
            "%(players)d people cannot play %(games)d games this way. They can play %(fitting)d if they move like this: "
            "%(movement)s. That is filled in now. Start the night with it, or change it."
        )
        % values
    )


def club_saved(was_public: bool, is_public: bool) -> str:
    """What is said once a club is changed: whether everybody may look holds for the tournaments of its nights too."""
    if was_public == is_public:
        return _("Saved.")
    if is_public:
        return _("Saved. Everybody may look at the club, and at the tournaments of its nights.")
    return _("Saved. The club is private now, and so are the tournaments of its nights.")


def club_exists(slug: str) -> str:
    return _("There is a club “%(slug)s” already. Choose another short name, perhaps with the town.") % {"slug": slug}


def season_exists(slug: str) -> str:
    return _("This club has a season “%(slug)s” already. Choose another short name, perhaps with the year.") % {
        "slug": slug
    }


def member_exists(name: str) -> str:
    return _("%(name)s is in the club already.") % {"name": name}


def number_exists(acc_number: str, name: str) -> str:
    return _(
        "%(name)s has the number %(number)s in the club already. Check the number, or leave it empty if you do not know it."
    ) % {
        "name": name,
        "number": acc_number,
    }


def night_exists(day: date) -> str:
    return _("The club has a night on %(day)s already. Two nights cannot be on one day.") % {
        "day": date_format(day, "DATE_FORMAT")
    }


def overlaps(day: date, season: Season, first: date, last: date) -> str:
    return _(
        "%(day)s would mix two seasons: the nights of %(season)s are from %(first)s to %(last)s. If one of these days is wrong, "
        "correct it on the page of that night."
    ) % {
        "day": date_format(day, "DATE_FORMAT"),
        "season": season.name,
        "first": date_format(first, "DATE_FORMAT"),
        "last": date_format(last, "DATE_FORMAT"),
    }


def still_to_come(day: date) -> str:
    """A note about totals that were typed for a day of the future."""
    return _("%(day)s is still to come. If that is not meant, correct the date on this page.") % {
        "day": date_format(day, "DATE_FORMAT")
    }


def too_early(day: date) -> str:
    return _("The season begins on %(day)s. A night is on that day or later.") % {
        "day": date_format(day, "DATE_FORMAT")
    }


def too_far_ahead(latest: date) -> str:
    return _("This day is more than a year ahead. Check the year: a night is on %(day)s or earlier.") % {
        "day": date_format(latest, "DATE_FORMAT")
    }


def season_full(nights: int) -> str:
    return _(
        "The season has %(n)d nights that count, and all of them are there. Take one out, begin a new season, or say that "
        "this night is not sanctioned."
    ) % {"n": nights}


def too_many_nights(more: int, left: int) -> str:
    return _("These are %(more)d nights, and the season has room for %(left)d more.") % {"more": more, "left": left}


def season_taken_out(slug: str) -> str:
    return _("The season “%(slug)s” was taken out. Put it back, or choose another short name.") % {"slug": slug}


def season_has_nights(nights: int) -> str:
    return ngettext(
        "%(n)d night stands in this season. Take it out first; then the season can go.",
        "%(n)d nights stand in this season. Take them out first; then the season can go.",
        nights,
    ) % {"n": nights}


def season_is_out() -> str:
    return _("The season of this night was taken out. Put the season back first.")


def nobody_signs_in(username: str) -> str:
    return _("Nobody signs in as “%(name)s”. Ask them how theirs is written, or make the account first.") % {
        "name": username
    }


def only_director() -> str:
    return _("This is the only director of the club. Make somebody else one first.")


def fewer_than_played(nights: int) -> str:
    return _("%(n)d nights are played already. The season cannot have fewer.") % {"n": nights}


def not_all_in(there: int, everybody: int) -> str:
    """What the places of a night rest on while cards are awaited."""
    return ngettext(
        "Not posted yet: %(n)d of %(of)d cards is in. The places are those of the cards so far, and nothing is paid out.",
        "Not posted yet: %(n)d of %(of)d cards are in. The places are those of the cards so far, and nothing is paid out.",
        there,
    ) % {"n": there, "of": everybody}


def cards_decide() -> str:
    return _(
        "This night was played with cards. Correct the card in its tournament; the table of the season follows by itself."
    )


def fee_too_high(most: int) -> str:
    return _("The fee of a night is %(most)s at most.") % {"most": amount(most)}


def hands_form() -> str:
    return _("Type 28 or 29 for such a hand, and both with a space between for two.")


def hands_alone() -> str:
    return _("Type the three numbers of this card too.")


def nobody_plays() -> str:
    return _("A night needs at least two people.")


def nobody_named() -> str:
    return _("Nobody is named. Name at least one person.")


def no_results() -> str:
    return _("Nobody has a result here. A night needs the result of one person at least.")


def tournament_name(club: Club, day: date) -> str:
    """What the tournament of a club's night is called."""
    return _("%(club)s, %(day)s") % {"club": club.name, "day": date_format(day, "DATE_FORMAT")}


def points_explained(season: Season) -> str:
    """How nights count in this season, in plain sentences for the page."""
    if season.points == Season.Points.ALL:
        return _("Every night counts its game points.")
    return _(
        "A night of 12 game points or more counts its game points; any other night counts 0. "
        "This way of counting is ours: we do not have the ACC’s own table of Grass Roots Points."
    )


def guest_limit(name: str, game_points: Sequence[int]) -> str:
    """The note for a guest who has used up what a guest may play; empty before. `game_points` are those of each night."""
    if not is_over(game_points):
        return ""
    if max(game_points) >= GUEST_POINTS:
        return _("%(name)s is a guest and has scored %(points)d game points in one night. It is time to join.") % {
            "name": name,
            "points": max(game_points),
        }
    return ngettext(
        "%(name)s is a guest and has played %(n)d night. It is time to join.",
        "%(name)s is a guest and has played %(n)d nights. It is time to join.",
        len(game_points),
    ) % {"name": name, "n": max(len(game_points), GUEST_NIGHTS)}


def bad_part(line: BadLine) -> str:
    """What is wrong with a line of a pasted sheet, and what cures it."""
    above = f"{line.night}: " if line.night else ""
    if line.part == "heads":
        return above + _heads(line.text)
    if line.part == "longer":
        return _("“%(text)s” stands in a column without a head. Give the column a head, or delete it.") % {
            "text": line.text
        }
    if line.part == "date":
        return _("“%(text)s” is no day. A day is written like 2026-03-06, 3/6/2026 (month first) or Mar 6.") % {
            "text": line.text
        }
    if line.part == "name":
        return _("This line has numbers and no name.")
    if line.sums is not None:
        figure, total, added = line.sums
        return above + total_differs(figure, total, added)
    if line.part == "":
        return _(
            "“%(text)s” is not read. Without heads a line is a name with game points, or with game points, games won and net; "
            "a day may stand in front. Put heads above the columns for anything else."
        ) % {"text": line.text}
    if line.text == "":
        return above + _("Game points are missing, and other numbers are there.")
    return above + line_number(part_names()[line.part], line.text)


def _heads(fault: str) -> str:
    if fault == "night":
        return _(
            "It is not clear what the columns of this night are. Put a line below with GP, GW and Net as their heads."
        )
    if fault.startswith("twice "):
        figure = part_names()[fault.removeprefix("twice ")]
        return _("The head %(figure)s stands there twice. Put the day of the night above each.") % {"figure": figure}
    names = {"name": _("Name"), **part_names()}
    return _("The heads lack a column: %(missing)s. Name it like this, or leave the heads out.") % {
        "missing": ", ".join(names[part] for part in fault.split(", "))
    }


def passed(line: PassedLine) -> str:
    """Why a line of a pasted sheet is passed over."""
    why = {
        Passed.TITLE: _("a title"),
        Passed.NOT_PLAYED: _("no night played"),
        Passed.FOOT: _("a line below the players"),
        Passed.NO_NUMBER: _("no number in it"),
        Passed.ALL_ZERO: _("no card loses every game by nothing, so 0, 0 and 0 is a night that was not played"),
    }[line.why]
    return _("“%(text)s”: %(why)s.") % {"text": line.text, "why": why}


def sheet_said(sheet: PastedSheet) -> Iterator[str]:
    """What else whoever brings a sheet in has to know of it, in sentences."""
    lines = [line for night in sheet.nights for line in night.lines]
    if lines and all(line.games_won is None and line.net is None for line in lines):
        yield _(
            "Each number is read as the game points of a night. Games won and net are not known: they stay blank, and the "
            "nights count their points."
        )
        if not any(0 < line.game_points < GUEST_POINTS for line in lines):
            yield _(
                "No number is below 12. If these are the points that counted, and not all game points, the nights below 12 "
                "are missing here: bring in the game points instead if you have them."
            )
    else:
        for figure in FIGURES:
            lack = sum(1 for line in lines if getattr(line, figure) is None)
            if lack:
                yield ngettext(
                    "%(figure)s: not known of %(n)d card. It stays blank, and the card counts its points.",
                    "%(figure)s: not known of %(n)d cards. It stays blank, and the cards count their points.",
                    lack,
                ) % {"figure": part_names()[figure], "n": lack}
    if sheet.columns:
        yield _("Columns that are passed over: %(heads)s.") % {"heads": ", ".join(sheet.columns)}
    for number, name, total, added in sheet.totals:
        yield _(
            "Line %(number)d: the total of %(name)s says %(total)d, and the nights in the line add up to %(added)d."
        ) % {
            "number": number,
            "name": name,
            "total": total,
            "added": added,
        }


def uneven(what: Uneven) -> str:
    """What does not add up over the cards of a night, with the numbers."""
    values = what._asdict() | {"there": net(what.there)}
    if what.figure == "net":
        return _("The nets of the %(cards)d cards add up to %(there)s instead of 0.") % values
    if what.at_most:
        return (
            _("%(cards)d cards of %(games)d games have %(expected)d games won at most; these have %(there)s.") % values
        )
    return _("%(cards)d cards of %(games)d games make %(expected)d games won; these have %(there)s.") % values


def total_differs(figure: str, total: int, added: int) -> str:
    """A line of totals that differs from the sums of the lines above it."""
    return _("%(part)s: the totals say %(total)s, and the lines above add up to %(added)s. Set one of them right.") % {
        "part": part_names()[figure],
        "total": net(total),
        "added": net(added),
    }


def line_number(part: str, typed: str) -> str:
    return _("%(part)s is a whole number, not “%(typed)s”.") % {"part": part, "typed": typed}


def line_unknown(name: str) -> str:
    return _("Nobody in the club has the name “%(name)s”. Add the member first, or mend the spelling.") % {"name": name}


def zeros_stand(numbers: Sequence[int]) -> str:
    """Where a single 0 stands in a sheet."""
    return _("A 0 stands in line %(lines)s.") % {"lines": in_a_row(map(str, numbers))}


def also_lines(numbers: Sequence[int]) -> str:
    """Where else the same stands; empty where it stands nowhere else."""
    if not numbers:
        return ""
    return " " + _("The same name is in line %(lines)s.") % {"lines": in_a_row(map(str, numbers))}


def too_many_results(results: int, most: int) -> str:
    return _("These are %(n)d results, and %(most)d can be brought in at once. Bring them in in parts.") % {
        "n": results,
        "most": most,
    }


def line_ambiguous(name: str) -> str:
    return _("Several people in the club have the name “%(name)s”. Tell them apart on the page of the members.") % {
        "name": name
    }


def bad_line(number: int, message: str) -> str:
    return _("Line %(number)d: %(message)s") % {"number": number, "message": message}


def too_many_people(most: int) -> str:
    return _("These are more than %(n)d people. Enter them in parts.") % {"n": most}


def no_name_column() -> str:
    return _("No column is the name. Write “Name” above it, or put the name first in each line.")


def left_before_joining() -> str:
    return _("Nobody leaves before they join. Set one of the two days right.")


def begins_after(first: date) -> str:
    return _("The first night was on %(day)s. The season begins on that day or earlier.") % {
        "day": date_format(first, "DATE_FORMAT")
    }


def overtaken() -> str:
    return _("Somebody changed this while you had the page open. Look at what stands there now, then change it again.")


def whole_number() -> str:
    return _("This is a whole number.")


def row_incomplete() -> str:
    return _("Type all three numbers of a row, or none of them.")


def date_of_night(place: int) -> str:
    return _("Date of night %(n)d of the sheet") % {"n": place}


def which_day() -> str:
    return _("Type the day of this night. The sheet does not tell it.")


def nothing_pasted() -> str:
    return _("No result stands here. A result is a name with the game points of a night.")


def part_names() -> dict[str, str]:
    """The names of the parts of a pasted line."""
    return {"game_points": _("Game points"), "games_won": _("Games won"), "net": _("Net")}


def figure_labels() -> dict[str, str]:
    """The labels of the fields in a row of totals."""
    return {
        "game_points": _("game points"),
        "games_won": _("games won"),
        "net": _("net"),
        "hands": _("28 and 29 hands"),
    }


def left_already(name: str) -> str:
    return _("%(name)s has left the club already.") % {"name": name}


# --- The log -----------------------------------------------------------------------------------------------------------


def done(row: ClubLog, members: Mapping[int, str], seasons: Mapping[str, str]) -> str:
    """What was done in a row of the log. `members` are names by key, `seasons` names by slug."""
    if row.action not in DONE:
        return f"{row.action.replace('.', ' ')}: {row.subject_key}"
    return DONE[row.action]() % {"name": _what(row, members, seasons)}


DONE: Mapping[str, Callable[[], str]] = {
    "club.created": lambda: _("The club was made."),
    "club.imported": lambda: _("The club was brought in from a file of another site."),
    "club.changed": lambda: _("About the club: changed."),
    "director.named": lambda: _("%(name)s directs the club too."),
    "director.taken_off": lambda: _("%(name)s does not direct the club any more."),
    "members.added": lambda: _("Taken in: %(name)s."),
    "member.changed": lambda: _("%(name)s: changed."),
    "member.left": lambda: _("%(name)s left the club."),
    "member.removed": lambda: _("%(name)s: taken off the list."),
    "season.created": lambda: _("The season %(name)s was begun."),
    "season.changed": lambda: _("The season %(name)s: changed."),
    "season.taken_out": lambda: _("The season %(name)s was taken out."),
    "season.put_back": lambda: _("The season %(name)s was put back."),
    "night.started": lambda: _("%(name)s: begun with cards."),
    "night.added": lambda: _("%(name)s: typed."),
    "night.corrected": lambda: _("%(name)s: corrected."),
    "night.taken_out": lambda: _("%(name)s: taken out."),
    "night.put_back": lambda: _("%(name)s: put back."),
    "person.page-shown": lambda: _("The page of %(name)s across events is shown to everybody."),
    "person.page-taken-back": lambda: _("The page of %(name)s across events is taken back."),
    "person.joined": lambda: _("%(name)s joined with another record of the same person."),
    "person.taken-apart": lambda: _("%(name)s taken apart from another record again."),
}
"""What each act of a club was, in a sentence about the thing."""


def _what(row: ClubLog, members: Mapping[int, str], seasons: Mapping[str, str]) -> str:
    """The thing that a row of the log is about: a member, a season, or a night."""
    values = row.before or row.after or {}
    if row.subject_kind == "members":
        return ", ".join(str(member["name"]) for member in values["members"])
    if row.subject_kind == "member":
        return members.get(int(row.subject_key)) or str(values.get("name", row.subject_key))
    season, _slash, number = row.subject_key.partition("/")
    if number:
        return _("Night %(n)s of %(season)s") % {"n": number, "season": seasons.get(season, season)}
    return seasons.get(season, season)


def stands(action: str) -> str:
    """Why an act of the log cannot be undone."""
    if action.startswith("person."):
        return _("This is not undone here. It is taken back on the page of the person’s records.")
    return _("This cannot be undone. Nobody deletes a whole club.")


def no_such_act() -> str:
    """The log has no row of this number."""
    return _("The log of this club has no such row. Open the log again.")


def changed_since() -> str:
    """What is to be undone is not the last act about its thing."""
    return _("This was changed again since. Undo the later change first.")


def off_the_list() -> str:
    """Somebody is on the list of the club no more."""
    return _("They are off the list already. Open the log again.")


def have_played(names: Sequence[str]) -> str:
    """Why taking people in is not undone."""
    return _(
        "This cannot be undone, because these people have played since: %(names)s. Take them off the list on their own pages: "
        "they stay in the tables."
    ) % {"names": ", ".join(names)}


_UNDOING = "undo "


def undoing(at: datetime) -> str:
    """The reason that the log keeps for an act that undoes what was done then; `reason` says it in words."""
    return f"{_UNDOING}{at.isoformat()}"


def reason(row: ClubLog) -> str:
    """The reason in a row of the log: as it was typed, or that the act undoes another one, in the language of the reader."""
    try:
        at = datetime.fromisoformat(row.reason.removeprefix(_UNDOING)) if row.reason.startswith(_UNDOING) else None
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        return row.reason
    return _("Undoes what was done on %(at)s.") % {"at": date_format(localtime(at), "SHORT_DATETIME_FORMAT")}


class Change(NamedTuple):
    """A value that changed, with its label; empty for none."""

    label: str
    before: str
    after: str


def changes(row: ClubLog, members: Mapping[int, str]) -> list[Change]:
    """The values that a row of the log changed."""
    before, after = (dict(_values(stored or {}, members)) for stored in (row.before, row.after))
    both = {
        key: Change(label, before.get(key, ("", ""))[1], after.get(key, ("", ""))[1])
        for key, (label, _text) in {**before, **after}.items()
    }
    return [change for change in both.values() if change.before != change.after]


def _values(stored: Mapping[str, Any], members: Mapping[int, str]) -> Iterator[tuple[object, tuple[str, str]]]:
    """Each value with its label, by key. Each member of a night is one value: all their figures, under their name."""
    labels = _labels()
    for name, value in stored.items():
        if name in {"members", "results"} and any(isinstance(one, dict) for one in value):
            for one in value:
                key = one["member"] if name == "results" else one["id"]
                figures = ((part, _value(part, one[part])) for part in one if part not in {"member", "id", "name"})
                text = ", ".join(f"{labels[part]}: {figure}" for part, figure in figures if figure)
                yield key, (one.get("name") or members.get(key, str(key)), text)
        elif isinstance(value, list):
            yield name, (labels[name], ", ".join(members.get(key, str(key)) for key in value))
        elif text := _value(name, value):
            yield name, (labels.get(name, name), text)


def _labels() -> dict[str, str]:
    """The label of each value that the log can have, by its name."""
    columns = (field for model in (Club, Member, Season, Night, NightResult) for field in model._meta.local_fields)
    return {field.name: str(field.verbose_name) for field in columns} | {
        "director": _("director"),
        "user": _("account"),
        "event": _("event"),
        "members": _("Members"),
        "results": _("Results"),
        "number": _("number"),
        "page_agreed_at": _("page across events"),
        "same_as": _("same person as"),
    }


def _value(name: str, value: Any) -> str:
    """A value of the log in words; empty for one that says nothing."""
    if value is None or (name.startswith("hands") and not value):
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name == "fee_cents":
        return amount(value)
    if name == "net":
        return net(value)
    if name in {"date", "starts_on", "joined_on", "left_on", "page_agreed_at"}:
        return date_format(date.fromisoformat(value[:10]), "DATE_FORMAT")
    choices = {"kind": [*Member.Kind.choices, *ClubRole.Kind.choices], "points": Season.Points.choices}
    return str(dict(choices.get(name, [])).get(value, value))
