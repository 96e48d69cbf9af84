"""Reads for the desk of an event, its public face, and the audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import CharField, Q, QuerySet
from django.db.models.functions import Cast
from django.urls import reverse

from brackets.access import may_see_final
from brackets.bracket.reads.drawn import BracketNow, bracket
from brackets.bracket.reads.sentences import kind_of
from brackets.bracket.rules import forfeit
from brackets.bracket.rules.byes import bracket_size, bye_count
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.reads.movedon import known_with
from hall.backup import state as backups
from hall.backup import words as backup_words
from hall.backup.state import Failure
from hall.desk import words
from hall.desk.facts import Cards, Facts, calls_mark, facts
from hall.desk.missing import Missing, missing, next_act
from hall.desk.phases import Reopening, beyond, reopening
from hall.desk.sentences import one_for_each_result
from hall.desk.todos import Todo, todos, weekend_todos
from hall.desk.trail import Done, Names, done
from judging.calls.reads.calls import CallShown, waiting_calls
from judging.models import Conduct
from scorecards.ladder.reads import ladder_game
from scorecards.sheet.reads.chain import chain_of_event
from scorecards.sheet.reads.discrepancies import differing_games, is_not_typed
from scorecards.sheet.reads.stored import served_standings
from scorecards.sheet.rules.crosscheck import State
from scorecards.sheet.rules.ranking import Chain, StandingsRow
from scorecards.standings import words as standings_words
from scorecards.standings.reads.standings import level_below_the_line
from tournaments.access import Need, Person, Rights, shows
from tournaments.day.reads import summaries as summaries_reads
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, User
from tournaments.people import words as people_words
from tournaments.rotation.rules.deck import deck_change_after
from tournaments.rules.initials import initials_of
from tournaments.rules.phase import Phase
from tournaments.rules.seat import parse_seat
from tournaments.venue.reads import tournaments as tournaments_reads
from tournaments.venue.words import events as events_words
from tournaments.words import citing as citing_words

MARK_MINUTES = 10
"""The rear peg of a track shows where it stood this many minutes ago."""

LATELY = 6
"""How many recent acts the desk shows."""

LEADERS = 5
"""How many of the leading rows the public face shows."""


@dataclass(frozen=True, slots=True)
class PhaseShown:
    """One of the six phases; `state` is "done", "now" or "todo"."""

    name: str
    note: str
    state: str
    url: str


@dataclass(frozen=True, slots=True)
class Track:
    """Progress of something countable: `value` of `most`. `rear` is the value MARK_MINUTES ago."""

    label: str
    value: int
    rear: int
    most: int
    holes: int | None
    note: str = ""
    say: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step from the first card to the posting; `state` is "done", "now" or ""."""

    name: str
    note: str
    state: str


@dataclass(frozen=True, slots=True)
class Typist:
    """Somebody at the card desk."""

    name: str
    initials: str
    cards: str
    last: str


@dataclass(frozen=True, slots=True)
class Coming:
    """What comes next, and when."""

    when: str
    text: str


@dataclass(frozen=True, slots=True)
class Lately:
    """One recent act with its time, or its date if it was not today."""

    when: str
    done: Done


