from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_removed_from_play")]

    operations = [
        migrations.AddField(
            model_name="role",
            name="is_senior",
            field=models.BooleanField(default=False, help_text="A senior judge, as the ACC examines them."),
        ),
        migrations.AddConstraint(
            model_name="role",
            constraint=models.CheckConstraint(
                condition=Q(is_senior=False) | Q(kind="judge"), name="only_a_judge_is_senior"
            ),
        ),
    ]
