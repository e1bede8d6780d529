//! Devices of one's own: the protocol, with devices that keep it and devices that do not.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use std::sync::Arc;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use gpu_litmus::drf::cache::Sizes;
use gpu_litmus::drf::config::{Config, Mode, Threads};
use gpu_litmus::drf::exec::Command;
use gpu_litmus::drf::subject::Subject;
use gpu_litmus::drf::tester::Limits;
use gpu_litmus::drf::trial::Trial;
use gpu_litmus::drf::viper::Bug;

use crate::cli::support::{run, run_with};
use crate::golden;

/// The same run of a device that is built in, and of the same device in another process.
#[test]
fn a_device_that_is_served_makes_the_same_run() {
    for (bug, mode, seed) in [
        (None, Mode::Device, 3),
        (None, Mode::Block, 4),
        (Some(Bug::L2WholeLine), Mode::Device, 7),
        (Some(Bug::L2DropsFill), Mode::Device, 1),
    ] {
        let here = Trial {
            config: Config {
                threads: Threads {
                    units: 3,
                    wavefronts: 1,
                    lanes: 2,
                },
                variables: 40,
                actions: 10,
                episodes: 6,
                mode,
                seed,
                ..Config::DEFAULT
            },
            sizes: Sizes::Small,
            subject: Subject::Viper(bug),
            hold: 200,
        };
        let bugs = bug.map_or_else(String::new, |bug| format!(" --bug {}", bug.name()));
        let line = format!(
            "{} drf serve --units 3 --lanes 2 --variables 40 --hold 200 --seed {seed}{bugs}",
            cargo_bin("gpu-litmus").display()
        );
        let there = Trial {
            subject: Subject::Exec(Arc::new(Command {
                line,
                patience: Duration::from_secs(60),
            })),
            ..here.clone()
        };
        let limits = Limits::default();
        let (one, other) = (here.run(&limits, true), there.run(&limits, true));
        assert_eq!(one.end, other.end);
        assert_eq!(one.record, other.record);
        assert_eq!((one.accesses, one.steps), (other.accesses, other.steps));
        // It tells what it covered.
        let hits: u64 = other.coverage.told.iter().map(|told| told.hits).sum();
        let told = other.coverage.told.len();
        assert!(told > 20 && hits > one.accesses, "{told} {hits}");
    }
}

/// The example in Python, which needs `python3`: consistent as it is, and each of its bugs is found.
#[test]
fn the_example_in_python() {
    for (bug, kind) in [
        ("none", "consistent in"),
        ("stale", "value inconsistency"),
        ("early", "value inconsistency"),
        ("twice", "atomic inconsistency"),
        ("stuck", "deadlock"),
    ] {
        let episodes = if bug == "none" { "2" } else { "100" };
        let device = format!("python3 examples/drf/device.py --bug {bug}");
        let said = run(&[
            "drf",
            "--exec",
            &device,
            "--episodes",
            episodes,
            "--actions",
            "10",
            "--patience",
            "20000",
            "-q",
        ]);
        assert!(said.out.contains(kind), "{bug}: {}{}", said.out, said.err);
        assert_eq!(said.code, i32::from(bug != "none"), "{}", said.err);
    }
}

/// What devices say that do not keep the protocol, or are gone.
const SAYINGS: &[(&str, &str)] = &[
    ("nothing, and ends", "exit 3"),
    ("is not there", "exec /nonexistent/device 2> /dev/null"),
    ("is no program", "exec /dev/null 2> /dev/null"),
    ("ends so after hello", "echo hello 1; exit 127"),
    ("no hello", "echo tock 1"),
    ("another version", "echo hello 2"),
    ("another shape", "echo hello 1 units=4"),
    ("too few bytes", "echo hello 1 bytes=1000"),
    ("no such key", "echo hello 1 wordz=4"),
    ("no such order", "echo hello 1 order=none"),
    ("ends after hello", "echo hello 1; exit 7"),
    ("says nothing more", "echo hello 1; exec sleep 100"),
    ("a typing error", "echo hello 1; echo tok 0 0"),
    ("half a line", "echo hello 1; echo tock 0 0; echo rsp 0"),
    ("no text", r"echo hello 1; printf '\377\n'"),
    (
        "a long line",
        "echo hello 1; head -c 70000 /dev/zero | tr '\\0' x",
    ),
    (
        "time goes back",
        "echo hello 1; echo tock 9 0; echo tock 8 0",
    ),
    (
        "stalls another",
        "echo hello 1; echo tock 0 0; echo stall 5",
    ),
    (
        "stalls twice",
        "echo hello 1; while read a b c; do case $a in req) echo stall $b; echo stall $b;; tick) echo tock 0 0;; esac; done",
    ),
    ("says a key twice", "echo hello 1 word=4 word=4"),
    (
        "a word too large",
        "echo hello 1; echo tock 0 0; echo rsp 0 4294967296 @1",
    ),
    ("covers unasked", "echo hello 1; echo cov L1 I Load 1"),
    ("greets twice", "echo hello 1; echo hello 1"),
    ("leaves unasked", "echo hello 1; echo bye"),
    (
        "never moves",
        "echo hello 1; while read a b && [ $a != quit ]; do [ $a = tick ] && echo tock 0 1; done",
    ),
    (
        "takes all and answers nothing",
        "echo hello 1; while read a b && [ $a != quit ]; do [ $a = tick ] && echo tock 0 quiet; done",
    ),
    (
        "takes nothing",
        "echo hello 1; while read a b c && [ $a != quit ]; do case $a in req) echo stall $b;; tick) echo tock 0 quiet;; esac; done",
    ),
    (
        "answers what it was not asked",
        "echo hello 1; echo tock 0 0; echo rsp 77 1 @3; while read a b && [ $a != quit ]; do [ $a = tick ] && echo tock 3 1; done",
    ),
    (
        "is broken, says so, and ends",
        "echo hello 1; echo tock 0 0; echo fault out of lines; exit 1",
    ),
    (
        "is broken when it is asked, and ends",
        "echo hello 1; echo tock 0 0; read a; echo fault out of lines; exit 1",
    ),
    (
        "answers, is broken, and ends",
        "echo hello 1; echo tock 0 0; read a b c; read d; echo rsp $b 7 @3; echo fault out of lines; exit 1",
    ),
    ("is broken before it greets", "echo fault no memory"),
    (
        "is broken, says so, and is silent",
        "echo hello 1; echo tock 0 0; echo fault out of lines; exec sleep 100",
    ),
    (
        "is broken, and says so",
        "echo hello 1; echo tock 0 0; echo fault  out of lines; while read a b && [ $a != quit ]; do [ $a = tick ] && echo tock 0 1; done",
    ),
];

