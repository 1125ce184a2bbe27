"""The engine on its own: files (or stdin) in, JSON out, no database.

``settle FILE...`` settles portable round files. ``conform FILE...`` runs vector files. ``edge FILE...`` says
exactly what ruleset and paytable files cost. ``bench NAME`` measures.
One JSON document per file on stdout: canonical on one line, or indented on a terminal and with ``--pretty``.
Exit status: 0 all well; 1 a recorded settlement or hash differs, or a vector failed or was skipped;
2 a file was refused (``{"file", "problem": {"code", "title", "errors": [{"code", "pointer", "detail"}]}}``);
70 the engine contradicted itself.
"""

import argparse
import io
import json
import signal
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.catalogue import find_game, settle_file
from engine.errors import BrokenInvariant, EngineError, FileRefused, RecordRefused, RulesetRefused, Violation
from engine.evidence import RoundFile, differences, digest, read_round_file
from engine.money import find_minor
from engine.rulesets import OFF, expand
from engine.sentences import explain
from engine.settlement import Settlement
from engine.strict_json import read_exact, read_with_fractions

OK: Final = 0
DIFFERS: Final = 1
REFUSED: Final = 2
BROKEN: Final = 70

BENCHMARKS: Final = ("edges", "ranking", "setting", "settlement")
"""Names of ``engine.benchmarks``, which is imported only to run one."""

_Use = Callable[[argparse.Namespace, str, object], int]
"""Does a command's work on the data of one named file; returns the exit status for it."""

