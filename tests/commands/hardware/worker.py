"""Launches nothing, and answers as gpu-litmus-cuda does: what it counts is said by its arguments, PLACE=COUNT."""

import os
import sys
import time

mode, counts = sys.argv[1], sys.argv[2:]
say = lambda line: print(line, flush=True)  # noqa: E731
if mode == "none":
    say("error there is no CUDA driver here: libcuda.so.1 (nvcuda.dll) was not found")
    sys.exit(2)
if mode == "strange":
    say("good day")
    sys.exit(0)
sm = "61" if mode == "old" else "90"
say(f"hello 1 name=A_fake_GPU sm={sm} driver=12.8 units=4 shared=49152 limit=0 free=1000000000")
place, launches = 4096, []
while line := sys.stdin.readline():
    word, *rest = line.split()
    if word == "load":
        text = sys.stdin.read(int(rest[0]))
        assert text.startswith("//") and text.endswith("}\n") and ".entry test" in text, text
        say("error the driver's assembler refuses the kernels: CUDA_ERROR_INVALID_PTX" if mode == "refuses" else "loaded 9")
    elif word == "fits":
        say("fits 0" if mode == "full" else "fits 16")
    elif word == "alloc":
        say(f"at {place}")
        place += int(rest[0]) + 256 & ~255
    elif word == "launch":
        launches.append(rest[0])
        if mode == "hang" and rest[0] == "test":
            time.sleep(600)
        if mode == "dies" and len(launches) > 4:
            os._exit(7)
        say("done")
    elif word == "words":
        # One word is the instance that was looked for, or a value of it.
        found = ["0=7"] if rest[1] == "1" else counts
        if found:
            say("words " + " ".join(found))
        say("done")
    elif word in ("save", "zero", "put"):
        say("done")
    else:
        say(f"error {word}")
