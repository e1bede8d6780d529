//! Random kernels in which lanes look again and again at what others write, and vote on whether all have found it, as events
//! against the same as interleavings: both leave the same, and both wait for ever or neither does.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use super::generator::Random;
use super::support::{asked, in_order, interleaved, setup};
use gpu_litmus::kernel::interpret::finding::Finding;
use gpu_litmus::kernel::report::answer::Answer;
use gpu_litmus::kernel::report::ask;
use gpu_litmus::kernel::report::weak::Said;
use rstest::rstest;

/// Two blocks of two threads: the first writes, the lanes of the second look.
pub const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [2]\n\
                      args = [\"&a\", \"&out\"]\nshared_init = 0\n[buffer.a]\ncount = 4\n[buffer.out]\ncount = 2\n";

/// What a thread of the first block does: it sets words, after it has looked at one by chance.
fn writer(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(4) == 0 {
        let (from, value) = (4 * random.below(2), random.below(2));
        text += &format!(
            "\tld.acquire.gpu.global.u32 %r3, [%rd1+{from}];\n\tsetp.eq.u32 %p2, %r3, {value};\n\t@%p2 bra END;\n"
        );
    }
    for _ in 0..=random.below(2) {
        let how = random.pick(&["relaxed", "release", "release"]);
        let (at, value) = (4 * random.below(2), 1 + random.below(2));
        text += &format!("\tst.{how}.gpu.global.u32 [%rd1+{at}], {value};\n");
    }
    text
}

/// A vote on whether somebody has not found what it looks for (`%p2`), in `%p3`.
fn vote(random: &mut Random) -> &'static str {
    random.pick(&[
        "\tvote.sync.any.pred %p3, %p2, 3;\n",
        "\tnot.pred %p4, %p2;\n\tvote.sync.all.pred %p4, %p4, 3;\n\tnot.pred %p3, %p4;\n",
        "\tvote.sync.ballot.b32 %r9, %p2, 3;\n\tsetp.ne.u32 %p3, %r9, 0;\n",
        "\tvote.sync.ballot.b32 %r9, %p2, 3;\n\tsetp.eq.u32 %p3, %r9, 3;\n",
        "\tbar.red.or.pred %p3, 0, %p2;\n",
        "\tnot.pred %p4, %p2;\n\tbar.red.and.pred %p4, 0, %p4;\n\tnot.pred %p3, %p4;\n",
        "\tbar.red.popc.u32 %r9, 0, %p2;\n\tsetp.ne.u32 %p3, %r9, 0;\n",
        "\tselp.u32 %r9, 1, 0, %p2;\n\tshfl.sync.bfly.b32 %r10, %r9, 1, 31, 3;\n\tor.b32 %r9, %r9, %r10;\n\
         \tsetp.ne.u32 %p3, %r9, 0;\n",
    ])
}

/// What one lane has found (`%p2`), in `%p3` of all: it leaves it in shared memory, with or without something that keeps the
/// next lap from overwriting it too early.
fn told(random: &mut Random) -> String {
    let [before, after] = [(); 2].map(|()| random.pick(&["bar.sync 0;", "bar.warp.sync 3;"]));
    let after = if random.below(4) == 0 { "" } else { after };
    let (lane, to) = (random.below(2), 4 * random.below(2));
    format!(
        "\tsetp.ne.u32 %p4, %r2, {lane};\n\tselp.u32 %r8, 1, 0, %p2;\n\t@%p4 bra TOLD;\n\
         \tst.volatile.shared.u32 [said+{to}], %r8;\nTOLD:\n\t{before}\n\tld.volatile.shared.u32 %r9, [said+{to}];\n\
         \t{after}\n\tsetp.ne.u32 %p3, %r9, 0;\n"
    )
}

/// What the lanes of the second block do.
fn lanes(random: &mut Random) -> String {
    let mut text = "LOOP:\n".to_owned();
    let how = random.pick(&["relaxed", "acquire", "acquire"]);
    let at = random.pick(&["%rd3", "%rd3", "%rd4", "%rd1"]);
    text += &format!("\tld.{how}.gpu.global.u32 %r5, [{at}];\n");
    // Laps that tell others and do more besides have many ways.
    let tells = random.below(5) == 0;
    if !tells && random.below(3) == 0 {
        text += "\tld.relaxed.gpu.global.u32 %r6, [%rd4];\n";
    }
    match random.below(6) {
        2 if tells => {}
        0 => text += "\tor.b32 %r7, %r7, %r5;\n",
        1 => text += "\tshfl.sync.bfly.b32 %r7, %r5, 1, 31, 3;\n",
        2 => text += "\tst.relaxed.gpu.global.u32 [%rd3+8], %r5;\n",
        3 => text += "\tbar.sync 0;\n",
        _ => {}
    }
    let (compare, value) = (random.pick(&["eq", "ne", "lt"]), random.below(3));
    text += &format!("\tsetp.{compare}.u32 %p2, %r5, {value};\n");
    if tells {
        text += &told(random);
    } else {
        text += vote(random);
    }
    text += "\t@%p3 bra LOOP;\n\tshl.b32 %r6, %r6, 2;\n\tshl.b32 %r7, %r7, 4;\n\tor.b32 %r5, %r5, %r6;\n\
             \tor.b32 %r5, %r5, %r7;\n\tst.global.u32 [%rd5], %r5;\n";
    text
}

