"""The best legal setting of thirteen cards, for one of three objectives, and the house way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Card
from engine.games.chinese_poker.rules import Rules
from engine.games.royalties import Units
from engine.games.rows import Variant, rank_row
from engine.ranking import Strength
from engine.setting.expected import Scoring, exact_values, features_of, form_of, rough_values
from engine.setting.laws import Kind, RowCases, exact, law_of, rough
from engine.setting.legal import ALL_FRONTS, Candidates, Figures, Fits, lay_out, strongest
from engine.setting.opponents import Bank, Faced, Opponents, RowOdds, faced
from engine.setting.ordered import back_first, royalties_first
from engine.setting.overall import overall_values
from engine.setting.subsets import FIVES, THREES, Thirteen, thirteen_of
from engine.setting.tables import Keys, RowTables, row_keys, row_spots, row_tables
from engine.setting.unseen import count_row, unseen_by
