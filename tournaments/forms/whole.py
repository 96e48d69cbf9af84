"""A form over stored values that also submits the values it showed, so that only changed ones are written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.formats import date_format

from tournaments.errors import Overwriting, Refused
from tournaments.forms.page import PageForm
from tournaments.rules.overwriting import is_choice_of, is_same
from tournaments.words import overwriting as overwriting_words
from tournaments.words.moments import moment_text


class TickedAtFirst(forms.HiddenInput):
    """The choices that were ticked at first, in one hidden field. It is sent even if nothing was ticked."""

    def format_value(self, value: Any) -> str:
        return " ".join(map(str, value or ()))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str] | None:
        sent = data.get(name)
        return None if sent is None else str(sent).replace("\0", "").split()


class WholeForm(PageForm):
    """A form whose fields have hidden copies of their initial values (Django's `show_hidden_initial`).

    A valid form has all sent `values`, the values that the page showed (`read`), and those that the user changed
    (`changes`). A value without a hidden copy counts as changed on purpose.

    An action that gets `read` refuses to overwrite values that the page did not show. `put_beside` then adds errors and
    puts the current values into the form. So the user sees them before sending the form again.
    """

    act_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields without a stored value, which belong to the act of changing, such as its reason."""

    is_overtaken = False
    """Whether somebody else has set a value that was changed here."""

    def __getitem__(self, name: str) -> forms.BoundField:
        """Return the bound field; one that shows a stored value also carries that value as a hidden copy."""
        field = self.fields.get(name)
        if field is not None and self.is_read(name) and not field.show_hidden_initial:
            field.show_hidden_initial = True
            if isinstance(field, forms.MultipleChoiceField):
                field.hidden_widget = TickedAtFirst
        return super().__getitem__(name)

    def is_read(self, name: str) -> bool:
        """Whether this field shows a stored value."""
        return name in self.fields and name not in self.act_fields and not self.fields[name].widget.is_hidden

    @property
    def at_first(self) -> dict[str, str]:
        """The hidden copies of the initial values, for a template that draws the controls itself."""
        return {name: self[name].as_hidden(only_initial=True) for name in self.fields if self.is_read(name)}

    def _post_clean(self) -> None:
        """Set `read`, the values that the page showed, and `changes`, the valid values that differ from them."""
        super()._post_clean()  # type: ignore[misc]  # Django's own
        self.read: dict[str, Any] = {}
        for name in self.fields:
            sent = self._sent_initial(name) if self.is_read(name) else None
            if sent is not None:
                self.read[name] = self.cleaned_initial(name, sent)
        self.changes: dict[str, Any] = {
            name: value
            for name, value in self.values.items()
            if name not in self.read or not is_same(value, self._as_shown(name, self.read[name]))
        }

    @property
    def values(self) -> dict[str, Any]:
        """All valid values that were sent, without the `act_fields`."""
        return {name: value for name, value in self.cleaned_data.items() if self.is_read(name)}

    def _sent_initial(self, name: str) -> Any:
        """Return the hidden copy of a field's initial value as it was sent; None if it was not sent."""
        widget = self.fields[name].hidden_widget()
        sent = widget.value_from_datadict(self.data, MultiValueDict(), self[name].html_initial_name)
        # Databases reject NUL, and our pages never send it.
        return sent.replace("\0", "") if isinstance(sent, str) else sent

    def cleaned_initial(self, name: str, sent: Any) -> Any:
        """Return the value that the page showed, cleaned.

        A value that is no longer valid is only converted, or unchanged as sent if that fails too.
        """
        field = self.fields[name]
        for convert in (field.clean, field.to_python):
            try:
                return convert(sent)
            except forms.ValidationError:
                continue
        return sent

    def _as_shown(self, name: str, value: Any) -> Any:
        """Return the value as its control shows it: a time loses its seconds, any other value is unchanged."""
        if isinstance(value, datetime) and self.fields[name].widget.supports_microseconds is False:
            return value.replace(second=0, microsecond=0)
        return value

    def as_sent(self, typed_values: Mapping[str, Any]) -> QueryDict:
        """Return what a browser would submit for this form, with `typed_values` typed into their controls."""
        data = QueryDict(mutable=True)
        for name, field in self.fields.items():
            initial = self.get_initial_for_field(field, name)
            control_values = [str(typed_values[name])] if name in typed_values else _as_sent_by_browser(field, initial)
            data.setlist(self.add_prefix(name), control_values)
            if self.is_read(name):
                data[self[name].html_initial_name] = self._hidden(name, initial)
        return data

    def _hidden(self, name: str, value: Any) -> str:
        """Return the text of the hidden copy of this value."""
        field = self.fields[name]
        hidden = self[name].field.hidden_widget().format_value(field.prepare_value(value))
        return "" if hidden is None else str(hidden)

    # --- After a refusal ---------------------------------------------------------------------------------------------

    def bring_up_to_date(self, refused: Overwriting) -> None:
        """Show the current values in unchanged fields. Add an error to each changed one that somebody else has set."""
        self.is_overtaken = True
        current = refused.current or {}
        values, changes, read = self.values, dict(self.changes), dict(self.read)
        refused_fields = {fault.field for fault in refused.faults}
        data = self._own_data()
        with timezone.override(ZoneInfo(refused.time_zone)):
            for name in read:
                if name not in current or name not in values:
                    continue
                data[self[name].html_initial_name] = self._hidden(name, current[name])
                if name not in changes and name not in refused_fields:
                    data.setlist(self.add_prefix(name), _as_sent_by_browser(self.fields[name], current[name]))
                elif name in refused_fields:
                    message = overwriting_words.set_otherwise(
                        self._said(name, current[name]), self._said(name, values[name]), refused.since.get(name)
                    )
                    self.add_error(name, message)
        self.data = data
        for fault in refused.faults:
            if fault.field not in read:
                # The field is not visible, so the error goes to the whole form.
                self.add_error(None, fault.message)

    def tell_meanwhile(self, refused: Refused) -> None:
        """Show the values that others have set meanwhile, with an error at each such field: such a change may be why the
        act was refused.
        """
        data = self._own_data()
        with timezone.override(ZoneInfo(refused.time_zone)):
            for name, other_change in refused.meanwhile.items():
                if name not in self.read:
                    continue
                data[self[name].html_initial_name] = self._hidden(name, other_change.now)
                data.setlist(self.add_prefix(name), _as_sent_by_browser(self.fields[name], other_change.now))
                self.add_error(
                    name,
                    overwriting_words.set_since(
                        self._said(name, other_change.now), self._said(name, other_change.was), other_change.since
                    ),
                )
        self.data = data

    def carry(self, name: str, value: Any) -> None:
        """Put this value into a hidden field of the form that is shown again."""
        data = self._own_data()
        data[self.add_prefix(name)] = str(self.fields[name].prepare_value(value))
        self.data = data

    def _own_data(self) -> QueryDict:
        """Return a mutable copy of the sent data."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        return data

    def _said(self, name: str, value: Any) -> str:
        """Return a value in words: by the label of a choice, as a date, or as nothing."""
        field = self.fields[name]
        if isinstance(field, forms.BooleanField):
            return overwriting_words.ticked(bool(value))
        if isinstance(value, datetime):
            return moment_text(value)
        if isinstance(field, forms.ChoiceField) and value not in (None, ""):
            labels = {str(key): str(label) for key, label in _flat(field.choices)}
            chosen = value if is_choice_of(value) else [value]
            text = ", ".join(labels.get(str(key), str(key)) for key in chosen)
            return text or overwriting_words.nothing_set()
        if value in (None, "", [], ()):
            return overwriting_words.nothing_set()
        if isinstance(value, date):
            return date_format(value, "DATE_FORMAT")
        return str(field.prepare_value(value))


def _flat(choices: Any) -> list[tuple[Any, Any]]:
    """Return the (key, label) pairs of choices that may be in groups."""
    flat: list[tuple[Any, Any]] = []
    for key, label in choices:
        flat += _flat(label) if isinstance(label, list | tuple) else [(key, label)]
    return flat


def _as_sent_by_browser(field: forms.Field, value: Any) -> list[str]:
    """Return the values that a browser sends for the control of this field if it shows this value."""
    if isinstance(field.widget, forms.CheckboxInput):
        return ["on"] if value else []
    shown = field.widget.format_value(field.prepare_value(value))
    return [str(part) for part in shown] if isinstance(shown, list) else ["" if shown is None else str(shown)]