pub fn module(seed: u64) -> String {
    let mut random = Random::new(seed);
    let [one, other] = [(); 2].map(|()| writer(&mut random));
    of(&one, &other, &lanes(&mut random))
}

/// The module of what two threads and the lanes of a block do.
fn of(one: &str, other: &str, lanes: &str) -> String {
    format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         \t.reg .pred %p<6>;\n\t.reg .b32 %r<12>;\n\t.reg .b64 %rd<8>;\n\
         \t.shared .align 4 .b8 said[8];\n\tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %tid.x;\n\
         \tmov.u32 %r6, 0;\n\tmov.u32 %r7, 0;\n\tmul.wide.u32 %rd6, %r2, 4;\n\tadd.u64 %rd3, %rd1, %rd6;\n\
         \txor.b64 %rd7, %rd6, 4;\n\tadd.u64 %rd4, %rd1, %rd7;\n\tadd.u64 %rd5, %rd2, %rd6;\n\
         \tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra LANES;\n\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra OTHER;\n\
         {one}\tbra END;\nOTHER:\n{other}\tbra END;\nLANES:\n{lanes}END:\n\tret;\n}}\n"
    )
}

/// What came of a comparison.
#[derive(Debug, Default)]
struct Tally {
    ends: usize,
    waits: usize,
    /// Kernels whose laps are more than the bound, or cannot be told apart.
    open: usize,
    /// Answers of the model of PTX, and those that a larger bound gives too.
    known: usize,
}

fn agree(name: &str, module: &str, tally: &mut Tally) {
    let setup = setup(LAUNCH, module);
    let Some(exploration) = interleaved(&setup) else {
        tally.open += 1;
        return;
    };
    let Some(weak) = in_order(&setup, &exploration) else {
        tally.open += 1;
        return;
    };
    let outcomes = exploration.outcomes.iter();
    let known: Vec<_> = outcomes.map(|one| one.contents.clone()).collect();
    for contents in &known {
        let lost = matches!(weak.gives(contents), Said::Never);
        assert!(!lost, "{name}: {contents:?} is lost\n{module}");
    }
    let waits = exploration.found.contains_key(&Finding::Deadlock);
    // What lanes exchange orders no memory: there are executions that are in no order of all.
    let ordered = !["vote.", "shfl."].iter().any(|one| module.contains(one));
    match (weak.beyond(&known), weak.blocked()) {
        (Said::Open(_), _) | (_, Said::Open(_)) => tally.open += 1,
        (Said::Run(execution), _) if ordered => panic!(
            "{name}: {:?} is no interleaving\n{module}",
            weak.left(&execution)
        ),
        (_, Said::Never) => {
            assert!(!waits, "{name}: that it waits is lost\n{module}");
            tally.ends += 1;
        }
        (_, Said::Run(execution)) => {
            let sure = ordered && weak.stays(&execution);
            assert!(waits || !sure, "{name}: it never waits\n{module}");
            tally.waits += 1;
        }
    }
    let small = asked("ptx-7.5");
    let mut large = small.clone();
    large.bound += 2;
    large.options.bound += 2;
    let pairs = ask(&setup, &small).checks.into_iter();
    for (few, more) in pairs.zip(ask(&setup, &large).checks) {
        assert_eq!(few.name, more.name);
        if few.answer != Answer::Unknown && more.answer != Answer::Unknown {
            let check = few.name;
            assert_eq!(
                few.answer, more.answer,
                "{name}: {check} with more laps\n{module}"
            );
            tally.known += 1;
        }
    }
}

/// Compares kernels from a seed on.
pub fn compare(first: u64, count: u64) {
    let mut tally = Tally::default();
    for seed in first..first + count {
        agree(&format!("seed {seed}"), &module(seed), &mut tally);
    }
    println!("{tally:?}");
    let enough = |some: usize| some * 8 >= usize::try_from(count).unwrap();
    assert!(
        enough(tally.ends) && enough(tally.waits) && tally.known > 0 && !enough(tally.open / 2),
        "too much alike: {tally:?}"
    );
}

#[test]
fn lanes_that_vote_in_a_loop_leave_what_interleavings_leave() {
    compare(0, 6);
}

