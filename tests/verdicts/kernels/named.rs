//! Barriers with numbers and counts: runs in orders that are drawn leave what the exploration says, which leaves orders out.

use std::collections::BTreeSet;
use std::fmt::Write;

use gpu_litmus::kernel::report::ask;
use gpu_litmus::kernel::report::weak::Said;

use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::interpret::finding::Finding;
use gpu_litmus::kernel::interpret::once::once;
use gpu_litmus::testing::logs::Rng;

use super::support::{asked, interleaved, setup, weak};

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [4]\n\
    args = [\"&out\"]\n[buffer.out]\ncount = 16\n";

/// Orders that are drawn of each kernel.
const DRAWN: usize = 60;

/// What a thread does: it comes to barriers, of which some do not wait, and uses two cells of shared memory.
fn steps(random: &mut Rng, thread: usize, counts: [usize; 2]) -> String {
    let mut text = String::new();
    let mut kept = 0;
    for step in 0..3 + random.below(3) {
        let (id, cell) = (random.below(2), 4 * random.below(2));
        let count = counts[id];
        let id = id + 1;
        let line = match random.below(if kept < 4 { 6 } else { 5 }) {
            0 => format!("bar.arrive {id}, {count};"),
            // Which barrier a thread comes to may be known only when it does.
            1 if count == 2 => format!("add.u32 %r8, %r4, {id};\n\tbarrier.sync %r8, %r9;"),
            1 => format!("bar.sync {id}, {count};"),
            2 => "bar.sync 0;".to_owned(),
            3 | 4 => format!(
                "st.volatile.shared.u32 [cells+{cell}], {};",
                10 * thread + step + 1
            ),
            _ => {
                kept += 1;
                let place = 16 * thread + 4 * (kept - 1);
                format!(
                    "ld.volatile.shared.u32 %r3, [cells+{cell}];\n\tst.global.u32 [%rd1+{place}], %r3;"
                )
            }
        };
        let _ = writeln!(text, "\t{line}");
    }
    text
}

/// A block of four threads, each with steps of its own; some go through them twice.
fn kernel(random: &mut Rng) -> String {
    let counts = [1 + random.below(4), 2 + random.below(3)];
    let again = random.below(4);
    let mut text = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
         \t.reg .pred %p<6>;\n\t.reg .b32 %r<10>;\n\t.reg .b64 %rd<4>;\n\t.shared .align 4 .b8 cells[8];\n\
         \tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n\tmov.u32 %r9, 2;\n\tmov.u32 %r4, 0;\n"
        .to_owned();
    for thread in 0..4 {
        let _ = writeln!(
            text,
            "\tsetp.eq.u32 %p1, %r1, {thread};\n\t@%p1 bra T{thread};"
        );
    }
    text += "\tret;\n";
    for thread in 0..4 {
        let _ = writeln!(text, "T{thread}:");
        text += &steps(random, thread, counts);
        if thread == again {
            let _ = writeln!(
                text,
                "\tadd.u32 %r4, %r4, 1;\n\tsetp.lt.u32 %p2, %r4, 2;\n\t@%p2 bra T{thread};"
            );
        }
        text += "\tret;\n";
    }
    text + "}\n"
}

#[test]
fn barriers_with_counts_leave_what_runs_leave() {
    let mut random = Rng::new(7);
    let (mut several, mut stuck, mut left_out) = (0, 0, 0);
    for _ in 0..seeds() {
        let module = kernel(&mut random);
        let setup = setup(LAUNCH, &module);
        let exploration = explore(&setup, &Limits::default());
        if !exploration.complete() {
            left_out += 1;
            continue;
        }
        let waits = exploration
            .found
            .keys()
            .any(|one| matches!(one, Finding::Deadlock));
        // Whoever uses what: more places at which others may come first do no harm.
        let contended = exploration.contended.union(&exploration.written);
        let contended = contended.copied().collect();
        let mut seen = BTreeSet::new();
        for _ in 0..DRAWN {
            let mut choose = |many: usize| random.below(many);
            if let Some(left) = once(&setup, &contended, &Limits::default(), &mut choose) {
                let known = exploration.outcomes.iter().any(|one| one.contents == left);
                assert!(known, "{left:?}\n{module}");
                seen.insert(left);
            } else {
                assert!(waits, "some thread waits for ever\n{module}");
            }
        }
        several += usize::from(seen.len() > 1);
        stuck += usize::from(waits);
    }
    assert!(
        several > seeds() / 10 && stuck > seeds() / 10,
        "{several} {stuck} {left_out}"
    );
    assert!(left_out < seeds() / 4, "{left_out}");
}

/// Three threads that hand on a cell of shared memory at two barriers, mostly at each the same threads; who need not wait may go on.
fn handed(random: &mut Rng) -> String {
    let mut texts = vec![String::new(); 3];
    let users = [[0, 1, 2, 0], [1, 2, 0, 1]].map(|all| {
        let from = random.below(2);
        all[from..from + 2 + random.below(2)].to_vec()
    });
    for phase in 0..2 + random.below(3) {
        let id = random.below(2);
        let mut here = users[id].clone();
        if random.below(8) == 0 {
            here[0] = (here[0] + 1) % 3;
        }
        // A cell that was handed on before takes more order than this barrier's.
        let cell = 4 * if random.below(3) == 0 { 0 } else { phase };
        let (writer, reader) = (random.below(here.len()), random.below(here.len()));
        let _ = writeln!(
            texts[here[writer]],
            "\tst.shared.u32 [cells+{cell}], {};",
            10 + phase
        );
        for (at, &thread) in here.iter().enumerate() {
            let word = if at != reader && random.below(2) == 0 {
                "arrive"
            } else {
                "sync"
            };
            let _ = writeln!(
                texts[thread],
                "\tbarrier.{word} {}, {};",
                id + 1,
                here.len()
            );
        }
        let _ = writeln!(
            texts[here[reader]],
            "\tld.shared.u32 %r3, [cells+{cell}];\n\tst.global.u32 [%rd1+{}], %r3;",
            16 * here[reader] + 4 * phase
        );
    }
    let mut text = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
         \t.reg .pred %p<6>;\n\t.reg .b32 %r<10>;\n\t.reg .b64 %rd<4>;\n\t.shared .align 4 .b8 cells[16];\n\
         \tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n"
        .to_owned();
    for (thread, steps) in texts.iter().enumerate() {
        let _ = write!(
            text,
            "\tsetp.ne.u32 %p1, %r1, {thread};\n\t@%p1 bra T{thread};\n{steps}\tret;\nT{thread}:\n"
        );
    }
    text + "\tret;\n}\n"
}

/// Where barriers with counts are said to order everything, the model has nothing else.
#[test]
fn barriers_with_counts_that_order_all_do_so_in_the_model() {
    let mut random = Rng::new(11);
    let (mut fixed, mut others) = (0, 0);
    for _ in 0..seeds() {
        let module = handed(&mut random);
        let launch = LAUNCH.replace("args", "shared_init = 0\nargs");
        let setup = setup(&launch, &module);
        let report = ask(&setup, &asked("ptx-7.5"));
        let races = report.checks.iter().find(|check| check.name == "races");
        let proof = races.and_then(|races| races.proof.clone());
        if !proof.is_some_and(|proof| proof.contains("barriers order every two")) {
            others += 1;
            continue;
        }
        let Some(exploration) = interleaved(&setup) else {
            continue;
        };
        let Some(weak) = weak(&setup, &exploration, "ptx-7.5") else {
            continue;
        };
        fixed += 1;
        assert!(!matches!(weak.race().0, Said::Run(_)), "races\n{module}");
        let known = exploration.outcomes.iter();
        let known: Vec<_> = known.map(|one| one.contents.clone()).collect();
        assert!(known.len() == 1, "{known:?}\n{module}");
        assert!(
            !matches!(weak.beyond(&known), Said::Run(_)),
            "left\n{module}"
        );
    }
    assert!(
        fixed > seeds() / 8 && others > seeds() / 8,
        "{fixed} {others}"
    );
}

fn seeds() -> usize {
    let seeds = std::env::var("GPU_LITMUS_NAMED").ok();
    seeds.and_then(|seeds| seeds.parse().ok()).unwrap_or(150)
}
