"""A class of synthetic solutions of the Othello lab, independent of each other, and copies.

`writing` makes a solution by one `author`, with the parts `counting` and `ahead`; `disguise` makes
copies and a whole class: start there.
"""

from support.synthetic.disguise import KINDS, disguised, planted_class
from support.synthetic.writing import TEMPLATE, short_solution, solution

__all__ = ["KINDS", "TEMPLATE", "disguised", "planted_class", "short_solution", "solution"]
