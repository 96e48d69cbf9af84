"""The WSGI application that granian serves."""

import gc
import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from hall.backup import mark

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# No server may start now: data entered during a restore may be lost when it finishes.
if _unfinished := mark.unfinished(settings.DATA_DIR):
    raise ImproperlyConfigured(_unfinished)

# Switch threads after 2 ms instead of 5, since a phone's poll takes less than 2 ms. A shorter interval would slow down
# saving a card, because every poll would interrupt it.
sys.setswitchinterval(0.002)

application = get_wsgi_application()

# Objects that are loaded by now live as long as the process, so garbage collection skips them. It also runs less often:
# a page of standings makes thousands of objects without cycles, and collecting every 700 took a third of its time.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 20, 20)
