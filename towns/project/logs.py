"""Log lines for people and machines: each carries the town and the case it is about; faults can go to Sentry."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import structlog
from django.http import HttpRequest, HttpResponse

#: What runs over every line, ours and the libraries' alike.
_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def config(level: str, *, as_json: bool) -> dict[str, Any]:
    """Django's LOGGING: one line an event, in words or as JSON, with the town and case bound by `LogContextMiddleware`
    and by the record."""
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.processors.LogfmtRenderer(
            key_order=["timestamp", "level", "logger", "town", "case", "event"], drop_missing=True
        )
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    renderer,
                ],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True, "level": "INFO"},
            # Says at every connection that files have no host name.
            "kombu.connection": {"level": "ERROR"},
            "fontTools": {"level": "WARNING"},
            "weasyprint": {"level": "WARNING"},
        },
    }


class LogContextMiddleware:
    """Binds what a page is about to every line that is logged while it is made: request, town, case."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=uuid4().hex[:12])
        try:
            return self.get_response(request)
        finally:
            structlog.contextvars.clear_contextvars()

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Town and case stand in the address."""
        about = {"town": kwargs.get("town"), "case": kwargs.get("number")}
        structlog.contextvars.bind_contextvars(**{key: value for key, value in about.items() if value})


def tell_sentry() -> None:
    """Send faults to Sentry where SENTRY_DSN is set and its library is installed; nothing about people goes along."""
    dsn = os.environ.get("SENTRY_DSN", "")
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise SystemExit(
            "SENTRY_DSN is set, but sentry-sdk is not installed: pip install sentry-sdk."
        ) from None
    sentry_sdk.init(dsn=dsn, send_default_pii=False, max_request_body_size="never")
