from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Models must be loaded before the jobs that use them.
        from config import sign_in, tasks  # noqa: PLC0415
        from tournaments import errors, reachable  # noqa: PLC0415

        if settings.HALL_ADDRESS:
            try:
                reachable.read(settings.HALL_ADDRESS)
            except errors.Malformed as wrong:
                raise ImproperlyConfigured(f"HALL_ADDRESS={settings.HALL_ADDRESS}: {wrong.message}") from wrong
        sign_in.connect()
        tasks.connect()
