"""Exact edges over HTTP: the figures, who may see them and what is refused."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from service.app import make_spec
from service.core.operations import Operation
from service.core.permissions import Role
from service.rulebook.routes import desk
from support.edges import STANDARD, US, got
from support.house import House
from support.play import refused
from support.processes import ROOT

EXPECTED: Mapping[str, Any] = json.loads((ROOT / "tests" / "vectors" / "three-card-expected.json").read_bytes())


PRICING = [operation for operation in desk.operations if operation.path.endswith(("/edge", "/edges", "/difference"))]


READERS = {Role.FLOOR, Role.AUDITOR, Role.MAKER, Role.APPROVER}


def priced(house: House, document: Any, who: str = "paytable_maker", **amounts: str) -> Any:
    """The answer to a document that is sent without an Idempotency-Key, and that nothing was written for."""
    rows = house.count_rows()
    answer = house.app.test_client().post(
        "/v1/edges",
        data=json.dumps({"document": document, **amounts}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {house.keys[who]}"},
    )
    assert house.count_rows() == rows
    return answer


def complete(house: House, key: str = "tcp_standard") -> dict[str, Any]:
    document: dict[str, Any] = got(house, f"/v1/rulesets/{key}/versions/1")["document"]
    return document


def paytable(house: House, kind: str, key: str) -> dict[str, Any]:
    document: dict[str, Any] = got(house, f"/v1/paytables/{kind}/{key}/versions/1")["document"]
    return document


def operation(name: str) -> Operation:
    return next(one for one in desk.operations if one.name == name)


@cache
def description() -> dict[str, Any]:
    return make_spec()


def fits(name: str, answer: Any) -> None:
    """Hold an answer against what the API's description says of it."""
    responses = next(
        one["responses"]
        for path in description()["paths"].values()
        for one in path.values()
        if one["operationId"] == name
    )
    schema = responses["200"]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": description()["components"]}).validate(answer)


