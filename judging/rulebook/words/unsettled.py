"""The sentences on who decides if the rulebook is silent. Suggestions that follow are marked as ours."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

UNSETTLED_STEPS = {
    "head_judge_decides": _("No rule says what follows. The head judge decides, and that is final in this tournament."),
    "judges_decide": _("No rule says what follows. The judges decide, and that is final in this tournament."),
}