@dataclass(frozen=True, slots=True)
class Field:
    """The field in numbers; `byes` is None if there is no bracket."""

    players: int
    qualify: int
    byes: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything the desk of an event shows one person. `state` is a version tag: it changes whenever the desk does.

    `todos` are those of the event, `weekend` those of the whole tournament.
    """

    phases: tuple[PhaseShown, ...]
    todos: tuple[Todo, ...]
    weekend: tuple[Todo, ...]
    tracks: tuple[Track, ...]
    steps: tuple[Step, ...]
    typists: tuple[Typist, ...]
    field: Field
    coming: tuple[Coming, ...]
    lately: tuple[Lately, ...]
    in_playoffs: bool
    next_note: str
    state: str
    not_saved: str
    """For directors: why backups fail and what to do about it. Empty for others, and while backups work."""

    @property
    def needs(self) -> list[Todo]:
        """All that needs this person, what can wait last."""
        return sorted((*self.todos, *self.weekend), key=lambda todo: not todo.urgent)


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """One of the six steps on their page. Only the current step has `missing` and `next`.

    `reopening` is what reopening the step would do; None if the step cannot be reopened. `why_not` then gives the
    reason; it is empty for steps to come.
    """

    phase: Phase
    shown: PhaseShown
    missing: tuple[Missing, ...]
    next: Missing | None
    reopening: Reopening | None
    why_not: str

    @property
    def can_reopen(self) -> bool:
        return self.reopening is not None


def phase_steps(event: Event, rights: Rights, now: datetime) -> tuple[PhaseStep, ...]:
    """The six steps: what the next one still needs, and what reopening a past one would take back."""
    desk_facts, unaffected = facts(event, now), beyond(event)
    steps = []
    for phase, shown in zip(Phase, _phases(desk_facts, rights), strict=True):
        preview, why_not = None, ""
        try:
            preview = reopening(event, phase, unaffected)
        except Refused as refused:
            why_not = "" if refused.code == "not_ready" else refused.message
        if shown.state == "now":
            steps.append(PhaseStep(phase, shown, missing(desk_facts), next_act(desk_facts), preview, why_not))
        else:
            steps.append(PhaseStep(phase, shown, (), None, preview, why_not))
    return tuple(steps)


def desk(event: Event, rights: Rights, now: datetime) -> Desk:
    """The desk of this event at this moment, for somebody with these rights."""
    desk_facts = facts(event, now)
    recent_rows = one_for_each_result(trail(event, rights).filter(event=event)[: 2 * LATELY])[:LATELY]
    last_pk = _last_act(event)
    names, failure = entrant_names(event), _failure(rights, now)
    tracks: tuple[Track, ...] = ()
    # A ladder has results of games, not cards that come in.
    cards = None if event.is_ladder else desk_facts.cards
    if cards:
        tracks = card_tracks(cards, now)
    elif desk_facts.bracket:
        tracks = _match_tracks(desk_facts.bracket)
    return Desk(
        phases=tuple(_phases(desk_facts, rights)),
        todos=todos(desk_facts, rights),
        weekend=weekend_todos(event.tournament, rights, now),
        tracks=tracks,
        steps=_steps(cards, event) if cards else (),
        typists=_typists(cards) if cards else (),
        field=field(event, desk_facts.summary.entrants, desk_facts.summary.quota, desk_facts.summary.quota_reason),
        coming=tuple(_coming(desk_facts)),
        lately=tuple(Lately(words.clock_or_day(row.at, now), done(row, names)) for row in recent_rows),
        in_playoffs=desk_facts.bracket is not None,
        next_note=words.missing_for_next(sum(item.number for item in missing(desk_facts))),
        state=_version_tag(event, rights, desk_facts.calls, last_pk, failure, now),
        not_saved=_not_saved(failure, now),
    )


@dataclass(frozen=True, slots=True)
class Needs:
    """What needs one person in an event, for the page of the tournament. `state` is the version tag of the desk."""

    todos: tuple[Todo, ...]
    state: str


def needs(event: Event, rights: Rights, now: datetime) -> Needs:
    """What needs somebody with these rights in this event."""
    return Needs(todos(facts(event, now), rights), desk_state(event, rights, now))


def _last_act(event: Event) -> int | None:
    """The newest row of the log of the event and of its whole tournament."""
    rows = AuditEntry.objects.filter(Q(event=event) | Q(event=None, tournament=event.tournament_id))
    return rows.order_by("-pk").values_list("pk", flat=True).first()


def desk_state(event: Event, rights: Rights, now: datetime) -> str:
    """The version tag of the desk, without building the desk; at most four queries."""
    waiting = waiting_calls(event) if rights.may(Need.JUDGE) else ()
    last_pk = _last_act(event)
    return _version_tag(event, rights, waiting, last_pk, _failure(rights, now), now)


def _version_tag(
    event: Event,
    rights: Rights,
    waiting: Sequence[CallShown],
    last_pk: int | None,
    failure: Failure | None,
    now: datetime,
) -> str:
    """The version tag of the desk; `last_pk` as from `_last_act`."""
    calls = calls_mark(waiting, now) if rights.may(Need.JUDGE) else ""
    other_revisions = known_with(event) if rights.may(Need.REGISTER) else ()
    # The revision is not enough: a game reported by phone changes the log and not the revision.
    parts = [
        str(event.revision),
        str(last_pk or ""),
        calls,
        ".".join(map(str, other_revisions)),
        failure.at if failure else "",
    ]
    return "-".join(filter(None, parts))


def _failure(rights: Rights, now: datetime) -> Failure | None:
    """The last backup's failure, for directors only; None if it succeeded."""
    return backups.problem(now) if rights.may(Need.DIRECT) else None


