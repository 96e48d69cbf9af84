"""The shape of what the pages of tournaments, entrants, seats and people send; what it means is decided elsewhere.

A field that the program itself would refuse is only read here: the action names the fault, the page puts it beside its field.
"""

from tournaments.forms.announcements import AnnouncementForm
from tournaments.forms.displays import DisplayNameForm, HallAddressForm, RenameForm, ShowForm
from tournaments.forms.entering import DeskForm, ListForm
from tournaments.forms.entrants import (
    CorrectEntrantForm,
    EntrantForm,
    FreeSeatForm,
    LinkForm,
    PastedLine,
    PasteForm,
    RemoveForm,
    StatusForm,
    WhoForm,
    tidy_number,
)
from tournaments.forms.events import (
    NO_SPREAD,
    PRESETS,
    EventForm,
    EventSettingsForm,
    ExemptionForm,
    HiddenForm,
    QuotaForm,
)
from tournaments.forms.money import FeeChangeForm, FeeForm, LedgerForm, MoneyForm, ReversalForm
from tournaments.forms.people import (
    AccountForm,
    CodeForm,
    HeadForm,
    HeldForm,
    InviteForm,
    LinkKeyForm,
    NewcomerForm,
    RelationForm,
    RoleForm,
    SameForm,
    SeniorForm,
)
from tournaments.forms.registrations import AcceptForm, CorrectionForm, DeclineForm, RegistrationForm, SendBackForm
from tournaments.forms.round import ClockForm, DayForm, MixUpForm, ReasonForm, read_boards, typed_boards
from tournaments.forms.seats import DrawForm, SwapForm, TablesForm
from tournaments.forms.tournaments import CopyForm, FlyerForm, NewTournamentForm, TournamentForm
from tournaments.forms.whole import WholeForm

__all__ = [
    "NO_SPREAD",
    "PRESETS",
    "AcceptForm",
    "AccountForm",
    "AnnouncementForm",
    "ClockForm",
    "CodeForm",
    "CopyForm",
    "CorrectEntrantForm",
    "CorrectionForm",
    "DayForm",
    "DeclineForm",
    "DeskForm",
    "DisplayNameForm",
    "DrawForm",
    "EntrantForm",
    "EventForm",
    "EventSettingsForm",
    "ExemptionForm",
    "FeeChangeForm",
    "FeeForm",
    "FlyerForm",
    "FreeSeatForm",
    "HallAddressForm",
    "HeadForm",
    "HeldForm",
    "HiddenForm",
    "InviteForm",
    "LedgerForm",
    "LinkForm",
    "LinkKeyForm",
    "ListForm",
    "MixUpForm",
    "MoneyForm",
    "NewTournamentForm",
    "NewcomerForm",
    "PasteForm",
    "PastedLine",
    "QuotaForm",
    "ReasonForm",
    "RegistrationForm",
    "RelationForm",
    "RemoveForm",
    "RenameForm",
    "ReversalForm",
    "RoleForm",
    "SameForm",
    "SendBackForm",
    "SeniorForm",
    "ShowForm",
    "StatusForm",
    "SwapForm",
    "TablesForm",
    "TournamentForm",
    "WhoForm",
    "WholeForm",
    "read_boards",
    "tidy_number",
    "typed_boards",
]
