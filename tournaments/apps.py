from django.apps import AppConfig
from django.urls import register_converter

from tournaments.http import NumberConverter


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Let the addresses of all apps name numbers."""
        register_converter(NumberConverter, "number")
