"""All settings, from the environment. README.md lists every variable read here.

Without any variable the site is set up for a laptop: SQLite, all files under `var/`, no Redis, tasks in the process.
"""

from __future__ import annotations

import os
import re
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env
from marshmallow.validate import Range

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()
# An empty variable counts as unset: docker-compose.yml passes on variables that nobody set.
for _empty in [name for name, value in os.environ.items() if not value]:
    del os.environ[_empty]

DATA_DIR = Path(env.str("DATA_DIR", "") or BASE_DIR / "var").resolve()
_CURE = "allow the user who starts Pegboard to write it, or set DATA_DIR to a folder that can be written."
try:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
except OSError as exc:
    raise ImproperlyConfigured(f"The folder {DATA_DIR} cannot be made ({exc.strerror}): {_CURE}") from exc
if not os.access(DATA_DIR, os.W_OK | os.X_OK):
    raise ImproperlyConfigured(f"The folder {DATA_DIR} can only be read: {_CURE}")
BACKUP_DIR = Path(env.str("BACKUP_DIR", "") or DATA_DIR / "backups").resolve()
BACKUP_KEEP = env.int("BACKUP_KEEP", 30, validate=Range(1))


def _stored_secret() -> str:
    """Return the secret key of this installation: random, made at the first start and stored in DATA_DIR."""
    path = DATA_DIR / "secret_key"
    try:
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    except OSError as exc:
        # Remove a half-written key; the next start makes a new one.
        path.unlink(missing_ok=True)
        raise ImproperlyConfigured(f"{path} cannot be written ({exc.strerror}): make room, or {_CURE}") from exc
    # Another process may have created the file and not yet written it, so an empty file is read again.
    for _attempt in range(100):
        if key := path.read_text(encoding="ascii").strip():
            return key
    raise ImproperlyConfigured(f"{path} is empty. Delete it and start again.")


DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or _stored_secret()
SECRET_KEY_GIVEN = bool(env.str("SECRET_KEY", ""))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", []) or ["localhost", "127.0.0.1", "[::1]"]
HALL_ADDRESS = env.str("HALL_ADDRESS", "")
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
PEGBOARD_DEMO = env.bool("PEGBOARD_DEMO", True)
VERSION = re.search(r"^## (\d+\.\d+\.\d+)", (BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[1]  # type: ignore[index] # a changelog without a version shall stop the start

INSTALLED_APPS = [
    "hall.apps.HallConfig",
    "clubs.apps.ClubsConfig",
    "judging.apps.JudgingConfig",
    "brackets.apps.BracketsConfig",
    "scorecards.apps.ScorecardsConfig",
    "tournaments.apps.TournamentsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "template_partials",
]

# Middleware that answers polls from memory, before other middleware and without a thread (hall/site/at_hand.py). The
# first one says that the process is alive, even while all threads wait for a silent database.
AT_HAND_MIDDLEWARE = [
    "config.health.HealthMiddleware",
    "hall.site.announced.AnnouncedMiddleware",
    "hall.me.live.NothingNewMiddleware",
    "hall.site.kept.KeptAnswersMiddleware",
]
MIDDLEWARE = [
    AT_HAND_MIDDLEWARE[0],
    "hall.site.middleware.AddressMiddleware",
    *AT_HAND_MIDDLEWARE[1:],
    "tournaments.precedence.PrecedenceMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "hall.site.middleware.OwnKeysMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "hall.site.middleware.RefusalMiddleware",
    "hall.site.sign_in.KnownBrowserMiddleware",
    # Must be last: requests that the others refuse are no acts.
    "hall.site.repeats.RepeatsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Where things are kept -------------------------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.parse(
        env.str("DATABASE_URL", "") or f"sqlite:///{DATA_DIR / 'pegboard.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A transaction takes the write lock at its start, and waits for it while others write. Readers never wait.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Checkpoint the write-ahead log early (hall/backup/watch.py), and keep it below a megabyte.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=200; "
        "PRAGMA journal_size_limit=1048576",
    }
else:
    # A server that is switched off does not respond: give up after five seconds, on open connections too.
    _patience = {
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    }
    DATABASES["default"]["OPTIONS"] = {**_patience, **DATABASES["default"].get("OPTIONS", {})}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", "")
if REDIS_URL and not REDIS_URL.startswith(("redis://", "rediss://", "unix://")):
    raise ImproperlyConfigured("REDIS_URL is no address of a Redis: give one like redis://127.0.0.1:6379/0, or none.")


def _cache(name: str, most: int) -> dict[str, Any]:
    """A cache in Redis if there is one, else in each process.

    In a process it has at most `most` entries; when it is full, a third of them is evicted.
    """
    if not REDIS_URL:
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": name,
            "OPTIONS": {"MAX_ENTRIES": most},
        }
    options = {"socket_connect_timeout": 1, "socket_timeout": 2}
    backend = "hall.site.cache.LenientRedisCache"
    return {"BACKEND": backend, "LOCATION": REDIS_URL, "KEY_PREFIX": name, "OPTIONS": options}


# Pages are large and can be rebuilt. They have a cache of their own, so that they do not evict the small link keys.
CACHES = {"default": _cache("default", 20_000), "pages": _cache("pages", 200)}

# For how many seconds each process caches an event's state for visitors' polls.
LIVE_KEPT_SECONDS = 0.25

# --- Jobs ------------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or None
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
# Without a broker, a thread of the process runs the jobs, so that saves need not wait.
JOBS_IN_THREAD = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Worker and scheduler wait for Redis without limit.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# An unavailable broker must not delay a save: try once, briefly; the stored revision tells later that a job is due.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 5, "max_retries": 0}
CELERY_BEAT_SCHEDULE = {
    "recompute-what-is-behind": {"task": "scorecards.tasks.recompute_behind", "schedule": timedelta(seconds=15)},
    "tell-what-is-waiting": {"task": "hall.notices.tasks.tell_waiting", "schedule": timedelta(seconds=15)},
    "forget-doors-every-night": {"task": "hall.site.tasks.forget_doors", "schedule": crontab(hour=9, minute=15)},
    "forget-answers-every-night": {"task": "hall.site.tasks.forget_answers", "schedule": crontab(hour=9, minute=20)},
    "forget-news-every-night": {"task": "hall.notices.tasks.forget_news", "schedule": crontab(hour=9, minute=30)},
    # hall/backup/by_itself.py says when a backup is due.
    "back-up-every-night": {
        "task": "hall.backup.tasks.back_up_at_night",
        "schedule": crontab(hour=9, minute=45),
    },
    "check-standings-every-night": {
        "task": "scorecards.tasks.check_all_standings",
        "schedule": crontab(hour=9, minute=0),
    },
}

# --- People ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournaments.User"
# The second backend is for sessions started with it, and for logins without a request.
AUTHENTICATION_BACKENDS = ["hall.site.sign_in.LimitedBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "sign_in"
CSRF_FAILURE_VIEW = "hall.site.middleware.form_open_too_long"
LOGIN_REDIRECT_URL = "tournaments:list"
LOGOUT_REDIRECT_URL = "tournaments:list"

# How many proxies are in front. The client's address is the entry of X-Forwarded-For at this position from the end.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", 0, validate=Range(0, 10))

EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_PORT = env.int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", True)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "pegboard@localhost")
# An unavailable mail server must not delay other mails.
EMAIL_TIMEOUT = 10

# Push services of the browsers. If a client gives any other address, this site sends no notices to it.
PUSH_SERVICES = [
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
]

# --- Words and times -------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# The name of each language is in that language, so that its readers find it.
LANGUAGES = [("en", "English"), ("fr-ca", "Français"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
FORMAT_MODULE_PATH = "config.formats"
LANGUAGE_COOKIE_AGE = int(timedelta(days=365).total_seconds())
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- What the browser gets -------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
SESSION_ENGINE = "hall.site.sessions"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# A laptop serves plain HTTP; behind a proxy with a certificate, HTTPS=1 makes the cookies secure.
HTTPS = env.bool("HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 3600

DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
# Requests that take longer are ended, and larger ones refused. docker-compose.yml has the same limits.
REQUEST_SECONDS = env.int("REQUEST_SECONDS", 20, validate=Range(1, 60))
REQUEST_MOST_BYTES = 12_000_000

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "hall.site.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PARSER_CLASSES": ["config.api.JSONBody"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "config.api.Pages",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    "EXCEPTION_HANDLER": "config.api.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Pegboard",
    "DESCRIPTION": "Cribbage tournaments under American Cribbage Congress rules.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PATH_CONVERTER_OVERRIDES": {"number": {"type": "integer", "minimum": 0, "maximum": 999_999_999}},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "hall.site.api_pages.describe_addresses",
        "hall.site.api_pages.describe_repeats",
    ],
    "ENUM_NAME_OVERRIDES": {
        "DiscrepancyOutcomeEnum": "scorecards.crosscheck.api.crosscheck.OUTCOMES",
        "DiscrepancyStateEnum": "scorecards.crosscheck.api.crosscheck.STATES",
        "EntrantStatusEnum": "tournaments.models.Entry.Status",
        "FeeKindEnum": "tournaments.models.Fee.Kind",
        "HonourKindEnum": "brackets.models.Honour.Kind",
        "KindEnum": "tournaments.models.Event.Kind",
        "LedgerKindEnum": "tournaments.models.LedgerLine.Kind",
        "RegistrationStateEnum": "tournaments.models.Registration.State",
        "RelationKindEnum": "tournaments.models.Relation.Kind",
        "ItemKindEnum": "brackets.models.Item.Kind",
        "PayoutKindEnum": "brackets.models.Payout.Kind",
        "PrizeKindEnum": "brackets.models.Prize.Kind",
        "PhaseEnum": "tournaments.models.Event.PhaseChoice",
        "MemberKindEnum": "clubs.models.Member.Kind",
        "RoleKindEnum": "tournaments.models.Role.Kind",
        "StandingsStatusEnum": "scorecards.standings.api.standings.STATUSES",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"keys": {"()": "config.logs.WithoutKeys"}, "away": {"()": "config.logs.AwayInOneLine"}},
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["away", "keys"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