/// A lane that tells the other what it has found and leaves, once it has found what it looks for or anyway; the other goes on
/// alone.
fn lanes_that_leave(random: &mut Random) -> String {
    let leaves = random.pick(&["@!%p2 bra END;", "@!%p2 bra END;", "bra END;", ""]);
    let looks_for = random.pick(&[
        "eq.u32 %p2, %r5, 0",
        "eq.u32 %p2, %r5, 0",
        "ne.u32 %p2, %r5, 1",
    ]);
    let [before, after] = [(); 2].map(|()| random.pick(&["bar.sync 0;", "bar.warp.sync 3;", ""]));
    let lane = random.below(2);
    format!(
        "\tsetp.ne.u32 %p4, %r2, {lane};\nLOOP:\n\t@%p4 bra TOLD;\n\tld.acquire.gpu.global.u32 %r5, [%rd1];\n\
         \tsetp.{looks_for};\n\tselp.u32 %r8, 0, 1, %p2;\n\tst.volatile.shared.u32 [said], %r8;\n\t{leaves}\n\
         TOLD:\n\t{before}\n\tld.volatile.shared.u32 %r9, [said];\n\t{after}\n\tsetp.eq.u32 %p3, %r9, 0;\n\
         \t@%p3 bra LOOP;\n\tst.global.u32 [%rd5], %r9;\n"
    )
}

#[test]
fn lanes_that_leave_leave_what_interleavings_leave() {
    let mut tally = Tally::default();
    for seed in 0..16 {
        let mut random = Random::new(seed);
        let [one, other] = [(); 2].map(|()| writer(&mut random));
        let module = of(&one, &other, &lanes_that_leave(&mut random));
        agree(&format!("seed {seed}"), &module, &mut tally);
    }
    println!("{tally:?}");
    let settled = tally.ends >= 3 && tally.waits >= 3;
    assert!(settled && tally.known > 0, "too much alike: {tally:?}");
}

const SETS: &str = "\tst.release.gpu.global.u32 [%rd1], 1;\n";
const SETS_THE_OTHER: &str = "\tst.release.gpu.global.u32 [%rd1+4], 1;\n";

/// Places where lanes meet in laps of their own, or in some laps only.
#[rstest]
#[case::laps_in_laps(
    "LOOP:\n\tld.acquire.gpu.global.u32 %r8, [%rd1];\n\tsetp.eq.u32 %p5, %r8, 0;\n\
     \tvote.sync.any.pred %p5, %p5, 3;\n\t@%p5 bra LOOP;\n\tld.relaxed.gpu.global.u32 %r5, [%rd3];\n\
     \tsetp.eq.u32 %p2, %r5, 0;\n\tvote.sync.any.pred %p3, %p2, 3;\n\t@%p3 bra LOOP;\n\tst.global.u32 [%rd5], %r5;\n"
)]
#[case::passed_over(
    "LOOP:\n\tld.acquire.gpu.global.u32 %r5, [%rd3];\n\tsetp.eq.u32 %p2, %r5, 0;\n\
     \tvote.sync.all.pred %p5, %p2, 3;\n\t@%p5 bra OVER;\n\tvote.sync.ballot.b32 %r8, %p2, 3;\nOVER:\n\
     \tvote.sync.any.pred %p3, %p2, 3;\n\t@%p3 bra LOOP;\n\tst.global.u32 [%rd5], %r5;\n"
)]
#[case::at_barriers_in_other_orders(
    "\tsetp.ne.u32 %p2, %r2, 0;\n\t@%p2 bra LATE;\n\tbar.sync 0;\n\tbar.sync 1;\n\tbra AFTER;\nLATE:\n\
     \tbar.sync 1;\n\tbar.sync 0;\nAFTER:\n\tst.global.u32 [%rd5], %r2;\n"
)]
// One lane looks and tells the other: the lap from one barrier to itself that reads what the lap before has written lasts as
// well as the other. With nobody who writes the other flag both wait for ever.
#[case::told_by_one(
    "\tsetp.ne.u32 %p4, %r2, 1;\nLOOP:\n\t@%p4 bra TOLD;\n\tld.acquire.gpu.global.u32 %r5, [%rd3];\n\
     \tst.volatile.shared.u32 [said], %r5;\nTOLD:\n\tbar.warp.sync 3;\n\tld.volatile.shared.u32 %r9, [said];\n\
     \tbar.sync 0;\n\tsetp.eq.u32 %p3, %r9, 0;\n\t@%p3 bra LOOP;\n\tst.global.u32 [%rd5], %r9;\n"
)]
fn lanes_meet(#[case] lanes: &str, #[values(SETS_THE_OTHER, "")] other: &str) {
    let mut tally = Tally::default();
    agree("as written", &of(SETS, other, lanes), &mut tally);
    let waits = usize::from(other.is_empty() || lanes.contains("LATE"));
    assert_eq!((tally.ends, tally.waits), (1 - waits, waits), "{tally:?}");
}
