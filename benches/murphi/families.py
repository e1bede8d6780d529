"""The tests that grow: those of `src/generate/family.rs`, with fences on demand."""

from machine import Test, fence, load, store


def with_fences(ops, scope):
    if scope == "none":
        return ops
    out = []
    for index, op in enumerate(ops):
        out += [fence(scope)] if index else []
        out.append(op)
    return out


def iriw(n, scope="none"):
    """Two writers, and n readers that by turns see the one before the other."""
    writers = [[store(f"x{i}", 1)] for i in range(2)]
    readers = [[load(f"x{i % 2}", 1), load(f"x{(i + 1) % 2}", 2)] for i in range(n)]
    wanted = [part for i in range(n) for part in ((i + 2, 1, 1), (i + 2, 2, 0))]
    return test(f"iriw-{n}", writers + readers, wanted, scope)


def corr(k, scope="none"):
    """One writer, and a thread that reads k times: can the value go away again?"""
    reads = [load("x0", i) for i in range(1, k + 1)]
    return test(f"corr-{k}", [[store("x0", 1)], reads], [(1, 1, 1), (1, k, 0)], scope)


def writers(n, scope="none"):
    """n writers of one location, and two readers that see the first two in different orders."""
    threads = [[store("x0", i + 1)] for i in range(n)]
    threads += [[load("x0", 1), load("x0", 2)] for _ in range(2)]
    wanted = [(n, 1, 1), (n, 2, 2), (n + 1, 1, 2), (n + 1, 2, 1)]
    return test(f"writers-{n}", threads, wanted, scope)


def mp_chain(n, scope="none"):
    """Message passing through n threads: can the message arrive without the data?"""
    threads = [[store("x0", 1), store("x1", 1)]]
    threads += [[load(f"x{i}", 1), store(f"x{i + 1}", 1)] for i in range(1, n + 1)]
    threads.append([load(f"x{n + 1}", 1), load("x0", 2)])
    wanted = [(i, 1, 1) for i in range(1, n + 2)] + [(n + 1, 2, 0)]
    return test(f"mp-chain-{n}", threads, wanted, scope)


def test(name, threads, condition, scope):
    fenced = [(block, with_fences(ops, scope)) for block, ops in enumerate(threads)]
    return Test(name if scope == "none" else f"{name}-{scope}", fenced, condition)


FAMILIES = {"iriw": iriw, "corr": corr, "writers": writers, "mp-chain": mp_chain}
