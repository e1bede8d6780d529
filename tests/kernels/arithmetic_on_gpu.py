"""The table of arithmetic.py on a GPU: whether the machine computes what the table says.

`python3 arithmetic_on_gpu.py arithmetic.txt` needs a GPU (sm_90 or later) and its driver, nothing else.
`python3 arithmetic_on_gpu.py arithmetic.txt out.ptx` writes the kernels and runs nothing.
A kernel for each instruction and type; a thread for each line, with operands from memory, so that no compiler folds them.
"""
import ctypes as C
import struct
import sys

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"
NARROW = {"add", "min", "max", "inc", "dec"}  # Atomics that say the type of a number; others have bits.
ROUNDED = {"add", "sub", "mul", "div", "fma", "sqrt", "rcp"}


def groups(path):
    """Lines by what is one kernel: (instruction, type, type converted from, immediate) to [(operands, result)]."""
    found = {}
    for line in open(path):
        left, result = line.rstrip("\n").split(" = ")
        op, ty, *rest = left.split()
        of = rest.pop(0) if op.startswith(("cvt", "dp")) else None
        values = [int(word, 16) for word in rest]
        table = values.pop() if op == "lop3" else None
        if op == "cvt.sat" and fits(ty, of):
            continue  # The assembler refuses to saturate what fits.
        found.setdefault((op, ty, of, table), []).append((values, None if result == "?" else int(result, 16)))
    return found


def bits(ty):
    return int(ty[1:])


def fits(ty, of):
    if ty[0] == of[0]:
        return bits(of) <= bits(ty)
    return of[0] == "u" and bits(of) < bits(ty)


def operands(op, ty, of, count):
    """Widths of the operands, `p` for a predicate, and of the result."""
    b, base = bits(ty), op.split(".")[0]
    args, result = [b] * count, b
    if base in ("shl", "shr"):
        args[1] = 32
    elif base in ("bfe", "bfi"):
        args[-2:] = [32, 32]
    elif base == "selp":
        args[2] = "p"
    elif base == "setp":
        result = "p"
    elif base in ("clz", "popc", "bfind"):
        result = 32
    elif base == "cvt":
        args = [bits(of)]
    elif base == "ld":
        args, result = [64], 64
    elif base in ("addc", "subc", "madc", "carry"):
        args[-1] = 32
        result = 32 if base == "carry" else b
    if op.endswith(".wide"):
        result = 2 * b
        if base == "mad":
            args[2] = 2 * b
    return args, result


def instruction(op, ty, of, table, count):
    b, base = bits(ty), op.split(".")[0]
    args = ", ".join(f"%x{k}" for k in range(count))
    if base in ("cvt", "dp4a", "dp2a"):
        return f"{op}.{ty}.{of} %d, {args};"
    if base == "atom":
        what = op[5:]
        kind = ty if what in NARROW else f"b{b}"
        rest = ", ".join(f"%x{k}" for k in range(1, count))
        return (f"st.global.b{b} [%at], %x0;\n\tatom.global.{what}.{kind} %t, [%at], {rest};\n\t"
                f"ld.volatile.global.b{b} %d, [%at];")
    if base == "ld":
        return f"st.global.b64 [%at], %x0;\n\tld.volatile.global.{ty} %d, [%at];"
    if base in ("addc", "subc", "madc", "carry"):
        what = op.removeprefix("carry.")
        rest, carry = ", ".join(f"%x{k}" for k in range(count - 1)), f"%x{count - 1}"
        borrows = what == "subc"
        begin = f"sub.cc.u32 %c, 0, {carry};" if borrows else f"add.cc.u32 %c, {carry}, 0xffffffff;"
        if base != "carry":
            return f"{begin}\n\t{what}.{ty} %d, {rest};"
        end = "subc.u32 %d, 0, 0;\n\tand.b32 %d, %d, 1;" if borrows else "addc.u32 %d, 0, 0;"
        return f"{begin}\n\t{what}.cc.{ty} %t, {rest};\n\t{end}"
    if op == "lop3":
        return f"lop3.b32 %d, {args}, {table};"
    if ty[0] == "f":
        op = "mul" if op == "mul.lo" else op
        op += ".rn" if op in ROUNDED else ""
    return f"{op}.{ty} %d, {args};"


def register(width):
    return "pred" if width == "p" else f"b{max(width, 16)}"


