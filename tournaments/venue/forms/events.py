"""Forms of an event: a new one, its settings, exemptions, what is public, and the quota."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import ReasonField, text_of
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Event
from tournaments.people import words as people_words
from tournaments.rotation.words import movement as movement_words
from tournaments.rules.as_the_acc import MATCH_LENGTHS, USUAL_BEST_OF, ranking_in_force
from tournaments.rules.quota import USUAL_ONE_IN
from tournaments.rules.ranking import Ranking
from tournaments.rules.skunk import USUAL_SKUNK_FROM
from tournaments.venue.words import events as events_words


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of event as it is usually played. The texts stand where the form has none.

    `nobody_qualifies` says why no playoffs follow; empty where some do.
    """

    kind: str
    games: int
    deal: str = Event.Deal.CUT
    movement: str = Event.Movement.ANCHOR
    records_spread: bool = True
    ranking: str = Event.RankingChoice.ACC
    playoff_format: Promise | str = ""
    repeats_reason: Promise | str = ""
    nobody_qualifies: Promise | str = ""


_LEAGUE_NIGHT = Preset(
    Event.Kind.SATELLITE,
    3,
    movement=Event.Movement.MOVING_SIDE,
    records_spread=False,
    playoff_format=gettext_lazy("None. The ACC has no league format."),
    nobody_qualifies=gettext_lazy("A league night has no playoffs."),
)

PRESETS: Mapping[str, Preset] = {
    "main": Preset(Event.Kind.MAIN, 22),
    "main_alternate": Preset(Event.Kind.MAIN, 22, Event.Deal.ALTERNATE),
    "main_two_games": Preset(Event.Kind.MAIN, 22, Event.Deal.ALTERNATE, Event.Movement.TWO_GAMES),
    "consolation": Preset(Event.Kind.CONSOLATION, 9),
    "satellite": Preset(Event.Kind.SATELLITE, 9),
    "ladder": Preset(Event.Kind.SATELLITE, 10, movement=Event.Movement.LADDER),
    "condo_earlier": Preset(
        Event.Kind.SATELLITE,
        7,
        movement=Event.Movement.MOVING_SIDE,
        # Whoever is level after head-to-head is parted by the fewest losing points, which only a spread tells.
        ranking=Event.RankingChoice.WINS,
        playoff_format=gettext_lazy("None. The ACC has no such format."),
        nobody_qualifies=gettext_lazy("The medals follow from the standings, without playoffs."),
    ),
    "league_night": _LEAGUE_NIGHT,
    "league_two_legs": replace(
        _LEAGUE_NIGHT, games=6, repeats_reason=gettext_lazy("Two legs: every pair meets every opponent twice.")
    ),
    "club_night": Preset(Event.Kind.CLUB_NIGHT, 9),
}
"""Events as most tournaments play them; every value can be changed in the form."""


