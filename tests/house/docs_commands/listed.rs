//! What is not run, and what does not end with 0.

/// A command that is not run.
pub struct Unrun {
    pub page: &'static str,
    /// How it begins.
    pub command: &'static str,
    pub why: &'static str,
}

const fn unrun(page: &'static str, command: &'static str, why: &'static str) -> Unrun {
    Unrun { page, command, why }
}

const BUILDS: &str = "it fetches and builds";
const ELSEWHERE: &str = "it needs a machine of its own";

/// All that is not run, each with the reason.
pub const NOT_RUN: &[Unrun] = &[
    unrun("README.md", "make demo", BUILDS),
    unrun("README.md", "make test", BUILDS),
    unrun("engines.md", "cargo build", BUILDS),
    unrun(
        "README.md",
        "gpu-litmus check examples/",
        "long: tests/house/examples.rs has every answer",
    ),
    unrun("engines.md", "cargo install rate", "it installs a checker"),
    unrun(
        "testing.md",
        "gpu-litmus drf sweep",
        "long without optimisation: tests/commands/drf has sweeps with bugs",
    ),
    unrun("batch.md", "git diff", "it needs a history"),
    unrun("batch.md", "seq 8 | parallel", ELSEWHERE),
    unrun("compare.md", "seq 8 | parallel", ELSEWHERE),
    unrun(
        "compare.md",
        "gpu-litmus audit ptx-7.5 -p coherent --events 4 $(printf",
        "it puts together what the command before it leaves",
    ),
    unrun(
        "batch.md",
        "gpu-litmus merge *.jsonl --format html",
        "it merges what the command before it leaves",
    ),
    unrun(
        "testing.md",
        "gpu-litmus run programs/drf-device-1.litmus",
        "each outcome is judged, and there are hundreds",
    ),
    unrun(
        "testing.md",
        "gpu-litmus trace seen.json",
        "it reads what the command before it writes",
    ),
];

/// Commands that do not end with 0: page, command, exit code.
pub const ENDS: &[(&str, &str, i32)] = &[
    (
        "audit.md",
        "gpu-litmus audit ugpu-weak -p fences-monotone --with ld,st,fence --locations 1 --scopes cta --threads 3 --timeout 10min",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit ugpu-weak -p fences-monotone --with ld,st,fence --locations 1 --scopes cta --threads 3 --timeout 10min",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit ugpu-weak -p placement-monotone --with st,rmw --locations 1 --scopes cta --threads 3 --events 3 -q",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit ugpu-weak -p coherent --with st,rmw --locations 1 --scopes cta --threads 3 --events 3 -q",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit hrf-indirect -p fences-monotone --with st --locations 1 --events 2",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit hrf-rsp -p drf-sc --with ld,st --orders weak,acquire,release -q",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit ptx-7.5 -p drf-sc --with ld,st --orders relaxed --scopes gpu --placements gpu --events 4 -q",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus audit ptx-7.5 -p coherent --with ld,st --orders weak --events 3 -q",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus compare strict ugpu-weak --map mappings/strict-to-ugpu-stores.toml --with ld,st,fence --orders weak -q",
        1,
    ),
    (
        "findings.md",
        "gpu-litmus compare hrf-indirect ptx-7.5 --map mappings/hrf-to-ptx-orders.toml --with ld,st --orders acquire,release --scopes gpu --placements gpu --threads 2 -q",
        1,
    ),
    (
        "compare.md",
        "gpu-litmus compare hrf-indirect ptx-7.5 --map mappings/hrf-to-ptx-orders.toml --with ld,st --orders acquire,release --scopes gpu --placements gpu --threads 2",
        1,
    ),
    (
        "fences.md",
        "gpu-litmus fences examples/iriw.litmus -m ugpu-weak",
        1,
    ),
    (
        "hardware.md",
        "gpu-litmus run examples/sb.litmus --backend ugpu-weak --launches 10 -m ugpu-weak,sc",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus drf --bug l2-whole-line --seed 7 --shrink",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus drf --device rsp --mode remote --bug others-not-invalidated --units 2 --lanes 2 --locks 2 --variables 8 --actions 4 --history 0 --shrink",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus drf --exec \"python3 examples/drf/device.py --bug stale\" --actions 10 --history 4",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus drf --device ugpu-weak --bug borrow-shared --units 2 --lanes 2 --locks 2 --variables 6 --history 0",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus trace examples/traces/stale.log -m plain,ptx-7.5,sc",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus trace examples/traces/race.log -m hrf-indirect",
        1,
    ),
    (
        "audit.md",
        "gpu-litmus audit sc -p placement-monotone --events 2 -q",
        3,
    ),
    (
        "testing.md",
        "gpu-litmus trace examples/traces/lock.log -m sc --times all --window 5",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus trace examples/traces/buffers.table -m plain,strict",
        1,
    ),
    (
        "testing.md",
        "gpu-litmus trace examples/traces/store-buffers.histogram --outcomes suite/coherence/sb.litmus -m tso,sc",
        1,
    ),
];
