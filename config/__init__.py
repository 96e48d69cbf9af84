"""How the site is set up: settings, addresses, the processes that serve it, and the form of an error in the API."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