class PresetSelect(forms.Select):
    """A list of presets; each option bears the values of its preset, which a script fills in."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if preset := PRESETS.get(str(value)):
            option["attrs"] |= {
                "data-games": preset.games,
                "data-deal": preset.deal,
                "data-movement": preset.movement,
                "data-spread": SPREAD if preset.records_spread else NO_SPREAD,
                "data-ranking": preset.ranking,
            }
        return option


def _kind_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=Event.Kind.choices,
        help_text=gettext_lazy("Decides under which heading its results are reported."),
    )


class RulesFields(PageForm):
    """The rules of an event that freeze at the first card."""

    deal = forms.ChoiceField(
        label=gettext_lazy("First deal"),
        choices=Event.Deal.choices,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Alternate deal: nobody cuts, the schedule and the cards say who deals first."),
    )
    deal_procedure = text_of(
        Event,
        "deal_procedure",
        label=gettext_lazy("How the first deal is announced"),
        help_text=gettext_lazy(
            "Stands on the flyer. With alternate deal the director announces it; left empty, the flyer "
            "says that the scorecard names the dealer of every game."
        ),
    )
    muggins = forms.BooleanField(
        label=gettext_lazy("Muggins"),
        required=False,
        help_text=gettext_lazy(
            "Points that a player overlooks go to the opponent. The flyer says whether it is played."
        ),
    )
    movement = forms.ChoiceField(
        label=gettext_lazy("Movement"),
        choices=Event.Movement.choices,
        widget=forms.RadioSelect,
    )
    ladder_top = forms.ChoiceField(
        label=gettext_lazy("On a ladder, the winners of the last table"),
        choices=Event.LadderTop.choices,
        widget=forms.RadioSelect,
        required=False,
        help_text=gettext_lazy("Only on a partners ladder."),
    )
    ranking = forms.ChoiceField(
        label=gettext_lazy("How the cards are ranked"),
        choices=Event.RankingChoice.choices,
        widget=forms.RadioSelect,
        required=False,
        help_text=gettext_lazy(
            "The flyer says so where it is not as the rulebook says. A ladder ranks by game points alone unless you "
            "choose otherwise."
        ),
    )
    skunk_from = forms.IntegerField(
        label=gettext_lazy("A win is a skunk from"),
        required=False,
        initial=USUAL_SKUNK_FROM,
        help_text=gettext_lazy(
            "By so many holes or more a win counts 3 game points instead of 2. The ACC’s number is 31; you may choose up to 121, "
            "or 0: then there are no skunks and every win counts 2. On a ladder it is always 31."
        ),
    )
    double_skunk_from = forms.IntegerField(
        label=gettext_lazy("A win is a double skunk from"),
        required=False,
        help_text=gettext_lazy(
            "By so many holes or more a win counts 4 game points. Left empty, there are no double skunks, as in the ACC. Where "
            "they are played, the usual number is 61."
        ),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        required=False,
        help_text=gettext_lazy(
            "Left empty, as many as the seats need. More rounds alone let nobody meet twice: that takes a reason."
        ),
    )
    repeats_reason = ReasonField(
        label=gettext_lazy("Why people may meet again"),
        required=False,
        help_text=gettext_lazy(
            "Left empty, nobody meets anybody more often than the format says, and a field that is too small is refused. "
            "The flyer shows the reason."
        ),
    )
    sit_outs_reason = ReasonField(
        label=gettext_lazy("Why some may sit out more often"),
        required=False,
        help_text=gettext_lazy(
            "Left empty, nobody sits out two games more than others of the table, and a draw that would do so is refused, "
            "as with two games against each opponent at an odd table. The flyer shows the reason."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["movement"].help_text = movement_words.movements_offered()

    def clean_ladder_top(self) -> str:
        return self.cleaned_data["ladder_top"] or Event.LadderTop.FIRST

    def clean_ranking(self) -> str:
        return self.cleaned_data["ranking"] or Event.RankingChoice.ACC

    def clean_skunk_from(self) -> int:
        skunk_from = self.cleaned_data["skunk_from"]
        return USUAL_SKUNK_FROM if skunk_from is None else skunk_from


SPREAD, NO_SPREAD = "yes", "no"


SPREADS = [
    ("", gettext_lazy("Game points and spread, as usual")),
    (NO_SPREAD, gettext_lazy("Game points only: 2, 3 or 0, no spread")),
]


class SpreadField(forms.ChoiceField):
    """Whether cards record a spread, as a choice of two; nothing chosen is yes, as usual."""

    def clean(self, value: Any) -> bool:
        return bool(super().clean(value) != NO_SPREAD)

    def prepare_value(self, value: Any) -> Any:
        """Return the choice that stands for this value."""
        return NO_SPREAD if value is False else "" if value is True else value


class PlanFields(RulesFields):
    """How an event is played, and what the flyer says about it."""

    records_spread = SpreadField(
        label=gettext_lazy("On the cards"),
        choices=SPREADS,
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Partners events often record no spread. Cards are then compared by who won, and ties are played "
            "off. This cannot change once a card is written."
        ),
    )
    one_in = forms.IntegerField(
        label=gettext_lazy("One entrant qualifies in"),
        required=False,
        initial=USUAL_ONE_IN,
        help_text=gettext_lazy(
            "The ACC’s number is 4; you may choose 2 to 20. A fraction counts as one more. It can change until the "
            "qualifiers are posted. Nobody qualifies on a ladder unless you say how many."
        ),
    )
    best_of = forms.TypedChoiceField(
        label=gettext_lazy("A match of the playoffs is best of"),
        choices=[(length, length) for length in MATCH_LENGTHS],
        coerce=int,
        empty_value=str(USUAL_BEST_OF),
        required=False,
        help_text=gettext_lazy(
            "Games in a match. The ACC’s number is 5: whoever wins three has won. The draw starts from this number, and each "
            "round can have another. It can change until the qualifiers are posted."
        ),
    )
    playoff_format = text_of(
        Event,
        "playoff_format",
        label=gettext_lazy("Playoffs, in words"),
        help_text=gettext_lazy("What the flyer adds about the playoffs, such as: the final best of seven."),
    )
    max_entrants = forms.IntegerField(
        label=gettext_lazy("Entrants at most"),
        required=False,
        help_text=gettext_lazy(
            "Empty: no limit. Whoever is entered after that waits, and gets the next free place by themselves."
        ),
    )
    expected = forms.IntegerField(
        label=gettext_lazy("Entrants you expect"),
        required=False,
        help_text=gettext_lazy("Only for a check: can this many players finish the games? It is not saved."),
    )

    def clean_best_of(self) -> int:
        return int(self.cleaned_data["best_of"])

    def clean_one_in(self) -> int:
        one_in = self.cleaned_data["one_in"]
        return USUAL_ONE_IN if one_in is None else one_in


class EventForm(PlanFields):
    """One event to add: a preset, and what differs from it."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Event"),
        widget=PresetSelect(attrs={"data-preset": True}),
    )
    games = forms.IntegerField(label=gettext_lazy("Games"), required=False)
    slug = text_of(
        Event,
        "slug",
        label=gettext_lazy("Address"),
        help_text=gettext_lazy("The last part of the event’s address. Left empty, it is the kind of event."),
        required=False,
    )

    def __init__(self, *args: Any, optional: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, events_words.preset(preset)) for name, preset in PRESETS.items()]
        self.choose("preset", [("", _("No event")), *choices] if optional else choices)
        self.fields["preset"].required = not optional
        self.fields["one_in"].initial = self.fields["skunk_from"].initial = None
        self.choose("best_of", [("", _("As usual for the event")), *((length, length) for length in MATCH_LENGTHS)])
        self.fields["preset"].help_text = events_words.presets_hint()
        self.fields["games"].help_text = events_words.games_hint()
        spreads = [(value or SPREAD, label) for value, label in SPREADS]
        for name, usual in (
            ("deal", Event.Deal.choices),
            ("movement", Event.Movement.choices),
            ("ranking", Event.RankingChoice.choices),
            ("records_spread", spreads),
        ):
            self.choose(name, [("", _("As usual for the event")), *usual])
            self.fields[name].required = False

    def clean_ranking(self) -> str:
        return str(self.cleaned_data["ranking"])

    def clean_records_spread(self) -> bool | None:
        """None: as usual for the event."""
        is_chosen = self.data.get(self.add_prefix("records_spread"))
        return bool(self.cleaned_data["records_spread"]) if is_chosen else None

    @property
    def is_used(self) -> bool:
        """Whether an event was chosen; for a valid form only."""
        return bool(self.cleaned_data["preset"])

    @property
    def why_nobody_qualifies(self) -> str:
        """Why no playoffs follow the event that was chosen; empty where some do or a part that qualifies was typed."""
        why = PRESETS[self.cleaned_data["preset"]].nobody_qualifies
        return str(why) if self.cleaned_data["one_in"] == USUAL_ONE_IN else ""

    @property
    def opens_more(self) -> bool:
        """Whether the fields under “more” must be visible: one of them has a fault or a value, or can mend a fault."""
        return "expected" in self.errors or any(name in self.errors or self[name].value() for name in MORE_FIELDS)

    def plan(self, taken: Collection[str] = ()) -> dict[str, Any]:
        """Return the values of an `EventPlan`. If no slug is given, it is the kind of event, numbered if `taken`."""
        values = self.cleaned_data
        preset = PRESETS[values["preset"]]
        proposed = preset.kind.replace("_", "-")
        numbered = (f"{proposed}-{number}" for number in count(2))
        free_slugs = (slug for slug in chain([proposed], numbered) if slug not in taken)
        return {
            "slug": values["slug"] or next(free_slugs),
            "kind": preset.kind,
            "games": preset.games if values["games"] is None else values["games"],
            "deal": values["deal"] or preset.deal,
            "movement": values["movement"] or preset.movement,
            "ranking": values["ranking"] or preset.ranking,
            "records_spread": (preset.records_spread if values["records_spread"] is None else values["records_spread"]),
            **{name: values[name] or str(getattr(preset, name)) for name in ("playoff_format", "repeats_reason")},
            **{
                name: values[name]
                for name in (
                    "ladder_top",
                    "rounds",
                    "muggins",
                    "one_in",
                    "skunk_from",
                    "max_entrants",
                    "double_skunk_from",
                    "best_of",
                    "expected",
                    "deal_procedure",
                    "sit_outs_reason",
                )
            },
        }

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that most directors leave alone."""
        return [self[name] for name in MORE_FIELDS]


MORE_FIELDS = (
    "deal",
    "deal_procedure",
    "muggins",
    "records_spread",
    "ranking",
    "skunk_from",
    "double_skunk_from",
    "one_in",
    "rounds",
    "repeats_reason",
    "sit_outs_reason",
    "best_of",
    "playoff_format",
    "max_entrants",
    "slug",
    "movement",
    "ladder_top",
)


class EventSettingsForm(WholeForm, PlanFields):
    """The settings of an event; with `plan_is_fixed` without the rules that froze with the first card.

    `games_are_open`: the number of games did not freeze, as on a ladder.
    """

    act_fields = frozenset({"expected"})

    kind = _kind_field()
    games = forms.IntegerField(label=gettext_lazy("Games"))
    starts_at = forms.DateTimeField(
        label=gettext_lazy("First game at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("By the clock of the hall. It stands on the flyer."),
        error_messages={"invalid": gettext_lazy("A time is written like 2026-03-06T09:30.")},
    )
    field_order = [
        "kind",
        "games",
        "expected",
        "max_entrants",
        "starts_at",
        "rounds",
        "repeats_reason",
        "sit_outs_reason",
        "one_in",
        "ranking",
        "records_spread",
        "skunk_from",
        "double_skunk_from",
        "deal",
        "deal_procedure",
    ]

    def __init__(self, *args: Any, plan_is_fixed: bool = False, games_are_open: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"].help_text = events_words.games_hint()
        if plan_is_fixed:
            self.fields["games"].help_text = _("As many as there is time for, but no fewer than are set up.")
            kept = (*(["games"] if games_are_open else []), "one_in", "starts_at", "best_of", "playoff_format")
            self.fields = {name: self.fields[name] for name in kept}


def rules_read_only(event: Event) -> list[tuple[str, str]]:
    """The rules of an event that froze with the first card, as pairs of a label and a value in words."""
    ranking = event.RankingChoice(ranking_in_force(Ranking(event.ranking), is_ladder=event.is_ladder).value).label
    values: dict[str, object] = {
        "ranking": ranking,
        "records_spread": dict(SPREADS)["" if event.records_spread else NO_SPREAD],
        "skunk_from": event.skunk_from or _("No skunks"),
        "double_skunk_from": event.double_skunk_from or _("No double skunks"),
    }
    if event.is_ladder:
        values["ladder_top"] = event.get_ladder_top_display()
    return [(str(EventSettingsForm.base_fields[name].label), str(value)) for name, value in values.items()]


class ExemptionForm(WholeForm, RulesFields):
    """New values of rules that froze with the first card, and why."""

    act_fields = frozenset({"reason"})

    kind = _kind_field()
    games = forms.IntegerField(
        label=gettext_lazy("Games"),
        help_text=gettext_lazy("Games that count for everybody. Games that are on cards already stay."),
    )
    reason = ReasonField(
        help_text=gettext_lazy("Everybody sees it, on the flyer too."),
        error_messages={"required": gettext_lazy("This cannot be empty.")},
    )
    field_order = [
        "kind",
        "games",
        "rounds",
        "repeats_reason",
        "sit_outs_reason",
        "deal",
        "deal_procedure",
        "muggins",
        "movement",
        "ladder_top",
        "ranking",
        "skunk_from",
        "double_skunk_from",
        "reason",
    ]


class HiddenForm(WholeForm):
    """What the public does not see yet."""

    hidden = forms.MultipleChoiceField(
        label=gettext_lazy("Hold back from the public"),
        choices=people_words.parts,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "People with a role still see them. Changes apply at once. Once the qualifiers are posted, hiding "
            "them also hides standings and bracket, which would name them. Entrants, schedule and standings "
            "name the players. While all three are hidden, players see only the IDs of their opponents."
        ),
    )


class QuotaForm(WholeForm):
    """How many qualify instead of one in four, or instead of one in the number that the event says, and why."""

    quota = forms.IntegerField(
        label=gettext_lazy("How many qualify"),
        required=False,
    )
    reason = text_of(
        Event,
        "quota_reason",
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("An exemption is shown to everybody, with this reason."),
    )

    def __init__(self, *args: Any, one_in: int = USUAL_ONE_IN, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["quota"].help_text = events_words.quota_hint(one_in)
