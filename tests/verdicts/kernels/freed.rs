//! Random kernels that poll by atomics what a plain store has set before a barrier, against the same with a strong store.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::kernel::launch::description::Check;
use gpu_litmus::kernel::report::weak::{Said, Weak};

use super::generator::{Kernel, Random};
use super::support::{all, interleaved, setup, weak};

/// A kernel of two threads of a block, or of two blocks behind a launch, in which the first word of `lock` is set by this store.
fn kernel(seed: u64, store: &str) -> Kernel {
    let mut random = Random::new(seed);
    let blocks = random.below(3) == 0;
    let mut body = String::new();
    for thread in 0..2 {
        body += &format!("\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra T{thread};\n");
        for step in 0..2 + random.below(3) {
            let name = format!("T{thread}S{step}");
            body += &match random.below(9) {
                0 | 1 => format!(
                    "{name}:\n\tatom.global.exch.b32 %r9, [%rd1], 1;\n\tsetp.ne.u32 %p2, %r9, 0;\n\t@%p2 bra {name};\n"
                ),
                2 => "\tatom.global.exch.b32 %r9, [%rd1], 0;\n".to_owned(),
                3 => format!(
                    "{name}:\n\tatom.global.add.u32 %r9, [%rd1+4], 0;\n\tsetp.eq.u32 %p2, %r9, 0;\n\t@%p2 bra {name};\n"
                ),
                4 => "\tred.global.add.u32 [%rd1+4], 1;\n".to_owned(),
                5 => "\tmembar.gl;\n".to_owned(),
                6 => format!("\tst.global.u32 [%rd2], {};\n", 1 + random.below(2)),
                7 => "\tatom.global.or.b32 %r9, [%rd1], 0;\n\tmad.lo.u32 %r8, %r8, 4, %r9;\n"
                    .to_owned(),
                _ => "\tld.global.u32 %r9, [%rd2];\n\tmad.lo.u32 %r8, %r8, 4, %r9;\n".to_owned(),
            };
        }
        body += &format!("T{thread}:\n");
    }
    let set = format!("\t{store}.global.u32 [%rd1], 0;\n\t{store}.global.u32 [%rd1+4], 0;\n");
    let (own, first) = if blocks {
        (String::new(), format!("{set}\tret;\n"))
    } else {
        let own =
            format!("\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra SET;\n{set}SET:\n\tbar.sync 0;\n");
        (own, "\tret;\n".to_owned())
    };
    let head = ".reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n\
         \tld.param.u64 %rd1, [lock];\n\tld.param.u64 %rd2, [data];\n\tld.param.u64 %rd3, [out];\n";
    let params = "(.param .u64 lock, .param .u64 data, .param .u64 out)";
    let module = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n\
         .visible .entry first{params}\n{{\n{head}{first}}}\n\
         .visible .entry then{params}\n{{\n{head}\
         \tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %tid.x;\n\tadd.u32 %r1, %r2, %r3;\n\tmov.u32 %r8, 0;\n{own}{body}\
         \tmul.wide.u32 %rd4, %r1, 4;\n\tadd.u64 %rd5, %rd3, %rd4;\n\tst.global.u32 [%rd5], %r8;\n\tret;\n}}\n"
    );
    let (grid, block) = if blocks { (2, 1) } else { (1, 2) };
    let args = "args = [\"&lock\", \"&data\", \"&out\"]";
    let launch = format!(
        "ptx = \"k.ptx\"\noutputs = [\"data\", \"out\"]\n[[launch]]\nentry = \"first\"\ngrid = [1]\nblock = [1]\n{args}\n\
         [[launch]]\nentry = \"then\"\ngrid = [{grid}]\nblock = [{block}]\nafter = [0]\n{args}\n\
         [buffer.lock]\ninit = [1, 1]\n[buffer.data]\ncount = 1\n[buffer.out]\ncount = 2\n"
    );
    Kernel {
        module,
        launch,
        vectors: false,
    }
}

/// What an execution leaves in the outputs.
type Left = Vec<Vec<u8>>;

/// Races, threads that stop, what is wrong in memory, and all that is left; nothing where some of it is not known.
fn told(weak: &Weak, known: &[Left]) -> Option<(Vec<bool>, Vec<Left>)> {
    let asked = [
        weak.race().0,
        weak.wrongs(&weak.stops()),
        weak.wrong(Check::Memory).0,
    ];
    let never = |said: &Said| match said {
        Said::Run(_) => Some(false),
        Said::Never => Some(true),
        Said::Open(_) => None,
    };
    let asked: Option<Vec<bool>> = asked.iter().map(never).collect();
    let mut left = all(weak, known)?;
    left.sort();
    Some((asked?, left))
}

#[test]
fn what_sets_a_lock_before_a_barrier_need_not_be_strong() {
    let (mut compared, mut decided, mut racy, mut stopped) = (0, 0, 0, 0);
    let given = std::env::var("GPU_LITMUS_SEEDS").ok();
    let count = given.and_then(|text| text.parse().ok()).unwrap_or(150);
    for seed in 0..count {
        let model = ["ptx-7.5", "ptx-6.0"][usize::from(seed % 2 == 1)];
        let answers = ["st", "st.volatile"].map(|store| {
            let kernel = kernel(seed, store);
            let setup = setup(&kernel.launch, &kernel.module);
            let exploration = interleaved(&setup)?;
            let known = exploration.outcomes.iter();
            let known: Vec<_> = known.map(|one| one.contents.clone()).collect();
            told(&weak(&setup, &exploration, model)?, &known)
        });
        let text = kernel(seed, "st").module;
        assert_eq!(answers[0], answers[1], "seed {seed} under {model}\n{text}");
        compared += 1;
        if let Some((asked, _)) = &answers[0] {
            decided += 1;
            racy += u64::from(!asked[0]);
            stopped += u64::from(!asked[1]);
        }
    }
    println!(
        "{compared} kernels, {decided} decided, {racy} with a race, {stopped} in which threads stop"
    );
    assert!(decided * 10 > compared * 9 && racy * 12 > compared && stopped * 10 > compared);
}
