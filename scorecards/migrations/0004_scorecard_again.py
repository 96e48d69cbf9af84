from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorecards", "0003_receipt_digest"),
    ]

    operations = [
        migrations.AddField(
            model_name="scorecard",
            name="again",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
