from django.apps import AppConfig
from django.urls import register_converter

from tournaments.http import NumberConverter


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Register the path converter `number` for all apps."""
        register_converter(NumberConverter, "number")
