//! Logs that are judged as they come, with less memory than they would take.

use std::fmt::Write as _;

use crate::cli::support::run_with;

fn streamed(log: &str, memory: &str) -> (String, i32) {
    let said = run_with(
        &["trace", "-", "-m", "plain", "--stream", "--memory", memory],
        log,
    );
    assert_eq!(said.err, "");
    (said.out, said.code)
}

/// Seven threads stand at values of many locations: none of them is at one that another has left.
fn many_locations(events: u32, locations: u32, name: &str) -> String {
    let mut log = String::from("trace 1\ninit * = 0\nvalues unique\n");
    for event in 0..events {
        let (thread, place) = (event % 7, event % locations);
        let value = event + 1000;
        let _ = writeln!(log, "T{thread} S {name}{place} {value}");
    }
    log
}

#[test]
fn names_that_take_all_memory_end_it() {
    let log = many_locations(20_000, 20_000, "v");
    let (out, code) = streamed(&log, "1M");
    let reason =
        "take all memory that is given: what comes after was not read, a larger --memory may tell";
    assert!(out.contains("under plain: unknown") && code == 3, "{out}");
    assert!(
        out.contains("locations, and where 7 threads stand,"),
        "{out}"
    );
    assert!(out.contains(reason), "{out}");
    assert!(!out.contains("20000 events"), "{out}");
    let (out, code) = streamed(&log, "1G");
    assert!(
        out.contains("20000 events of 7 threads") && code == 0,
        "{out}"
    );
    assert!(out.contains("under plain: explained"), "{out}");
}

/// Threads stand at more values than there is memory for, and never come back to what was let go.
#[test]
fn values_at_which_threads_stand_are_let_go() {
    let log = many_locations(60_000, 1000, "");
    let (out, code) = streamed(&log, "1M");
    assert!(
        out.contains("60000 events of 7 threads") && code == 0,
        "{out}"
    );
    assert!(out.contains("under plain: explained"), "{out}");
    let (out, code) = streamed(&format!("{log}T3 L 5 1012\n"), "1M");
    assert!(out.contains("unknown") && code == 3, "{out}");
    // What is wrong elsewhere is found all the same.
    let (out, code) = streamed(&format!("{log}T9 S q 9999\nT9 L q 0\n"), "1M");
    assert!(out.contains("impossible") && code == 1, "{out}");
}

/// Reads that wait for their writes are not let go: their locations are given up.
#[test]
fn locations_are_given_up_where_too_much_waits() {
    let mut log = String::from("trace 1\ninit * = 0\nvalues unique\n");
    for value in 1..9000 {
        let _ = writeln!(log, "T1 L {} {value}", value % 10);
    }
    let waiting = "there was no memory left for the values of";
    let (out, code) = streamed(&log, "1M");
    assert!(out.contains(waiting) && code == 3, "{out}");
    for value in 1..9000 {
        let _ = writeln!(log, "T2 S {} {value}", value % 10);
    }
    let (out, code) = streamed(&log, "1M");
    assert!(out.contains(waiting) && code == 3, "{out}");
    let (out, code) = streamed(&log, "100M");
    assert!(out.contains("explained") && code == 0, "{out}");
}
