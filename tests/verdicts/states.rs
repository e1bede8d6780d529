//! Final states: the solvers list those that the enumerator sees, and those of the machines that the explorer sees.
#![expect(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gpu_litmus::explicit;
use gpu_litmus::program::{Condition, Term};
use gpu_litmus::sat::engine::{Certificate, Engine};
use gpu_litmus::sat::session::{Answer, Limits, Session};
use gpu_litmus::sat::{Circuit, Lit};
use gpu_litmus::stop::{Open, Stop};
use gpu_litmus::syntax::ast::Comparison;
use gpu_litmus::tasks::observe::observed;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::ugpu::machine;
use gpu_litmus::verdict::outcome::{Outcome, Verdict};
use gpu_litmus::verdict::query::Options;
use gpu_litmus::verdict::states::{States, Wanted};
use gpu_litmus::{Model, Program, check, load};

/// Everything, or what the condition names.
fn wanted(program: &Program, everything: bool) -> Wanted {
    let names = ["all".to_owned()];
    let names = if everything { &names[..] } else { &[] };
    Wanted {
        terms: observed(program, names).unwrap(),
        most: None,
        runs: false,
    }
}

fn answer(program: &Program, model: &str, wanted: &Wanted, engine: Engine) -> Outcome {
    let options = Options {
        states: Some(wanted.clone()),
        reason: false,
        flags: false,
        engine,
        ..Options::default()
    };
    check(program, &Model::find(model).unwrap(), &options).unwrap()
}

fn explicit(program: &Program, model: &str, wanted: &Wanted) -> Outcome {
    let options = Options {
        states: Some(wanted.clone()),
        explicit: true,
        ..Options::default()
    };
    check(program, &Model::find(model).unwrap(), &options).unwrap()
}

/// The states that are seen without a solver, with whether some execution satisfies the condition, and whether
/// one does not; none where that takes long, or the bound leaves something open.
type Told = BTreeMap<Vec<i64>, (bool, bool)>;

fn enumerated(program: &Program, model: explicit::Model, terms: &[Term]) -> Option<Told> {
    let limits = explicit::Limits {
        candidates: 20_000,
        ..explicit::Limits::default()
    };
    let found = explicit::states::states(program, model, (&limits, 2), terms, (None, false));
    let found = found.unwrap();
    let told = found.states.into_iter().map(|(values, ending)| {
        let told = (ending.satisfying > 0, ending.violating > 0);
        (values, told)
    });
    found.open.is_none().then(|| told.collect())
}

fn explored(program: &Program, model: machine::Model, terms: &[Term]) -> Option<Told> {
    let limits = machine::Limits {
        states: 20_000,
        ..machine::Limits::default()
    };
    let found = machine::states::states(program, model, (&limits, 2), terms, (None, false));
    let found = found.unwrap();
    let told = found.states.into_iter().map(|(values, ending)| {
        let told = (ending.satisfies, ending.violates);
        (values, told)
    });
    found.open.is_none().then(|| told.collect())
}

/// The same test, whose condition names these terms too: the explorer does not keep what nobody asks for.
fn naming(program: &Program, terms: &[Term]) -> Program {
    let span = program.condition.span();
    let same = |&term: &Term| Condition::Compare(Comparison::Eq, term, term, span);
    let mut parts = vec![program.condition.clone()];
    parts.extend(terms.iter().map(same));
    Program {
        condition: Condition::And(parts, span),
        ..program.clone()
    }
}

fn told(states: &States) -> Told {
    let found = states.found.iter();
    found
        .map(|(values, state)| (values.clone(), (state.satisfies, state.violates)))
        .collect()
}

/// Compares both ways of listing; how many states there are, if both know all of them.
fn compare(name: &str, program: &Program, model: &str, everything: bool) -> Option<usize> {
    let wanted = wanted(program, everything);
    let seen = match machine::Model::from_name(model) {
        Some(machine) => explored(&naming(program, &wanted.terms), machine, &wanted.terms),
        None => enumerated(program, explicit::Model::from_name(model)?, &wanted.terms),
    }?;
    let solved = answer(program, model, &wanted, Engine::Auto);
    let place = format!("{name} under {model}");
    let Some(states) = &solved.states else {
        assert_eq!(solved.verdict(), Verdict::Racy, "{place}");
        return None;
    };
    assert_eq!(states.open, None, "{place}");
    assert_eq!(told(states), seen, "{place}");
    Some(seen.len())
}

