"""Throw the stored standings away: they tell of cards that are not in what only cards that are in can tell. Whoever asks next has
them computed anew."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("scorecards", "StandingsSnapshot").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("scorecards", "0007_told_games")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
