"""Forms of the standings' pages: posting the list, and the playoff order of a tied group."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorecards.cards.forms import LARGEST_NUMBER
from scorecards.crosscheck import words as crosscheck_words
from tournaments.forms.fields import ReasonField
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import MAX_REASON


class PostingForm(PageForm):
    """Posting the list. The first time the form only asks; the second time, with `sure`, the list is posted.

    `revision` is the revision of the list that was shown. `reason` says why lines that could change who qualifies are
    not read again; without such lines the form has no such field.
    """

    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)
    revision = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_NUMBER, widget=forms.HiddenInput)
    reason = ReasonField(
        label=_("Why they are not read"),
        required=False,
        help_text=_("It stands in the log. Both papers of each game lie in your hand, for example."),
    )

    def __init__(self, *args: Any, unread: int | None = None, **more: Any) -> None:
        """`unread` is the number of lines that are not read again. If it is None, the action decides whether a reason is
        required."""
        super().__init__(*args, **more)
        if unread == 0:
            del self.fields["reason"]
        elif unread:
            self.fields["reason"].required = True
            self.fields["reason"].error_messages["required"] = crosscheck_words.why_unread(300)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("sure") and cleaned.get("revision") is None:
            self.add_error(None, _("Look at the list first, then post it."))
        return cleaned


class OrderForm(WholeForm):
    """The playoff order of a tied group: the seats in the field `order`, or a field `place-…` for each of `members`.

    The page also sends the order that was recorded, as the optimistic lock.
    """

    act_fields = frozenset({"reason", "members"})

    order = forms.CharField(max_length=4000, required=False)
    reason = forms.CharField(max_length=MAX_REASON, required=False)
    members = forms.CharField(max_length=4000, required=False)

    def seats(self) -> list[str]:
        """The seats, best first."""
        return self.cleaned_data["seats"]  # type: ignore[no-any-return] # cleaned data is untyped

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seats = cleaned.get("order", "").split()
        if not seats:
            seats = self._in_order(cleaned.get("members", "").split())
        cleaned["seats"] = seats
        return cleaned

    def _in_order(self, members: Iterable[str]) -> list[str]:
        """Sort the members by their places; ValidationError if the places are not exactly 1 to their number."""
        placed = {seat: str(self.data.get(f"place-{seat}", "")).strip() for seat in members}
        places = [str(number) for number in range(1, len(placed) + 1)]
        if not placed or sorted(placed.values()) != sorted(places):
            raise forms.ValidationError(_("Give every player of the group a place of their own, 1 for the first."))
        return sorted(placed, key=lambda seat: int(placed[seat]))
