"""${message}

What it changes, what it locks, and for how long on a large database.
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


# There is no way down: money is never unrecorded. Go back by restoring the backup that was taken before.
