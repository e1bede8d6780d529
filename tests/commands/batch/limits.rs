//! Time, memory, and suites of any size.

use super::support::{Folder, MP};
use gpu_litmus::testing::{Family, generate};

/// Too much for little time or memory: many writers of one location.
fn heavy() -> String {
    gpu_litmus::testing::family::writers(60)
}

#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_makes_a_row() {
    let folder = Folder::of(&[("a.litmus", MP), ("b.litmus", &heavy()), ("c.litmus", MP)]);
    let args = [
        "batch", "a.litmus", "b.litmus", "c.litmus", "-m", "plain", "--format", "jsonl",
        "--memory", "64M", "-j", "1",
    ];
    let said = folder.run(&args);
    assert_eq!(said.code, 3, "{}", said.err);
    let rows = said.rows();
    let verdicts: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["reachable", "unknown", "reachable"]);
    assert_eq!(
        rows[1]["notes"][0],
        "the memory limit of 64 MiB was reached"
    );
    // A process of its own says the same as a thread.
    let plain = folder.run(&["batch", "a.litmus", "-m", "plain", "--format", "jsonl"]);
    let isolated = folder.run(&[
        "batch", "a.litmus", "-m", "plain", "--format", "jsonl", "--memory", "1G",
    ]);
    assert_eq!(
        super::support::timeless(&plain.out),
        super::support::timeless(&isolated.out)
    );
}

#[test]
fn a_time_limit_makes_a_row() {
    use gpu_litmus::testing::family;
    let folder = Folder::of(&[
        ("a.litmus", MP),
        ("b.litmus", &family::sb_ring(40)),
        ("c.litmus", &family::writers(16)),
    ]);
    let args = [
        "batch",
        "a.litmus",
        "b.litmus",
        "c.litmus",
        "-m",
        "tso,ugpu-weak",
    ];
    let said = folder.run(&[&args[..], &["--format", "jsonl", "--timeout", "1ms"]].concat());
    let rows = said.rows();
    assert_eq!((rows.len(), said.code), (6, 3));
    let open: Vec<_> = rows
        .iter()
        .filter(|row| row["verdict"] == "unknown")
        .collect();
    assert!(!open.is_empty());
    let late = |row: &&&serde_json::Value| row["notes"].to_string().contains("time limit");
    assert_eq!(open.iter().filter(late).count(), open.len(), "{open:?}");
}

/// The resident memory at its highest, in bytes.
#[cfg(target_os = "linux")]
fn peak(files: u64) -> u64 {
    use std::io::BufRead as _;
    let folder = Folder::of(&[]);
    // What is kept of a test, its name or its text, must show above what an allocator keeps for itself.
    let padding = "x".repeat(32 << 10);
    let tests: Vec<String> = (0..200)
        .map(|seed| generate(seed, Family::Coherence))
        .map(|text| text.replacen("PTX ", &format!("PTX {padding}-"), 1))
        .collect();
    for (number, text) in (0..files).zip(tests.iter().cycle()) {
        folder.add(&format!("suite/t{number:05}.litmus"), text);
    }
    let args = [
        "batch",
        "suite",
        "-m",
        "sc",
        // One worker: each has a context of its own, which grows until it is renewed.
        "-j",
        "1",
        "--no-quantity",
        "--no-reason",
        "--format",
        "jsonl",
        "-q",
    ];
    let mut child = super::support::binary(folder.root(), &args)
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let out = child.stdout.take().unwrap();
    let (mut rows, mut peak, mut line) = (0, 0, Vec::new());
    let mut out = std::io::BufReader::new(out);
    while out.read_until(b'\n', &mut line).unwrap() > 0 {
        rows += 1;
        line.clear();
        if rows % 100 != 0 {
            continue;
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let high = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = high.and_then(|high| high.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0_u64) << 10);
    }
    // Some are open: a loop goes on.
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(rows, files);
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_suite() {
    let (few, many) = (peak(500), peak(3_000));
    eprintln!(
        "peak memory: {} MiB for 500 tests, {} MiB for 3000",
        few >> 20,
        many >> 20
    );
    // A name of 32 kB kept for each of 2500 more tests would be 80 MiB.
    assert!(many < few + (40 << 20), "{few} and {many} bytes");
}
