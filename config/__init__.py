"""How the site is set up: settings, addresses, the processes that serve it, and the format of API errors."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
