from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0015_languages"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="daychange",
            name="day_change_kind_known",
        ),
        migrations.AlterField(
            model_name="daychange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("away", "Away"),
                    ("late", "Late entry"),
                    ("course", "Moved another way"),
                    ("award", "Game awarded"),
                    ("substitute", "Substitute"),
                    ("removed", "Removed from play"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="daychange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["away", "late", "course", "award", "substitute", "removed"])),
                name="day_change_kind_known",
            ),
        ),
    ]
