from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_senior_judges")]

    operations = [
        migrations.AlterField(
            model_name="display",
            name="shows",
            field=models.CharField(
                choices=[
                    ("standings", "Standings"),
                    ("seats", "Next seats"),
                    ("missing", "Missing cards"),
                    ("bracket", "Bracket"),
                    ("calls", "Tables that wait for judges"),
                    ("clock", "Clock"),
                    ("announcement", "Announcement"),
                    ("blank", "Nothing"),
                ],
                default="blank",
                max_length=12,
                verbose_name="shows",
            ),
        ),
        migrations.RemoveConstraint(model_name="display", name="display_shows_something_of_an_event"),
        migrations.AddConstraint(
            model_name="display",
            constraint=models.CheckConstraint(
                condition=Q(shows__in=["clock", "announcement", "blank"])
                | Q(shows__in=["standings", "seats", "missing", "bracket", "calls"], event__isnull=False),
                name="display_shows_something_of_an_event",
            ),
        ),
    ]
