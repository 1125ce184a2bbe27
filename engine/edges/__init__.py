"""Exact edges of Three Card Poker: what any ruleset or paytable costs, over all 407,170,400 deals of a position.

Computed from the same paytable objects that settle the bets. Arrays are used here, and exact integers and
fractions wherever a figure leaves the room.
"""

from engine.edges.report import edge_difference, edge_report, edges

__all__ = ["edge_difference", "edge_report", "edges"]