#[test]
fn devices_that_do_not_keep_the_protocol() {
    let mut all = String::new();
    for (what, script) in SAYINGS {
        let silence = if script.contains("sleep") {
            "100ms"
        } else {
            "60s"
        };
        let said = run(&[
            "drf",
            "--lanes",
            "1",
            "--exec",
            script,
            "--silence",
            silence,
            "--history",
            "0",
        ]);
        all.push_str(&format!(
            "# {what}\n$ {script}\n{}{}exit {}\n\n",
            said.out, said.err, said.code
        ));
        assert_ne!(said.code, 0, "{what}");
    }
    golden::same("tests/ui/drf/exec.txt", &all);
}

/// What a device finds at the very end, when all was right so far: a fault all the same.
#[test]
fn a_fault_at_the_end_is_told() {
    let device = |end: &str| {
        format!(
            "{} drf serve --seed 3 | while read l; do case $l in {end}) echo fault lines are lost;; esac; echo $l; done",
            cargo_bin("gpu-litmus").display()
        )
    };
    for end in ["cov*", "bye"] {
        let said = run(&[
            "drf",
            "--exec",
            &device(end),
            "--episodes",
            "1",
            "--actions",
            "4",
            "--history",
            "0",
        ]);
        assert!(
            said.out.contains("fault"),
            "{end}: {}{}",
            said.out,
            said.err
        );
        assert!(said.out.contains("lines are lost"), "{end}: {}", said.out);
        assert_eq!(said.code, 1, "{end}: {}", said.err);
    }
}

/// A store that is never answered is waited for, though no thread waits for it: until then the run is not over.
#[test]
fn a_store_that_is_never_answered_is_told() {
    let device = format!(
        "{} drf serve --seed 3 | while read l; do set -- $l; case $1$3 in \
         rsp@*) if [ -z \"$lost\" ]; then lost=1; continue; fi;; esac; echo \"$l\"; done",
        cargo_bin("gpu-litmus").display()
    );
    for more in [&[][..], &["--patience", "100000"]] {
        let mut all = vec![
            "drf",
            "--exec",
            &device,
            "--episodes",
            "1",
            "--actions",
            "4",
        ];
        all.extend(more);
        let said = run(&all);
        assert!(said.out.contains("deadlock"), "{}{}", said.out, said.err);
        assert!(said.out.contains("is not answered"), "{}", said.out);
        assert_eq!(said.code, 1, "{}", said.err);
    }
}

/// The other side: a tester that does not keep the protocol.
#[test]
fn what_is_served_is_asked_in_lines() {
    let said = run_with(
        &["drf", "serve", "--seed", "2"],
        "tick 0\nreq 0 0 L 0x10000\ntick 0\nquit\n",
    );
    assert_eq!(said.code, 0, "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        lines,
        [
            "hello 1 name=viper units=8 threads=4 word=4 line=64 bytes=1240 scopes=cta,gpu",
            "tock 0 0",
            "tock 1 1",
            "bye"
        ]
    );
    let said = run_with(&["drf", "serve"], "tick 0\nreq 0 0 X 0x10000\n");
    assert_eq!(said.code, 2);
    assert_eq!(
        said.err,
        "error: line 2: `req 0 0 X 0x10000`: expected `L ADDR`, `S ADDR VALUE` or `U ADDR 1 ORDER.SCOPE`\n"
    );
}
