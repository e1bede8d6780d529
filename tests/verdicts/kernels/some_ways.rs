//! Random kernels with some of the ways that executions go, or with all that they go, against the same with all that can be in memory.

use std::time::Duration;

use gpu_litmus::kernel::interpret::exploration::{Exploration, Limits};
use gpu_litmus::kernel::interpret::probe::told;
use gpu_litmus::kernel::launch::description::Check;
use gpu_litmus::kernel::lower::expected::Expected;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::Setup;
use gpu_litmus::stop::Stop;

use super::crossed::{crossed, crossed_alone};
use super::generator::{Kernel, kernel};
use super::open::handed_on;
use super::support::{all, interleaved, options, setup, weak};

/// What was compared of kernels.
#[derive(Debug, Default)]
struct Compared {
    kernels: u64,
    /// Answers that are the same, of four of each.
    same: u64,
    /// With fewer events.
    smaller: u64,
    /// With a race.
    racy: u64,
    /// That leave what no interleaving leaves.
    outside: u64,
    /// In which a thread may stop in another way than that it exits.
    stopped: u64,
}

/// Whether something is asked for in vain; nothing where it is not known.
fn never(said: &Said) -> Option<bool> {
    match said {
        Said::Run(_) => Some(false),
        Said::Never => Some(true),
        Said::Open(_) => None,
    }
}

/// The ways of executions, of which those of a few runs are known, or none.
fn refined<'a>(
    setup: &'a Setup,
    exploration: &Exploration,
    model: &str,
    (runs, all): (bool, bool),
) -> Option<Weak<'a>> {
    let limits = Limits {
        stop: Stop::never(),
        ..Limits::default()
    };
    let (outputs, shared) = (&exploration.outputs, &exploration.contended);
    let seen = if runs {
        Expected::in_runs(&told(setup, shared, &limits))
    } else {
        Expected::default()
    };
    let asked = options();
    let within = all.then_some(Duration::from_secs(3));
    Weak::on_some_ways(setup, (outputs, shared), (model, &asked), seen, within)
}

/// Compares races, threads that stop, what is wrong in memory, and all that is left in the outputs. What is known is what runs show, or
/// nothing; it is asked whether these are all ways, or not.
fn agree(
    kernel: &Kernel,
    (name, model): (&str, &str),
    (runs, proven): (bool, bool),
    compared: &mut Compared,
) -> Option<()> {
    let setup = setup(&kernel.launch, &kernel.module);
    let exploration = interleaved(&setup)?;
    let full = weak(&setup, &exploration, model)?;
    let fewer = refined(&setup, &exploration, model, (runs, proven))?;
    let text = &kernel.module;
    let both = [&full, &fewer];
    let races = both.map(|weak| never(&weak.race().0));
    let stops = both.map(|weak| never(&weak.wrongs(&weak.stops())));
    let memory = both.map(|weak| never(&weak.wrong(Check::Memory).0));
    for (what, said) in [("races", races), ("stops", stops), ("memory", memory)] {
        // What is found on some ways is found on all.
        let missed = said == [Some(true), Some(false)];
        let lost = proven && said == [Some(false), Some(true)];
        assert!(
            !missed && !lost,
            "{name} under {model}: {what} {said:?}\n{text}"
        );
        compared.same += u64::from(said[0] == said[1]);
    }
    let known = exploration.outcomes.iter();
    let known: Vec<_> = known.map(|one| one.contents.clone()).collect();
    let [left, of_fewer] = both.map(|weak| all(weak, &known));
    let (left, of_fewer) = (left?, of_fewer?);
    let mut some = of_fewer.iter();
    let within = some.all(|one| left.contains(one))
        && (!proven || left.iter().all(|one| of_fewer.contains(one)));
    assert!(
        within,
        "{name} under {model}: {left:?} {of_fewer:?}\n{text}"
    );
    compared.same += u64::from(left.len() == of_fewer.len());
    compared.kernels += 1;
    let events = both.map(|weak| weak.stuck.unrolled.events.len());
    compared.smaller += u64::from(events[1] < events[0]);
    compared.racy += u64::from(races[0] == Some(false));
    compared.outside += u64::from(left.len() > known.len());
    compared.stopped += u64::from(stops[0] == Some(false));
    Some(())
}

/// Compares kernels from a seed on: `GPU_LITMUS_SEEDS` says how many.
fn compare(make: fn(u64) -> Kernel, how: (bool, bool), count: u64) -> Compared {
    let mut compared = Compared::default();
    let given = std::env::var("GPU_LITMUS_SEEDS").ok();
    let count = given.and_then(|text| text.parse().ok()).unwrap_or(count);
    for seed in 0..count {
        let model = ["ptx-7.5", "ptx-6.0"][usize::from(seed % 2 == 1)];
        let name = format!("seed {seed}");
        let _ = agree(&make(seed), (&name, model), how, &mut compared);
    }
    println!("{compared:?}");
    compared
}

#[test]
fn what_some_ways_have_all_have() {
    for (make, smaller, stopped) in [(kernel as fn(u64) -> Kernel, 3, 0), (handed_on, 1, 3)] {
        let compared = compare(make, (true, false), 100);
        assert!(
            compared.kernels > 60 && compared.smaller >= smaller,
            "{compared:?}"
        );
        assert!(
            compared.racy > 10 && compared.outside > 5 && compared.stopped >= stopped,
            "{compared:?}"
        );
    }
}

#[test]
fn they_are_found_where_none_is_known() {
    let compared = compare(kernel, (false, false), 40);
    assert!(compared.kernels > 20 && compared.racy > 3, "{compared:?}");
    let compared = compare(handed_on, (false, false), 60);
    assert!(compared.kernels > 30 && compared.racy > 5, "{compared:?}");
}

#[test]
fn ways_that_are_shown_to_be_all_are_all() {
    let [one, other] =
        [kernel as fn(u64) -> Kernel, handed_on].map(|make| compare(make, (true, true), 100));
    assert!(one.kernels + other.kernels > 5, "{one:?} {other:?}");
    assert!(one.smaller + other.smaller > 0, "{one:?} {other:?}");
}

/// Compares kernels of which it is shown that some ways are all: what is known is what runs show, or nothing.
fn shown(make: fn(u64) -> Kernel) {
    for (runs, count) in [(true, 140), (false, 60)] {
        let compared = compare(make, (runs, true), count);
        assert!(
            compared.kernels > 30 && compared.smaller > 2 && compared.outside > 5,
            "{compared:?}"
        );
    }
}

#[test]
fn they_are_so_where_threads_decide_what_others_do() {
    // Without reads that are missing, one of these is told wrong (128).
    shown(crossed);
}

#[test]
fn they_are_so_where_memory_is_used_alone_as_long_as_nothing_else_is_found() {
    shown(crossed_alone);
}
