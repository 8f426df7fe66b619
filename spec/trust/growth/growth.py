"""Every kind of call of the Python package that takes a function, made and dropped COUNT times, twice: what is alive
after the second time is what was alive after the first. Counted are functions, blocks of Python and bytes of C."""

import ctypes
import gc
import sys

import takeaway

COUNT = int(sys.argv[1])


class Info(ctypes.Structure):
    """glibc's mallinfo2."""

    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keep".split()]


libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Info


def refused(call, *arguments, **settings):
    try:
        call(*arguments, **settings)
    except (takeaway.TakeawayError, ArithmeticError):
        return
    raise AssertionError("%s is answered" % call)


def fails(*_):
    raise ArithmeticError


KINDS = {
    "options": lambda: takeaway.ruleset(options=lambda a: range(a))(4).nim_value(),
    "options, never asked": lambda: takeaway.ruleset(options=lambda a: range(a)),
    "options as texts": lambda: takeaway.ruleset(options=lambda s: [s[1:]] if s else [])("xxx").outcome(),
    "left and right": lambda: takeaway.ruleset(left=lambda a: range(a), right=lambda a: [])(3).outcome(),
    "measure": lambda: takeaway.ruleset(options=lambda a: range(a), measure=lambda a: a)(3).outcome(),
    "table": lambda: list(takeaway.ruleset(options=lambda a, b: [(k, b) for k in range(a)]).table(to=3)),
    "sum": lambda: (takeaway.ruleset(options=lambda a: range(a))(3) + takeaway.rules.nim(2)).outcome(),
    "an option that is none": lambda: refused(takeaway.ruleset(options=lambda a: [0.5])(3).outcome),
    "an exception": lambda: refused(takeaway.ruleset(options=fails)(3).outcome),
    "two_pile": lambda: takeaway.two_pile(lambda k: 2 * k).least_move(5, 8),
    "one_pile": lambda: takeaway.one_pile(lambda k: 2 * k).losing_sizes(20),
    "heap": lambda: takeaway.heap(lambda n: range(n)).nim_values(9),
    "progress": lambda: takeaway.octal("0.77", progress=lambda done, total: True).nim_values(99),
    "progress of two_pile": lambda: takeaway.two_pile("2k", progress=lambda done, total: True).table(9),
    "a wrong argument": lambda: refused(takeaway.octal, lambda: 1),
    "a request that is not sent": lambda: refused(takeaway.octal, lambda: 1, object()),
    "a function in a list": lambda: refused(takeaway.mex, [lambda: 1, lambda: 2]),
    "values of no function": lambda: takeaway.value("{1|0}") + 1,
}


def alive():
    gc.collect()
    host = takeaway._host.current()
    takeaway.mex([0])  # releases what is gone
    host.send({"release": [], "collect": True})
    takeaway.mex([0])
    return len(host.functions), sys.getallocatedblocks(), libc.mallinfo2().uordblks


failed = 0
for name, make in KINDS.items():
    for _ in range(64):
        make()
    counts = []
    for _ in range(2):
        for _ in range(COUNT):
            make()
        counts.append(alive())
    functions, blocks, size = (after - before for before, after in zip(*counts))
    if functions > 0 or blocks > COUNT // 4 or size > 200 * COUNT:
        failed += 1
        print("Python: %s: %d more functions, %d blocks, %d bytes after %d more" % (name, functions, blocks, size, COUNT))
print("functions handed over by Python and dropped, by kind of call: %d tried, %d failed" % (len(KINDS), failed))
sys.exit(failed > 0)
