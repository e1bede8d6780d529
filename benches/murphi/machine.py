"""The machine of `ugpu-weak`, `ugpu-coherent` and `ugpu-strong` as a Murphi program for one test.

A test is a list of threads, each with its block and its operations, and a condition on registers:

    Test("mp", [(0, [store("x", 1), fence("gl"), store("y", 1)]),
                (1, [load("y", 0), fence("gl"), load("x", 1)])],
         [(1, 0, 1), (1, 1, 0)])

`murphi` writes the machine, one rule for each step that an operation or a cell can take, written
from `docs/ugpu.md`; `litmus` writes the same test for gpu-litmus. All locations are global. The
Murphi program asserts that no state is an end that satisfies the condition: a violated invariant
means reachable.
"""

from dataclasses import dataclass


def store(location, value):
    return ("store", location, value)


def load(location, register):
    return ("load", location, register)


def fence(scope):
    return ("fence", scope)


@dataclass
class Test:
    name: str
    threads: list
    condition: list

    def locations(self):
        found = {op[1] for _, ops in self.threads for op in ops if op[0] != "fence"}
        return sorted(found)

    def highest(self):
        values = [op[2] for _, ops in self.threads for op in ops if op[0] == "store"]
        return max(values + [value for _, _, value in self.condition])


def litmus(test):
    def text(op):
        if op[0] == "store":
            return f"st.weak {op[1]}, {op[2]}"
        if op[0] == "load":
            return f"ld.weak r{op[2]}, {op[1]}"
        return f"fence.sc.{'cta' if op[1] == 'cta' else 'gpu'}"

    columns = [[text(op) for op in ops] for _, ops in test.threads]
    rows = max(len(column) for column in columns)
    heads = [f"P{i}@cta {block},gpu 0" for i, (block, _) in enumerate(test.threads)]
    lines = [f"PTX {test.name}", "{ }", " | ".join(heads) + " ;"]
    for row in range(rows):
        cells = [column[row] if row < len(column) else "" for column in columns]
        lines.append(" | ".join(cells) + " ;")
    parts = [f"P{t}:r{r} == {v}" for t, r, v in test.condition]
    lines.append("exists (" + " /\\ ".join(parts) + ")")
    return "\n".join(lines) + "\n"


