"""Cards kept in a spreadsheet: looked at first, then brought in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scorecards.cards import words as cards_words
from scorecards.cards.actions.bringing_in import (
    CardLooked,
    Files,
    bring_in_cards,
    look_at_stack,
)
from scorecards.cards.actions.stack_files import CsvFault, CsvFile, Stack, look_at_files
from scorecards.cards.forms import FilesForm
from tournaments.access import Need, Rights, event_for
from tournaments.models import Event
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of

MOST_FAULTS = 100
"""How many faults are shown at once."""


@dataclass(frozen=True, slots=True)
class FaultShown:
    """A fault beside what stands in its cell, and its rule in words."""

    fault: CsvFault
    value: str
    rule: str


@dataclass(frozen=True, slots=True)
class Looked:
    """What the files say: their faults, and their cards beside those recorded. `mark` identifies both."""

    stack: Stack
    files: Files
    cards: Sequence[CardLooked]
    event: Event
    mark: str

    @property
    def faults(self) -> list[FaultShown]:
        """The first faults in the order of files, lines and columns."""
        return [
            FaultShown(fault, self.stack.value_at(fault), cards_words.cited(fault.rule, self.event.edition))
            for fault in self.stack.faults_in_order[:MOST_FAULTS]
        ]

    @property
    def more(self) -> int:
        """How many faults are not shown."""
        return max(0, len(self.stack.faults) - MOST_FAULTS)

    @property
    def to_save(self) -> list[CardLooked]:
        """The cards that saving would change."""
        return [card for card in self.cards if card.is_changed]


@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Bring in cards from a spreadsheet: the first POST looks at them, one with `save` writes all of them or none.

    Other cards than those that were looked at are looked at first.
    """
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    if request.method != "POST" or not this_event.is_seated:
        return _page(request, this_event, rights, FilesForm())
    form = FilesForm(request.POST, request.FILES)
    looked = None
    with Attempt(form):
        values = cleaned(form)
        looked = _look(request, this_event, values["cards"], values["totals"])
        if "save" in request.POST and not looked.stack.faults:
            if values["seen"] != looked.mark:
                form.add_error(
                    None,
                    _("The list or its cards changed after you looked. This is how it is now: look, then save it."),
                )
                cleaned(form)
            count = bring_in_cards(
                event=this_event,
                stack=looked.stack,
                files=looked.files,
                rights=rights,
                seen={card.seat: card.version for card in looked.cards},
                actor=actor_of(request),
            )
            text = ngettext("%(n)d card is saved.", "%(n)d cards are saved.", count)
            messages.success(request, text % {"n": count})
            return redirect("scorecards:cards", tournament, event)
    if looked is not None:
        # Show the text of a file in the text field, where it can be corrected.
        form.data = {**request.POST.dict(), **form.cleaned_data, "seen": looked.mark}
    return _page(request, this_event, rights, form, looked)


def _look(request: HttpRequest, event: Event, cards: str, totals: str) -> Looked:
    """Read these texts and compare them with the cards of the event."""
    totals_file = CsvFile(_("Own totals"), totals.encode(errors="replace")) if totals.strip() else None
    files = Files(None, CsvFile(_("Cards"), cards.encode(errors="replace")), totals_file)
    stack = look_at_files(None, files.cards, files.totals, edition=event.edition)
    looked_cards = look_at_stack(event=event, stack=stack, files=files, actor=actor_of(request))
    # A browser changes the line breaks of a text that it sends back.
    texts = [re.sub("\r\n?", "\n", text) for text in (cards, totals)]
    versions = [(card.seat, card.version) for card in looked_cards]
    mark = sha256(repr((texts, versions)).encode(errors="replace")).hexdigest()[:32]
    return Looked(stack, files, looked_cards, event, mark)


def _page(
    request: HttpRequest, event: Event, rights: Rights, form: FilesForm, looked: Looked | None = None
) -> HttpResponse:
    context = {"current": "cards", "place": "type", "form": form, "looked": looked}
    status = status_of(form)
    if status == 200 and looked is not None and looked.stack.faults and "save" in request.POST:
        status = 422
    return show(request, "scorecards/cards/bring_in.html", event, rights, context, status=status)