fn differential(family: Family, models: &[&str], seeds: std::ops::Range<u64>) {
    let (mut compared, mut several) = (0, 0);
    let asked = seeds.end - seeds.start;
    for seed in seeds {
        let program = load("states.litmus", &generate(seed, family)).unwrap();
        for model in models {
            let name = format!("seed {seed} of {family:?}");
            let found = compare(&name, &program, model, seed.is_multiple_of(2));
            compared += u64::from(found.is_some());
            several += u64::from(found.is_some_and(|states| states > 1));
        }
    }
    // Enough can be compared, and have something to compare.
    assert!(compared * 3 > asked, "{compared} of {asked}");
    assert!(several * 2 > compared, "{several} of {compared}");
}

#[test]
fn models_of_coherence() {
    differential(Family::Coherence, &["sc", "tso", "plain", "strict"], 0..12);
}

#[test]
fn models_of_ptx() {
    differential(Family::Ptx, &["ptx-7.5", "ptx-6.0"], 0..12);
}

#[test]
fn models_with_scopes() {
    differential(
        Family::Hrf,
        &["hrf-direct", "hrf-indirect", "hrf-rsp"],
        0..12,
    );
}

#[test]
fn machines() {
    differential(
        Family::Ugpu,
        &["ugpu-weak", "ugpu-coherent", "ugpu-strong"],
        0..12,
    );
}

/// Whoever answers, the states are the same, and that there are no more is confirmed.
#[test]
fn every_engine() {
    // Three of four states: that the fourth is none has to be answered.
    let text = "PTX MP\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n\
        fence.acq_rel.gpu | fence.acq_rel.gpu ;\nst.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\nexists (P1:r0 == 1)\n";
    let program = load("mp.litmus", text).unwrap();
    let wanted = wanted(&program, true);
    for model in ["tso", "ugpu-weak"] {
        let engines = [
            (Engine::Auto, true),
            (Engine::Sat, true),
            (Engine::Z3, false),
            (Engine::Both, true),
        ];
        let available = engines.iter().filter(|(engine, _)| engine.is_available());
        let all: Vec<States> = available
            .map(|&(engine, confirmed)| {
                let states = answer(&program, model, &wanted, engine).states.unwrap();
                assert_eq!(states.credit.confirmed.is_some(), confirmed, "{engine:?}");
                assert!(states.open.is_none() && states.found.len() > 1);
                states
            })
            .collect();
        assert!(all.windows(2).all(|pair| told(&pair[0]) == told(&pair[1])));
    }
}

/// So many threads read two locations each, in either order, and nothing orders anything.
fn readers(count: usize) -> Program {
    let columns = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..count + 2).map(cell).collect();
        format!("{} ;\n", cells.join(" | "))
    };
    let place = |reader: usize, nth: usize| ["x", "y"][(reader + nth) % 2];
    let text = [
        columns(&|thread| format!("P{thread}@cta {thread},gpu 0")),
        columns(&|thread| match thread {
            0 => "st.relaxed.gpu x, 1".to_owned(),
            1 => "st.relaxed.gpu y, 1".to_owned(),
            _ => format!("ld.relaxed.gpu r0, {}", place(thread, 0)),
        }),
        columns(&|thread| match thread {
            0 | 1 => String::new(),
            _ => format!("ld.relaxed.gpu r1, {}", place(thread, 1)),
        }),
    ]
    .concat();
    let text = format!("PTX Readers\n{{}}\n{text}exists (P2:r0 == 1)\n");
    load("readers.litmus", &text).unwrap()
}

