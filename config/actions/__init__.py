"""What is done above the single apps: steps reopened, accounts for the demonstration, a whole tournament brought in, news."""

from config.actions.accounts import open_account
from config.actions.importing import import_tournament
from config.actions.news import ask_for_mails, choose_news, confirm_mails, end_news, tell_browser
from config.actions.reopening import reopen_phase
from config.actions.reporting import LONGEST_NOTES, note_report

__all__ = [
    "LONGEST_NOTES",
    "ask_for_mails",
    "choose_news",
    "confirm_mails",
    "end_news",
    "import_tournament",
    "note_report",
    "open_account",
    "reopen_phase",
    "tell_browser",
]
