"""What is done above the single apps: steps reopened, accounts for the demonstration, a whole tournament brought in."""

from config.actions.accounts import open_account
from config.actions.importing import import_tournament
from config.actions.reopening import LONGEST_REASON, reopen_phase

__all__ = ["LONGEST_REASON", "import_tournament", "open_account", "reopen_phase"]
