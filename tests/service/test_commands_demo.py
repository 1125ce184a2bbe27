"""``run`` and ``demo`` as processes: a house that others have played in too is shown as it is."""

import subprocess
import sys
from pathlib import Path

from support.commands import change, environment, free_port
from support.processes import ROOT, start_process

NUMBER_THAT_WAS_NEVER_DEALT = """
    INSERT INTO open_rounds (property_id, table_id, session_id, gaming_date, number, played_us, opened_us, opened_by,
                             header, state, last_place, closed_us, round_id, voided_seq)
    SELECT property_id, table_id, session_id, gaming_date, number + 1000, played_us, opened_us, opened_by,
           header, 'void', 1, opened_us, NULL, voided + 1000
    FROM (SELECT open_rounds.*, number AS voided FROM open_rounds ORDER BY id LIMIT 1)
"""


def test_what_the_audit_finds_fails_the_demo_and_is_listed_where_the_house_goes_on_being_served(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'pitbook.db'}"
    environ = environment(url, PITBOOK_PORT=str(free_port()))
    demo = [sys.executable, "-m", "service", "demo"]
    sound = subprocess.run(demo, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    assert "no difference" in sound.stdout
    change(url, NUMBER_THAT_WAS_NEVER_DEALT)

    bent = subprocess.run(demo, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert bent.returncode == 1
    assert "What the audit found" in bent.stdout
    assert "number_gap" in bent.stdout
    assert "the audit found what is listed above" in bent.stderr

    log = tmp_path / "run.log"
    running = start_process("run", [*demo[:-1], "run"], log=log, environ=environ)
    try:
        running.wait_until(lambda: "Pitbook serves at" in log.read_text(encoding="utf-8"))
    finally:
        running.stop()
    assert "number_gap" in log.read_text(encoding="utf-8")
