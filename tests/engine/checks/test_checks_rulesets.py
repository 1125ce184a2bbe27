import hashlib
import json

from engine.catalogue import find_game
from engine.checks.facts import RulesetFacts
from engine.checks.rulesets import StoredVersion, find
from engine.errors import RulesetRefused, Violation
from support.round_files import three_card_ruleset

TEXT = json.dumps(three_card_ruleset(), sort_keys=True, separators=(",", ":"))
SHA256 = hashlib.sha256(TEXT.encode()).hexdigest()
GAME = find_game("three_card_poker")
READ = RulesetFacts(TEXT, True, GAME, GAME.load_rules(three_card_ruleset()))


def test_a_version_that_is_as_it_was_published_is_silent() -> None:
    assert list(find(StoredVersion("by_hand", 3, TEXT, SHA256, READ))) == []


def test_one_changed_character_is_told_with_the_version() -> None:
    altered = TEXT.replace('"trips":30', '"trips":33')
    assert altered != TEXT
    (finding,) = find(StoredVersion("by_hand", 3, altered, SHA256, READ))
    assert finding.code == "ruleset_altered"
    assert finding.subject == ("ruleset", "by_hand", 3)
    assert "version 3 of by_hand" in finding.message


def test_a_version_that_its_game_refuses_is_told_with_every_violation() -> None:
    refused = RulesetRefused([Violation("missing_key", "/switches", "'tie' is missing")])
    altered, unreadable = find(StoredVersion("by_hand", 3, "{}", SHA256, refused))
    assert altered.code == "ruleset_altered"
    assert unreadable.code == "ruleset_unreadable"
    assert unreadable.differences[0]["pointer"] == "/switches"
