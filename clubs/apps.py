from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        # Models must be loaded before the reads that use them.
        from clubs.reads import unnamed  # noqa: PLC0415

        unnamed.connect()
