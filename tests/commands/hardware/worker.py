"""Launches nothing, and answers as gpu-litmus-cuda does: what it counts is said by its arguments, PLACE=COUNT.

What it is asked is written into the file that the environment names as ASKED.
"""

import os
import sys
import time

mode, counts = sys.argv[1], sys.argv[2:]
if "PID" in os.environ:
    with open(os.environ["PID"], "w", encoding="utf-8") as own:
        own.write(str(os.getpid()))
say = lambda line: print(line, flush=True)  # noqa: E731
if mode == "none":
    say("error there is no CUDA driver here: libcuda.so.1 (nvcuda.dll) was not found")
    sys.exit(2)
if mode == "strange":
    say("good day")
    sys.exit(0)
sm = "61" if mode == "old" else "90"
free = 20_000_000 if mode == "tight" else 1_000_000_000
say(f"hello 1 name=A_fake_GPU sm={sm} driver=12.8 units=4 shared=49152 limit=0 free={free}")
place, launches, taken, singles = 4096, [], 0, 0
asked = open(os.environ.get("ASKED", os.devnull), "a", encoding="utf-8")
print("begin", file=asked, flush=True)
if mode == "deaf":
    print("hello", file=asked, flush=True)
    time.sleep(600)
while line := sys.stdin.readline():
    word, *rest = line.split()
    print(line.strip() if mode == "tells" else word, file=asked, flush=True)
    if mode == "stuck" and [word, *rest][: len(counts)] == counts:
        time.sleep(600)
    if word == "load":
        text = sys.stdin.read(int(rest[0]))
        assert text.startswith("//") and text.endswith("}\n") and ".entry test" in text, text
        say("error the driver's assembler refuses the kernels: CUDA_ERROR_INVALID_PTX" if mode == "refuses" else "loaded 9")
    elif word == "fits":
        say({"full": "fits 0", "tight": "fits 1024"}.get(mode, "fits 16"))
    elif word == "alloc":
        taken += int(rest[0])
        say(f"error {taken} bytes are too many" if taken > free // 4 else f"at {place}")
        place += int(rest[0]) + 256 & ~255
    elif word == "launch":
        launches.append(rest[0])
        if mode == "hang" and rest[0] == "test":
            time.sleep(600)
        if mode == "dies" and len(launches) > 4:
            os._exit(7)
        say("done")
    elif word == "words":
        # One word is the instance that was looked for, then a value of it.
        single = "0=4294967294" if mode == "minus" and singles % 2 else "0=7"
        singles += rest[1] == "1"
        found = [single] if rest[1] == "1" else counts
        while mode == "endless":
            say("words 3=1")
        if found:
            say("words " + " ".join(found))
        say("done")
    elif word == "save":
        with open(line[5:-1], "w", encoding="utf-8") as cubin:
            cubin.write("machine code")
        say("done")
    elif word in ("zero", "put"):
        say("done")
    else:
        say(f"error {word}")