def kernel(name, key, count):
    op, ty, of, table = key
    args, result = operands(op, ty, of, count)
    text = [f".visible .entry {name}(.param .u64 pin, .param .u64 pout, .param .u64 pat, .param .u32 pn)\n{{",
            ".reg .pred %q; .reg .b32 %i, %n, %c; .reg .b64 %in, %out, %at, %o, %v, %r;",
            f".reg .{register(result)} %d; .reg .{register(bits(ty))} %t;"]
    text += [f".reg .{register(width)} %x{k};" for k, width in enumerate(args)]
    text += ["ld.param.u64 %in, [pin]; ld.param.u64 %out, [pout]; ld.param.u64 %at, [pat]; ld.param.u32 %n, [pn];",
             "mov.u32 %i, %ctaid.x; shl.b32 %i, %i, 5; mov.u32 %c, %tid.x; add.u32 %i, %i, %c;",
             "setp.ge.u32 %q, %i, %n; @%q bra END;",
             f"mul.wide.u32 %o, %i, {8 * count}; add.s64 %in, %in, %o;",
             "mul.wide.u32 %o, %i, 8; add.s64 %out, %out, %o; add.s64 %at, %at, %o;"]
    for k, width in enumerate(args):
        take = {"p": f"setp.ne.u64 %x{k}, %v, 0;", 64: f"mov.b64 %x{k}, %v;", 32: f"cvt.u32.u64 %x{k}, %v;"}
        text += [f"ld.global.u64 %v, [%in+{8 * k}];", take.get(width, f"cvt.u16.u64 %x{k}, %v;")]
    give = {"p": "selp.u64 %r, 1, 0, %d;", 64: "mov.b64 %r, %d;", 32: "cvt.u64.u32 %r, %d;"}
    text += [instruction(op, ty, of, table, count), give.get(result, "cvt.u64.u16 %r, %d;")]
    return "\n\t".join(text) + "\n\tst.global.u64 [%out], %r;\nEND:\tret;\n}\n"


class Driver:
    """What is used of libcuda."""

    def __init__(self):
        self.lib = C.CDLL("libcuda.so.1")
        device, context, name = C.c_int(), C.c_void_p(), C.create_string_buffer(100)
        self("cuInit", 0)
        self("cuDeviceGet", C.byref(device), 0)
        self("cuDevicePrimaryCtxRetain", C.byref(context), device)
        self("cuCtxSetCurrent", context)
        self("cuDeviceGetName", name, 100, device)
        self.name = name.value.decode()

    def __call__(self, what, *args):
        code = getattr(self.lib, what)(*args)
        if code:
            sys.exit(f"{what}: CUDA error {code}")

    def load(self, text):
        module = C.c_void_p()
        self("cuModuleLoadData", C.byref(module), text.encode() + b"\0")
        return module

    def memory(self, data):
        at = C.c_uint64()
        self("cuMemAlloc_v2", C.byref(at), C.c_size_t(len(data)))
        self("cuMemcpyHtoD_v2", at, data, C.c_size_t(len(data)))
        return at.value

    def run(self, module, name, values, count):
        """The 64 bits that each thread leaves."""
        function, lines = C.c_void_p(), len(values) // count
        self("cuModuleGetFunction", C.byref(function), module, name.encode())
        places = [self.memory(struct.pack(f"<{len(values)}Q", *values)), self.memory(bytes(8 * lines)),
                  self.memory(bytes(8 * lines))]
        arguments = [C.c_uint64(place) for place in places] + [C.c_uint32(lines)]
        pointers = (C.c_void_p * 4)(*[C.addressof(one) for one in arguments])
        self("cuLaunchKernel", function, -(-lines // 32), 1, 1, 32, 1, 1, 0, None, pointers, None)
        left = C.create_string_buffer(8 * lines)
        self("cuMemcpyDtoH_v2", left, C.c_uint64(places[1]), C.c_size_t(8 * lines))
        for place in places:
            self("cuMemFree_v2", C.c_uint64(place))
        return struct.unpack(f"<{lines}Q", left.raw)


def main():
    found = groups(sys.argv[1])
    kernels = [kernel(f"k{at}", key, len(lines[0][0])) for at, (key, lines) in enumerate(found.items())]
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as out:
            out.write(HEAD + "".join(kernels))
        return
    driver = Driver()
    module = driver.load(HEAD + "".join(kernels))
    compared = differ = 0
    for at, (key, lines) in enumerate(found.items()):
        count = len(lines[0][0])
        left = driver.run(module, f"k{at}", [value for values, _ in lines for value in values], count)
        for (values, wanted), got in zip(lines, left):
            if key[0].startswith("cvt"):
                got &= (1 << bits(key[1])) - 1
            if wanted is None:
                continue
            compared += 1
            if got != wanted:
                differ += 1
                print(*[word for word in key if word is not None], *(f"{value:x}" for value in values),
                      f"= {wanted:x}, the machine {got:x}")
    print(f"{driver.name}: {compared} compared, {differ} differ")
    sys.exit(differ > 0)


main()
