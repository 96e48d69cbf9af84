from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Models must be loaded before the jobs that use them.
        from config import sign_in, tasks  # noqa: PLC0415

        sign_in.connect()
        tasks.connect()
