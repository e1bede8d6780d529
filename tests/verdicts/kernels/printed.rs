//! Litmus tests printed as modules of PTX: launched, they leave what the litmus front end says, to the solver
//! and to the enumerator.

use std::collections::BTreeMap;
use std::time::Duration;

use gpu_litmus::explicit::{self, Switches};
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::Setup;
use gpu_litmus::program::{Condition, Term};
use gpu_litmus::stop::Stop;
use gpu_litmus::testing::module::{Printed, print};
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::outcome::{Quantity, Verdict};
use gpu_litmus::{Model, Program, check, load};

use super::support::{BOUND, all, interleaved, options, setup, weak};

pub const MODELS: [&str; 2] = ["ptx-7.5", "ptx-6.0"];

/// What was compared, by what came out.
#[derive(Debug, Default)]
pub struct Tally {
    pub same: BTreeMap<String, usize>,
    pub open: usize,
    pub races: usize,
    pub wrong: Vec<String>,
}

/// What somebody says of a test: in how many executions its condition holds, and whether some races.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Told {
    quantity: Quantity,
    /// Nothing where nobody looked.
    race: Option<bool>,
}

/// Compares what the launch of a printed test leaves with what is said of the test.
pub fn compare(program: &Program, printed: &Printed, tally: &mut Tally) {
    let setup = setup(&printed.launch, &printed.module);
    for name in MODELS {
        let Some(found) = launched(program, printed, &setup, name) else {
            tally.open += 1;
            continue;
        };
        let engines = [
            ("solver", solved(program, name)),
            ("enumerator", enumerated(program, name)),
        ];
        for (engine, said) in engines {
            let Some(said) = said else {
                tally.open += 1;
                continue;
            };
            let races = match (found.race, said.race) {
                (Some(ours), Some(theirs)) => ours == theirs,
                (None, _) | (_, None) => true,
            };
            if found.quantity == said.quantity && races {
                *tally
                    .same
                    .entry(format!("{engine} {}", found.quantity.name()))
                    .or_default() += 1;
                tally.races += usize::from(found.race == Some(true));
            } else {
                tally.wrong.push(format!(
                    "{name}: the launch {found:?}, the {engine} {said:?}\n{}\n{}\n{}",
                    program.source.text, printed.module, printed.launch
                ));
            }
        }
    }
}

/// What the launch does; nothing where it is too large, or a loop is cut.
fn launched(program: &Program, printed: &Printed, setup: &Setup, model: &str) -> Option<Told> {
    let exploration = interleaved(setup)?;
    let weak = weak(setup, &exploration, model)?;
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    let all = all(&weak, &known)?;
    let truths = all.iter().filter_map(|contents| {
        let holds =
            |condition: &Condition| condition.holds(&|term| value(printed, setup, contents, term));
        program
            .filter
            .as_ref()
            .is_none_or(holds)
            .then(|| holds(&program.condition))
    });
    let truths: Vec<bool> = truths.collect();
    // What interleavings leave, the model leaves.
    for contents in known.iter().take(1) {
        assert!(
            matches!(weak.gives(contents), Said::Run(_)),
            "{}",
            program.source.text
        );
    }
    Some(Told {
        quantity: quantity(&truths),
        race: raced(&weak).filter(|_| program.filter.is_none()),
    })
}

fn raced(weak: &Weak) -> Option<bool> {
    match weak.race().0 {
        Said::Run(_) => Some(true),
        Said::Never => Some(false),
        Said::Open(_) => None,
    }
}

fn quantity(truths: &[bool]) -> Quantity {
    if !truths.iter().any(|&truth| truth) {
        Quantity::Never
    } else if truths.iter().all(|&truth| truth) {
        Quantity::Always
    } else {
        Quantity::Sometimes
    }
}

/// A location or register of the test at the end of a launch.
fn value(printed: &Printed, setup: &Setup, contents: &[Vec<u8>], term: Term) -> i64 {
    let name = match term {
        Term::Constant(number) => return number,
        Term::Location(id) => format!("m{}", id.0),
        Term::Register(..) => "registers".to_owned(),
    };
    let at = setup
        .outputs
        .iter()
        .position(|&region| setup.regions[region].name == name);
    let at = at.unwrap_or_else(|| panic!("no output {name}"));
    let size = usize::try_from(setup.regions[setup.outputs[at]].ty.bytes()).unwrap();
    let place = match term {
        Term::Register(thread, register) => {
            let asked = printed.registers.iter();
            asked
                .clone()
                .position(|one| *one == (thread, register))
                .unwrap()
                * size
        }
        Term::Constant(_) | Term::Location(_) => 0,
    };
    let mut pattern = [0; 8];
    pattern[..size].copy_from_slice(&contents[at][place..place + size]);
    let unused = 64 - 8 * u32::try_from(size).unwrap();
    (i64::from_le_bytes(pattern) << unused) >> unused
}

fn solved(program: &Program, model: &str) -> Option<Told> {
    let outcome = check(program, &Model::find(model).unwrap(), &options()).unwrap();
    let race = outcome.raised.get("data-race").copied().flatten();
    let definite = matches!(outcome.verdict(), Verdict::Reachable | Verdict::Unreachable);
    Some(Told {
        quantity: outcome.quantity.filter(|_| definite)?,
        race,
    })
}

fn enumerated(program: &Program, model: &str) -> Option<Told> {
    let limits = explicit::Limits {
        candidates: 100_000,
        stop: Stop::after(Duration::from_secs(20)),
    };
    let known = explicit::Model::from_name(model)?;
    let answer = explicit::check(program, known, &limits, BOUND, &Switches::ALL).ok()?;
    let definite = matches!(
        answer.verdict,
        explicit::Verdict::Reachable | explicit::Verdict::Unreachable
    );
    Some(Told {
        quantity: answer.quantity.filter(|_| definite)?,
        race: answer.flagged,
    })
}

/// Generated tests from a seed on, printed and compared.
pub fn generated(first: u64, count: u64, family: Family) -> Tally {
    let mut tally = Tally::default();
    let mut printed = 0;
    for seed in first..first + count {
        let program = load(&format!("seed-{seed}"), &generate(seed, family)).unwrap();
        match print(&program) {
            Ok(module) => {
                printed += 1;
                compare(&program, &module, &mut tally);
            }
            Err(why) => assert!(
                why.what.starts_with("what shared memory holds"),
                "seed {seed}: {why:?}\n{}",
                program.source.text
            ),
        }
    }
    println!(
        "{printed} printed, {} open, {} races; {:?}",
        tally.open, tally.races, tally.same
    );
    assert!(
        tally.wrong.is_empty(),
        "{} disagree:\n{}",
        tally.wrong.len(),
        tally.wrong.join("\n")
    );
    tally
}

#[test]
fn generated_tests_are_the_same_as_kernels() {
    let tally = generated(0, 12, Family::Ptx);
    assert!(
        tally.same.len() >= 4 && tally.races > 0,
        "too much alike: {tally:?}"
    );
    generated(40, 4, Family::Reductions);
}
