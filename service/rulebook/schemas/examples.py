"""Examples of requests and answers, shown in the API's description; tests hold every figure here."""

from typing import Any, Final

PUBLISHED: Final[dict[str, Any]] = {
    "version": 1,
    "sha256": "3bc5aef9bb08c1962650af429ca8cb7fd50478863cd81e88d5ec3d89a0bb0c33",
    "published_at": "2026-11-30T02:36:53.000000Z",
    "published_by": "system:seed",
}
STANDARD: Final[dict[str, Any]] = {
    "format": 1,
    "game": "three_card_poker",
    "key": "tcp_standard",
    "title": "Three Card Poker, standard",
    "sources": ["the house's own rules page", "pagat.com, banking games, Three Card Poker"],
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
        "limits": {"ante": "none", "pair_plus": "none", "six_card": "none", "prime": "none", "progressive": "none"},
    },
    "schedules": {
        "ante_bonus": {"straight": 1, "trips": 4, "straight_flush": 5},
        "pair_plus": {"straight_flush": 40, "trips": 30, "straight": 6, "flush": 3, "pair": 1},
        "six_card": "off",
        "prime": "off",
        "progressive": "off",
    },
}
RULESET: Final = {
    "key": "tcp_standard",
    "game": "three_card_poker",
    "title": "Three Card Poker, standard",
    **PUBLISHED,
    "ruleset_version_id": 1,
}
PAYTABLE: Final[dict[str, Any]] = {
    "format": 1,
    "game": "three_card_poker",
    "kind": "ante_bonus",
    "key": "ante_bonus_1_4_5",
    "title": "Ante bonus 1-4-5",
    "sources": ["wizardofodds.com, Three Card Poker, ante bonus"],
    "schedule": {"straight": 1, "trips": 4, "straight_flush": 5},
}
SCHEDULE: Final = {name: PAYTABLE[name] for name in ("kind", "key", "game", "title")} | PUBLISHED
FAULTY: Final = {**STANDARD, "schedules": {**STANDARD["schedules"], "prime": "prime_9_9"}}
FAULT: Final = {
    "pointer": "/schedules/prime",
    "code": "unknown_schedule",
    "detail": "no prime schedule is named 'prime_9_9'",
}


def _exact(exact: str, decimal: str) -> dict[str, str]:
    return {"exact": exact, "decimal": decimal}


_NO_EDGE: Final = _exact("0", "0.00000000")
_ANTE_EDGE: Final = _exact("686689/20358520", "0.03372981")
_ANTE_MEAN: Final = _exact("-686689/20358520", "-0.03372981")
_ANTE_VARIANCE: Final = _exact("1113741108698391/414469336590400", "2.68714959")
_PAIR_PLUS_EDGE: Final = _exact("402/5525", "0.07276018")
_ANTE: Final = {
    "house_edge": _ANTE_EDGE,
    "player_return": _exact("33397711/34084400", "0.97985328"),
    "element_of_risk": _exact("686689/34084400", "0.02014672"),
    "mean_wager": _exact("370/221", "1.67420814"),
    "variance": _ANTE_VARIANCE,
    "hit_frequency": _exact("22858881/50896300", "0.44912658"),
    "push_frequency": _exact("7788/12724075", "0.00061207"),
    "loss_frequency": _exact("28006267/50896300", "0.55026135"),
    "standard_deviation": "1.639253",
    "net_histogram": {
        "-2": 91126832,
        "-1": 132923304,
        "0": 249216,
        "1": 80955780,
        "2": 91100696,
        "3": 8976452,
        "5": 289104,
        "6": 931972,
        "7": 617044,
    },
    "net_sum": "-13733780",
    "deals": 407170400,
}
_PAIR_PLUS: Final = {
    "house_edge": _PAIR_PLUS_EDGE,
    "player_return": _exact("5123/5525", "0.92723982"),
    "element_of_risk": _PAIR_PLUS_EDGE,
    "mean_wager": _exact("1", "1.00000000"),
    "variance": _exact("247866696/30525625", "8.11995482"),
    "hit_frequency": _exact("283/1105", "0.25610860"),
    "push_frequency": _NO_EDGE,
    "loss_frequency": _exact("822/1105", "0.74389140"),
    "standard_deviation": "2.849553",
    "net_histogram": {"-1": 16440, "1": 3744, "3": 1096, "6": 720, "30": 52, "40": 48},
    "net_sum": "-1608",
    "deals": 22100,
}
_STRATEGY: Final = {
    "best": {
        "hands_played": 14900,
        "hands_folded": 7200,
        "lowest_played": {"category": "high_card", "ranks": [12, 6, 4]},
        "is_cut_off": True,
        "indifferent_hands": 0,
    },
    "named": {
        "never_fold": {
            "hands_played": 22100,
            "house_edge": _exact("1947749/25448150", "0.07653794"),
            "element_of_risk": _exact("1947749/50896300", "0.03826897"),
            "loss_to_best": _exact("4357551/101792600", "0.04280813"),
        }
    },
}
_SPREAD: Final = {
    "ante": {
        "mean_net": _ANTE_MEAN,
        "variance": _ANTE_VARIANCE,
        "covariance": _exact("7096280872053167/13677488107483200", "0.51882925"),
        "correlation": _exact("7096280872053167/36753456587046903", "0.19307792"),
        "rounds": {
            "1": {"mean_net": _ANTE_MEAN, "variance": _ANTE_VARIANCE, "standard_deviation": "1.639253"},
            "7": {
                "mean_net": _exact("-686689/2908360", "-0.23610867"),
                "variance": _exact("755534683993961/18608827357120", "40.60087557"),
                "standard_deviation": "6.371882",
            },
        },
    }
}


