"""Reading amounts, and the one place where money is rounded."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.money import MAX_MINOR, FractionalPayout, Rounding, exact_text, find_exact, find_minor, round_minor

payouts = st.fractions(min_value=0, max_value=10**9, max_denominator=10**4)
units = st.integers(1, 10_000)


@pytest.mark.parametrize("text", ["0", "1", "1250", "-1250", "999999999999999", "-999999999999999"])
def test_minor_units_are_read_from_their_one_spelling(text: str) -> None:
    assert find_minor(text) == int(text)


@pytest.mark.parametrize(
    "value",
    ["", "-0", "+1", "01", "-01", "1.0", "1e3", "1_000", " 1", "1\n", "1000000000000000", "١", 1, 1.0, True, None],
)
def test_no_other_spelling_is_an_amount(value: object) -> None:
    assert find_minor(value) is None


def test_the_largest_amount_has_fifteen_digits() -> None:
    assert find_minor(str(MAX_MINOR)) == MAX_MINOR
    assert find_minor(str(MAX_MINOR + 1)) is None


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (5, Fraction(5)),
        ("12.5", Fraction(25, 2)),
        ("1/2", Fraction(1, 2)),
        ("-3", Fraction(-3)),
        ("0.000001", Fraction(1, 10**6)),
    ],
)
def test_exact_numbers_are_whole_numbers_or_texts(value: object, number: Fraction) -> None:
    assert find_exact(value) == number


@pytest.mark.parametrize(
    "value", [12.5, True, None, "", "1/0", "1.", ".5", "1e3", "nan", "1/-2", " 1", "1.0000001", [1]]
)
def test_floats_and_loose_texts_are_no_exact_numbers(value: object) -> None:
    assert find_exact(value) is None


@given(payouts)
@settings(deadline=None)
def test_the_stored_form_of_an_exact_number_is_the_number(value: Fraction) -> None:
    assert Fraction(exact_text(value)) == value


@given(payouts, units, st.sampled_from([Rounding.DOWN, Rounding.HALF_UP]))
@settings(deadline=None)
def test_what_is_paid_and_the_breakage_add_up_to_the_payout(exact: Fraction, unit: int, rule: Rounding) -> None:
    rounded = round_minor(exact, rule, unit)
    assert rounded.minor % unit == 0
    assert rounded.minor + rounded.breakage == exact


@given(payouts, units)
@settings(deadline=None)
def test_rounding_down_never_pays_too_much_nor_keeps_a_whole_unit(exact: Fraction, unit: int) -> None:
    assert 0 <= round_minor(exact, Rounding.DOWN, unit).breakage < unit


@given(payouts, units)
@settings(deadline=None)
def test_rounding_half_up_goes_to_the_nearest_and_halves_to_the_payee(exact: Fraction, unit: int) -> None:
    assert -unit <= 2 * round_minor(exact, Rounding.HALF_UP, unit).breakage < unit


@pytest.mark.parametrize(
    ("exact", "rule", "unit", "minor", "breakage"),
    [
        (Fraction(25, 2), Rounding.DOWN, 1, 12, Fraction(1, 2)),
        (Fraction(25, 2), Rounding.HALF_UP, 1, 13, Fraction(-1, 2)),
        (Fraction(1249), Rounding.HALF_UP, 500, 1000, Fraction(249)),
        (1250, Rounding.HALF_UP, 500, 1500, Fraction(-250)),
        (1250, Rounding.DOWN, 1, 1250, Fraction(0)),
        (1500, Rounding.REJECT, 500, 1500, Fraction(0)),
    ],
)
def test_rounding_by_hand(exact: Fraction | int, rule: Rounding, unit: int, minor: int, breakage: Fraction) -> None:
    assert round_minor(exact, rule, unit) == (minor, breakage)


@pytest.mark.parametrize(("exact", "unit"), [(Fraction(1, 2), 1), (1250, 500)])
def test_a_house_that_rejects_fractions_is_told_of_them(exact: Fraction | int, unit: int) -> None:
    with pytest.raises(FractionalPayout, match="not a multiple"):
        round_minor(exact, Rounding.REJECT, unit)


def test_a_loss_is_no_payout() -> None:
    with pytest.raises(ValueError, match="no payout"):
        round_minor(-1, Rounding.DOWN)
