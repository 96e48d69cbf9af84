from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_display")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="phones",
            field=models.CharField(
                choices=[
                    ("off", "Paper cards only"),
                    ("beside", "Phones beside paper: the paper card decides"),
                    ("instead", "Phones instead of paper"),
                ],
                default="off",
                max_length=8,
                verbose_name="games told by phone",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("phones__in", ["off", "beside", "instead"])), name="event_phones_known"
            ),
        ),
    ]