def _not_saved(failure: Failure | None, now: datetime) -> str:
    if failure is None:
        return ""
    return words.not_saved(failure.when, now, backup_words.cure(failure.code, failure.folder))


# --- Phases ----------------------------------------------------------------------------------------------------------


def _phases(desk_facts: Facts, rights: Rights) -> Iterator[PhaseShown]:
    """The six phases with their notes and pages; pages about cards only for those who may see cards."""
    event = desk_facts.event
    current = list(Phase).index(Phase(event.phase))
    notes = (
        _registration_note(desk_facts),
        _seating_note(desk_facts),
        _qualifying_note(desk_facts),
        _cross_check_note(desk_facts),
        _playoffs_note(desk_facts),
        "",
    )
    sees_cards = rights.may(Need.SEE_CARDS)
    pages = (
        "tournaments:entrants",
        "tournaments:seating",
        "scorecards:cards" if sees_cards else "",
        "scorecards:crosscheck" if sees_cards else "",
        "brackets:bracket",
        "",
    )
    states = ("done",) * current + ("now",) + ("todo",) * (len(Phase) - current - 1)
    for name, note, page, state in zip(words.phase_names(), notes, pages, states, strict=True):
        url = reverse(page, args=[event.tournament.slug, event.slug]) if page else ""
        yield PhaseShown(name, note, state, url)


def _registration_note(desk_facts: Facts) -> str:
    if desk_facts.event.registration_closed_at:
        return words.closed(desk_facts.summary.entrants, desk_facts.event.registration_closed_at)
    return words.players(desk_facts.summary.entrants)


def _seating_note(desk_facts: Facts) -> str:
    if not desk_facts.event.is_seated:
        return ""
    if desk_facts.event.is_ladder:
        game = ladder_game(desk_facts.event)
        return words.tables_of_two(len(game.tables), game.game) if game else ""
    return words.tables(list(desk_facts.frames.values()), desk_facts.event.game_now)


def _qualifying_note(desk_facts: Facts) -> str:
    if desk_facts.cards and not desk_facts.event.cross_checked_at and not desk_facts.event.is_ladder:
        return words.games_and_cards(
            desk_facts.event.games, len(desk_facts.cards.complete), len(desk_facts.cards.playing)
        )
    return words.games(desk_facts.event.games)


def _cross_check_note(desk_facts: Facts) -> str:
    if desk_facts.event.posted_at:
        return words.posted_at(desk_facts.event.posted_at)
    if desk_facts.cards is None or not desk_facts.event.cross_checked_at:
        return ""
    if desk_facts.cards.missing:
        return words.cards_in(len(desk_facts.cards.complete), len(desk_facts.cards.playing))
    if not_typed := len(desk_facts.cards.sheet.not_typed):
        return words.lines_not_typed(not_typed)
    settled, differing = _differences(desk_facts.cards)
    return words.differences_settled(settled, differing)


