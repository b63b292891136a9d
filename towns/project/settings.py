"""The installation's settings; everything that differs between installations comes from the environment."""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from towns.project import embedded, environment, logs

BASE_DIR: Path = environment.CHECKOUT
HOME: Path = environment.home()

# A command that needs neither database nor pages (deadlines, determine, …) must leave no files behind.
LIGHT = environment.flag("TOWN_DOCKET_LIGHT")
SECRET_KEY = "light" if LIGHT else environment.secret_key(HOME)
DEBUG = environment.flag("DEBUG")

# Where the public finds this installation. With https everything that protects cookies is on.
SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
_site = urlsplit(SITE_URL)
_secure = _site.scheme == "https"
ALLOWED_HOSTS = environment.listed("ALLOWED_HOSTS") + (
    [_site.hostname] if _site.hostname else ["localhost", "127.0.0.1", "[::1]"]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL] if _secure else []

INSTALLED_APPS = [
    "towns.project",
    "towns",
    "permitting",
    "enforcement",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "crispy_forms",
    "django_fsm",
    "django_htmx",
]

MIDDLEWARE = [
    "towns.project.logs.LogContextMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "towns.project.headers.ContentSecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "towns.access.tenancy.TownMiddleware",
    "towns.project.unreadable.UnreadableMiddleware",
]

ROOT_URLCONF = "towns.project.urls"
WSGI_APPLICATION = "towns.project.wsgi.application"
ASGI_APPLICATION = "towns.project.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "towns.access.context.frame",
            ],
        },
    }
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "uswds"
CRISPY_TEMPLATE_PACK = "uswds"

# "default" is the application's role, which row-level security binds; "owner" owns the tables and only migrates.
_app_url = os.environ.get("DATABASE_URL")
_owner_url = os.environ.get("DATABASE_OWNER_URL") or _app_url
DATABASES: dict[str, dict[str, object]] = {
    "default": environment.database(_app_url) if _app_url else embedded.database(HOME, embedded.APP),
    "owner": environment.database(_owner_url) if _owner_url else embedded.database(HOME, embedded.OWNER),
}
for _entry in DATABASES.values():
    _entry["CONN_MAX_AGE"] = 60
    _entry["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

AUTH_USER_MODEL = "towns.Person"
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Towns keep Massachusetts time; moments are stored in UTC and shown in the town's zone.
LANGUAGE_CODE = "en-us"
TIME_ZONE = "America/New_York"
USE_I18N = True
USE_TZ = True

# A simulated today for demonstrations: the day named, running on from the moment it was set (see towns/today.py).
DOCKET_TODAY = os.environ.get("DOCKET_TODAY", "")
DOCKET_TODAY_SET = os.environ.get("DOCKET_TODAY_SET", "")

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or HOME / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
# Hashed names need a collected folder; `manage.py demo` and an installation collect and then say so.
_hashed = environment.flag("STATIC_COLLECTED")
WHITENOISE_USE_FINDERS = not _hashed
WHITENOISE_AUTOREFRESH = DEBUG
# Documents are never below the static tree: a view checks who may read one before it is sent.
MEDIA_ROOT = Path(os.environ.get("DOCUMENTS_DIR") or HOME / "documents")
MEDIA_URL = ""
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
DOCUMENT_MAX_BYTES = 50 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Documents: a folder, or any other store of Django's kind (docs/install.md), such as one that speaks S3.
    "documents": {
        "BACKEND": os.environ.get("DOCUMENTS_STORAGE", "towns.documents.storage.DurableFileSystemStorage"),
        "OPTIONS": json.loads(os.environ.get("DOCUMENTS_STORAGE_OPTIONS", "{}")),
    },
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if _hashed
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

if os.environ.get("EMAIL_HOST"):
    EMAIL_HOST = os.environ["EMAIL_HOST"]
    EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
    EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
    EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
    EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS", default=True)
    EMAIL_TIMEOUT = 30
else:
    # Without a mail server each message is a file, so nothing is lost and nothing leaves the machine.
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(HOME / "mail")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "docket@localhost")

SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_SECURE = _secure
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = _secure
CSRF_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = _secure
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if _secure else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if environment.flag("BEHIND_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Other sites of the town's domain are not ours to force onto https, or into browsers' preload lists.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = logs.config(os.environ.get("LOG_LEVEL", "INFO"), as_json=environment.flag("LOG_JSON"))
logs.tell_sentry()