#[test]
fn all_that_there_are() {
    let program = readers(3);
    let everything = |program: &Program| {
        let registers = observed(program, &["P2", "P3", "P4"].map(str::to_owned));
        Wanted {
            terms: registers.unwrap(),
            most: None,
            runs: true,
        }
    };
    let states = answer(&program, "ptx-7.5", &everything(&program), Engine::Sat);
    let states = states.states.unwrap();
    assert!(states.open.is_none());
    assert_eq!(states.found.len(), 64);
    assert!(states.found.values().all(|state| state.shown.is_some()));
    // All that the registers can have is seen: nobody is asked whether there is more.
    assert_eq!(states.credit.confirmed, Some(Certificate::Judge));
}

/// Where some values never meet, that there are no more states is proved.
#[test]
fn all_that_there_are_of_more() {
    let program = readers(3);
    let registers = observed(&program, &["P2", "P3", "P4"].map(str::to_owned));
    let wanted = Wanted {
        terms: registers.unwrap(),
        most: None,
        runs: false,
    };
    let found = answer(&program, "sc", &wanted, Engine::Sat).states.unwrap();
    let walked = explicit(&program, "sc", &wanted).states.unwrap();
    assert!(found.found.keys().eq(walked.found.keys()));
    assert!(found.found.len() < 64 && found.open.is_none());
    assert_eq!(found.credit.confirmed, Some(Certificate::Proof));
}

/// Four states of two registers are all: a limit of four leaves nothing open, one of three does.
#[test]
fn as_many_as_there_can_be() {
    let program = readers(1);
    for (most, open) in [(4, false), (3, true)] {
        let wanted = Wanted {
            most: Some(most),
            ..wanted(&program, true)
        };
        let states = answer(&program, "ptx-7.5", &wanted, Engine::Auto);
        let states = states.states.unwrap();
        assert_eq!(states.found.len(), most);
        assert_eq!((states.open.is_some(), states.enough), (open, open));
    }
}

#[test]
fn as_many_as_are_asked_for() {
    let program = readers(1);
    for most in [1, 3] {
        let wanted = Wanted {
            most: Some(most),
            ..wanted(&program, true)
        };
        for outcome in [
            answer(&program, "ptx-7.5", &wanted, Engine::Auto),
            explicit(&program, "ptx-7.5", &wanted),
            answer(&program, "ugpu-weak", &wanted, Engine::Auto),
            explicit(&program, "ugpu-weak", &wanted),
        ] {
            let states = outcome.states.unwrap();
            assert_eq!((states.found.len(), states.enough), (most, true));
            assert!(states.open.is_some());
        }
    }
}

/// Whoever is told to stop has listed what there was until then, and says that there may be more.
#[test]
fn time_runs_out() {
    let program = readers(1);
    for model in ["tso", "ugpu-weak"] {
        let options = Options {
            states: Some(wanted(&program, true)),
            stop: Stop::never().and_when(Arc::new(AtomicBool::new(true))),
            ..Options::default()
        };
        let outcome = check(&program, &Model::find(model).unwrap(), &options).unwrap();
        assert_eq!(outcome.verdict(), Verdict::Unknown);
        assert_eq!(outcome.states.unwrap().open, Some(Open::Interrupted));
    }
}

/// A clause that is added counts for whoever answers next, and for whoever confirms: also one of which unit
/// propagation leaves nothing.
#[test]
fn one_more_clause() {
    for engine in [Engine::Auto, Engine::Sat, Engine::Z3, Engine::Both] {
        if !engine.is_available() {
            continue;
        }
        let limits = Limits {
            engine,
            stop: Stop::never(),
        };
        let mut circuit = Circuit::default();
        let [a, b, c] = std::array::from_fn(|_| circuit.variable());
        let xor = !circuit.iff(a, b);
        // With `c` alone to be fixed by unit propagation, or nothing.
        for required in [vec![xor], vec![xor, c]] {
            let lits = [a, b, c];
            let mut session = Session::new(&circuit, &required, &lits, &limits);
            let mut found = Vec::new();
            loop {
                let (answer, _) = session.decide(&circuit, &[]);
                let Answer::Sat(assignment) = answer else {
                    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
                    break;
                };
                let values = lits.map(|lit| assignment.truth(lit));
                found.push(values);
                let away = lits
                    .iter()
                    .zip(values)
                    .map(|(&lit, value)| if value { !lit } else { lit });
                session.demand(&away.collect::<Vec<Lit>>()).unwrap();
            }
            found.sort_unstable();
            let count = found.len();
            found.dedup();
            assert_eq!((count, found.len()), (8 >> required.len(), count));
        }
        // What holds without the clause is settled before anybody is asked.
        let mut session = Session::new(&circuit, &[a, c], &[a, c], &limits);
        session.demand(&[c]).unwrap();
        assert!(matches!(session.decide(&circuit, &[]).0, Answer::Sat(_)));
        session.demand(&[!a, !c]).unwrap();
        assert!(matches!(session.decide(&circuit, &[]).0, Answer::Unsat(_)));
        assert!(session.demand(&[b]).is_err(), "it was not exposed");
    }
}

