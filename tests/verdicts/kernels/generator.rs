//! Random kernels: arithmetic, branches, loops, vectors, narrow types, shared memory, barriers.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

/// Small numbers from a seed (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % most
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()]
    }
}

/// A random kernel and its launch.
pub struct Kernel {
    pub module: String,
    pub launch: String,
    /// It has vectors: interleavings of whole instructions are not all that elements can do.
    pub vectors: bool,
}

/// What the threads of a kernel have in common.
struct Shape {
    /// The width of the cells, in bytes.
    width: u64,
    /// Blocks, and threads of each.
    grid: (u64, u64),
    barrier: bool,
}

impl Shape {
    fn threads(&self) -> u64 {
        self.grid.0 * self.grid.1
    }

    /// The type of accesses, with a sign by chance where it makes a difference.
    fn ty(&self, random: &mut Random) -> String {
        format!("{}{}", random.pick(&["u", "s"]), self.width * 8)
    }
}

/// The kernel of a seed.
pub fn kernel(seed: u64) -> Kernel {
    let mut random = Random(seed);
    let shape = Shape {
        width: random.pick(&[1, 2, 4, 4, 4, 8]),
        grid: random.pick(&[(2, 1), (1, 2), (1, 2), (3, 1), (1, 3)]),
        barrier: random.below(3) == 0,
    };
    let mut body = String::new();
    for thread in 0..shape.threads() {
        let most = if shape.threads() > 2 { 2 } else { 3 };
        body += &format!("\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra L{thread};\n");
        for step in 0..=random.below(most) {
            body += &snippet(&mut random, &shape, &format!("{thread}_{step}"));
        }
        body += &format!("L{thread}:\n");
    }
    if shape.barrier {
        let ty = shape.ty(&mut random);
        let load = if ty.ends_with("64") {
            format!("ld.shared.{ty} %rd5, [sum];\n\tcvt.u32.u64 %r9, %rd5;")
        } else {
            format!("ld.shared.{ty} %r9, [sum];")
        };
        body += &format!("\tbar.sync 0;\n\t{load}\n{KEEP}");
    }
    let (blocks, threads) = shape.grid;
    let (width, all) = (shape.width, shape.threads());
    let module = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n\
         .visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         .reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<12>;\n\
         .shared .align 8 .b8 sum[8];\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %tid.x;\n\tmad.lo.u32 %r1, %r2, {threads}, %r3;\n\
         \tmov.u32 %r8, 0;\n\tmov.u32 %r9, 0;\n{body}\
         \tmul.wide.u32 %rd3, %r1, 4;\n\tadd.u64 %rd4, %rd2, %rd3;\n\tst.global.u32 [%rd4], %r8;\n\
         \tret;\n}}\n"
    );
    let launch = format!(
        "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [{blocks}]\n\
         block = [{threads}]\nshared_init = 0\nargs = [\"&a\", \"&out\"]\n\
         [buffer.a]\ntype = \"u{}\"\ncount = 2\n[buffer.out]\ncount = {all}\n",
        width * 8
    );
    Kernel {
        vectors: module.contains(".v2"),
        module,
        launch,
    }
}

/// Keeps two bits of what was read.
const KEEP: &str = "\tand.b32 %r9, %r9, 3;\n\tshl.b32 %r8, %r8, 2;\n\tadd.u32 %r8, %r8, %r9;\n";

