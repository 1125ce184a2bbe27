from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checks.numbers import Numbered, TableDay, find, find_in_sequence, gaps

DAY = TableDay("P1", "CP-01", "2026-11-30")


def sequence(*numbers: int, session_id: int = 1) -> list[Numbered]:
    return [Numbered(seq, session_id) for seq in numbers]


def test_numbers_from_one_without_a_gap_are_silent() -> None:
    assert list(find(DAY, [1, 2, 3])) == []
    assert list(find(DAY, [])) == []


def test_each_run_of_missing_numbers_is_one_finding_that_names_it() -> None:
    found = list(find(DAY, [2, 3, 7, 9]))
    assert [finding.code for finding in found] == ["number_gap"] * 3
    assert [finding.subject for finding in found] == [
        ("numbers", "P1", "CP-01", "2026-11-30", 1, 1),
        ("numbers", "P1", "CP-01", "2026-11-30", 4, 6),
        ("numbers", "P1", "CP-01", "2026-11-30", 8, 8),
    ]
    assert found[0].message == "round number 1 is missing from the gaming day"
    assert found[1].message == "round numbers 4 to 6 are missing from the gaming day"


def test_a_huge_gap_is_one_finding() -> None:
    assert [finding.subject[-2:] for finding in find(DAY, [2_000_000_000])] == [(1, 1_999_999_999)]


def test_a_sequence_is_looked_at_within_its_bounds_up_to_both_ends() -> None:
    assert list(find_in_sequence(DAY, sequence(5, 6, 7), 5, 7)) == []
    found = list(find_in_sequence(DAY, sequence(6), 5, 8))
    assert [(finding.code, finding.subject) for finding in found] == [
        ("sequence_gap", ("sequence", "P1", "CP-01", 5, 5)),
        ("sequence_gap", ("sequence", "P1", "CP-01", 7, 8)),
    ]
    assert [finding.subject[-2:] for finding in find_in_sequence(DAY, [], 3, 4)] == [(3, 4)]


def test_a_sequence_number_that_stands_twice_is_told() -> None:
    (finding,) = find_in_sequence(DAY, sequence(5, 6, 6, 7), 5, 7)
    assert (finding.code, finding.subject) == ("sequence_twice", ("sequence", "P1", "CP-01", 6))


def test_sessions_of_a_table_follow_each_other_in_its_sequence() -> None:
    begun = sequence(1, 2) + sequence(3, session_id=2)
    assert list(find_in_sequence(DAY, begun, 1, 3)) == []
    (finding,) = find_in_sequence(DAY, [*begun, Numbered(4, 1)], 1, 4)
    assert (finding.code, finding.subject) == ("sessions_interleaved", ("sequence", "P1", "CP-01", 4))


def test_nothing_is_missing_from_an_empty_stretch() -> None:
    assert list(find_in_sequence(DAY, [], 1, 0)) == []


@settings(max_examples=100, deadline=None)
@given(st.sets(st.integers(1, 60)))
def test_the_gaps_are_exactly_what_is_not_there_below_the_highest(numbers: set[int]) -> None:
    missing = [number for first, last in gaps(sorted(numbers), 1) for number in range(first, last + 1)]
    assert missing == [number for number in range(1, max(numbers, default=0)) if number not in numbers]
