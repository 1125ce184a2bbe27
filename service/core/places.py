"""Where the data files stand that travel with the code: beside the packages, in a clone and in an installed wheel."""

from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).resolve().parents[2]

MIGRATIONS: Final = HOME / "migrations"
SEEDS: Final = HOME / "seeds"
DEMO_PROPERTY: Final = SEEDS / "demo" / "property.toml"
DEMO_DAY: Final = SEEDS / "demo" / "day.json"
