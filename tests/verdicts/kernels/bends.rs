//! Meanings of instructions that are bent, each with a launch that shows it.

use gpu_litmus::ptx::module::RegisterId;
use gpu_litmus::ptx::operation::{
    Access, Literal, Operand, Operation, Order, Reduction, Scope, Shuffle, Update, Vote,
};
use gpu_litmus::ptx::types::Space;

/// What shows a bend.
pub enum Shown {
    /// A litmus test, printed as kernels.
    Litmus(&'static str),
    /// What each of four lanes of a warp does before it leaves `%r9`.
    Lanes(&'static str),
    /// The same, asked of a model in which order matters.
    Ordered(&'static str),
    /// The same, where what is asked stays open.
    Open(&'static str),
}

/// A meaning that is bent.
pub struct Bend {
    pub name: &'static str,
    /// Bends an instruction, if it is one of these; whether it was.
    pub change: fn(&mut Operation) -> bool,
    pub shown: Shown,
}

/// Replaces an operation by another, if it is one of a kind.
macro_rules! becomes {
    ($pattern:pat => $other:expr) => {
        |operation| {
            let is = matches!(operation, $pattern);
            if is {
                *operation = $other;
            }
            is
        }
    };
}

/// Changes a part of an operation, if it is one of a kind.
macro_rules! changes {
    ($pattern:pat => $change:expr) => {
        |operation| {
            if let $pattern = operation {
                $change;
                true
            } else {
                false
            }
        }
    };
}

/// How an operation accesses memory.
fn access(operation: &mut Operation) -> Option<&mut Access> {
    match operation {
        Operation::Load { access, .. }
        | Operation::Store { access, .. }
        | Operation::Atomic { access, .. } => Some(access),
        _ => None,
    }
}

/// Takes one order for another.
fn order(operation: &mut Operation, from: Order, to: Order) -> bool {
    match access(operation) {
        Some(access) if access.order == from => {
            access.order = to;
            true
        }
        Some(_) | None => false,
    }
}

/// Takes one scope for another.
fn scope(operation: &mut Operation, from: Scope, to: Scope) -> bool {
    match access(operation) {
        Some(access) if access.scope == from && access.order != Order::Weak => {
            access.scope = to;
            true
        }
        Some(_) | None => false,
    }
}

/// A number for another.
fn other(operand: &mut Operand) {
    if let Operand::Literal(Literal::Integer(number)) = operand {
        *number ^= 1;
    }
}

const MP: &str = "PTX MP\n{ x = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.weak x, 1 | ld.acquire.gpu r1, f ;\nst.release.gpu f, 1 | bne r1, 1, L ;\n\
                  | ld.weak r2, x ;\n | L: ;\nexists (P1:r1 == 1 /\\ P1:r2 == 0)";
const MP_SYSTEM: &str = "PTX MP\n{ x = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n\
                  st.weak x, 1 | ld.acquire.sys r1, f ;\nst.release.sys f, 1 | bne r1, 1, L ;\n\
                  | ld.weak r2, x ;\n | L: ;\nexists (P1:r1 == 1 /\\ P1:r2 == 0)";
const MP_BLOCK: &str = "PTX MP\n{ x = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.weak x, 1 | ld.acquire.cta r1, f ;\nst.release.cta f, 1 | bne r1, 1, L ;\n\
                  | ld.weak r2, x ;\n | L: ;\nexists (P1:r1 == 1 /\\ P1:r2 == 0)";
const MP_FENCES: &str = "PTX MP\n{ x = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.weak x, 1 | ld.relaxed.gpu r1, f ;\nfence.acq_rel.gpu | fence.acq_rel.gpu ;\n\
                  st.relaxed.gpu f, 1 | bne r1, 1, L ;\n | ld.weak r2, x ;\n | L: ;\n\
                  exists (P1:r1 == 1 /\\ P1:r2 == 0)";
const MP_ATOMICS: &str = "PTX MP\n{ x = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.weak x, 1 | atom.acq_rel.gpu.add r1, f, 1 ;\natom.acq_rel.gpu.add r1, f, 1 | bne r1, 1, L ;\n\
                  | ld.weak r2, x ;\n | L: ;\nexists (P1:r1 == 1 /\\ P1:r2 == 0)";
const MP_RED: &str = "PTX MP\n{ x = 0; f = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.weak x, 1 | red.acq_rel.gpu.add f, 2 ;\nst.release.gpu f, 1 | ld.weak r2, x ;\n\
                  | ld.relaxed.gpu r1, f ;\nexists (P1:r1 == 3 /\\ P1:r2 == 0)";
const SB: &str = "PTX SB\n{ x = 0; y = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n\
                  st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\nfence.sc.gpu | fence.sc.gpu ;\n\
                  ld.relaxed.gpu r1, y | ld.relaxed.gpu r1, x ;\nexists (P0:r1 == 0 /\\ P1:r1 == 0)";
const VOLATILE: &str = "\tmov.u64 %rd5, cell;\n\tst.volatile.global.u32 [%rd5], 1;\n\tld.volatile.global.u32 %r9, [%rd5];\n";
const NEIGHBOUR: &str = "\tst.shared.u32 [table], 0;\n";

/// All bends.
pub const BENDS: &[Bend] = &[
    Bend {
        name: "fence.sc as fence.acq_rel",
        change: changes!(Operation::Fence { sequential, .. } => *sequential = false),
        shown: Shown::Litmus(SB),
    },
    Bend {
        name: "fences do nothing",
        change: becomes!(Operation::Fence { .. } => Operation::Nothing),
        shown: Shown::Litmus(MP_FENCES),
    },
    Bend {
        name: "fences of the block",
        change: changes!(Operation::Fence { scope, .. } => *scope = Scope::Block),
        shown: Shown::Litmus(MP_FENCES),
    },
    Bend {
        name: "acquire loads are relaxed",
        change: |it| {
            matches!(it, Operation::Load { .. }) && order(it, Order::Acquire, Order::Relaxed)
        },
        shown: Shown::Litmus(MP),
    },
    Bend {
        name: "release stores are relaxed",
        change: |it| order(it, Order::Release, Order::Relaxed),
        shown: Shown::Litmus(MP),
    },
    Bend {
        name: "relaxed is weak",
        change: |it| order(it, Order::Relaxed, Order::Weak),
        shown: Shown::Litmus(SB),
    },
    Bend {
        name: "weak is relaxed",
        change: |it| order(it, Order::Weak, Order::Relaxed),
        shown: Shown::Litmus(
            "PTX race\n{ x = 0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.weak x, 1 | ld.weak r1, x ;\nexists (P1:r1 == 1)",
        ),
    },
    Bend {
        name: "volatile is weak",
        change: |it| order(it, Order::Volatile, Order::Weak),
        shown: Shown::Ordered(VOLATILE),
    },
    Bend {
        name: "updates that acquire and release are relaxed",
        change: |it| order(it, Order::AcquireRelease, Order::Relaxed),
        shown: Shown::Litmus(MP_ATOMICS),
    },
    Bend {
        name: "updates that acquire and release only acquire",
        change: |it| order(it, Order::AcquireRelease, Order::Acquire),
        shown: Shown::Litmus(MP_ATOMICS),
    },
    Bend {
        name: "updates that acquire and release only release",
        change: |it| order(it, Order::AcquireRelease, Order::Release),
        shown: Shown::Litmus(MP_ATOMICS),
    },
    Bend {
        name: "gpu is cta",
        change: |it| scope(it, Scope::Device, Scope::Block),
        shown: Shown::Litmus(MP),
    },
    Bend {
        name: "sys is gpu",
        change: |it| scope(it, Scope::System, Scope::Device),
        shown: Shown::Litmus(MP_SYSTEM),
    },
    Bend {
        name: "cta is gpu",
        change: |it| scope(it, Scope::Block, Scope::Device),
        shown: Shown::Litmus(MP_BLOCK),
    },
    Bend {
        name: "red is an atomic whose result somebody sees: it acquires",
        // The printer of tests declares `%t3` as the seventh register, and uses it nowhere.
        change: changes!(Operation::Atomic { dst, reduces: true, .. } => *dst = Some(RegisterId(6))),
        shown: Shown::Litmus(MP_RED),
    },
    Bend {
        name: "atomics forget what they read",
        change: changes!(Operation::Atomic { dst: dst @ Some(_), .. } => *dst = None),
        shown: Shown::Litmus(MP_ATOMICS),
    },
    Bend {
        name: "cas compares with what it writes",
        change: changes!(Operation::Atomic { op: Update::Cas, operands, .. } => operands.reverse()),
        shown: Shown::Lanes("\tmov.u64 %rd5, cell;\n\tatom.global.cas.b32 %r9, [%rd5], 0, 1;\n"),
    },
    Bend {
        name: "exch adds",
        change: changes!(Operation::Atomic { op: op @ Update::Exch, .. } => *op = Update::Add),
        shown: Shown::Lanes("\tmov.u64 %rd5, cell;\n\tatom.global.exch.b32 %r9, [%rd5], 1;\n"),
    },
    Bend {
        name: "loads go elsewhere",
        change: changes!(Operation::Load { address, access, .. } => {
            if access.space == Space::Global { address.offset += 4; }
        }),
        shown: Shown::Lanes("\tld.global.u32 %r9, [%rd2];\n"),
    },
    Bend {
        name: "loads of vectors are read backwards",
        change: changes!(Operation::Load { targets, .. } => targets.reverse()),
        shown: Shown::Lanes("\tld.global.v2.u32 {%r9, %r10}, [%rd2];\n"),
    },
    Bend {
        name: "stores of vectors are written backwards",
        change: changes!(Operation::Store { values, .. } => values.reverse()),
        shown: Shown::Lanes(
            "\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra E;\n\tst.global.v2.u32 [%rd1], {%r9, 7};\n\tret;\nE:\n",
        ),
    },
    Bend {
        name: "stores do nothing",
        change: becomes!(Operation::Store { .. } => Operation::Nothing),
        shown: Shown::Lanes("\tmov.u32 %r9, 3;\n"),
    },
    Bend {
        name: "a path that is not coherent is",
        change: changes!(Operation::Load { access, .. } => access.non_coherent = false),
        shown: Shown::Lanes(
            "\tsetp.ne.u32 %p1, %r1, 0;\n\t@!%p1 st.global.u32 [%rd2], 1;\n\tbar.sync 0;\n\tld.global.nc.u32 %r9, [%rd2];\n",
        ),
    },
    Bend {
        name: "shared memory is global",
        change: changes!(Operation::Store { access: access @ Access { space: Space::Shared, .. }, .. } => access.space = Space::Global),
        shown: Shown::Lanes(NEIGHBOUR),
    },
    Bend {
        name: "barriers do nothing",
        change: becomes!(Operation::Barrier { .. } => Operation::Nothing),
        shown: Shown::Lanes(
            "\tst.global.u32 [%rd4], 1;\n\tbar.sync 0;\n\tsub.u32 %r2, 3, %r1;\n\tmul.wide.u32 %rd5, %r2, 4;\n\tadd.u64 %rd5, %rd1, %rd5;\n\tld.global.u32 %r9, [%rd5];\n\tbar.sync 0;\n",
        ),
    },
    Bend {
        name: "bar is barrier: not aligned",
        change: changes!(Operation::Barrier { aligned: aligned @ true, .. } => *aligned = false),
        shown: Shown::Lanes(
            "\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra E;\n\tbar.sync 0;\n\tbra F;\nE:\n\tbar.sync 0;\nF:\n",
        ),
    },
    Bend {
        name: "whoever comes goes on",
        change: changes!(Operation::Barrier { arrives: arrives @ false, .. } => *arrives = true),
        shown: Shown::Lanes(
            "\tst.global.u32 [%rd4], 1;\n\tbar.sync 0;\n\tld.global.u32 %r9, [%rd1];\n\tbar.sync 0;\n",
        ),
    },
    Bend {
        name: "a barrier counts all",
        change: changes!(Operation::Barrier { count: count @ Some(_), .. } => *count = None),
        shown: Shown::Lanes(
            "\tsetp.gt.u32 %p1, %r1, 1;\n\t@%p1 bra E;\n\tbarrier.sync 0, 2;\n\tbra F;\nE:\n\tbarrier.sync 1, 2;\nF:\n\tmov.u32 %r9, 1;\n",
        ),
    },
    Bend {
        name: "a barrier is another",
        change: changes!(Operation::Barrier { id, .. } => { if *id == Operand::Literal(Literal::Integer(0)) { other(id); } }),
        shown: Shown::Lanes(
            "\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra E;\n\tbarrier.sync 0;\n\tbarrier.sync 1;\n\tbra F;\nE:\n\tmov.u32 %r3, 0;\n\tbarrier.sync %r3;\n\tbarrier.sync 1;\nF:\n",
        ),
    },
    Bend {
        name: "all is any, at barriers",
        change: changes!(Operation::Barrier { reduction: Some((reduction @ Reduction::And, ..)), .. } => *reduction = Reduction::Or),
        shown: Shown::Lanes(
            "\tsetp.eq.u32 %p1, %r1, 0;\n\tbar.red.and.pred %p2, 0, %p1;\n\tselp.u32 %r9, 1, 2, %p2;\n",
        ),
    },
    Bend {
        name: "how many is whether all, at barriers",
        change: changes!(Operation::Barrier { reduction: Some((reduction @ Reduction::Popc, ..)), .. } => *reduction = Reduction::And),
        shown: Shown::Lanes("\tsetp.ne.u32 %p1, %r1, 0;\n\tbar.red.popc.u32 %r9, 0, %p1;\n"),
    },
    Bend {
        name: "lanes do not wait",
        change: becomes!(Operation::WarpBarrier { .. } => Operation::Nothing),
        shown: Shown::Lanes(
            "\tst.global.u32 [%rd4], 1;\n\tbar.warp.sync 15;\n\tsub.u32 %r2, 3, %r1;\n\tmul.wide.u32 %rd5, %r2, 4;\n\tadd.u64 %rd5, %rd1, %rd5;\n\tld.global.u32 %r9, [%rd5];\n\tbar.warp.sync 15;\n",
        ),
    },
    Bend {
        name: "bfly is idx",
        change: changes!(Operation::Shuffle { mode: mode @ Shuffle::Bfly, .. } => *mode = Shuffle::Idx),
        shown: Shown::Lanes("\tshfl.sync.bfly.b32 %r9, %r1, 1, 31, 15;\n"),
    },
    Bend {
        name: "idx is bfly",
        change: changes!(Operation::Shuffle { mode: mode @ Shuffle::Idx, .. } => *mode = Shuffle::Bfly),
        shown: Shown::Lanes("\tshfl.sync.idx.b32 %r9, %r1, 1, 31, 15;\n"),
    },
    Bend {
        name: "up is idx",
        change: changes!(Operation::Shuffle { mode: mode @ Shuffle::Up, .. } => *mode = Shuffle::Idx),
        shown: Shown::Lanes("\tshfl.sync.up.b32 %r9, %r1, 1, 0, 15;\n"),
    },
    Bend {
        name: "down is idx",
        change: changes!(Operation::Shuffle { mode: mode @ Shuffle::Down, .. } => *mode = Shuffle::Idx),
        shown: Shown::Lanes("\tshfl.sync.down.b32 %r9, %r1, 1, 3, 15;\n"),
    },
    Bend {
        name: "whether a lane is within bounds is lost",
        change: changes!(Operation::Shuffle { within, .. } => *within = None),
        shown: Shown::Lanes(
            "\tsetp.eq.u32 %p1, %r1, 9;\n\tshfl.sync.up.b32 %r9|%p1, %r1, 1, 0, 15;\n\tselp.u32 %r9, %r9, 77, %p1;\n",
        ),
    },
    Bend {
        name: "all is any",
        change: changes!(Operation::Vote { vote: vote @ Vote::All, .. } => *vote = Vote::Any),
        shown: Shown::Lanes(
            "\tsetp.eq.u32 %p1, %r1, 0;\n\tvote.sync.all.pred %p2, %p1, 15;\n\tselp.u32 %r9, 1, 2, %p2;\n",
        ),
    },
    Bend {
        name: "any is uni",
        change: changes!(Operation::Vote { vote: vote @ Vote::Any, .. } => *vote = Vote::Uniform),
        shown: Shown::Lanes(
            "\tsetp.eq.u32 %p1, %r1, 0;\n\tvote.sync.any.pred %p2, %p1, 15;\n\tselp.u32 %r9, 1, 2, %p2;\n",
        ),
    },
    Bend {
        name: "uni is all",
        change: changes!(Operation::Vote { vote: vote @ Vote::Uniform, .. } => *vote = Vote::All),
        shown: Shown::Lanes(
            "\tsetp.eq.u32 %p1, %r1, 9;\n\tvote.sync.uni.pred %p2, %p1, 15;\n\tselp.u32 %r9, 1, 2, %p2;\n",
        ),
    },
    Bend {
        name: "ballot is any",
        change: changes!(Operation::Vote { vote: vote @ Vote::Ballot, .. } => *vote = Vote::Any),
        shown: Shown::Lanes("\tsetp.gt.u32 %p1, %r1, 0;\n\tvote.sync.ballot.b32 %r9, %p1, 15;\n"),
    },
    Bend {
        name: "match.any is match.all",
        change: changes!(Operation::Match { all, .. } => *all = !*all),
        shown: Shown::Lanes("\tand.b32 %r2, %r1, 1;\n\tmatch.any.sync.b32 %r9, %r2, 15;\n"),
    },
    Bend {
        name: "match.all is match.any",
        change: changes!(Operation::Match { all, .. } => *all = !*all),
        shown: Shown::Lanes("\tand.b32 %r2, %r1, 1;\n\tmatch.all.sync.b32 %r9|%p1, %r2, 15;\n"),
    },
    Bend {
        name: "redux adds",
        change: changes!(Operation::Reduce { op, .. } => *op = Update::Max),
        shown: Shown::Lanes("\tredux.sync.add.u32 %r9, %r1, 15;\n"),
    },
    Bend {
        name: "nobody is elected",
        change: changes!(Operation::Elect { leads, .. } => *leads = None),
        shown: Shown::Lanes(
            "\tsetp.eq.u32 %p1, %r1, 9;\n\telect.sync %r9|%p1, 15;\n\tselp.u32 %r9, 5, 6, %p1;\n",
        ),
    },
    Bend {
        name: "activemask says nothing",
        change: becomes!(Operation::ActiveMask { .. } => Operation::Nothing),
        shown: Shown::Lanes("\tactivemask.b32 %r9;\n\tbar.warp.sync 15;\n"),
    },
    Bend {
        name: "branches are not taken",
        change: becomes!(Operation::Branch { .. } => Operation::Nothing),
        shown: Shown::Lanes("\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra E;\n\tmov.u32 %r9, 1;\nE:\n"),
    },
    Bend {
        name: "tables of branches are read backwards",
        change: changes!(Operation::BranchIndexed { targets, .. } => targets.reverse()),
        shown: Shown::Lanes(
            "\tT: .branchtargets E, F;\n\tand.b32 %r2, %r1, 1;\n\tbrx.idx %r2, T;\nE:\n\tmov.u32 %r9, 1;\nF:\n",
        ),
    },
    Bend {
        name: "calls do nothing",
        change: becomes!(Operation::Call { .. } => Operation::Nothing),
        shown: Shown::Lanes(
            "\t{ .param .b32 p0; .param .b32 p1;\n\tst.param.b32 [p0], %r1;\n\tcall.uni (p1), twice, (p0);\n\tld.param.b32 %r9, [p1];\n\t}\n",
        ),
    },
    Bend {
        name: "ret goes on",
        change: becomes!(Operation::Return => Operation::Nothing),
        shown: Shown::Lanes("\tsetp.eq.u32 %p1, %r1, 0;\n\tmov.u32 %r9, 1;\n\t@%p1 ret;\n"),
    },
    Bend {
        name: "exit goes on",
        change: becomes!(Operation::Exit => Operation::Nothing),
        shown: Shown::Lanes("\tsetp.eq.u32 %p1, %r1, 0;\n\tmov.u32 %r9, 1;\n\t@%p1 exit;\n"),
    },
    Bend {
        name: "traps go on",
        change: becomes!(Operation::Trap => Operation::Nothing),
        shown: Shown::Lanes("\tsetp.eq.u32 %p1, %r1, 2;\n\t@%p1 trap;\n"),
    },
    Bend {
        name: "values are put together backwards",
        change: changes!(Operation::Pack { parts, .. } => parts.reverse()),
        shown: Shown::Lanes("\tmov.u16 %h1, 1;\n\tmov.u16 %h2, 2;\n\tmov.b32 %r9, {%h1, %h2};\n"),
    },
    Bend {
        name: "values are taken apart backwards",
        change: changes!(Operation::Unpack { parts, .. } => parts.reverse()),
        shown: Shown::Lanes("\tmov.b32 {%h1, %h2}, %r1;\n\tcvt.u32.u16 %r9, %h1;\n"),
    },
    Bend {
        name: "addresses are not converted",
        change: changes!(Operation::ConvertAddress { from_generic, .. } => *from_generic = !*from_generic),
        shown: Shown::Lanes(
            "\tmov.u64 %rd5, sum;\n\tcvta.shared.u64 %rd6, %rd5;\n\tld.u32 %r9, [%rd6];\n",
        ),
    },
    Bend {
        name: "shared is global, to isspacep",
        change: changes!(Operation::IsInSpace { space, .. } => *space = Space::Global),
        shown: Shown::Lanes(
            "\tmov.u64 %rd5, sum;\n\tcvta.shared.u64 %rd6, %rd5;\n\tisspacep.shared %p1, %rd6;\n\tselp.u32 %r9, 1, 2, %p1;\n",
        ),
    },
    Bend {
        name: "what is not known is nothing",
        change: becomes!(Operation::Loose { .. } => Operation::Nothing),
        shown: Shown::Open(
            "\tmov.f32 %r9, 0f3F800000;\n\tex2.approx.f32 %r9, %r9;\n\tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra END;\nEND:\n",
        ),
    },
];
