"""Logs: one JSON object a line on standard error, so that standard output stays for what a command answers."""

import sys

import orjson
import structlog


def configure_logs(level: str) -> None:
    """Write what is at least as grave as ``level`` (``debug``, ``info``, ``warning``, ``error``)."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )
