"""The site's settings, with the benchmark's addresses added."""

from config.settings import *  # noqa: F403 - all of them

ROOT_URLCONF = "bench.urls"
