"""The site's settings, with the addresses of the benchmark beside its own."""

from config.settings import *  # noqa: F403 - all of them

ROOT_URLCONF = "bench.urls"