def _playoffs_note(desk_facts: Facts) -> str:
    if desk_facts.bracket is None:
        return ""
    if desk_facts.bracket.champion:
        return desk_facts.bracket.champion.name
    return playoffs_words.round_name(desk_facts.bracket.current_round, len(desk_facts.bracket.rounds))


def _differences(cards: Cards) -> tuple[int, int]:
    """How many of the games whose cards differ are settled, and how many such games there are."""
    games = [game for game in differing_games(cards.sheet) if not is_not_typed(cards.sheet, game)]
    return sum(1 for game in games if game.state in (State.ACCEPTED, State.OVERRIDDEN)), len(games)


# --- Progress --------------------------------------------------------------------------------------------------------


def card_tracks(cards: Cards, now: datetime) -> tuple[Track, ...]:
    """How many cards are in, in total and by table, and how fast they come in.

    With fewer than two tables there is only the track of all cards.
    """
    complete_before = cards.complete_by(now - timedelta(minutes=MARK_MINUTES))
    most, value, rear = len(cards.playing), len(cards.complete), len(complete_before)
    notes = []
    if complete_before and value > rear:
        notes.append(words.gain(value - rear, MARK_MINUTES, now))
        if value < most:
            remaining = timedelta(minutes=MARK_MINUTES * (most - value) / (value - rear))
            notes.append(words.at_this_pace(now + remaining))
    if cards.begun:
        notes.append(words.begun_cards(cards.begun))
    all_cards = Track(words.typed_in(), value, rear, most, most, " ".join(notes))
    tables = {parse_seat(seat).table for seat in cards.playing}
    if len(tables) < 2:
        return (all_cards,)
    most_at, value_at, rear_at = (
        Counter(parse_seat(seat).table for seat in seats) for seats in (cards.playing, cards.complete, complete_before)
    )
    by_table = (
        Track(
            words.table(table),
            value_at[table],
            rear_at[table],
            table_most,
            table_most,
            say=words.table_spoken(table),
        )
        for table, table_most in most_at.items()
    )
    return (all_cards, *by_table)


def _match_tracks(drawn: BracketNow) -> tuple[Track, ...]:
    """How many matches of each playoff round are won; byes are not counted."""
    tracks = []
    for number, round_matches in enumerate(drawn.rounds, start=1):
        matches = [match for match in round_matches if not match.bye]
        won = sum(1 for match in matches if match.winner)
        label = playoffs_words.round_name(number, len(drawn.rounds))
        tracks.append(Track(label, won, 0, len(matches), len(matches), say=words.matches_won(won, len(matches))))
    return tuple(tracks)


def _steps(cards: Cards, event: Event) -> tuple[Step, ...]:
    """Progress from the first card to the posting. Several steps run at the same time."""
    type_in, check_totals, cross_check, settle, break_ties, post = words.step_names()
    most, value = len(cards.playing), len(cards.complete)
    all_in, begun_at = not cards.missing, event.cross_checked_at
    settled, differing = _differences(cards)
    ties = len(cards.obstacles.get("tie_unbroken", ()))
    obstacles = len(cards.sheet.obstacles) + len(cards.unread)
    is_ready = bool(begun_at) and all_in
    has_tie_below = bool(level_below_the_line(cards.sheet))
    wait = words.when_all_in(most)
    not_typed = len(cards.sheet.not_typed)
    typed = words.lines_not_typed(not_typed) if all_in and not_typed else words.cards_in(value, most)
    return (
        Step(type_in, typed, _state(all_in and not not_typed, True)),
        Step(
            check_totals,
            words.add_up(value - len(cards.totals_off), value),
            _state(all_in and not cards.totals_off, value > 0),
        ),
        Step(cross_check, words.begun_at(begun_at) if begun_at else wait, _state(bool(begun_at), all_in)),
        Step(
            settle,
            words.differences_settled(settled, differing) if begun_at else words.once_begun(),
            _state(is_ready and settled == differing and not not_typed, bool(begun_at)),
        ),
        Step(
            break_ties,
            words.open_ties(ties, below=has_tie_below) if is_ready else wait,
            _state(is_ready and not ties, is_ready),
        ),
        Step(post, words.obstacles_left(obstacles) if is_ready else wait, _state(False, not obstacles)),
    )


