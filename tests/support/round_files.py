"""A portable round file written out by hand, for tests that need a whole one."""

from typing import Any

from support.kowah import kowah_file


def three_card_ruleset() -> dict[str, Any]:
    """A complete Three Card Poker ruleset: 1/4/5 ante bonus, 40-30-6-3-1 pair plus, no side bets, no limits."""
    anything = {"min_minor": "1", "max_minor": "none", "step_minor": "1"}
    return {
        "format": 1,
        "game": "three_card_poker",
        "key": "by_hand",
        "title": "Written out for a test",
        "sources": ["the rules reference, sections 5, 6 and 9"],
        "switches": {
            "dealer_qualifies": "Q",
            "ante_when_not_qualified": "win",
            "tie": "push",
            "pair_plus_on_fold": "settle",
            "pair_plus_without_ante": True,
            "pair_plus_contested": "no",
            "ante_bonus_on_loss": True,
            "ante_bonus_on_fold": False,
            "six_card_on_fold": "settle",
            "six_card_needs_ante": True,
            "prime_on_fold": "settle",
            "progressive_on_fold": "settle",
            "rounding": "down",
            "chip_unit_minor": "1",
            "commission_bp": 0,
            "commission_per": "round",
            "payout_cap": "none",
            "misdeal": "void_round",
            "exposed_cards_allowed": 1,
            "limits": dict.fromkeys(("ante", "pair_plus", "six_card", "prime", "progressive"), anything),
        },
        "schedules": {
            "ante_bonus": {"straight": 1, "trips": 4, "straight_flush": 5},
            "pair_plus": {"pair": 1, "flush": 3, "straight": 6, "trips": 30, "straight_flush": 40},
            "six_card": "off",
            "prime": "off",
            "progressive": "off",
        },
    }


def three_card_file() -> dict[str, Any]:
    """A jack-high dealer does not qualify: the ante of 1000 wins even money, play comes back, net 1000."""
    return {
        "format": 1,
        "game": "three_card_poker",
        "ruleset": three_card_ruleset(),
        "terms": {"currency": "EUR"},
        "record": {
            "dealer": ["Jh", "8h", "3s"],
            "seats": [
                {
                    "seat": "1",
                    "cards": ["Ks", "9d", "5c"],
                    "decision": "play",
                    "bets": {"ante": "1000", "play": "1000", "pair_plus": "500"},
                }
            ],
        },
    }


def chinese_poker_ruleset() -> dict[str, Any]:
    """A complete Chinese poker ruleset: 1-6, royalties for trips in front, a dragon, no side bets."""
    return {
        "format": 1,
        "game": "chinese_poker",
        "key": "by_hand",
        "title": "Written out for a test",
        "sources": ["the rules reference, sections 2 to 9"],
        "switches": {
            "variant": "high",
            "wheel": "low",
            "order": "ge",
            "middle_over_back": "foul",
            "tie": "none",
            "suit_order": "cdhs",
            "low_front_ace": "high",
            "low_front_qualifier": "unpaired",
            "low_middle_qualifier": "none",
            "method": "1-6",
            "overall_on": "two_rows",
            "lost_row": "deduct",
            "scoop_multiplies": "rows",
            "home_run_mult": 1,
            "home_run_min": 3,
            "compare": "all_pairs",
            "foul_pays": "scoop",
            "foul_pays_royalties": True,
            "surrender": 3,
            "absent_pays": "none",
            "absent_later": "none",
            "exposed_pays": "none",
            "missed_turn_pays": "none",
            "timeout": "none",
            "natural_claim": "declared",
            "natural_vs_natural": "higher",
            "six_pairs": "distinct",
            "twelve_royals": "all13",
            "big_small": "eight",
            "royalty_when": "win",
            "royalty_mode": "add",
            "royalty_mult": 1,
            "three_player": "aside13",
            "match_rounds": ["open"],
            "stake": 1,
            "stake_schedule": "none",
            "hands_per_level": 1,
            "short_stack": "sequential",
            "win_cap": True,
            "chip_unit_minor": "1",
            "rounding": "reject",
            "fee": "none",
        },
        "schedules": {
            "royalties": {"front": {"trips": 3}, "middle": {}, "back": {}},
            "naturals": [["dragon", 13]],
            "side_bets": {},
        },
    }


