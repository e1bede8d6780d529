# A sum by the last block, whose counter orders, does not, or does so within a block only.
# Rebuilt with Triton 3.9: `triton.compile` for sm_80, `num_warps=1`, BLOCKS and SIZE constant; its two last parameters are scratch.
import triton
import triton.language as tl


@triton.jit
def right(x, part, out, ticket, blocks, SIZE: tl.constexpr, BLOCKS: tl.constexpr):
    pid = tl.program_id(0)
    value = tl.sum(tl.load(x + pid * SIZE + tl.arange(0, SIZE)), 0)
    tl.store(part + pid, value)
    order = tl.atomic_add(ticket, 1)
    if order == blocks - 1:
        at = tl.arange(0, BLOCKS)
        values = tl.load(part + at, mask=at < blocks, other=0)
        tl.store(out, tl.sum(values, 0))


@triton.jit
def relaxed(x, part, out, ticket, blocks, SIZE: tl.constexpr, BLOCKS: tl.constexpr):
    pid = tl.program_id(0)
    value = tl.sum(tl.load(x + pid * SIZE + tl.arange(0, SIZE)), 0)
    tl.store(part + pid, value)
    order = tl.atomic_add(ticket, 1, sem="relaxed")
    if order == blocks - 1:
        at = tl.arange(0, BLOCKS)
        values = tl.load(part + at, mask=at < blocks, other=0)
        tl.store(out, tl.sum(values, 0))


@triton.jit
def narrow(x, part, out, ticket, blocks, SIZE: tl.constexpr, BLOCKS: tl.constexpr):
    pid = tl.program_id(0)
    value = tl.sum(tl.load(x + pid * SIZE + tl.arange(0, SIZE)), 0)
    tl.store(part + pid, value)
    order = tl.atomic_add(ticket, 1, scope="cta")
    if order == blocks - 1:
        at = tl.arange(0, BLOCKS)
        values = tl.load(part + at, mask=at < blocks, other=0)
        tl.store(out, tl.sum(values, 0))
