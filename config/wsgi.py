"""The WSGI application that granian serves."""

import gc
import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from hall.backup import mark

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Whatever serves it: what would be entered now may be gone when the restore is finished.
if _unfinished := mark.unfinished(settings.DATA_DIR):
    raise ImproperlyConfigured(_unfinished)

# A thread that computes lets the others go on after two milliseconds, not after five: a phone's poll takes less than that. More often
# would hold up whoever saves a card, who is turned out for every poll that comes.
sys.setswitchinterval(0.002)

application = get_wsgi_application()

# What is loaded by now stays. A page of standings makes thousands of objects that die with it, and no rings of them: to look for rings
# after every seven hundred of them took a third of its time.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 20)