class Murphi:
    def __init__(self, test, model):
        self.test = test
        self.strong = model == "ugpu-strong"
        self.load_array = model == "ugpu-weak"
        self.blocks = [block for block, _ in test.threads]
        self.views = sorted(set(self.blocks)) if self.strong else list(range(len(self.blocks)))
        self.places = {name: i for i, name in enumerate(test.locations())}

    def view(self, thread):
        return self.views.index(self.blocks[thread]) if self.strong else thread

    def near(self, a, b):
        return not self.strong and self.blocks[a] == self.blocks[b]

    def waits(self, ops, index):
        """The operations of the thread that must be done before one of them."""
        op = ops[index]
        for i, first in enumerate(ops[:index]):
            if "fence" in (first[0], op[0]):
                yield i
            elif first[1] == op[1]:
                if not (self.load_array and first[0] == op[0] == "load"):
                    yield i

    def deliver(self, view, place, wide):
        """Gives a cell to whoever lacks it, in the block and, if `wide`, beyond it."""
        own = f"cell[{view}][{place}]"
        others = [v for v in range(len(self.views)) if v != view]
        block = [v for v in others if self.near(v, view)]
        far = [v for v in others if not self.near(v, view)]
        give = lambda v: f"cell[{v}][{place}].v := {own}.v; cell[{v}][{place}].l := true; " \
                         f"cell[{v}][{place}].g := true; cell[{v}][{place}].b := false;"
        out = []
        if wide and far:
            out.append(f"if !{own}.g then {' '.join(give(v) for v in far)} endif;")
        if block:
            out.append(f"if !{own}.l then {' '.join(give(v) for v in block)} endif;")
        if wide:
            out.append(f"{own}.g := true;")
        out.append(f"{own}.l := true;")
        return " ".join(out)

    def rule(self, name, guard, effect):
        return f'rule "{name}"\n  {guard}\n==>\nbegin\n  {effect}\nend;\n'

    def operation(self, thread, index):
        _, ops = self.test.threads[thread]
        op, view = ops[index], self.view(thread)
        ready = [f"!done[{thread}][{index}]"]
        ready += [f"done[{thread}][{i}]" for i in self.waits(ops, index)]
        ready = " & ".join(ready)
        end = f"done[{thread}][{index}] := true;"
        name = f"P{thread} {index} {op[0]}"
        if op[0] == "fence":
            effect = " ".join(
                self.deliver(view, place, op[1] != "cta") for place in self.places.values()
                if not (self.strong and op[1] == "cta"))
            return [self.rule(name, ready, f"{effect} {end}")]
        own = f"cell[{view}][{self.places[op[1]]}]"
        if op[0] == "store":
            local = "true" if self.strong else "false"
            effect = f"{own}.v := {op[2]}; {own}.l := {local}; {own}.g := false; {own}.b := false;"
            return [self.rule(name, ready, f"{effect} {end}")]
        register = f"reg[{thread}][{op[2]}]"
        rules = [self.rule(name, ready, f"{register} := {own}.v; {end}")]
        if self.strong:
            return rules
        for other in range(len(self.views)):
            if other == view:
                continue
            theirs = f"cell[{other}][{self.places[op[1]]}]"
            flag = "l" if self.near(view, other) else "g"
            take = f"{own}.v := {theirs}.v; {own}.l := true; {own}.g := true; {own}.b := true;"
            rules.append(self.rule(
                f"{name} borrows from P{other}",
                f"{ready} & !{theirs}.{flag} & !{own}.b",
                f"{take} {register} := {own}.v; {end}"))
        return rules

    def text(self):
        threads = self.test.threads
        registers = [op[2] for _, ops in threads for op in ops if op[0] == "load"]
        longest = max(len(ops) for _, ops in threads)
        out = [
            "type",
            f"  thread: 0..{len(threads) - 1};",
            f"  view: 0..{len(self.views) - 1};",
            f"  place: 0..{len(self.places) - 1};",
            f"  op: 0..{longest - 1};",
            f"  register: 0..{max(registers, default=0)};",
            f"  value: 0..{self.test.highest()};",
            "  cellt: record v: value; l: boolean; g: boolean; b: boolean; end;",
            "var",
            "  done: array[thread] of array[op] of boolean;",
            "  reg: array[thread] of array[register] of value;",
            "  cell: array[view] of array[place] of cellt;",
            "",
            "startstate begin",
            "  for t: thread do",
            "    for o: op do done[t][o] := false; endfor;",
            "    for r: register do reg[t][r] := 0; endfor;",
            "  endfor;",
            "  for c: view do for p: place do",
            "    cell[c][p].v := 0; cell[c][p].l := true; cell[c][p].g := true;",
            "    cell[c][p].b := false;",
            "  endfor; endfor;",
            "end;",
            "",
        ]
        for thread, (_, ops) in enumerate(threads):
            for index in range(len(ops)):
                out += self.operation(thread, index)
        for view in range(len(self.views)):
            for place in self.places.values():
                own = f"cell[{view}][{place}]"
                out.append(self.rule(
                    f"share {view} {place}", f"!{own}.l | !{own}.g",
                    self.deliver(view, place, True)))
        done = [f"done[{t}][{i}]" for t, (_, ops) in enumerate(threads) for i in range(len(ops))]
        wanted = [f"reg[{t}][{r}] = {v}" for t, r, v in self.test.condition]
        out.append(f'invariant "the condition is not reached"\n  !({" & ".join(done + wanted)});\n')
        return "\n".join(out)


def murphi(test, model):
    return Murphi(test, model).text()
