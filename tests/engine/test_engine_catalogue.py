"""The list of games, and the five verbs run over whole files."""

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalogue import GAMES, find_game, settle_file, settle_round
from engine.errors import FileRefused, RecordRefused, RulesetRefused
from engine.evidence import canonical_bytes, read_round_file
from engine.sentences import explain
from engine.settlement import Settlement
from support.plain_data import Place, places
from support.round_files import ROUND_FILES, three_card_file

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4)
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | texts
    | st.sampled_from(["Td", "0", "1000", "-1", "999999999999999", "off", "none", "house", "play", "fold", "1/2"])
)
values = leaves | st.lists(leaves, max_size=3) | st.dictionaries(texts, leaves, max_size=2)


def container(data: Any, place: Place) -> Any:
    for key in place[:-1]:
        data = data[key]
    return data


@st.composite
def damaged_files(draw: st.DrawFn) -> dict[str, Any]:
    """A sound round file in which one or two places were overwritten, dropped or doubled."""
    file: dict[str, Any] = draw(st.sampled_from(ROUND_FILES))()
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from([place for place in places(file) if place]))
        around, key = container(file, place), place[-1]
        action = draw(st.sampled_from(["overwrite", "drop", "double"]))
        if action == "drop":
            del around[key]
        elif action == "double" and isinstance(around, list) and isinstance(key, int):
            around.append(copy.deepcopy(around[key]))
        else:
            around[key] = draw(values)
    return file


@pytest.mark.parametrize("make", ROUND_FILES)
def test_a_whole_file_settles_to_zero_and_every_line_can_be_told(make: Any) -> None:
    settlement = settle_file(read_round_file(make()))
    assert sum(settlement.nets.values()) == 0
    assert len(explain(GAMES[make()["game"]].clauses, settlement)) == 1 + len(settlement.lines)
    assert json.loads(canonical_bytes(settlement.as_data()))["nets"]


@given(damaged_files())
@settings(deadline=None, max_examples=400)
def test_a_damaged_file_is_settled_to_zero_or_refused_with_codes_and_pointers(file: dict[str, Any]) -> None:
    refused: FileRefused | RulesetRefused | RecordRefused | None = None
    settlement: Settlement | None = None
    try:
        settlement = settle_file(read_round_file(file))
    except (FileRefused, RulesetRefused, RecordRefused) as error:
        refused = error
    if refused is not None:
        assert refused.violations
        assert all(one.code and one.detail and one.pointer[:1] in ("", "/") for one in refused.violations)
    else:
        assert settlement is not None
        assert sum(settlement.nets.values()) == 0
        canonical_bytes(settlement.as_data())


def test_every_game_has_a_round_file_to_try() -> None:
    assert sorted(make()["game"] for make in ROUND_FILES) == sorted(GAMES)


def test_every_game_stands_under_its_own_name_and_offers_all_its_facts() -> None:
    for name, game in GAMES.items():
        assert game.name == name
        assert game.title
        assert 1 <= game.seats[0] <= game.seats[1]
        assert game.clauses


@pytest.mark.parametrize("make", ROUND_FILES)
def test_the_schemas_of_a_game_are_lawful_and_admit_its_round_file(make: Any) -> None:
    file = make()
    game = GAMES[file["game"]]
    jsonschema.validate(file["record"], game.record_schema, jsonschema.Draft202012Validator)
    jsonschema.validate(file["terms"], game.terms_schema, jsonschema.Draft202012Validator)
    jsonschema.Draft202012Validator.check_schema(game.holding_schema)


def test_the_list_of_games_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        GAMES["faro"] = next(iter(GAMES.values()))  # type: ignore[index]


def test_a_game_is_found_by_its_name() -> None:
    assert find_game("three_card_poker") is GAMES["three_card_poker"]


@pytest.mark.parametrize("name", ["faro", "", None, 3, ["three_card_poker"]])
def test_an_unknown_game_is_refused_with_the_names_of_those_that_are_known(name: object) -> None:
    with pytest.raises(RulesetRefused) as refused:
        find_game(name, "/session/game")
    (violation,) = refused.value.violations
    assert (violation.code, violation.pointer) == ("unknown_game", "/session/game")
    assert all(known in violation.detail for known in GAMES)


def test_a_record_is_refused_with_every_violation_at_once() -> None:
    file = read_round_file(three_card_file())
    game = find_game(file.game)
    record: Any = copy.deepcopy(dict(file.record))
    record["seats"][0]["cards"][0] = record["dealer"][0]
    record["seats"][0]["bets"]["play"] = "999"
    with pytest.raises(RecordRefused) as refused:
        settle_round(game, record, file.terms, game.load_rules(file.ruleset))
    codes = [violation.code for violation in refused.value.violations]
    assert "duplicate_card" in codes
    assert len(codes) == 2
