"""The table of requests and replies, which the tests of every host run."""

import ctypes
import os

from takeaway._host import Host
from takeaway._library import OK, REPLY, library



def test_table(monkeypatch):
    monkeypatch.chdir(os.environ["TAKEAWAY_ROOT"])
    host, count = Host(), 0
    with open(os.path.join("spec", "hosts", "requests.tsv"), encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            request, reply = (part.encode() for part in line.rstrip("\n").split("\t"))
            got, size = ctypes.c_void_p(), ctypes.c_size_t()
            status = library.ta_host_call(host.number, request, len(request), ctypes.byref(got), ctypes.byref(size))
            assert ctypes.string_at(got.value, size.value) == reply
            assert status == (REPLY if b'"error":' in reply else OK)
            count += 1
    assert count > 100
