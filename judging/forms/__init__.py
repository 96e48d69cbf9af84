"""What is typed where judges are called and rule."""

from judging.forms.calls import CallForm, ComeForm, DeclineForm, SendForm, TableCallForm
from judging.forms.rulings import ConductForm, RulingForm, SearchForm, TakingBackForm

__all__ = [
    "CallForm",
    "ComeForm",
    "ConductForm",
    "DeclineForm",
    "RulingForm",
    "SearchForm",
    "SendForm",
    "TableCallForm",
    "TakingBackForm",
]
