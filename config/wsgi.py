"""The WSGI application that granian serves."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A thread that computes lets the others go on after half a millisecond, not after five: a phone's poll takes less than that.
sys.setswitchinterval(0.0005)

application = get_wsgi_application()
