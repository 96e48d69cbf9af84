from django.apps import AppConfig


class ScorecardsConfig(AppConfig):
    name = "scorecards"

    def ready(self) -> None:
        # Models must be loaded before the jobs that use them.
        from scorecards import tasks  # noqa: PLC0415

        tasks.connect()