/// Eight readers: 65,536 states.
mod long {
    use super::*;

    #[test]
    #[ignore = "long"]
    fn many_states() {
        let program = readers(8);
        let wanted = Wanted {
            terms: observed(
                &program,
                &[2, 3, 4, 5, 6, 7, 8, 9].map(|thread| format!("P{thread}")),
            )
            .unwrap(),
            most: None,
            runs: false,
        };
        let states = answer(&program, "ptx-7.5", &wanted, Engine::Auto).states;
        let states = states.expect("nothing is racy there");
        assert_eq!((states.found.len(), states.open), (65_536, None));
    }
}

/// What threads of two blocks do to one location, by updates that no scope makes atomic among them: values come round
/// from an exchange to what it finds.
const UPDATES: [&str; 13] = [
    "atom.relaxed.cta.add.u32 r0, x, 1",
    "atom.relaxed.cta.exch.b32 r0, x, 3",
    "atom.relaxed.cta.exch.b32 r0, x, 1",
    "atom.relaxed.cta.cas.b32 r0, x, 3, 5",
    "atom.relaxed.cta.cas.b32 r0, x, 0, 4",
    "atom.relaxed.cta.and.b32 r0, x, 1",
    "atom.relaxed.cta.or.b32 r0, x, 2",
    "atom.relaxed.cta.xor.b32 r0, x, 3",
    "atom.relaxed.cta.max.u32 r0, x, 2",
    "atom.relaxed.cta.inc.u32 r0, x, 2",
    "atom.relaxed.cta.dec.u32 r0, x, 2",
    "ld.weak r0, x; st.weak x, r0",
    "ld.relaxed.cta r0, x; atom.relaxed.cta.exch.b32 r1, x, r0",
];

/// A test of these threads, each in a block of its own.
fn apart(threads: &[&str]) -> Program {
    let lines: Vec<Vec<&str>> = threads
        .iter()
        .map(|code| code.split("; ").collect())
        .collect();
    let row = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads.len()).map(cell).collect();
        format!("{} ;\n", cells.join(" | "))
    };
    let mut text = "PTX apart\n{ x = 0; }\n".to_owned();
    text += &row(&|at| format!("P{at}@cta {at},gpu 0"));
    for line in 0..2 {
        text += &row(&|at| lines[at].get(line).copied().unwrap_or_default().to_owned());
    }
    text += "exists (x == 3)\n";
    load("apart", &text).unwrap()
}

#[test]
fn updates_that_no_scope_orders() {
    let mut compared = 0;
    let mut alike = |threads: &[&str]| {
        let program = apart(threads);
        for model in ["ptx-6.0", "ptx-7.5"] {
            let seen = compare(&program.source.text, &program, model, true);
            compared += usize::from(seen.is_some());
        }
    };
    for (at, one) in UPDATES.iter().enumerate() {
        for two in &UPDATES[at..] {
            alike(&[one, two]);
        }
    }
    for three in [[0, 1, 2], [1, 3, 11], [1, 2, 12], [0, 1, 11]] {
        alike(&three.map(|at| UPDATES[at]));
    }
    assert_eq!(compared, 2 * (91 + 4));
}
