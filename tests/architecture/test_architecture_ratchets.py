"""The house rules that no linter knows, held over every file; and each rule against a planted fault."""

from collections.abc import Iterable

import pytest

from support import ratchets
from support.ratchets import Ratchet
from support.sources import Source, parse, python_sources

OWN = ("engine", "service")


# Lookups that are sparse by their meaning: what is not listed is worth nothing.
SPARSE = {
    "row.get(head >> 4 << 4, 0)": "a royalty schedule lists the hands that earn one",
    "bets.front_pair.get(front.word, 0)": "a side bet's paytable lists the fronts that win",
    "cuts.get(seat, 0)": "only seats above the payout cap are cut",
    "scoopers.get(hand.seat, 0)": "a tally of scoops",
    "table.runs.get(seat, 0)": "a tally of hands in a row; a seat without a run has none",
    "table.fantasyland.get(seat, 0)": "only seats in Fantasyland are listed with their cards",
    "found.get('fantasyland', 0)": "an optional key: who is not in Fantasyland has no cards of it",
    "switches.get('stake', 1)": "read before switches are complete; one that is missing has been refused already",
    "moved.get((pair.a, pair.b), 0)": "chips that moved, of which there may be none",
    "moved.get((pair.b, pair.a), 0)": "chips that moved, of which there may be none",
}


def findings(ratchet: Ratchet, sources: Iterable[Source], allowed: tuple[str, ...] = ()) -> list[str]:
    return [found for source in sources if not source.path.startswith(allowed) for found in ratchet(source)]


def money_path() -> list[Source]:
    return [
        source
        for source in python_sources("engine")
        if source.path.startswith(("engine/settlement.py", "engine/money.py", "engine/games/"))
    ]


def test_there_are_sources_to_judge() -> None:
    assert len(python_sources("engine")) > 10
    assert len(python_sources("service")) > 10
    assert len(money_path()) > 5


def test_a_transaction_is_committed_in_the_unit_of_work_alone() -> None:
    assert findings(ratchets.commits, python_sources(*OWN), ("service/core/uow.py",)) == []


def test_the_environment_is_read_in_the_settings_alone() -> None:
    assert findings(ratchets.environment_reads, python_sources(*OWN), ("service/core/settings.py",)) == []


def test_the_time_is_read_in_the_clock_alone() -> None:
    measuring = ("engine/benchmarks.py",)
    assert findings(ratchets.clock_reads, python_sources(*OWN), ("service/core/clock.py", *measuring)) == []


def test_no_function_is_longer_than_sixty_lines() -> None:
    assert findings(ratchets.long_functions, python_sources(*OWN)) == []


def test_no_module_is_longer_than_three_hundred_lines() -> None:
    assert findings(ratchets.long_module, python_sources(*OWN)) == []


def test_every_public_name_has_a_docstring_that_says_more_than_the_name() -> None:
    assert findings(ratchets.empty_docstrings, python_sources(*OWN)) == []


def test_no_float_stands_near_money() -> None:
    assert findings(ratchets.floats, money_path()) == []


def test_no_table_is_completed_with_zeros_in_silence() -> None:
    found = findings(ratchets.zero_defaults, python_sources(*OWN))
    assert [line for line in found if line.partition(" ")[2] not in SPARSE] == []


def test_no_handler_swallows_everything() -> None:
    assert findings(ratchets.broad_excepts, python_sources(*OWN)) == []


def test_migrations_import_nothing_of_ours() -> None:
    assert findings(ratchets.own_imports, python_sources("migrations")) == []


def test_every_skipped_test_says_why() -> None:
    assert findings(ratchets.unexplained_skips, python_sources("tests")) == []


PLANTED: list[tuple[Ratchet, str]] = [
    (ratchets.commits, "connection.commit()"),
    (ratchets.commits, "with engine.begin() as connection: pass"),
    (ratchets.environment_reads, "import os\nos.environ['HOME']"),
    (ratchets.environment_reads, "from os import getenv"),
    (ratchets.clock_reads, "import time\nstarted = time.time()"),
    (ratchets.clock_reads, "from time import monotonic"),
    (ratchets.clock_reads, "from datetime import datetime\ndatetime.now()"),
    (ratchets.clock_reads, "func.now()"),
    (ratchets.clock_reads, "text('UPDATE jobs SET at = CURRENT_TIMESTAMP')"),
    (ratchets.long_functions, "def long():\n" + "    pass\n" * 60),
    (ratchets.long_module, "pass\n" * 301),
    (ratchets.empty_docstrings, "'''States the rule.'''\ndef settle(): pass"),
    (ratchets.empty_docstrings, "'''States the rule.'''\ndef settle_round():\n    '''Settle the round.'''"),
    (ratchets.empty_docstrings, "'''States the rule.'''\nclass Round:\n    '''As read.'''\n    def bets(self): pass"),
    (ratchets.empty_docstrings, "MAX = 3"),
    (ratchets.floats, "commission = 0.05"),
    (ratchets.floats, "float(stake_minor)"),
    (ratchets.floats, "round(stake_minor)"),
    (ratchets.zero_defaults, "royalties.get(category, 0)"),
    (ratchets.zero_defaults, "royalties.setdefault(category, 1)"),
    (ratchets.broad_excepts, "try: pass\nexcept: pass"),
    (ratchets.broad_excepts, "try: pass\nexcept Exception as error: log(error)"),
    (ratchets.broad_excepts, "try: pass\nexcept (ValueError, BaseException): pass"),
    (ratchets.own_imports, "from service.core.models import metadata"),
    (ratchets.own_imports, "import engine.cards as cards"),
    (ratchets.unexplained_skips, "@pytest.mark.skip\ndef test_it(): pass"),
    (ratchets.unexplained_skips, "@pytest.mark.xfail(strict=True)\ndef test_it(): pass"),
    (ratchets.unexplained_skips, "pytest.skip()"),
]


@pytest.mark.parametrize(("ratchet", "text"), PLANTED)
def test_each_rule_finds_a_planted_fault(ratchet: Ratchet, text: str) -> None:
    assert len(ratchet(parse("planted.py", text))) >= 1


CLEAN: list[tuple[Ratchet, str]] = [
    (ratchets.commits, "uow.after_commit.append(step)"),
    (ratchets.clock_reads, "time.sleep(1)\nnow_us = clock()"),
    (ratchets.long_functions, "def long():\n" + "    pass\n" * 59),
    (ratchets.long_module, "pass\n" * 300),
    (ratchets.empty_docstrings, "'''States the rule.'''\ndef settle():\n    '''Pay what is won.'''\ndef _add(): pass"),
    (ratchets.floats, "half = Fraction(1, 2)\ncents = 5 // 2"),
    (ratchets.zero_defaults, "tally[seat] = tally.get(seat, 0) + 1"),
    (ratchets.zero_defaults, "headers.get(name)\ntitles.get(code, '')"),
    (ratchets.broad_excepts, "try: pass\nexcept BaseException:\n    undo()\n    raise"),
    (ratchets.unexplained_skips, "@pytest.mark.skipif(no_disk, reason='needs a disk')\ndef test_it(): pass"),
]


@pytest.mark.parametrize(("ratchet", "text"), CLEAN)
def test_each_rule_is_silent_on_what_is_allowed(ratchet: Ratchet, text: str) -> None:
    assert ratchet(parse("clean.py", text)) == []
