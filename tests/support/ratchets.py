"""What the house forbids, each as a function from a source to its findings (``path:line what``).

They see syntax, not types: a call of anything named ``commit`` is a commit. That is the point; a rule that
has to guess is a rule that can be talked round.
"""

import ast
import re
from collections.abc import Callable, Iterator
from typing import Final

from support.sources import Source

Ratchet = Callable[[Source], list[str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef

FUNCTION_CAP: Final = 60
MODULE_CAP: Final = 300
_CLOCK_READS: Final = frozenset(
    {
        *("now", "utcnow", "today", "localtime", "gmtime", "current_timestamp", "localtimestamp"),
        *("time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
    }
)
_SQL_CLOCKS: Final = re.compile(r"\b(CURRENT_TIMESTAMP|CURRENT_DATE|now\(\)|datetime\('now')", re.IGNORECASE)
_WORDS: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")


def commits(source: Source) -> list[str]:
    """Places that end a transaction, by name or by a context manager that commits on leaving."""
    entered = [item.context_expr for node in ast.walk(source.tree) if isinstance(node, ast.With) for item in node.items]
    return [
        _at(source, node, f".{node.func.attr}()")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (node.func.attr == "commit" or (node.func.attr == "begin" and node in entered))
    ]


def environment_reads(source: Source) -> list[str]:
    """Places that look at the environment."""
    names = ("environ", "environb", "getenv")
    return [_at(source, node, name) for node, name in _names(source) if name in names]


def clock_reads(source: Source) -> list[str]:
    """Places that ask what time it is, in Python or in SQL."""
    found = [_at(source, node, name) for node, name in _names(source) if name in _CLOCK_READS]
    found += [
        _at(source, node, "time.time")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "time.time"
    ]
    return found + [
        _at(source, node, "a clock in SQL")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL_CLOCKS.search(node.value)
    ]


def long_functions(source: Source) -> list[str]:
    """Functions of more lines than FUNCTION_CAP, docstring and all."""
    lengths = [(node, (node.end_lineno or node.lineno) - node.lineno + 1) for node in _functions(source.tree)]
    return [_at(source, node, f"{node.name} has {lines} lines") for node, lines in lengths if lines > FUNCTION_CAP]


def long_module(source: Source) -> list[str]:
    """The module itself, when it has more lines than MODULE_CAP."""
    lines = len(source.text.splitlines())
    return [f"{source.path}:1 {lines} lines"] if lines > MODULE_CAP else []


def empty_docstrings(source: Source) -> list[str]:
    """Public modules, classes and functions without a docstring, or with one that only says the name again."""
    return [
        _at(source, node, f"{name} says nothing of itself")
        for node, name in _public(source.tree, source.path)
        if not _words(ast.get_docstring(node) or "") - _words(name) - {"the", "a", "an", "of", "s"}
    ]


def floats(source: Source) -> list[str]:
    """Float literals, the name ``float``, and the division that makes floats of integers."""
    found = [
        _at(source, node, repr(node.value))
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
    ]
    found += [
        _at(source, node, "float")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and node.id in ("float", "round")
    ]
    return found


def zero_defaults(source: Source) -> list[str]:
    """``table.get(key, 0)``: a table that must be complete would be completed in silence.

    A tally (``tally[key] = tally.get(key, 0) + 1``) starts from nothing and is left alone.
    """
    return [
        _at(source, node, ast.unparse(node))
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get", "setdefault")
        and len(node.args) == 2
        and isinstance(node.args[1], ast.Constant)
        and type(node.args[1].value) is int
        and ast.unparse(node) not in _tallied(source.tree)
    ]


def broad_excepts(source: Source) -> list[str]:
    """Handlers of everything that do not end by raising again."""
    return [
        _at(source, node, "except " + (ast.unparse(node.type) if node.type else ""))
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ExceptHandler) and _catches_all(node.type) and not isinstance(node.body[-1], ast.Raise)
    ]


def own_imports(source: Source) -> list[str]:
    """Imports of our own packages."""
    return [_at(source, node, name) for node, name in _imports(source) if name in ("engine", "service", "tests")]


def unexplained_skips(source: Source) -> list[str]:
    """Tests that are skipped or expected to fail without a reason."""
    return [
        _at(source, node, f"{node.attr} without a reason")
        for node, call in _attributes_and_calls(source)
        if node.attr in ("skip", "skipif", "xfail") and _is_pytest(node) and not _has_reason(node, call)
    ]


def _at(source: Source, node: ast.AST, what: str) -> str:
    return f"{source.path}:{getattr(node, 'lineno', 1)} {what}"


def _names(source: Source) -> Iterator[tuple[ast.AST, str]]:
    """Attributes and imported names: what is used of a module, however it was imported."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute):
            yield node, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from ((node, alias.name) for alias in node.names)


def _imports(source: Source) -> Iterator[tuple[ast.AST, str]]:
    """The top-level package of every import."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node, (node.module or "").partition(".")[0]


def _functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def _public(tree: ast.Module, path: str) -> Iterator[tuple[ast.Module | ast.ClassDef | Function, str]]:
    """What others may use: the module, its public classes and functions, and their public methods.

    ``Meta`` is marshmallow's way to configure a schema, not a class of ours.
    """
    name = path.rpartition("/")[2].removesuffix(".py")
    if name != "__init__":
        yield tree, name
    todo: list[ast.Module | ast.ClassDef] = [tree]
    while todo:
        for node in todo.pop().body:
            if isinstance(node, ast.ClassDef | Function) and not node.name.startswith("_") and node.name != "Meta":
                if not _is_overload(node):
                    yield node, node.name
                if isinstance(node, ast.ClassDef):
                    todo.append(node)


def _is_overload(node: ast.ClassDef | Function) -> bool:
    return any(ast.unparse(mark).endswith(("overload", "override")) for mark in node.decorator_list)


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORDS.findall(text)}


def _tallied(tree: ast.Module) -> set[str]:
    """Lookups that are added to in the very place they were looked up in."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            place = node.targets[0]
            if isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Add):
                begun = ast.unparse(node.value.left)
                key = ast.unparse(place.slice)
                found |= {begun} & {f"{ast.unparse(place.value)}.{get}({key}, 0)" for get in ("get", "setdefault")}
    return found


def _catches_all(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(_catches_all(one) for one in caught.elts)
    return caught is None or ast.unparse(caught) in ("Exception", "BaseException")


def _attributes_and_calls(source: Source) -> Iterator[tuple[ast.Attribute, ast.Call | None]]:
    called = {id(node.func): node for node in ast.walk(source.tree) if isinstance(node, ast.Call)}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute):
            yield node, called.get(id(node))


def _is_pytest(node: ast.Attribute) -> bool:
    return ast.unparse(node.value) in ("pytest", "pytest.mark", "unittest")


def _has_reason(node: ast.Attribute, call: ast.Call | None) -> bool:
    if call is None:
        return False
    named = any(keyword.arg == "reason" for keyword in call.keywords)
    return named or (node.attr == "skip" and bool(call.args))
