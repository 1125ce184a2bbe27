"""Runs the numbered migrations on the connection that ``service.core.migrate`` hands over, in its transaction."""

from alembic import context

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("Migrations run on the connection of the service: python -m service migrate")

context.configure(connection=connection)
with context.begin_transaction():
    context.run_migrations()
