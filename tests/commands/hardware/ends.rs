//! Launches that do not end by themselves: a limit or Ctrl-C ends them, and what was seen stays.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gpu_litmus::Program;
use gpu_litmus::device::run::device::{Backend, Fault};
use gpu_litmus::device::run::host::Host;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::settings::Settings;
use gpu_litmus::device::run::trial::{Cut, Ran, Until, run};
use gpu_litmus::stop::{Open, Stop};

use super::support::{litmus, until};
use crate::cli::support::{Folder, run as command};

/// So many instances that no machine ends them while a test waits.
fn endless(program: &Program, until: &Until) -> Ran {
    let observed = Observed::of(program);
    let settings = Settings {
        instances: 10_000,
        spin: 1_000_000,
        ..Settings::of(Backend::Host)
    };
    let mut host = Host::new(program, &observed, settings, 1).unwrap();
    run(&mut host, until)
}

/// A thread in a loop; one in a loop, and one that waits for it at a barrier.
fn programs() -> [Program; 2] {
    let spins = litmus(
        "x = 0;",
        &["L:; ld.weak r0, x; bne r0, 7, L", "st.weak x, 2"],
        "P0:r0 == 7",
    );
    let waits = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n L: | bar.sync 0 ;\n ld.weak r0, x | ;\n \
                 bne r0, 7, L | ;\n bar.sync 0 | ;\nexists (P0:r0 == 7)";
    [spins, gpu_litmus::load("t.litmus", waits).unwrap()]
}

#[test]
fn a_launch_that_takes_too_long_is_a_hang() {
    for program in programs() {
        let patient = Until {
            patience: Some(Duration::from_millis(100)),
            ..until(3)
        };
        let ran = endless(&program, &patient);
        let told = "no end in 0.1 s, and it was given up".to_owned();
        assert_eq!(ran.cut, Some(Cut::Fault(Fault::Hang(told))));
        assert_eq!((ran.launches, ran.tally.instances), (0, 0));
        assert!(ran.tally.unfinished < 10_000);
    }
}

/// There is no time left for more, which is no failure.
#[test]
fn time_ends_a_launch() {
    for program in programs() {
        let short = Until {
            time: Some(Duration::from_millis(100)),
            patience: Some(Duration::from_secs(600)),
            ..until(3)
        };
        let ran = endless(&program, &short);
        assert_eq!((ran.cut, ran.launches), (None, 0));
        assert!(ran.tally.unfinished < 10_000);
    }
}

#[test]
fn an_interrupt_ends_a_launch() {
    for program in programs() {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            set.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let stopped = Until {
            stop: Stop::never().and_when(flag),
            ..until(3)
        };
        let ran = endless(&program, &stopped);
        later.join().unwrap();
        assert_eq!(ran.cut, Some(Cut::Stopped(Open::Interrupted)));
        assert!(ran.tally.unfinished < 10_000);
    }
}

/// A thread that goes on for too many laps comes to no barrier: who waits there for it is given up, too.
#[test]
fn nobody_waits_for_a_thread_that_was_given_up() {
    let [_, waits] = programs();
    let observed = Observed::of(&waits);
    let settings = Settings {
        instances: 20,
        spin: 10,
        ..Settings::of(Backend::Host)
    };
    let mut host = Host::new(&waits, &observed, settings, 1).unwrap();
    let ran = run(&mut host, &until(1));
    assert_eq!(
        (ran.cut, ran.tally.instances, ran.tally.unfinished),
        (None, 0, 20)
    );
}

#[test]
fn the_report_says_so() {
    let text = "PTX loop\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L: | st.weak x, 2 ;\n \
                ld.weak r0, x | ;\n bne r0, 7, L | ;\nexists (P0:r0 == 7)\n";
    let folder = Folder::of(&[("loop.litmus", text)]);
    let said = command(&[
        "run",
        &folder.path("loop.litmus"),
        "--backend",
        "host",
        "--set",
        "instances=10000,spin=1000000",
        "--launch-timeout",
        "300ms",
    ]);
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    let told = "error: the launch hangs: no end in 0.3 s, and it was given up";
    assert!(said.out.contains(told), "{}", said.out);
    assert!(said.out.contains("unfinished"), "{}", said.out);
}
