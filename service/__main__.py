"""The command line: ``python -m service COMMAND``, or ``pitbook COMMAND`` where it is installed.

A command's module is imported when the command is asked for, and not before: help and small commands answer at
once, and the migration tool stays out of the server's start.
"""

from importlib import import_module
from typing import Final

import click

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "run": ("service.commands.run", "Set up the demo house, play its recorded day, keep serving."),
    "demo": ("service.commands.demo", "The same in a database of its own, and stop."),
    "serve": ("service.commands.serve", "Answer requests, until stopped."),
    "worker": ("service.commands.worker", "Work on jobs woken by the broker, until stopped."),
    "migrate": ("service.commands.migrate", "Bring the database to this release's schema."),
    "seed": ("service.commands.seed", "Publish the rulebook of seeds/; set up a property."),
    "keys": ("service.commands.keys", "Issue, list and revoke the keys of people and devices."),
    "openapi": ("service.commands.openapi", "Print the API's description, or check the committed one."),
    "bench": ("service.commands.bench", "Measure the service against a yardstick of the same run."),
    "doctor": ("service.commands.doctor", "Check database, schema, rulebook, keys and broker."),
}
"""Name of a command -> the module whose ``command`` it is, and what it is for."""


class LazyCommands(click.Group):
    """A group that imports a command's module only to run that command."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """The commands in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write what each command is for, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
def commands() -> None:
    """Pitbook, the table-games back office. Settings come from PITBOOK_* variables; see the README."""


def main() -> None:
    """Run the command line of this process."""
    commands(prog_name="python -m service")


if __name__ == "__main__":
    main()
