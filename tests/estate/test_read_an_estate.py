from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from made_up_rates import RATES_STATEMENT, dataset

from finweave.core.errors import (
    ArgumentError,
    EstateDamagedError,
    EstateError,
    EstateMissingError,
    GuardError,
    UnknownNameError,
)
from finweave.estate.build import BuildReport
from finweave.estate.guard import Guard
from finweave.estate.reader import NOT_HELD, Estate, open_estate
from finweave.estate.statement import Statement


def test_values_leave_exactly_as_published(estate: Estate) -> None:
    assert estate.query(RATES_STATEMENT) == [
        ("AAA", "2024-Q1", Decimal("0.1"), Decimal("71.1888689871011"), "2024-04-01", Decimal(3), "2024", "publisher_file"),
        ("AAA", "2024-Q2", Decimal("0.2"), Decimal("0.30000000000000004"), "2024-07-01", None, "2024", "publisher_file"),
        ("BBB", "2024-Q1", Decimal("-5.7"), Decimal("1E-7"), None, Decimal(12), "2024", "publisher_file"),
    ]


def test_a_sum_of_decimals_is_exact(estate: Estate, guard: Guard) -> None:
    total = Statement("total", "SELECT sum(rate) FROM rates__rates WHERE area = $area", frozenset({"rates__rates"}))
    guard.register(total)
    assert estate.query(total, {"area": "AAA"}) == [(Decimal("0.3"),)]