/// Something that a thread does; names of its own end in `name`.
fn snippet(random: &mut Random, shape: &Shape, name: &str) -> String {
    let ty = shape.ty(random);
    let (width, bits) = (shape.width, shape.width * 8);
    let cell =
        [String::from("%rd1"), format!("%rd1+{width}")][usize::from(random.below(2) == 1)].clone();
    let value = 1 + random.below(3);
    let strong = random.pick(&[".volatile", ".relaxed.gpu", ""]);
    // What 64-bit registers hold goes through one of 32 bits, so that arithmetic is one for all widths.
    let load = |how: &str, space: &str, at: &str| {
        if bits == 64 {
            format!("\tld{how}{space}.{ty} %rd5, [{at}];\n\tcvt.u32.u64 %r9, %rd5;\n")
        } else {
            format!("\tld{how}{space}.{ty} %r9, [{at}];\n")
        }
    };
    let store = |how: &str, at: &str, from: &str| {
        if bits == 64 {
            format!("\tcvt.u64.u32 %rd6, {from};\n\tst{how}.global.{ty} [{at}], %rd6;\n")
        } else {
            format!("\tst{how}.global.{ty} [{at}], {from};\n")
        }
    };
    match random.below(if bits >= 32 { 12 } else { 9 }) {
        0 | 1 => format!("\tmov.u32 %r10, {value};\n{}", store(strong, &cell, "%r10")),
        2 => {
            let compute = random.pick(&[
                "\txor.b32 %r10, %r8, 1;\n",
                "\tnot.b32 %r10, %r8;\n",
                "\tmin.u32 %r10, %r8, 2;\n",
                "\tsub.u32 %r10, 3, %r8;\n",
                "\tmul.lo.u32 %r10, %r8, 3;\n",
                "\tsetp.gt.u32 %p3, %r8, 1;\n\tselp.u32 %r10, 2, 1, %p3;\n",
                "\tbfe.u32 %r10, %r8, 1, 2;\n",
            ]);
            let stored = store(strong, &cell, "%r10");
            format!("{compute}\tand.b32 %r10, %r10, 3;\n{stored}")
        }
        3 | 4 => format!("{}{KEEP}", load(strong, ".global", &cell)),
        5 => {
            let (loaded, stored) = (load(strong, ".global", &cell), store("", &cell, "%r10"));
            format!(
                "{loaded}\tsetp.eq.u32 %p2, %r9, 0;\n\t@%p2 bra S{name};\n\tmov.u32 %r10, 3;\n{stored}S{name}:\n"
            )
        }
        6 => format!(
            "\tmov.u32 %r11, 0;\nS{name}:\n{}{KEEP}\tadd.u32 %r11, %r11, 1;\n\tsetp.lt.u32 %p2, %r11, 2;\n\
             \t@%p2 bra S{name};\n",
            load(strong, ".global", &cell)
        ),
        7 => {
            let from = random.pick(&["%rd1", "%rd1"]);
            match (random.below(2), bits) {
                (0, 64) => format!(
                    "\tld.global.v2.{ty} {{%rd5, %rd7}}, [{from}];\n\tcvt.u32.u64 %r9, %rd5;\n{KEEP}\
                     \tcvt.u32.u64 %r9, %rd7;\n{KEEP}"
                ),
                (_, 64) => format!(
                    "\tmov.u64 %rd5, {value};\n\tst.global.v2.{ty} [{from}], {{%rd5, %rd5}};\n"
                ),
                (0, _) => format!(
                    "\tld.global.v2.{ty} {{%r9, %r12}}, [{from}];\n{KEEP}\tmov.u32 %r9, %r12;\n{KEEP}"
                ),
                (_, _) => format!(
                    "\tmov.u32 %r10, {value};\n\tst.global.v2.{ty} [{from}], {{%r10, %r8}};\n"
                ),
            }
        }
        8 => {
            let kept = load("", ".shared", "sum");
            format!("{kept}{KEEP}\tmembar.cta;\n")
        }
        9 if bits == 64 => format!(
            "\tatom.global.add.u64 %rd5, [{cell}], {value};\n\tcvt.u32.u64 %r9, %rd5;\n{KEEP}"
        ),
        9 => format!("\tatom.global.add.u32 %r9, [{cell}], {value};\n{KEEP}"),
        10 if bits == 64 => format!(
            "\tatom.global.cas.b64 %rd5, [{cell}], 0, {value};\n\tcvt.u32.u64 %r9, %rd5;\n{KEEP}"
        ),
        10 => format!("\tatom.global.cas.b32 %r9, [{cell}], 0, {value};\n{KEEP}"),
        _ if bits == 64 => format!("\tatom.shared.exch.b64 %rd5, [sum], {value};\n\tmembar.gl;\n"),
        _ => format!("\tatom.shared.add.u32 %r9, [sum], {value};\n\tmembar.gl;\n"),
    }
}
