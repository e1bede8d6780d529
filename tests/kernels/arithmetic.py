"""What instructions of PTX yield on edge values, computed apart from the tool: integers as integers of any
size, floats as fractions that are rounded once. `python3 arithmetic.py > arithmetic.txt`.

A line is `op type[ from] operand... = result`, in hexadecimal; a result `?` is not defined.
"""
from fractions import Fraction
import itertools
import math
import struct

MASK = {b: (1 << b) - 1 for b in (1, 8, 16, 32, 64)}


def signed(v, b):
    v &= MASK[b]
    return v - (1 << b) if v >> (b - 1) else v


def num(v, ty):
    b = int(ty[1:])
    return signed(v, b) if ty[0] == "s" else v & MASK[b]


def edges(ty):
    b = int(ty[1:])
    top = 1 << (b - 1)
    return [0, 1, 3, top - 1, top, MASK[b], 0x5A5A5A5A5A5A5A5A & MASK[b]]


def line(op, ty, operands, result):
    shown = "?" if result is None else f"{result:x}"
    print(op, ty, *(f"{o:x}" for o in operands), "=", shown)


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def integers():
    for ty in ["u16", "s16", "u32", "s32", "u64", "s64"]:
        b = int(ty[1:])
        m = MASK[b]
        for x, y in itertools.product(edges(ty), repeat=2):
            a, c = num(x, ty), num(y, ty)
            pair = [x, y]
            line("add", ty, pair, a + c & m)
            line("sub", ty, pair, a - c & m)
            line("mul.lo", ty, pair, a * c & m)
            line("mul.hi", ty, pair, (a * c >> b) & m)
            if b < 64:
                line("mul.wide", ty, pair, a * c & MASK[2 * b])
            if c == 0:
                line("div", ty, pair, None)
                line("rem", ty, pair, None)
            else:
                q = trunc_div(a, c)
                line("div", ty, pair, q & m)
                line("rem", ty, pair, a - q * c & m)
            line("min", ty, pair, min(a, c) & m)
            line("max", ty, pair, max(a, c) & m)
            for name, holds in [("eq", a == c), ("ne", a != c), ("lt", a < c), ("le", a <= c),
                                ("gt", a > c), ("ge", a >= c)]:
                line("setp." + name, ty, pair, int(holds))
            if ty[0] == "u":
                for name, holds in [("lo", a < c), ("ls", a <= c), ("hi", a > c), ("hs", a >= c)]:
                    line("setp." + name, ty, pair, int(holds))
        for x in edges(ty):
            a = num(x, ty)
            if ty[0] == "s":
                line("abs", ty, [x], abs(a) & m)
                line("neg", ty, [x], -a & m)
        amounts = [0, 1, b - 1, b, b + 1, 31, 32, 33, 63, 64, 65, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
        for x, n in itertools.product(edges(ty), amounts):
            a = num(x, ty)
            line("shr", ty, [x, n], (a >> min(n, b)) & m)
        some = edges(ty)[::2]
        for x, y, z in itertools.product(some, repeat=3):
            a, c, e = num(x, ty), num(y, ty), num(z, ty)
            three = [x, y, z]
            line("mad.lo", ty, three, a * c + e & m)
            line("mad.hi", ty, three, (a * c >> b) + e & m)
            line("sad", ty, three, abs(a - c) + e & m)
            if b < 64:
                wide = MASK[2 * b]
                for third in (0, 1, wide, wide >> 1, z):
                    line("mad.wide", ty, [x, y, third], a * c + third & wide)


def bits():
    for ty in ["b16", "b32", "b64"]:
        b = int(ty[1:])
        m = MASK[b]
        for x, y in itertools.product(edges(ty), repeat=2):
            line("and", ty, [x, y], x & y)
            line("or", ty, [x, y], x | y)
            line("xor", ty, [x, y], x ^ y)
        for x in edges(ty):
            line("not", ty, [x], ~x & m)
            line("cnot", ty, [x], int(x == 0))
            for n in [0, 1, b - 1, b, b + 1, 32, 33, 64, 0x80000000, 0xFFFFFFFF]:
                line("shl", ty, [x, n], x << n & m if n < b else 0)
            if b > 16:
                line("brev", ty, [x], int(f"{x:0{b}b}"[::-1], 2))
                line("clz", ty, [x], b - x.bit_length())
                line("popc", ty, [x], bin(x).count("1"))
    m32 = MASK[32]
    spots = [0, 1, 5, 16, 31, 32, 33, 37, m32]
    for start, length, wrap in itertools.product(spots, spots, [False, True]):
        first, count = (start % 32, length % 32) if wrap else (start, length)
        value = sum(1 << at for at in range(32) if first <= at < first + count)
        line("bmsk.wrap" if wrap else "bmsk.clamp", "b32", [start, length], value)
    for ty in ["u32", "s32", "u64", "s64"]:
        b = int(ty[1:])
        for x in edges(ty):
            a = num(x, ty)
            a = ~a if a < 0 else a
            at = a.bit_length() - 1
            line("bfind", ty, [x], MASK[32] if at < 0 else at)
            line("bfind.shiftamt", ty, [x], MASK[32] if at < 0 else b - 1 - at)
            if b == 32:
                for n, wrap in itertools.product([0, 1, 5, 31, 32, 33, 37, MASK[32]], [False, True]):
                    kept = n % 32 if wrap else min(n, 32)
                    value = x % 2**kept
                    if ty == "s32" and kept > 0 and value >= 2 ** (kept - 1):
                        value -= 2**kept
                    line("szext.wrap" if wrap else "szext.clamp", ty, [x, n], value & m32)
        spots = [0, 1, 5, b - 1, b, 255, 257]
        for x, pos, length in itertools.product(edges(ty), spots, spots):
            p, n = pos & 255, length & 255
            sign = 0
            if ty[0] == "s" and n > 0:
                sign = x >> min(p + n - 1, b - 1) & 1
            value = 0
            for i in range(b):
                bit = x >> (p + i) & 1 if i < n and p + i < b else sign
                value |= bit << i
            # Where machines do otherwise than the ISA says, any value may come.
            if b == 64 and (pos > 255 or length > 255) or ty[0] == "s" and p >= b:
                value = None
            line("bfe", ty, [x, pos, length], value)
    for ty in ["b32", "b64"]:
        b = int(ty[1:])
        spots = [0, 5, b - 1, b, 255, 257]
        for x, into, pos, length in itertools.product(edges(ty)[::2], [0, MASK[b], 0x123456789ABCDEF0 & MASK[b]], spots, spots):
            p, n = pos & 255, length & 255
            value = into
            for i in range(n):
                if p + i < b:
                    value = value & ~(1 << (p + i)) | (x >> i & 1) << (p + i)
            if b == 64 and (pos > 255 or length > 255) or b == 32 and p > 0 and n >= 32:
                value = None
            line("bfi", ty, [x, into, pos, length], value)
    for low, high in [(0x76543210, 0xFEDCBA98), (0x807F00FF, 0x01020380)]:
        data = [v >> 8 * i & 255 for v in (low, high) for i in range(4)]
        for selector in [0x3210, 0x7654, 0x0123, 0xFEDC, 0x8888, 0x9A5F, 0x10000, 0xFFFF1111]:
            value = 0
            for i in range(4):
                c = selector >> 4 * i & 15
                byte = data[c & 7]
                if c & 8:
                    byte = 255 if byte & 128 else 0
                value |= byte << 8 * i
            line("prmt", "b32", [low, high, selector], value)
        for n in [0, 1, 16, 31, 32, 33, 63, 64, 0xFFFFFFFF]:
            both = high << 32 | low
            clamp, wrap = min(n, 32), n & 31
            line("shf.l.clamp", "b32", [low, high, n], both << clamp >> 32 & MASK[32])
            line("shf.l.wrap", "b32", [low, high, n], both << wrap >> 32 & MASK[32])
            line("shf.r.clamp", "b32", [low, high, n], both >> clamp & MASK[32])
            line("shf.r.wrap", "b32", [low, high, n], both >> wrap & MASK[32])
    for table in [0x00, 0x80, 0xFE, 0x96, 0xE8, 0xCA, 0xAA, 0xF0, 0xFF]:
        a, b, c = 0xF0F0FF00, 0xCCCC0FF0, 0xAAAA3C3C
        value = sum((table >> ((a >> i & 1) * 4 + (b >> i & 1) * 2 + (c >> i & 1)) & 1) << i for i in range(32))
        line("lop3", "b32", [a, b, c, table], value)
    for ty in ["b16", "b32", "b64"]:
        for x, y, p in itertools.product(edges(ty)[:3], edges(ty)[-3:], [0, 1]):
            line("selp", ty, [x, y, p], x if p else y)


FORM = {"f16": (11, -24, 15, 16), "f32": (24, -149, 127, 32), "f64": (53, -1074, 1023, 64)}
# Of what is not a number of 16 or 64 bits, the ISA says no pattern.
CANON = {"f16": None, "f32": 0x7FFFFFFF, "f64": None}
CODE = {"f16": "<e", "f32": "<f", "f64": "<d"}


def unpack(v, ty):
    return struct.unpack(CODE[ty], v.to_bytes(int(ty[1:]) // 8, "little"))[0]


def parts(v, ty):
    """nan, or inf with a sign, or a fraction with the sign of zero."""
    f = unpack(v, ty)
    sign = v >> (int(ty[1:]) - 1)
    if f != f:
        return "nan", sign
    if f in (float("inf"), float("-inf")):
        return "inf", sign
    return Fraction(f), sign


def pack(value, sign, ty, how="rn"):
    """A fraction rounded once; the sign is that of a zero."""
    p, least, most, width = FORM[ty]
    if value == 0:
        return sign << (width - 1)
    sign = int(value < 0)
    v = abs(value)
    e = 0
    while v >= Fraction(2) ** (e + 1):
        e += 1
    while v < Fraction(2) ** e:
        e -= 1
    unit = Fraction(2) ** max(e - p + 1, least)
    q = v / unit
    n = q.numerator // q.denominator
    rest = q - n
    if how == "rn":
        up = rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1
    else:
        up = rest > 0 and how == ("rp" if sign == 0 else "rm")
    n += up
    v = n * unit
    if v >= Fraction(2) ** (most + 1):
        if how == "rz" or how == ("rm" if sign == 0 else "rp"):
            v = Fraction(2) ** (most + 1) - Fraction(2) ** (most - p + 1)
        else:
            return sign << (width - 1) | ((1 << width - p) - 1) << (p - 1)
    f = float(v)
    code = struct.pack(CODE[ty], f)
    return int.from_bytes(code, "little") | sign << (width - 1)


def floats(ty):
    if ty == "f16":
        return [0, 0x8000, 1, 0x8001, 0x03FF, 0x0400, 0x3C00, 0xBC00, 0x3C01, 0x4248, 0x6801, 0x1400, 0x7BFF, 0xFBFF,
                0x7C00, 0xFC00, 0x7E00]
    if ty == "f32":
        return [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x3F800000, 0xBF800000, 0x3F800001,
                0x40490FDB, 0x4B800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001]
    return [0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x3FF0000000000000, 0xBFF0000000000000,
            0x3FF0000000000001, 0x400921FB54442D18, 0x4340000000000001, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF,
            0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]


def infinite(sign, ty):
    p, _, _, width = FORM[ty]
    return sign << (width - 1) | ((1 << width - p) - 1) << (p - 1)


def total(a, b, ty):
    (x, s), (y, t) = a, b
    if "nan" in (x, y):
        return CANON[ty]
    if x == "inf" or y == "inf":
        if x == y and s != t:
            return CANON[ty]
        return infinite(s if x == "inf" else t, ty)
    return pack(x + y, s & t, ty)


def product(a, b):
    (x, s), (y, t) = a, b
    if "nan" in (x, y):
        return "nan", 0
    if x == "inf" or y == "inf":
        return ("nan", 0) if 0 in (x, y) else ("inf", s ^ t)
    return x * y, s ^ t


def whole(a, ty):
    x, s = a
    if x == "nan":
        return CANON[ty]
    return infinite(s, ty) if x == "inf" else pack(x, s, ty)


def root(value, ty):
    """The square root of a fraction, rounded once: below and above half a unit are told apart by squares."""
    p, least, _, _ = FORM[ty]
    e = 0
    while value >= Fraction(4) ** (e + 1):
        e += 1
    while value < Fraction(4) ** e:
        e -= 1
    unit = Fraction(2) ** max(e - p + 1, least)
    q = value / unit ** 2
    n = math.isqrt(q.numerator // q.denominator)
    n += q > (n + Fraction(1, 2)) ** 2
    return pack(n * unit, 0, ty)


def roots():
    for ty in ["f32", "f64"]:
        top = 1 << (int(ty[1:]) - 1)
        for x in floats(ty) + [pack(Fraction(n), 0, ty) for n in (2, 3, 5, 10**6 + 3)]:
            v, sign = parts(x, ty)
            if v == "nan":
                line("sqrt", ty, [x], CANON[ty])
                line("rcp", ty, [x], CANON[ty])
                continue
            if v == 0 or v == "inf" and not sign:
                line("sqrt", ty, [x], x)
            elif sign:
                line("sqrt", ty, [x], CANON[ty])
            else:
                line("sqrt", ty, [x], root(v, ty))
            if v == "inf":
                line("rcp", ty, [x], sign * top)
            elif v == 0:
                line("rcp", ty, [x], infinite(sign, ty))
            else:
                line("rcp", ty, [x], pack(1 / v, sign, ty))


def carries():
    for ty in ["u32", "s32", "u64", "s64"]:
        b = int(ty[1:])
        m = MASK[b]
        for x, y, c in itertools.product(edges(ty), edges(ty), [0, 1]):
            line("addc", ty, [x, y, c], x + y + c & m)
            line("carry.addc", ty, [x, y, c], x + y + c >> b)
            line("subc", ty, [x, y, c], x - y - c & m)
            line("carry.subc", ty, [x, y, c], int(x < y + c))
            for z, half in itertools.product(edges(ty)[::3], ["lo", "hi"]):
                part = num(x, ty) * num(y, ty)
                part = (part >> b if half == "hi" else part) & m
                line(f"madc.{half}", ty, [x, y, z, c], part + z + c & m)
                line(f"carry.madc.{half}", ty, [x, y, z, c], part + z + c >> b)
    for of, by in itertools.product(["u32", "s32"], repeat=2):
        some = [0, 0x01020304, 0xFF7F8001, 0x80FF7F7F, 0xFFFFFFFF]
        for x, y, z in itertools.product(some, some, [0, 5, 0xFFFFFFFF]):
            cut = lambda v, at, w, ty: signed(v >> w * at, w) if ty == "s32" else v >> w * at & MASK[w]
            value = sum(cut(x, i, 8, of) * cut(y, i, 8, by) for i in range(4)) + z
            line("dp4a", f"{of} {by}", [x, y, z], value & MASK[32])
            for half, first in [("lo", 0), ("hi", 2)]:
                value = sum(cut(x, i, 16, of) * cut(y, first + i, 8, by) for i in range(2)) + z
                line(f"dp2a.{half}", f"{of} {by}", [x, y, z], value & MASK[32])


def real():
    for ty in ["f32", "f64", "f16"]:
        for x, y in itertools.product(floats(ty), repeat=2):
            a, b = parts(x, ty), parts(y, ty)
            top = 1 << (int(ty[1:]) - 1)
            line("add", ty, [x, y], total(a, b, ty))
            line("sub", ty, [x, y], total(a, parts(y ^ top, ty), ty))
            line("mul.lo", ty, [x, y], whole(product(a, b), ty))
            if ty == "f16":
                q = None
            elif "nan" in (a[0], b[0]) or a[0] == b[0] == "inf" or a[0] == b[0] == 0:
                q = CANON[ty]
            elif a[0] == "inf" or b[0] == 0:
                q = infinite(a[1] ^ b[1], ty)
            elif b[0] == "inf":
                q = (a[1] ^ b[1]) * top
            else:
                q = pack(a[0] / b[0], a[1] ^ b[1], ty)
            if ty != "f16":
                line("div", ty, [x, y], q)
            key = lambda v: (unpack(v, ty), -(v >> (int(ty[1:]) - 1)))
            if a[0] == b[0] == "nan":
                least = most = CANON[ty]
            elif a[0] == "nan":
                least = most = y
            elif b[0] == "nan":
                least = most = x
            else:
                least, most = min(x, y, key=key), max(x, y, key=key)
            line("min", ty, [x, y], least)
            line("max", ty, [x, y], most)
            f, g = unpack(x, ty), unpack(y, ty)
            nan = f != f or g != g
            for name, holds in [("eq", f == g), ("ne", f != g and not nan), ("lt", f < g), ("le", f <= g),
                                ("gt", f > g), ("ge", f >= g), ("equ", nan or f == g), ("neu", nan or f != g),
                                ("ltu", nan or f < g), ("leu", nan or f <= g), ("gtu", nan or f > g),
                                ("geu", nan or f >= g), ("num", not nan), ("nan", nan)]:
                line("setp." + name, ty, [x, y], int(holds))
        for x in floats(ty):
            top = 1 << (int(ty[1:]) - 1)
            # Of what is not a number, the ISA says "an unspecified NaN".
            nan = parts(x, ty)[0] == "nan"
            line("neg", ty, [x], None if nan else x ^ top)
            line("abs", ty, [x], None if nan else x & ~top)
        some = floats(ty)[2::2]
        for x, y, z in itertools.product(some, repeat=3):
            p = product(parts(x, ty), parts(y, ty))
            line("fma", ty, [x, y, z], total(p, parts(z, ty), ty))


def rounded(x, how):
    low = x.numerator // x.denominator
    rest = x - low
    if how == "rmi" or rest == 0:
        return low
    if how == "rpi":
        return low + 1
    if how == "rzi":
        return low + (x < 0)
    return low + (rest > Fraction(1, 2) or rest == Fraction(1, 2) and low & 1)


def conversions():
    kinds = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
    for to, of in itertools.product(kinds, repeat=2):
        for x in edges(of):
            v = num(x, of)
            b = int(to[1:])
            line("cvt", f"{to} {of}", [x], v & MASK[b])
            low, high = (-(1 << b - 1), (1 << b - 1) - 1) if to[0] == "s" else (0, MASK[b])
            line("cvt.sat", f"{to} {of}", [x], max(low, min(high, v)) & MASK[b])
    near = {"f32": [0x3F000000, 0x3FC00000, 0x40200000, 0xBF000000, 0xBFC00000, 0xC0200000, 0x4F000000, 0xCF000000, 0x4F800000],
            "f64": [0x3FE0000000000000, 0x3FF8000000000000, 0xBFE0000000000000, 0xC004000000000000, 0x41DFFFFFFFC00000,
                    0x41F0000000000000, 0x43E0000000000000, 0x43F0000000000000, 0xC1E0000000200000]}
    for to, of in itertools.product(["u32", "s32", "u64", "s64", "u16", "s8"], ["f32", "f64"]):
        b = int(to[1:])
        low, high = (-(1 << b - 1), (1 << b - 1) - 1) if to[0] == "s" else (0, MASK[b])
        for x in floats(of) + near[of]:
            v, sign = parts(x, of)
            for how in ["rni", "rzi", "rmi", "rpi"]:
                if v == "nan":
                    # ISA, cvt: zero, but where the source is f64 or the destination has 64 bits.
                    wide = of == "f64" or b == 64
                    r = (1 << b - 1) if wide else 0
                elif v == "inf":
                    r = low if sign else high
                else:
                    r = max(low, min(high, rounded(v, how)))
                line("cvt." + how, f"{to} {of}", [x], r & MASK[b])
    for to, of in itertools.product(["f32", "f64"], ["u32", "s32", "u64", "s64", "u8", "s16"]):
        extra = [0xFFFFFF, 0x1000001, 0x1000003, 0x7FFFFFC0, 0x20000000000001, 0x20000000000003]
        for x in edges(of) + [e for e in extra if e <= MASK[int(of[1:])]]:
            line("cvt.rn", f"{to} {of}", [x], pack(Fraction(num(x, of)), 0, to))
    for x in floats("f64") + [0x36A0000000000000, 0x3690000000000001, 0x47EFFFFFF0000000, 0x47EFFFFFEFFFFFFF, 0x3FF0000010000000]:
        v = parts(x, "f64")
        line("cvt.rn", "f32 f64", [x], None if v[0] == "nan" else whole(v, "f32"))
    for x in floats("f32"):
        v = parts(x, "f32")
        line("cvt", "f64 f32", [x], None if v[0] == "nan" else whole(v, "f64"))
    for of in ["f32", "f64"]:
        ties = [Fraction(n, d) for n, d in [(2049, 1), (2051, 1), (65519, 1), (65520, 1), (1, 3), (1, 1 << 25), (3, 1 << 25)]]
        for x in floats(of) + [pack(v, 0, of) for v in ties]:
            v = parts(x, of)
            line("cvt.rn", f"f16 {of}", [x], None if v[0] == "nan" else whole(v, "f16"))
        for x in floats("f16"):
            v = parts(x, "f16")
            line("cvt", f"{of} f16", [x], None if v[0] == "nan" else whole(v, of))
    for x in floats("f16") + [0x3800, 0x3E00, 0xB800, 0xBE00]:
        v, sign = parts(x, "f16")
        for how in ["rni", "rzi", "rmi", "rpi"]:
            low, high = -(1 << 31), (1 << 31) - 1
            r = 0 if v == "nan" else (low if sign else high) if v == "inf" else rounded(v, how)
            line("cvt." + how, "s32 f16", [x], r & MASK[32])
    for of in ["u32", "s32", "s16"]:
        for x in edges(of) + [2049, 2051]:
            line("cvt.rn", f"f16 {of}", [x], pack(Fraction(num(x, of)), 0, "f16"))


def signs():
    for ty in ["f32", "f64"]:
        b = int(ty[1:])
        for x, y in itertools.product(floats(ty), repeat=2):
            line("copysign", ty, [x, y], x >> (b - 1) << (b - 1) | y & MASK[b] >> 1)


def atomics():
    for ty in ["u32", "s32", "u64"]:
        m = MASK[int(ty[1:])]
        for x, y in itertools.product(edges(ty), repeat=2):
            a, c = num(x, ty), num(y, ty)
            line("atom.add", ty, [x, y], a + c & m)
            line("atom.min", ty, [x, y], min(a, c) & m)
            line("atom.max", ty, [x, y], max(a, c) & m)
            line("atom.exch", ty, [x, y], y)
            if ty == "u32":
                line("atom.inc", ty, [x, y], 0 if x >= y else x + 1)
                line("atom.dec", ty, [x, y], y if x == 0 or x > y else x - 1)
            line("atom.cas", ty, [x, y, 5], 5 if x == y else x)
            line("atom.and", ty, [x, y], x & y)
            line("atom.or", ty, [x, y], x | y)
            line("atom.xor", ty, [x, y], x ^ y)


def loads():
    """Narrow loads into wide registers: by sign where the type has one."""
    for ty in ["u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32"]:
        for x in edges(ty):
            v = signed(x, int(ty[1:])) if ty[0] == "s" else x
            line("ld", ty, [x], v & MASK[64])


integers()
bits()
real()
roots()
carries()
conversions()
signs()
atomics()
loads()