def chinese_poker_file() -> dict[str, Any]:
    """A wins all three rows: 3 and 3 for the scoop, 6 units of 500, net 3000."""
    return {
        "format": 1,
        "game": "chinese_poker",
        "ruleset": chinese_poker_ruleset(),
        "terms": {"currency": "EUR", "unit_minor": "500"},
        "record": {
            "seats": [
                {
                    "seat": "A",
                    "front": ["Ah", "As", "Jc"],
                    "middle": ["4h", "5d", "6c", "7s", "8h"],
                    "back": ["Ks", "Kh", "Kd", "9c", "9d"],
                },
                {
                    "seat": "B",
                    "front": ["Qh", "Qd", "3c"],
                    "middle": ["Jh", "Jd", "8c", "8d", "2s"],
                    "back": ["Ac", "Tc", "7c", "4c", "2c"],
                },
            ]
        },
    }


def open_face_ruleset() -> dict[str, Any]:
    """A complete Open-Face ruleset: turbo, 1-6, royalties for trips in front, Fantasyland with thirteen cards."""
    return {
        "format": 1,
        "game": "open_face_chinese",
        "key": "by_hand",
        "title": "Written out for a test",
        "sources": ["the rules reference, section 10"],
        "switches": {
            "ofc": "turbo",
            "jokers": 0,
            "variant": "high",
            "wheel": "low",
            "order": "ge",
            "tie": "none",
            "suit_order": "cdhs",
            "low_middle_qualifier": "none",
            "method": "1-6",
            "overall_on": "two_rows",
            "lost_row": "deduct",
            "scoop_multiplies": "rows",
            "foul_pays": "scoop",
            "foul_pays_royalties": True,
            "royalty_when": "always",
            "royalty_mult": 1,
            "royalty_levels": "none",
            "royalty_base_pot_minor": "none",
            "fl_entry": "QQ",
            "fl_cards": "13",
            "fl_stay_front_trips": True,
            "fl_stay_middle": "full_house",
            "fl_stay_back_quads": True,
            "fl_stay_cards": "base",
            "fl_low_wheel_enters": False,
            "fl_super": False,
            "fl_button": "stays",
            "super_bowl_from": 3,
            "super_bowl_mult": 1,
            "loss_limit_units": "none",
            "timeout": "fill",
            "match_hands": "one_each",
            "stake": 1,
            "stake_schedule": "none",
            "hands_per_level": 1,
            "short_stack": "sequential",
            "win_cap": True,
            "chip_unit_minor": "1",
            "rounding": "reject",
            "fee": "none",
        },
        "schedules": {"royalties": {"front": {"trips": 3}, "middle": {}, "back": {}}},
    }


def open_face_file() -> dict[str, Any]:
    """A wins all three rows, street by street: 3 and 3 for the scoop, 6 units of 500, net 3000."""
    return {
        "format": 1,
        "game": "open_face_chinese",
        "ruleset": open_face_ruleset(),
        "terms": {"currency": "EUR", "unit_minor": "500"},
        "record": {
            "seats": ["A", "B"],
            "button": "B",
            "moves": [
                {"seat": "A", "dealt": ["Ks", "Kh", "Kd", "9c", "9d"], "back": ["Ks", "Kh", "Kd", "9c", "9d"]},
                {"seat": "B", "dealt": ["Ac", "Tc", "7c", "4c", "2c"], "back": ["Ac", "Tc", "7c", "4c", "2c"]},
                {"seat": "A", "dealt": ["4h", "5d", "6c", "7s"], "middle": ["4h", "5d", "6c", "7s"]},
                {"seat": "B", "dealt": ["Jh", "Jd", "8c", "8d"], "middle": ["Jh", "Jd", "8c", "8d"]},
                {"seat": "A", "dealt": ["8h", "Ah", "As", "Jc"], "middle": ["8h"], "front": ["Ah", "As", "Jc"]},
                {"seat": "B", "dealt": ["2s", "Qh", "Qd", "3c"], "middle": ["2s"], "front": ["Qh", "Qd", "3c"]},
            ],
        },
    }


ROUND_FILES = (three_card_file, chinese_poker_file, open_face_file, kowah_file)
"""A maker of a sound round file for every game."""
