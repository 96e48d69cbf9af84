"""The site: settings, routes, and the pages, commands and files that span apps."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
