from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class HallConfig(AppConfig):
    name = "hall"

    def ready(self) -> None:
        # Models must be loaded before the jobs that use them; Celery knows a job once its module is imported.
        from hall.backup import tasks as backup_tasks  # noqa: PLC0415
        from hall.notices import tasks as notices_tasks  # noqa: PLC0415
        from hall.site import sign_in, tasks  # noqa: F401, PLC0415
        from tournaments import errors, reachable  # noqa: PLC0415

        if settings.HALL_ADDRESS:
            try:
                reachable.read(settings.HALL_ADDRESS)
            except errors.Malformed as wrong:
                raise ImproperlyConfigured(f"HALL_ADDRESS={settings.HALL_ADDRESS}: {wrong.message}") from wrong
        sign_in.connect()
        notices_tasks.connect()
        backup_tasks.connect()
