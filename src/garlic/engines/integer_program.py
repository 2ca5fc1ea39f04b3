"""Integer and linear programs, solved by HiGHS: costs, bounds and rows in; values, a bound out."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from highspy import Highs, HighsLp, HighsModelStatus, HighsVarType, MatrixFormat

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """A constraint: *low* <= the sum of coefficient times value <= *high*."""

    coefficients: Mapping[int, float]  # by column
    low: float
    high: float = math.inf


@dataclass(frozen=True, slots=True)
class Columns:
    """What is to be chosen: for each column its cost and the bounds of its value."""

    cost: Floats
    low: Floats
    high: Floats
    whole: bool  # are all values whole numbers?


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a program."""

    values: Floats | None  # those of the least cost; None if there are none, or not proven in time
    bound: float  # no values cost less
    infeasible: bool = False  # no values fulfil all rows


def solve(columns: Columns, rows: Sequence[Row], seconds: float) -> Solution:
    """The values of least cost that fulfil all *rows*, if they are found within *seconds*."""
    solver = Highs()
    solver.silent()
    solver.setOptionValue("time_limit", seconds)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.passModel(_model(columns, rows))
    solver.run()
    status, info = solver.getModelStatus(), solver.getInfo()
    if status in (HighsModelStatus.kInfeasible, HighsModelStatus.kUnboundedOrInfeasible):
        return Solution(None, math.inf, infeasible=True)
    if status != HighsModelStatus.kOptimal:
        return Solution(None, info.mip_dual_bound if columns.whole else -math.inf)
    values = np.array(solver.getSolution().col_value)
    return Solution(values, info.mip_dual_bound if columns.whole else info.objective_function_value)


def _model(columns: Columns, rows: Sequence[Row]) -> HighsLp:
    model = HighsLp()
    model.num_col_, model.num_row_ = len(columns.cost), len(rows)
    model.col_cost_, model.col_lower_, model.col_upper_ = columns.cost, columns.low, columns.high
    model.row_lower_ = np.array([row.low for row in rows])
    model.row_upper_ = np.array([row.high for row in rows])
    model.a_matrix_.format_ = MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(row.coefficients) for row in rows)])
    model.a_matrix_.index_ = np.array([column for row in rows for column in row.coefficients])
    model.a_matrix_.value_ = np.array([v for row in rows for v in row.coefficients.values()])
    if columns.whole:
        model.integrality_ = [HighsVarType.kInteger] * len(columns.cost)
    return model