def agree(figures: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Hold the figures of a bet against a section of the expected ones, as exact integers."""
    for name in ("house_edge", "element_of_risk", "variance", "hit_frequency", "push_frequency", "loss_frequency"):
        assert Fraction(figures[name]["exact"]) == Fraction(expected[name]["num"], expected[name]["den"]), name
    assert Fraction(figures["standard_deviation"]) == Fraction(str(expected["standard_deviation"]))
    scale = Fraction(expected["denominator"], figures["deals"])
    histogram = {Fraction(net): deals * scale for net, deals in figures["net_histogram"].items()}
    assert histogram == {Fraction(net): deals for net, deals in expected["net_histogram"].items()}
    assert Fraction(figures["net_sum"]) * scale == Fraction(expected["net_sum"])


def lines(pays: Mapping[str, Any] | None) -> Mapping[str, Fraction]:
    return {name: Fraction(str(pay)) for name, pay in (pays or {}).items()}


def contained(part: Any, whole: Any) -> bool:
    """Whether every figure of an example stands at its place in an answer."""
    if isinstance(part, dict):
        return all(name in whole and contained(one, whole[name]) for name, one in part.items())
    return bool(part == whole)


def test_a_ruleset_is_priced_with_the_figures_that_were_counted_for_it(house: House) -> None:
    edge = got(house, f"{STANDARD}/edge")
    agree(edge["bets"]["ante"], EXPECTED["ante_bonus_tables"]["AB-1-4-5"])
    agree(edge["bets"]["pair_plus"], EXPECTED["pair_plus_tables"]["PP-40-30-6-3-1"])
    assert list(edge["bets"]) == ["ante", "pair_plus"]
    named = {"never_fold": "always_play (blind)", "any_queen_or_better": "mimic_dealer (any queen high)"}
    for ours, theirs in {**named, "pairs_or_better": "pairs_or_better_only"}.items():
        expected = EXPECTED["strategies"][theirs]["house_edge"]
        assert Fraction(edge["strategy"]["named"][ours]["house_edge"]["exact"]) == Fraction(
            expected["num"], expected["den"]
        )
    assert edge["strategy"]["best"]["hands_played"] == EXPECTED["q64_proof"]["hands_at_or_above"]


def test_a_version_is_priced_under_its_own_name_and_hash(house: House) -> None:
    edge, version = got(house, f"{STANDARD}/edge"), got(house, STANDARD)
    for name in ("game", "key", "title", "version", "sha256"):
        assert edge[name] == version[name]
    assert (edge["kind"], edge["switches"]) == ("ruleset", version["document"]["switches"])


def test_a_round_of_six_positions_spreads_wider_than_six_rounds_of_one(house: House) -> None:
    spread = got(house, f"{STANDARD}/edge")["spread"]["ante"]
    # The correlation of two positions that face one dealer is 0.193, and six of them spread 1.40 times as wide.
    assert spread["correlation"]["decimal"][:5] == "0.193"
    wider = Fraction(spread["rounds"]["6"]["standard_deviation"]) / Fraction(
        spread["rounds"]["1"]["standard_deviation"]
    )
    assert Fraction("1.395") ** 2 < wider**2 / 6 < Fraction("1.405") ** 2
    assert list(spread["rounds"]) == ["1", "2", "3", "4", "5", "6", "7"]


def test_dealt_frequencies_sum_to_every_hand_and_every_deal(house: House) -> None:
    found = got(house, f"{STANDARD}/edge")["frequencies"]
    parts = ("any_hand", "hand_if_played", "dealer_if_played", "dealer_if_folded")
    assert all(sum(found[part]["counts"].values()) == found[part]["of"] for part in parts)
    assert found["any_hand"]["of"] == EXPECTED["player_hands"]
    assert found["dealer_if_played"]["of"] + found["dealer_if_folded"]["of"] == EXPECTED["deals"]
    assert found["dealer_qualifies"]["count"] == EXPECTED["dealer_qualifying_hands"]
    outcomes = EXPECTED["round_outcomes_q64"]
    met = sum(outcomes[one] for one in ("player_wins", "tie", "dealer_wins"))
    assert found["dealer_qualifies_if_played"]["count"] == met


def test_the_largest_liability_is_the_best_hand_at_the_highest_stakes(house: House) -> None:
    liability = got(house, f"{US}/edge")["liability"]
    # Ante and play 100 each, a bonus of 5 antes, pair plus 100 at 40 to 1, six cards 25 at 1000 to 1; in cents.
    assert liability["position_net_minor"] == str(2 * 10_000 + 5 * 10_000 + 40 * 10_000 + 1000 * 2_500)
    assert liability["stakes"] == {"ante": "10000", "play": "10000", "pair_plus": "10000", "six_card": "2500"}
    assert len(set(liability["hand"] + liability["dealer"])) == 6


def test_a_progressive_breaks_even_at_the_meter_that_was_counted(house: House) -> None:
    path = "/v1/rulesets/tcp_progressive/versions/1/edge"
    progressive = got(house, f"{path}?meter_minor=1008000")["bets"]["progressive"]
    expected = EXPECTED["progressive_fixed_pays"]
    fixed = Fraction(expected["fixed_return"]["num"], expected["fixed_return"]["den"])
    assert Fraction(progressive["fixed_return"]["exact"]) == fixed
    assert progressive["break_even_meter_minor"] == f"{expected['break_even_meter_units'] * 100}.00"
    assert (progressive["at_meter"]["meter_minor"], progressive["at_meter"]["net_sum"]) == ("1008000", "0")
    without = got(house, path)["bets"]["progressive"]
    assert "at_meter" not in without


def test_every_published_paytable_that_was_counted_is_priced_as_counted(house: House) -> None:
    sections = {"ante_bonus": "ante_bonus_tables", "pair_plus": "pair_plus_tables", "six_card": "six_card_bonus"}
    held = 0
    for kind, section in sections.items():
        expected = {frozenset(lines(one["pays"]).items()): one for one in EXPECTED[section].values()}
        page = got(house, f"/v1/paytables?kind={kind}&limit=100")["items"]
        for key in (one["key"] for one in page):
            schedule = paytable(house, kind, key)["schedule"]
            plain = all(not isinstance(pay, dict) for pay in schedule.values())
            found = expected.get(frozenset((n, p) for n, p in lines(schedule).items() if p)) if plain else None
            if found is not None:
                bets = got(house, f"/v1/paytables/{kind}/{key}/versions/1/edge")["bets"]
                agree(bets["ante" if kind == "ante_bonus" else kind], found)
                held += 1
    assert held == sum(len(EXPECTED[section]) for section in sections.values())


def test_a_paytable_is_priced_alone_under_the_usual_switches(house: House) -> None:
    edge = got(house, "/v1/paytables/prime/prime_3_4/versions/1/edge")
    agree(edge["bets"]["prime"], EXPECTED["prime"])
    assert list(edge["bets"]) == ["prime"]
    assert (edge["kind"], edge["key"], edge["version"]) == ("prime", "prime_3_4", 1)
    assert (edge["switches"]["dealer_qualifies"], edge["strategy"], edge["spread"]) == ("Q", None, None)


def test_fixed_prizes_are_counted_at_the_stake_that_is_asked(house: House) -> None:
    path = "/v1/paytables/six_card/six_card_millionaire_maker/versions/1/edge"
    assert got(house, path)["bets"] == {"six_card": {"stake_needed": True}}
    at_five = got(house, f"{path}?stake_minor=500")
    agree(at_five["bets"]["six_card"], EXPECTED["millionaire_maker_5_unit_bet"])
    assert at_five["stake_minor"] == "500"


def test_a_draft_is_priced_before_it_is_published(house: House) -> None:
    draft = {**complete(house), "key": "tcp_new", "title": "New"}
    draft["switches"] = {**draft["switches"], "dealer_qualifies": "K"}
    draft["schedules"] = {**draft["schedules"], "pair_plus": "pair_plus_40_30_6_4_1"}
    edge = priced(house, draft).get_json()
    expected = EXPECTED["rule_variants"]["dealer_min=K,tie=push"]["house_edge"]
    assert Fraction(edge["bets"]["ante"]["house_edge"]["exact"]) == Fraction(expected["num"], expected["den"])
    agree(edge["bets"]["pair_plus"], EXPECTED["pair_plus_tables"]["PP-40-30-6-4-1"])
    assert (edge["key"], edge["version"]) == ("tcp_new", None)
    assert house.get("/v1/rulesets/tcp_new").status_code == 404


def test_a_draft_of_a_paytable_is_priced_too(house: House) -> None:
    draft = {**paytable(house, "pair_plus", "pair_plus_40_30_6_3_1"), "key": "pair_plus_new"}
    draft["schedule"] = {**draft["schedule"], "flush": 4}
    edge = priced(house, draft, "paytable_approver").get_json()
    agree(edge["bets"]["pair_plus"], EXPECTED["pair_plus_tables"]["PP-40-30-6-4-1"])
    assert (edge["kind"], edge["key"], edge["version"]) == ("pair_plus", "pair_plus_new", None)


def test_a_draft_that_is_word_for_word_a_version_has_its_hash_and_figures(house: House) -> None:
    published = got(house, f"{STANDARD}/edge")
    assert priced(house, complete(house)).get_json() == {**published, "version": None}


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"switches": {"tie": "dealer"}}, [("wrong_value", "/document/switches/tie")]),
        (
            {"switches": {"tie": "dealer", "rounding": "up", "no_such": 1}},
            [
                ("unknown_key", "/document/switches/no_such"),
                ("wrong_value", "/document/switches/tie"),
                ("wrong_value", "/document/switches/rounding"),
            ],
        ),
        ({"schedules": {"pair_plus": "no_such"}}, [("unknown_schedule", "/document/schedules/pair_plus")]),
        (
            {"schedules": {"pair_plus": {"pair": -1, "two_pair": 2}}},
            [
                ("wrong_odds", "/document/schedules/pair_plus/pair"),
                ("cannot_occur", "/document/schedules/pair_plus/two_pair"),
                *[("missing_category", "/document/schedules/pair_plus")] * 4,
            ],
        ),
        ({"schedules": {"prime": {"three": 3.5, "six": 4}}}, [("wrong_type", "/document/schedules/prime/three")]),
    ],
)
def test_a_faulty_ruleset_is_refused_with_every_fault_at_its_place(
    house: House, change: dict[str, dict[str, Any]], faults: list[tuple[str, str]]
) -> None:
    draft = complete(house)
    for part, changed in change.items():
        draft[part] = {**draft[part], **changed}
    problem = refused(priced(house, draft), "ruleset_refused")
    assert [(error["code"], error["pointer"]) for error in problem["errors"]] == faults


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (
            {"schedule": {"three": -1}},
            [("wrong_odds", "/document/schedule/three"), ("missing_category", "/document/schedule")],
        ),
        ({"kind": "royalties"}, [("unknown_kind", "/document/kind")]),
        ({"title": "", "sources": [], "extra": 1}, [("unknown_key", "/document/extra")]),
        ({"title": "", "sources": []}, [("wrong_value", "/document/title"), ("missing_source", "/document/sources")]),
        ({"game": "whist"}, [("wrong_value", "/document/game")]),
        ({"kind": "ruleset"}, [("wrong_value", "/document/kind")]),
    ],
)
def test_a_faulty_paytable_is_refused_with_every_fault_at_its_place(
    house: House, change: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    draft = {**paytable(house, "prime", "prime_3_4"), **change}
    problem = refused(priced(house, draft), "ruleset_refused")
    assert [(error["code"], error["pointer"]) for error in problem["errors"]] == faults


def test_what_is_no_document_at_all_is_refused(house: House) -> None:
    assert refused(priced(house, []), "invalid_request")["errors"][0]["pointer"] == "/document"
    assert refused(priced(house, {}), "ruleset_refused")["errors"][0]["pointer"] == "/document/game"
    refused(priced(house, complete(house), stake_minor="0"), "invalid_request", "/stake_minor")
    refused(priced(house, complete(house), meter_minor="1.5"), "invalid_request", "/meter_minor")


def test_a_game_without_edges_says_so(house: House) -> None:
    refused(house.get("/v1/rulesets/western24/versions/1/edge", "auditor"), "no_edges")
    refused(house.get("/v1/paytables/royalties/american/versions/1/edge", "auditor"), "no_edges")
    refused(priced(house, complete(house, "western24")), "no_edges")
    refused(priced(house, paytable(house, "royalties", "american")), "no_edges")
    refused(house.get(f"{STANDARD}/edge/difference?from_key=western24&from_version=1", "auditor"), "no_edges")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rulesets/tcp_standard/versions/2/edge",
        "/v1/rulesets/no_such/versions/1/edge",
        "/v1/rulesets/tcp_standard/versions/2/edge/difference?from_version=1",
        "/v1/paytables/prime/prime_3_4/versions/2/edge",
        "/v1/paytables/ruleset/tcp_standard/versions/1/edge",
    ],
)
def test_a_version_that_is_not_published_is_not_found(house: House, path: str) -> None:
    refused(house.get(path, "auditor"), "not_found")


def test_a_question_that_cannot_be_read_is_refused_at_each_place(house: House) -> None:
    answer = house.get(f"{STANDARD}/edge?stake_minor=0&meter_minor=x&odds=1", "auditor")
    assert {error["pointer"] for error in refused(answer, "invalid_request")["errors"]} == {
        *("/stake_minor", "/meter_minor", "/odds"),
    }
    refused(house.get(f"{STANDARD}/edge/difference", "auditor"), "invalid_request", "/from_version")


def test_two_versions_are_told_apart_bet_by_bet_and_exactly(house: House) -> None:
    found = got(house, f"{US}/edge/difference?from_key=tcp_standard&from_version=1")
    assert (found["before"]["key"], found["after"]["key"]) == ("tcp_standard", "tcp_us")
    assert found["bets"]["ante"]["change"]["exact"] == "0"
    pair_plus = {name: Fraction(one["exact"]) for name, one in found["bets"]["pair_plus"].items()}
    assert pair_plus == {
        "before": Fraction(1608, 22_100),
        "after": Fraction(512, 22_100),
        "change": Fraction(512 - 1608, 22_100),
    }
    assert found["bets"]["six_card"]["before"] is found["bets"]["six_card"]["change"] is None
    assert Fraction(found["bets"]["six_card"]["after"]["exact"]) == Fraction(12_816, 149_695)
    assert "prime" not in found["bets"]


def test_a_version_differs_from_itself_in_nothing(house: House) -> None:
    found = got(house, f"{STANDARD}/edge/difference?from_version=1")
    assert found["before"] == found["after"]
    assert {bet: change["change"]["exact"] for bet, change in found["bets"].items()} == {"ante": "0", "pair_plus": "0"}


def test_a_version_to_compare_with_that_is_not_published_is_named(house: House) -> None:
    for query in ("from_version=9", "from_key=no_such&from_version=1"):
        problem = refused(house.get(f"{US}/edge/difference?{query}", "auditor"), "unknown_ruleset")
        assert problem["errors"][0]["pointer"] == "/from_version"


def test_managers_the_auditor_and_the_floor_read_edges_and_nobody_else(house: House) -> None:
    paths = (
        f"{STANDARD}/edge",
        f"{STANDARD}/edge/difference?from_version=1",
        "/v1/paytables/prime/prime_3_4/versions/1/edge",
    )
    draft = paytable(house, "prime", "prime_3_4")
    for role in Role:
        who = "device-2" if role is Role.DEVICE else str(role)
        answers = [*(house.get(path, who) for path in paths), priced(house, draft, who)]
        assert [answer.status_code for answer in answers] == [200 if role in READERS else 403] * 4, who


def test_answers_fit_the_description_whatever_a_table_offers(house: House) -> None:
    keys = [one["key"] for one in got(house, "/v1/rulesets?game=three_card_poker&limit=50")["items"]]
    for key in keys:
        fits("read_ruleset_edge", got(house, f"/v1/rulesets/{key}/versions/1/edge"))
    for kind in ("prime", "progressive", "six_card"):
        for one in got(house, f"/v1/paytables?kind={kind}")["items"]:
            path = f"/v1/paytables/{kind}/{one['key']}/versions/1/edge"
            for query in ("", "?stake_minor=700&meter_minor=5000"):
                fits("read_paytable_edge", got(house, path + query))
    limited = {bet: {"min_minor": "150", "max_minor": "150", "step_minor": "1"} for bet in ("ante", "pair_plus")}
    draft = complete(house)
    switches = {"limits": {**draft["switches"]["limits"], **limited}, "rounding": "reject", "chip_unit_minor": "100"}
    draft["switches"] = {**draft["switches"], **switches}
    edge = priced(house, draft).get_json()
    fits("price_document", edge)
    assert edge["liability"] == {"fractional_payout": "150 is not a multiple of 100"}


def test_the_examples_are_part_of_what_is_answered(house: House) -> None:
    asked = {
        "read_ruleset_edge": f"{STANDARD}/edge",
        "read_paytable_edge": "/v1/paytables/pair_plus/pair_plus_40_30_6_3_1/versions/1/edge",
        "read_edge_difference": f"{US}/edge/difference?from_key=tcp_standard&from_version=1",
    }
    answers = {name: got(house, path) for name, path in asked.items()}
    request = operation("price_document").request_example
    assert request is not None
    answers["price_document"] = priced(house, request["document"]).get_json()
    assert answers.keys() == {one.name for one in PRICING}
    for name, answer in answers.items():
        example = operation(name).answer_example
        assert example is not None
        assert contained(example, answer), name
        fits(name, example)
