"""mypy --strict accepts this file, and it runs."""

import takeaway
from takeaway import LimitError, Table, Value

game = takeaway.two_pile(lambda k: 2 * k)
least = game.least_move(18, 21)
sequence: Table = takeaway.octal("0.77").nim_values(20)
one: int = takeaway.octal("0.77").nim_value(5)
value: Value = takeaway.value("{1|-1}")
text: str = takeaway.octal("0.77").outcome(3, 4)
total = value + 1 - value
with takeaway.within(seconds=5, memory=10**8):
    total = total + 1
try:
    takeaway.octal("0.07").periodicity(5)
except LimitError as error:
    code: str = error.code
