//! What settings become in a launch: the words that a device is asked with.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::path::Path;
use std::process::Command;

use gpu_litmus::device::run::emit::refuse::lay_out;
use gpu_litmus::device::run::observe::Observed;
use gpu_litmus::device::run::place::Mode;

use crate::cli::support::{Folder, run};
use crate::golden;

const SB: &str = "examples/sb.litmus";

/// What a device is asked where these are set, line by line.
fn asked(set: &str) -> Vec<String> {
    let folder = Folder::of(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let worker = root.join("tests/commands/hardware/worker.py");
    let worker = format!("exec python3 '{}' tells 3=2", worker.display());
    let ran = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
        .current_dir(root)
        .args(["run", SB, "--launches", "1", "--worker", &worker])
        .args(["--set", set])
        .env("ASKED", folder.path("asked"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(0), "{told}");
    let asked = std::fs::read_to_string(folder.path("asked")).unwrap();
    asked.lines().map(str::to_owned).collect()
}

/// A little-endian number at a place of hexadecimal digits.
fn number(digits: &str, at: u32, bytes: u32) -> u64 {
    let part = |byte: u32| {
        let from = 2 * (at + byte) as usize;
        u64::from_str_radix(&digits[from..from + 2], 16).unwrap()
    };
    (0..bytes).fold(0, |sum, byte| sum | part(byte) << (8 * byte))
}

/// A parameter of the launch of `test`, its threads, and the addresses of stress.
fn launched(set: &str, mode: Mode, parameter: &str) -> (u64, u32, Vec<u64>) {
    let program = gpu_litmus::load(SB, &std::fs::read_to_string(SB).unwrap()).unwrap();
    let layout = lay_out(&program, &Observed::of(&program), mode).unwrap();
    let known = layout.parameters.iter().find(|one| one.name == parameter);
    let known = known.unwrap();
    let asked = asked(set);
    let launch = asked.iter().find(|line| line.starts_with("launch test"));
    let words: Vec<&str> = launch.unwrap().split(' ').collect();
    let spots = asked.iter().find(|line| line.starts_with("put")).unwrap();
    let spots = spots.split(' ').nth(2).unwrap();
    let count = u32::try_from(spots.len() / 16).unwrap();
    (
        number(words[5], known.offset, known.size),
        words[3].parse().unwrap(),
        (0..count).map(|at| number(spots, 8 * at, 8)).collect(),
    )
}

#[test]
fn stress_before_and_beside_has_patterns_of_its_own() {
    for (set, flags) in [
        ("pre-pattern=ld-ld,stress-pattern=st-st", 2 + 4 + 8 + 16),
        ("pre-pattern=st-st,stress-pattern=ld-ld", 2 + 4 + 64 + 128),
        ("pre-pattern=st-ld,stress-pattern=ld-st", 2 + 4 + 64 + 16),
        ("pre-pattern=ld-st,stress-pattern=st-ld", 2 + 4 + 128 + 8),
    ] {
        let set = format!("gate=0,pre=100,stress=100,{set}");
        let (found, _, _) = launched(&set, Mode::Chain, "flags");
        assert_eq!(found, flags, "{set}");
    }
}

#[test]
fn blocks_share_addresses_in_chunks_or_rounds() {
    let lines = |set: &str| {
        let (_, _, spots) = launched(set, Mode::Chain, "flags");
        let first = spots[0];
        spots
            .iter()
            .map(|spot| (spot - first) / 64)
            .collect::<Vec<u64>>()
    };
    let chunks = lines("lines=3,words=16");
    assert_eq!(chunks.len(), 16);
    assert_eq!(chunks, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    let rounds = lines("lines=3,words=16,way=rounds");
    assert_eq!(rounds, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
}

#[test]
fn lanes_are_spread_by_odd_numbers() {
    // What a kernel takes is the inverse modulo 32.
    for (set, inverses) in [("lanes=1", [1, 11]), ("lanes=31", [31, 1])] {
        let found = ["lanes0", "lanes1"].map(|name| launched(set, Mode::Chain, name).0);
        assert_eq!(found, inverses, "{set}");
    }
}

#[test]
fn roles_are_split_where_somebody_wants_so() {
    for (set, mode, slots) in [
        ("threads=128", Mode::Chain, 128),
        ("threads=128,mode=split", Mode::Split, 64),
    ] {
        let (found, threads, _) = launched(set, mode, "slots");
        assert_eq!((found, threads), (slots, 128), "{set}");
    }
}

/// Two threads in one warp.
const WARP: &str = "PTX t\n{ x = 0; }\nP0@warp 0,cta 0,gpu 0 | P1@warp 0,cta 0,gpu 0 ;\nst.weak x, 1 | ld.weak r0, x ;\nexists (P1:r0 == 1)\n";

#[test]
fn a_warp_that_is_split_plays_one_thread() {
    let folder = Folder::of(&[("warp.litmus", WARP)]);
    let (test, out) = (folder.path("warp.litmus"), folder.path("out"));
    let args = ["run", &test, "--emit", &out, "--set", "mode=split"];
    let said = run(&args);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    golden::same(
        "tests/ui/run/split.txt",
        &said.err.replace(&folder.path(""), ""),
    );
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 0);
    let said = run(&args[..4]);
    assert_eq!(said.code, 0, "{}", said.err);
}

/// A shell may start the program that launches: it is ended, too.
#[cfg(target_os = "linux")]
#[test]
fn who_hangs_is_ended_with_its_shell() {
    let folder = Folder::of(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let worker = root.join("tests/commands/hardware/worker.py");
    let worker = format!("python3 '{}' hang; exit 1", worker.display());
    let ran = Command::new(env!("CARGO_BIN_EXE_gpu-litmus"))
        .current_dir(root)
        .args(["run", SB, "--launches", "1", "--worker", &worker])
        .args(["--launch-timeout", "1s"])
        .env("PID", folder.path("pid"))
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(3));
    let process = std::fs::read_to_string(folder.path("pid")).unwrap();
    // Whoever looks after such processes may not have seen its end yet, and a busy machine takes its time.
    let ended = |text: String| text.split(' ').nth(2) == Some("Z");
    let is_gone = || {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat"));
        state.ok().is_none_or(ended)
    };
    let gone = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        is_gone()
    });
    assert!(gone, "{process} still runs");
}