_TITLES: Final[dict[type[EngineError], tuple[str, str]]] = {
    FileRefused: ("file_refused", "The file is not in a format that is read here."),
    RulesetRefused: ("ruleset_refused", "The ruleset is not complete and lawful."),
    RecordRefused: ("record_refused", "The round cannot be settled as it is recorded."),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
    except BrokenInvariant as error:
        sys.stderr.write(f"The engine contradicted itself; please report this: {error}\n")
        return BROKEN
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="Settle, check and measure, without a service."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    settle = commands.add_parser("settle", help="settle portable round files")
    settle.add_argument("--explain", action="store_true", help="a table with a sentence for every line, not JSON")
    conform = commands.add_parser("conform", help="run vector files against the engine")
    for command, run in ((settle, _settle), (conform, _conform)):
        command.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
        command.add_argument("--pretty", action="store_true", help="indented JSON, as on a terminal")
        command.set_defaults(run=run)
    edge = commands.add_parser("edge", help="the exact edge of rulesets and paytables, TOML or JSON")
    edge.add_argument("--stake", type=_minor, metavar="MINOR", help="6 Card stake at which fixed prizes are counted")
    edge.add_argument("--meter", type=_minor, metavar="MINOR", help="progressive meter")
    edge.add_argument("files", nargs="+", metavar="FILE", help="a file; it may name schedules of the folders beside")
    edge.add_argument("--pretty", action="store_true", help="indented JSON, as on a terminal")
    edge.set_defaults(run=_edge)
    bench = commands.add_parser("bench", help="measure against named peers in the same run")
    bench.add_argument("name", choices=BENCHMARKS)
    bench.add_argument("--json", action="store_true", help="JSON on one line, not indented")
    bench.add_argument("--rounds", type=int, default=9, help="interleaved rounds (default: %(default)s)")
    bench.set_defaults(run=_bench)
    return parser


def _settle(args: argparse.Namespace) -> int:
    return max(_each(args, name, read_exact, _settled) for name in args.files)


def _settled(args: argparse.Namespace, name: str, data: object) -> int:
    file = read_round_file(data)
    settlement = settle_file(file)
    hashes = _hashes(file, settlement)
    found = _comparison(file, settlement, hashes)
    if args.explain:
        game = find_game(file.game)
        rows = explain(game.clauses, settlement, game.words)
        nets = "  ".join(f"{seat} {net:+}" for seat, net in settlement.nets.items())
        about = (
            f"{name}: {file.game}, minor units of {file.terms.get('currency')}; [n] is section n of the game's rules"
        )
        told = [f"{name}  {value}" for name, value in hashes.items()]
        verdict = {None: "neither a settlement nor a hash is recorded in the file", True: "what is recorded agrees"}
        said = verdict.get(found if found is None else not found, "what is recorded differs")
        differing = [f"differs: {json.dumps(one)}" for one in found or ()]
        _write_lines([about, *rows, f"nets  {nets}", *told, said, *differing])
    else:
        answer: dict[str, object] = {"file": name, **hashes, "settlement": settlement.as_data()}
        if found is not None:
            answer |= {"agrees": not found, "differences": found}
        _write_json(answer, pretty=args.pretty)
    return DIFFERS if found else OK


def _hashes(file: RoundFile, settlement: Settlement) -> dict[str, str]:
    """What the house keeps of a round: hashes of its evidence, of its ruleset and of what it is worth."""
    return {
        "evidence_sha256": digest(file.evidence()),
        "ruleset_sha256": digest(file.ruleset),
        "settlement_sha256": digest(settlement.as_data()),
    }


def _comparison(file: RoundFile, settlement: Settlement, hashes: Mapping[str, str]) -> list[dict[str, object]] | None:
    """Where the file's settlement and the hashes of its context differ from ours; None where it has neither."""
    recorded: dict[str, object] = {name: file.context[name] for name in hashes if name in file.context}
    found = differences(recorded, {name: hashes[name] for name in recorded}, "/context")
    if file.settlement is not None:
        return differences(file.settlement, settlement.as_data(), "/settlement") + found
    return found if recorded else None


def _conform(args: argparse.Namespace) -> int:
    return max(_each(args, name, read_with_fractions, _conformed) for name in args.files)


def _conformed(args: argparse.Namespace, name: str, data: object) -> int:
    from engine.conformance.runner import run_document  # noqa: PLC0415  (as in _edged)

    report = run_document(data)
    _write_json(report.as_data(name), pretty=args.pretty)
    return OK if report.clean else DIFFERS


def _edge(args: argparse.Namespace) -> int:
    return max(_each(args, name, _reader_of(name), _edged) for name in args.files)


def _edged(args: argparse.Namespace, name: str, data: object) -> int:
    if not isinstance(data, Mapping):
        raise RulesetRefused([Violation("wrong_type", "", "a ruleset or a paytable is an object")])
    # Imported where it is used: settling a round needs nothing but Python, edges need an array library.
    from engine.edges import edge_report  # noqa: PLC0415

    document = expand(data, _schedules_beside(name)) if _names_schedules(data) else data
    report = edge_report(document, stake_minor=args.stake, meter_minor=args.meter)
    _write_json({"file": name, **report}, pretty=args.pretty)
    return OK


def _names_schedules(document: Mapping[str, object]) -> bool:
    schedules = document.get("schedules")
    return isinstance(schedules, Mapping) and any(isinstance(one, str) and one != OFF for one in schedules.values())


def _schedules_beside(name: str) -> dict[str, dict[str, Mapping[str, object]]]:
    """Schedule files, by kind and key, of the folders beside the one that a ruleset file stands in."""
    library: dict[str, dict[str, Mapping[str, object]]] = {}
    for path in sorted(Path(name).resolve().parent.parent.glob("*/*.toml")):
        found = _toml(path.read_bytes())
        if isinstance(found, Mapping) and {"kind", "key", "schedule"} <= found.keys():
            library.setdefault(str(found["kind"]), {})[str(found["key"])] = found
    return library


def _reader_of(name: str) -> Callable[[bytes], object]:
    return _toml if name.endswith(".toml") else read_exact


def _toml(raw: bytes) -> object:
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FileRefused([Violation("bad_toml", "", str(error))]) from None


def _minor(text: str) -> int:
    amount = find_minor(text)
    if amount is None or amount < 1:
        raise argparse.ArgumentTypeError("minor units are needed, for example 1250")
    return amount


def _bench(args: argparse.Namespace) -> int:
    from engine import benchmarks  # noqa: PLC0415  (as in _edged)

    try:
        figures = benchmarks.BENCHMARKS[args.name](args.rounds)
    except benchmarks.PeerMissing as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    _write_json(figures, pretty=not args.json)
    return OK


def _each(args: argparse.Namespace, name: str, read: Callable[[bytes], object], use: _Use) -> int:
    """Read one file and use it; a refusal is the answer for that file, and the next one still runs."""
    try:
        return use(args, name, read(_bytes_of(name)))
    except (FileRefused, RulesetRefused, RecordRefused) as refusal:
        code, title = _TITLES[type(refusal)]
        errors = [violation._asdict() for violation in refusal.violations]
        _write_json({"file": name, "problem": {"code": code, "title": title, "errors": errors}}, pretty=args.pretty)
        return REFUSED


def _bytes_of(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise FileRefused([Violation("unreadable_file", "", error.strerror or str(error))]) from None


def _write_json(data: object, *, pretty: bool) -> None:
    if pretty or sys.stdout.isatty():
        text = json.dumps(data, indent=2, ensure_ascii=False, default=str)
    else:
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    _write_lines([text])


def _write_lines(lines: list[Any]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _be_a_program() -> None:
    """Write UTF-8 whatever the locale says (JSON is nothing else), and end quietly when the reader has gone."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


if __name__ == "__main__":
    _be_a_program()
    sys.exit(main())