def _state(is_done: bool, is_now: bool) -> str:
    if is_done:
        return "done"
    return "now" if is_now else ""


def _typists(cards: Cards) -> tuple[Typist, ...]:
    """Who typed how many cards, the busiest first; a card typed twice by one person counts once."""
    seats_by_typist: dict[str, set[str]] = {}
    last_typing = {}
    for typing in cards.typed:
        seats_by_typist.setdefault(typing.key, set()).add(typing.seat)
        last_typing[typing.key] = typing
    return tuple(
        Typist(
            last_typing[key].name,
            initials_of(last_typing[key].name),
            words.number_of_cards(len(seats)),
            words.last_card(last_typing[key].seat, last_typing[key].at),
        )
        for key, seats in sorted(seats_by_typist.items(), key=lambda item: (-len(item[1]), item[0]))
    )


# --- The field, and what comes ---------------------------------------------------------------------------------------


def field(event: Event, players: int, quota: int, reason: str) -> Field:
    """The field in numbers, with its bracket."""
    size = bracket_size(quota) if quota > 1 else 0
    byes = bye_count(quota) if quota > 1 else None
    rule = f"{citing_words.begins('quota', event.edition)} ({event.edition})"
    return Field(players, quota, byes, words.field_note(quota, reason, size, byes or 0, rule, event.one_in))


def _coming(desk_facts: Facts) -> Iterator[Coming]:
    """What comes next: the first day, the change of decks, the starts of matches, then the next steps."""
    event, now = desk_facts.event, desk_facts.now
    if event.phase == Phase.REGISTRATION:
        yield Coming(*words.first_day(event))
    if event.is_seated and event.cards_begun_at is None:
        game = None if event.is_ladder else deck_change_after(event.games, edition=event.edition)
        rule = citing_words.in_brackets("decks_midway", event.edition)
        if game and rule:
            yield Coming(words.after_game(game), words.replace_decks(rule))
    if desk_facts.bracket:
        yield from _starts(desk_facts.bracket, now)
    yield from (Coming(when, text) for when, text in words.next_steps(event))


def _starts(drawn: BracketNow, now: datetime) -> Iterator[Coming]:
    """When open matches start: one line for each time and round, in order of time."""
    starts: dict[tuple[datetime, int], int] = Counter(
        (match.scheduled_at, match.round)
        for match in drawn.matches
        if match.winner is None and match.scheduled_at and match.scheduled_at > now
    )
    for (starts_at, number), matches in sorted(starts.items()):
        name = playoffs_words.round_name(number, len(drawn.rounds))
        yield Coming(
            words.day_or_clock(starts_at, now),
            words.matches_start(name, matches, forfeit.next_forfeit_at(starts_at, 0)),
        )


# --- The trail -------------------------------------------------------------------------------------------------------


def entrant_names(event: Event) -> Names:
    """The names of the entrants by seat and by number, as the trail refers to them."""
    names: dict[str, str] = {}
    for entry in Entry.objects.of(event):
        names[str(entry.number)] = entry.known_name
        if entry.seat:
            names[entry.seat] = entry.known_name
    return names


_OF_JUDGING = ("call.", "judge.", "relation.", "ruling.", "third-judge.")