def _counts(of: int, *counts: int) -> dict[str, Any]:
    hands = ("high_card", "pair", "flush", "straight", "trips", "straight_flush", "mini_royal", "mini_royal_spades")
    return {"of": of, "counts": dict(zip(hands, counts, strict=True))}


_FREQUENCIES: Final = {
    "any_hand": _counts(22100, 16440, 3744, 1096, 720, 52, 44, 3, 1),
    "dealer_qualifies": {"count": 15380, "of": 22100},
    "hand_if_played": _counts(14900, 9240, 3744, 1096, 720, 52, 44, 3, 1),
    "dealer_if_played": _counts(274517600, 204114108, 46558656, 13619236, 8978052, 648448, 553724, 34032, 11344),
    "dealer_if_folded": _counts(132652800, 98776452, 22420800, 6573468, 4287228, 309600, 256932, 21240, 7080),
    "dealer_qualifies_if_played": {"count": 189023948, "of": 274517600},
}
RULESET_EDGE: Final[dict[str, Any]] = {
    "kind": "ruleset",
    "game": "three_card_poker",
    "key": "tcp_standard",
    "title": "Three Card Poker, standard",
    "version": 1,
    "sha256": PUBLISHED["sha256"],
    "stake_minor": None,
    "meter_minor": None,
    "switches": STANDARD["switches"],
    "bets": {"ante": _ANTE, "pair_plus": _PAIR_PLUS},
    "strategy": _STRATEGY,
    "spread": _SPREAD,
    "liability": {"unlimited_bets": ["ante", "pair_plus"]},
    "frequencies": _FREQUENCIES,
    "not_counted": [],
}
"""Shortened: it shows one strategy of those that players use, and rounds of one position and of seven."""

_UNIT_METER: Final = {"min_minor": "1", "max_minor": "1", "step_minor": "1"}
_ALONE: Final = {
    "game": "three_card_poker",
    "stake_minor": None,
    "meter_minor": None,
    "switches": {
        **STANDARD["switches"],
        "limits": {**STANDARD["switches"]["limits"], "progressive": _UNIT_METER},
    },
    "strategy": None,
    "spread": None,
    "liability": None,
    "frequencies": None,
    "not_counted": None,
}
PAYTABLE_EDGE: Final = {
    "kind": "pair_plus",
    "key": "pair_plus_40_30_6_3_1",
    "title": "Pair plus 40-30-6-3-1",
    "version": 1,
    "sha256": "4b886f09a88b83708398d3586d2c3e1c7d2fce563e232198a9a4b54d66cb8da1",
    "bets": {"pair_plus": _PAIR_PLUS},
    **_ALONE,
}
DRAFT_EDGE_REQUEST: Final = {"document": PAYTABLE}
DRAFT_EDGE: Final = {
    "kind": "ante_bonus",
    "key": "ante_bonus_1_4_5",
    "title": "Ante bonus 1-4-5",
    "version": None,
    "sha256": "17f85fada0c60debb6c65325ee08d9777a9465990fec0c2a262c4b6833691535",
    "bets": {"ante": _ANTE},
    **_ALONE,
}
EDGE_DIFFERENCE: Final = {
    "game": "three_card_poker",
    "before": {"key": "tcp_standard", "version": 1, "sha256": PUBLISHED["sha256"]},
    "after": {
        "key": "tcp_us",
        "version": 1,
        "sha256": "a3e7605b31498b3826a29ee64d4e865ff0e719db58ffc3bf474e9e3416772b0a",
    },
    "bets": {
        "ante": {"before": _ANTE_EDGE, "after": _ANTE_EDGE, "change": _NO_EDGE},
        "pair_plus": {
            "before": _PAIR_PLUS_EDGE,
            "after": _exact("128/5525", "0.02316742"),
            "change": _exact("-274/5525", "-0.04959276"),
        },
        "six_card": {"before": None, "after": _exact("12816/149695", "0.08561408"), "change": None},
    },
}
"""Of GET /v1/rulesets/tcp_us/versions/1/edge/difference?from_key=tcp_standard&from_version=1."""
