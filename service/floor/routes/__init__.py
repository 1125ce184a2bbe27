"""The floor over HTTP. The operations stand in the modules beside this one, which register themselves."""

from service.floor.routes import open_rounds, rounds, sessions, settlements, tables
from service.floor.routes.desk import desk

__all__ = ["desk", "open_rounds", "rounds", "sessions", "settlements", "tables"]