def trail(event: Event, rights: Rights, about: str = "") -> QuerySet[AuditEntry]:
    """The audit rows of this event and its whole tournament that these rights may read, newest first.

    `about` (`card/A-7`) limits them to one thing. Without REGISTER the money rows are left out, without JUDGE the rows
    on calls and rulings. Notes on conduct need RULE, and then only those on this event's entrants are included.
    """
    in_scope = Q(event=event) | Q(event=None, tournament=event.tournament)
    rows = AuditEntry.objects.filter(in_scope).select_related("event", "tournament").order_by("-pk")
    rows = rows if rights.may(Need.REGISTER) else rows.exclude(action__startswith="money.")
    if not rights.may(Need.JUDGE):
        for start in _OF_JUDGING:
            rows = rows.exclude(action__startswith=start)
    hidden_notes = Q(action__startswith="conduct.")
    if rights.may(Need.RULE):
        # The head judge of one event does not read the notes of another.
        own_notes = Conduct.objects.filter(entry__event=event).annotate(key=Cast("number", CharField()))
        hidden_notes &= ~Q(subject_key__in=own_notes.values("key"))
    rows = rows.exclude(hidden_notes)
    kind, slash, key = about.partition("/")
    return rows.filter(subject_kind=kind, subject_key=key) if slash else rows


# --- What visitors see -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """An event as visitors see it, without the parts the director hides.

    `doing` says what goes on in the event. `in_play` are the matches with a recorded game, `to_begin` those whose
    players are known, each with its URL. `own` are the visitor's own entries.
    """

    title: str
    doing: str
    field: Field
    leaders: tuple[StandingsRow, ...]
    chain: Chain
    provisional: bool
    champion: str
    final_later: str
    in_play: tuple[tuple[str, str], ...]
    to_begin: tuple[tuple[str, str], ...]
    own: tuple[Entry, ...]

    @property
    def about(self) -> str:
        """The phase of the event and its leaders, as far as they are public."""
        leading = standings_words.leading(self.champion, self.leaders, chain=self.chain, provisional=self.provisional)
        return f"{self.doing} {leading}".strip()


def face(event: Event, rights: Rights, user: Person) -> Face:
    """The public face of this event; `user`'s own entries are listed in it."""
    public_parts = frozenset(part for part, _name in people_words.parts() if shows(event, rights, part))
    summary = summaries_reads.summary(event)
    leaders: tuple[StandingsRow, ...] = ()
    provisional = True
    if "standings" in public_parts and event.cards_begun_at:
        standings = served_standings(event, may_wait=False).standings
        ranked = (row for row in standings.rows if row.card_in)
        leaders, provisional = tuple(islice(ranked, LEADERS)), standings.provisional
    drawn = None
    if "bracket" in public_parts and event.posted_at:
        drawn = bracket(event, final=may_see_final(event, rights))
    phase = event.phase if rights.any else tournaments_reads.public_phase(event.phase, event.hidden)
    own = Entry.objects.of(event).of_user(user) if isinstance(user, User) else Entry.objects.none()
    return Face(
        title=words.event_title(event),
        doing=events_words.doing(phase, summary.entrants, event.game_on),
        field=field(event, summary.entrants, summary.quota, summary.quota_reason),
        leaders=leaders,
        chain=chain_of_event(event),
        provisional=provisional,
        champion=drawn.champion.name if drawn and drawn.champion else "",
        final_later=_final_later(drawn),
        in_play=_matches(event, drawn, "live"),
        to_begin=_matches(event, drawn, "ready"),
        own=tuple(own),
    )


def _matches(event: Event, drawn: BracketNow | None, kind: str) -> tuple[tuple[str, str], ...]:
    """The matches of this kind (see `kind_of`): who plays whom, and the URL."""
    return tuple(
        (
            words.against(match.sides[0].name, match.sides[1].name),
            reverse("brackets:match", args=[event.tournament.slug, event.slug, match.match]),
        )
        for match in (drawn.matches if drawn else ())
        if kind_of(match) == kind
    )


def _final_later(drawn: BracketNow | None) -> str:
    """Who plays the final, if its details are announced later; else empty."""
    final = drawn.rounds[-1][0] if drawn else None
    if final is None or not final.announced_later:
        return ""
    return bracket_words.told_later(*(side.name for side in final.sides))
