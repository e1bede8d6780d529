//! Random kernels whose threads meet in strong accesses of one cell: where it is said that every execution is an interleaving, or that no
//! thread waits for ever, a solver finds none that leaves anything else, blocks a thread or races.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use super::generator::Random;
use super::support::{asked, interleaved, setup, weak};
use gpu_litmus::kernel::report::answer::Answer;
use gpu_litmus::kernel::report::ask;
use gpu_litmus::kernel::report::weak::Said;
use gpu_litmus::kernel::setup::Setup;

const HEAD: &str = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{\n\
                    \t.reg .pred %p<4>;\n\t.reg .b32 %r<20>;\n\t.reg .b64 %rd<3>;\n\tld.param.u64 %rd1, [a];\n\
                    \tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r10, 0;\n\tmov.u32 %r11, 0;\n\
                    \tmov.u32 %r12, 0;\n\tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra OTHER;\n";

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [1]\n\
                      args = [\"&a\", \"&out\"]\n[buffer.a]\ninit = [0, 0, 0, 0]\n[buffer.out]\ninit = [0, 0, 0, 0, 0, 0]\n";

/// What a thread does; what it reads goes to the register.
fn step(random: &mut Random, thread: usize, to: usize) -> String {
    let scope = random.pick(&["gpu", "gpu", "gpu", "sys", "cta"]);
    let value = 1 + random.below(2);
    // Now and then the cell is another one, and the argument is none.
    let at = random.pick(&["", "", "", "", "", "+4"]);
    let (load, store) = (
        random.pick(&["relaxed", "acquire"]),
        random.pick(&["relaxed", "release"]),
    );
    match random.below(8) {
        0 => format!("\tld.{load}.{scope}.global.u32 %r{to}, [%rd1{at}];\n"),
        1 => format!("\tld.volatile.global.u32 %r{to}, [%rd1{at}];\n"),
        2 => format!("\tst.{store}.{scope}.global.u32 [%rd1{at}], {value};\n"),
        3 => format!(
            "\tatom.{scope}.global.cas.b32 %r{to}, [%rd1{at}], {}, {value};\n",
            random.below(2)
        ),
        4 => format!("\tatom.{load}.{scope}.global.add.u32 %r{to}, [%rd1{at}], 1;\n"),
        5 => format!("\tst.global.u32 [%rd1+{}], {value};\n", 8 + 4 * thread),
        _ => format!(
            "\tfence.{}.{scope};\n",
            random.pick(&["sc", "sc", "acq_rel"])
        ),
    }
}

/// A value is pushed as onto a stack.
fn push(thread: usize) -> String {
    format!(
        "\tld.volatile.global.u32 %r5, [%rd1];\nAGAIN{thread}:\n\tmov.u32 %r6, %r5;\n\tmembar.gl;\n\
         \tatom.global.cas.b32 %r5, [%rd1], %r6, {};\n\tsetp.ne.u32 %p2, %r5, %r6;\n\t@%p2 bra AGAIN{thread};\n",
        thread + 3
    )
}

fn thread(random: &mut Random, thread: usize) -> String {
    let mut text = String::new();
    for to in 10..12 + usize::from(random.below(2) == 1) {
        text += &step(random, thread, to);
        if random.below(4) == 0 {
            text += &format!("\tsetp.eq.u32 %p2, %r{to}, 1;\n\t@%p2 bra END{thread};\n");
        }
    }
    // Two that do so have more ways than a solver soon goes through.
    if thread == 0 && random.below(12) == 0 {
        text += &push(thread);
    }
    text += &format!("END{thread}:\n");
    for (place, register) in (10..13).enumerate() {
        text += &format!(
            "\tst.global.u32 [%rd2+{}], %r{register};\n",
            12 * thread + 4 * place
        );
    }
    text + "\tret;\n"
}

/// The checks that hold of two threads.
fn holding(setup: &Setup) -> Vec<&'static str> {
    let report = ask(setup, &asked("ptx-7.5"));
    let all = report.checks.iter();
    let all = all.filter(|check| check.answer == Answer::Holds);
    all.map(|check| check.name).collect()
}

#[test]
fn what_holds_without_a_solver_holds_with_it() {
    let mut seen = [0; 3];
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let (one, other) = (thread(&mut random, 0), thread(&mut random, 1));
        let module = format!("{HEAD}{one}OTHER:\n{other}}}\n");
        let setup = setup(LAUNCH, &module);
        let holds = holding(&setup);
        let runs = interleaved(&setup).expect("they are few");
        let known: Vec<_> = runs
            .outcomes
            .iter()
            .map(|one| one.contents.clone())
            .collect();
        let weak = weak(&setup, &runs, "ptx-7.5").expect("it is small");
        let names = ["robust", "barriers", "races"];
        for (at, name) in names.into_iter().enumerate() {
            if !holds.contains(&name) {
                continue;
            }
            let said = match at {
                0 => weak.beyond(&known),
                1 => weak.blocked(),
                _ => weak.race().0,
            };
            let none = !matches!(said, Said::Run(_));
            assert!(none, "{name} {seed}: {said:?}\n{module}");
            // Some formulas are too large for a solver.
            seen[at] += usize::from(matches!(said, Said::Never));
        }
    }
    assert!(seen.iter().all(|count| *count > 6), "{seen:?}");
}

/// Two threads in two blocks, one of which writes for its own block only: of writes that are in no order, who tries again may find one and
/// the other in turn, and never what it expects.
#[test]
fn writes_in_no_order_are_found_in_turn() {
    let threads = |scope: &str| {
        format!(
            "{HEAD}\tst.relaxed.gpu.global.u32 [%rd1], 2;\n\tmov.u32 %r5, 0;\nAGAIN:\n\tmov.u32 %r6, %r5;\n\
             \tatom.relaxed.gpu.global.cas.b32 %r5, [%rd1], %r6, 4;\n\tsetp.ne.u32 %p1, %r5, %r6;\n\t@%p1 bra AGAIN;\n\
             \tret;\nOTHER:\n\tatom.relaxed.{scope}.global.exch.b32 %r10, [%rd1], 1;\n\tret;\n}}\n"
        )
    };
    let holds = |scope: &str| holding(&setup(LAUNCH, &threads(scope))).contains(&"barriers");
    assert!(holds("gpu") && !holds("cta"));
}
