"""The rulebook over HTTP. The operations stand in the modules beside this one, which register themselves."""

from service.rulebook.routes import edges, rules
from service.rulebook.routes.desk import desk

__all__ = ["desk", "edges", "rules"]
