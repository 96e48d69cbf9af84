from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("judging", "0002_comings_and_rulings")]

    operations = [
        migrations.RemoveField(
            model_name="call",
            name="judge",
        ),
        migrations.RemoveField(
            model_name="call",
            name="taken_at",
        ),
        migrations.RemoveField(
            model_name="call",
            name="taken_by",
        ),
    ]
