"""Ctrl-C and alarms in GP during a call, in a closure during a call, and that GP and the host go on."""

import re
import signal
import subprocess
import time

with open("interrupts.gp", encoding="utf-8") as script:
    gp = subprocess.Popen(["gp", "-q", "-f"], stdin=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

came, answers, ready = [], [], False
for line in gp.stdout:
    if line.startswith("ready"):
        time.sleep(0.3)
        gp.send_signal(signal.SIGINT)
        sent = time.monotonic()
    elif "user interrupt" in line:
        came.append(time.monotonic() - sent)
    elif "interrupt" in line:
        answers.append("alarm")
    elif re.match(r"\d+$", line):
        answers.append(line.strip())

assert gp.wait() == 0, gp.returncode
assert len(came) == 4, came
assert answers == ["3", "3", "3", "3", "alarm", "3", "alarm", "3"], answers
print(f"interrupts: 4 and 2 alarms, the slowest heard after {max(came):.2f} s")
