#!/usr/bin/env python3
"""A small memory system for `gpu-litmus drf --exec`: an L1 for each unit, which writes through, and one memory.

    gpu-litmus drf --exec "python3 examples/drf/device.py"
    gpu-litmus drf --exec "python3 examples/drf/device.py --bug stale"

Replace `Machine` by your simulator and keep `main`: it is the protocol of docs/testing.md.
"""

import argparse
import random
import sys

BUGS = {
    "none": "as it should be",
    "stale": "an acquire does not invalidate the L1",
    "early": "a release does not wait for the stores of its thread",
    "twice": "an atomic reads memory when it is sent, and writes when it arrives",
    "stuck": "the answer of one load in a thousand is lost",
}


class Machine:
    """Requests become messages, and each tick one of them, drawn at random, is done."""

    def __init__(self, units, threads, line, bug, seed):
        self.threads, self.line, self.bug = threads, line, bug
        self.random = random.Random(seed)
        self.clock = 0
        self.memory = {}
        self.caches = [{} for _ in range(units)]  # of each unit: the words it keeps, by line
        self.stores = {}  # of each thread: its stores that are not in memory yet
        self.messages = []
        self.hits = {}

    def count(self, state, event):
        self.hits[state, event] = self.hits.get((state, event), 0) + 1

    def request(self, tag, thread, kind, address, value, order):
        """Whether it is taken."""
        self.clock += 1
        cache = self.caches[thread // self.threads]
        state = "V" if address // self.line in cache else "I"
        if kind == "U":
            busy = self.stores.get(thread, 0) and order == "release" and self.bug != "early"
            if busy:
                self.count(state, "Stall")
                return False
            old = self.memory.get(address, 0)
        elif kind == "S":
            self.stores[thread] = self.stores.get(thread, 0) + 1
            cache.pop(address // self.line, None)
            old = None
        else:
            old = None
        self.count(state, {"L": "Load", "S": "Store", "U": "Atomic"}[kind])
        # One in twenty is late: else hardly any would be overtaken by many.
        late = self.random.randrange(2000) if self.random.random() < 0.05 else 0
        self.messages.append((tag, thread, kind, address, value, order, old, self.clock + late))
        return True

    def tick(self):
        """One message; what it answers, as (tag, value)."""
        self.clock += 1
        if not self.messages:
            return []
        tag, thread, kind, address, value, order, old, _ = self.draw()
        cache = self.caches[thread // self.threads]
        line = address // self.line
        if kind == "L":
            if line not in cache:
                first = line * self.line
                cache[line] = {at: self.memory.get(at, 0) for at in range(first, first + self.line)}
                while len(cache) > 64:
                    del cache[next(iter(cache))]
            if self.bug == "stuck" and self.random.random() < 0.001:
                return []
            return [(tag, cache.get(line, self.memory).get(address, 0))]
        if kind == "S":
            self.memory[address] = value
            # Loads of this unit that came in between have brought the old line back.
            cache.pop(line, None)
            self.stores[thread] -= 1
            return [(tag, None)]
        if self.bug != "twice":
            old = self.memory.get(address, 0)
        self.memory[address] = old + value
        cache.pop(line, None)
        if order == "acquire" and self.bug != "stale":
            cache.clear()
        return [(tag, old)]

    def draw(self):
        """Any message, but those of one thread to one word in their order."""
        due = [message for message in self.messages if message[7] <= self.clock]
        _, thread, _, address, *_ = self.random.choice(due or self.messages)
        for at, message in enumerate(self.messages):
            if message[1] == thread and message[3] == address:
                return self.messages.pop(at)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--units", type=int, default=8)
    parser.add_argument("--threads", type=int, default=4, help="threads of a unit")
    parser.add_argument("--line", type=int, default=64, help="bytes of a cache line")
    parser.add_argument("--bug", choices=BUGS, default="none", help=str(BUGS))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    machine = Machine(args.units, args.threads, args.line, args.bug, args.seed)
    say(f"hello 1 name=python units={args.units} threads={args.threads} word=4 line={args.line}")
    for text in sys.stdin:
        words = text.split()
        if words[0] == "req":
            tag, thread, kind, address = int(words[1]), int(words[2]), words[3], int(words[4], 16)
            value = int(words[5]) if kind in "SU" else 0
            order = words[6].split(".")[0] if kind == "U" else ""
            if not machine.request(tag, thread, kind, address, value, order):
                say(f"stall {tag}")
        elif words[0] == "tick":
            for _ in range(int(words[1])):
                for tag, value in machine.tick():
                    say(f"rsp {tag} {'' if value is None else value} @{machine.clock}")
            quiet = "" if machine.messages else "quiet"
            say(f"tock {machine.clock} {quiet or len(machine.messages)}")
        elif words[0] == "cover":
            for (state, event), hits in sorted(machine.hits.items()):
                say(f"cov L1 {state} {event} {hits}")
        else:  # quit
            say("bye")
            return
        if words[0] == "tick":
            sys.stdout.flush()


def say(line):
    print(line, flush=line.startswith(("hello", "bye")))


if __name__ == "__main__":
    main()
