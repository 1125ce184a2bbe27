"""Wiring: settings in, a Flask application out, nothing else."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from flask import Flask, Response, redirect
from flask_swagger_ui import get_swaggerui_blueprint

from engine.catalogue import GAMES
from service.audit import routes as audit
from service.cage import routes as cage
from service.core import health
from service.core.auth import Authenticator
from service.core.clock import Clock, now_us
from service.core.database import make_engine
from service.core.installation import read_cursor_secret
from service.core.openapi import build_spec, dump_spec
from service.core.operations import Desk, Services
from service.core.paging import Cursors
from service.core.settings import Settings
from service.core.uow import Database
from service.core.web import mount
from service.floor import routes as floor
from service.rulebook import routes as rulebook
from service.staff import routes as staff
from service.staff.usecases import make_key_lookup

DESKS: Final[tuple[Desk, ...]] = (floor.desk, cage.desk, rulebook.desk, audit.desk, staff.desk, health.desk)


def create_services(settings: Settings, wake_jobs: Callable[[int], None], clock: Clock = now_us) -> Services:
    """What a process works with. Raises SettingsError where the database is not migrated."""
    engine = make_engine(settings)
    return Services(settings, Database(engine, clock), Cursors(read_cursor_secret(engine)), wake_jobs)


def create_app(services: Services) -> Flask:
    """The application over some services."""
    app = Flask("pitbook", static_folder=None)
    mount(
        app,
        (operation for desk in DESKS for operation in desk.operations),
        services,
        Authenticator(make_key_lookup(services.database.engine)),
    )
    app.add_url_rule("/", "start", lambda: redirect("/docs/"))
    app.add_url_rule("/openapi.yaml", "openapi", lambda: Response(_description(), mimetype="application/yaml"))
    config = {"app_name": "Pitbook API", "validatorUrl": None, "persistAuthorization": True}
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.yaml", config))
    return app


@cache
def _description() -> str:
    """What the process says of itself; written out at the first request for it, not at every start."""
    return dump_spec(make_spec())


def _header_schema(record: Mapping[str, object], events_key: str) -> Mapping[str, object]:
    """A record without its events; nothing is required, because a round before may have left it."""
    properties = record["properties"]
    assert isinstance(properties, dict)
    told = {key: shape for key, shape in properties.items() if key != events_key}
    title = f"What a round is opened with. {record['title']}"
    return {**record, "title": title, "properties": told, "required": []}


def make_spec() -> dict[str, Any]:
    """The description of the API, generated from the code."""
    documents = {}
    for game in GAMES.values():
        camel = "".join(word.capitalize() for word in game.name.split("_"))
        documents[f"{camel}Record"] = game.record_schema
        documents[f"{camel}Holding"] = game.holding_schema
        documents[f"{camel}Terms"] = game.terms_schema
        if game.growth is not None:
            documents[f"{camel}Event"] = game.growth.event_schema
            documents[f"{camel}Header"] = _header_schema(game.record_schema, game.growth.events_key)
    return build_spec(DESKS, documents)
