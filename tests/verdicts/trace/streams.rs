//! Logs judged as they come, with little memory: never wrong, and with enough never open.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::trace::judge::members;
use gpu_litmus::trace::rules::{Rule, Times};
use gpu_litmus::trace::stream::run::{Ended, Fault, Stream};

use super::agree::{ask, parse};
use super::oracle;
use gpu_litmus::testing::logs::{Kind, Rng, log};

fn ended(text: &str, most: usize) -> Ended {
    let log = parse(text);
    let mut stream = Stream::with(most);
    for one in &log.events {
        match stream.add(&log, one) {
            Ok(()) => {}
            Err(Fault::Impossible(wrong)) => return Ended::Impossible(wrong),
            Err(Fault::Broken(wrong) | Fault::Full(wrong)) => panic!("{wrong}\n{text}"),
        }
    }
    stream.finish(&log)
}

/// A log of one memory, with now and then a read of an older value: long enough to let values go.
fn long(rng: &mut Rng, events: usize, faults: usize) -> String {
    let mut out = String::from("trace 1\ninit * = 0\nvalues unique\n");
    let mut seen = vec![vec![0]; 2];
    for number in 1..=events {
        let (thread, place) = (rng.below(4), rng.below(2));
        let name = ["x", "y"][place];
        let now = *seen[place].last().unwrap();
        let old = seen[place][rng.below(seen[place].len())];
        let read = if rng.below(faults) == 0 { old } else { now };
        out.push_str(&match rng.below(5) {
            0 => format!("T{thread} S {name} {number}\n"),
            1 if read == now => format!("T{thread} U {name} {read}>{number}\n"),
            _ => format!("T{thread} L {name} {read}\n"),
        });
        if out.ends_with(&format!(" {number}\n")) || out.ends_with(&format!(">{number}\n")) {
            seen[place].push(number);
        }
    }
    out
}

#[test]
fn small_logs_are_as_by_brute_force() {
    let kind = Kind {
        distinct: true,
        timed: false,
        fenced: false,
        backs: false,
        events: 9,
    };
    let mut open = 0;
    for seed in 0..600 {
        let text = log(&mut Rng::new(seed + 9000), kind);
        let log = parse(&text);
        let right = oracle::explained(&log, &members(&log), Rule::Plain, Times::Off, true);
        for most in [1, 2, 3, 1000] {
            match ended(&text, most) {
                Ended::Explained => assert!(right, "{most}\n{text}"),
                Ended::Impossible(wrong) => assert!(!right, "{most} {wrong}\n{text}"),
                Ended::Unknown { .. } => {
                    assert!(most < 1000, "{text}");
                    open += 1;
                }
            }
        }
    }
    assert!(open > 10, "{open}");
}

/// Asks with so many values in memory, the last time with all: never wrong, and with all never open. Counts what is said.
fn tally<const SIZES: usize>(
    text: &str,
    right: bool,
    sizes: [usize; SIZES],
    count: &mut [usize; 3],
) {
    for (index, most) in sizes.into_iter().enumerate() {
        match ended(text, most) {
            Ended::Explained => {
                assert!(right, "{most}\n{text}");
                count[0] += 1;
            }
            Ended::Impossible(wrong) => {
                assert!(!right, "{most} {wrong}\n{text}");
                count[1] += 1;
            }
            Ended::Unknown { .. } => {
                assert!(index + 1 < SIZES, "{text}");
                count[2] += 1;
            }
        }
    }
}

#[test]
fn long_logs_are_as_with_all_memory() {
    let mut count = [0; 3];
    for seed in 0..120 {
        let text = long(
            &mut Rng::new(seed),
            300,
            if seed % 2 == 0 { 400 } else { 20 },
        );
        let log = parse(&text);
        let right = ask(&log, Rule::Plain, Times::Off).impossible.is_none();
        tally(&text, right, [4, 8, 30, 10_000], &mut count);
    }
    assert!(count.iter().all(|count| *count > 10), "{count:?}");
}

/// A log of one memory with many read-modify-writes, whose loads find what is not the newest any more, but never what is older
/// than what their thread has seen; now and then they do.
fn behind(rng: &mut Rng, init: &str, events: usize, faults: usize) -> String {
    let mut out = format!("trace 1\n{init}values unique\n");
    let mut written = vec![vec![0]; 3];
    let mut seen = [[0; 3]; 3];
    for number in 1..=events {
        let (thread, place) = (rng.below(3), rng.below(3));
        let values = &mut written[place];
        let last = values.len() - 1;
        let name = ["x", "y", "z"][place];
        let at = &mut seen[thread][place];
        match rng.below(5) {
            0 => out.push_str(&format!("T{thread} S {name} {number}\n")),
            1 | 2 => out.push_str(&format!("T{thread} U {name} {}>{number}\n", values[last])),
            _ => {
                let least = if rng.below(faults) == 0 { 0 } else { *at };
                let found = rng.between(least.max(last.saturating_sub(6)).min(last), last);
                *at = found;
                out.push_str(&format!("T{thread} L {name} {}\n", values[found]));
                continue;
            }
        }
        values.push(number);
        *at = last + 1;
    }
    out
}

/// Members of a chain that were let go are read again.
#[test]
fn chains_that_lost_members_are_as_with_all_memory() {
    let mut count = [0; 3];
    for seed in 0..450 {
        let faults = if seed % 2 == 0 { 1_000_000 } else { 60 };
        // What is there at first is known, or is what is read and nobody wrote.
        let init = if seed % 3 == 0 { "" } else { "init * = 0\n" };
        let text = behind(&mut Rng::new(seed + 77), init, 80, faults);
        let log = parse(&text);
        let right = ask(&log, Rule::Plain, Times::Off).impossible.is_none();
        assert!(right || seed % 2 == 1, "{text}");
        tally(&text, right, [1, 4, 6, 9, 14, 10_000], &mut count);
    }
    assert!(count.iter().all(|count| *count > 20), "{count:?}");
}

/// The initial value is not known, and a value that was made of it by read-modify-writes is read again.
#[test]
fn an_unknown_initial_value_comes_first_of_its_chain() {
    let mut begun = String::from("trace 1\nvalues unique\nT1 U x 7>1\nT1 U x 1>2\n");
    for value in 10..30 {
        begun.push_str(&format!("T2 S y {value}\n"));
    }
    for (end, right) in [
        ("T3 L x 1\nT3 L x 2\n", true),
        ("T3 L x 2\nT3 L x 7\n", false),
    ] {
        let text = format!("{begun}{end}");
        tally(&text, right, [1, 2, 3, 4, 5, 100], &mut [0; 3]);
    }
}

/// Many locations, each with few values, whose threads are logged one behind the other: values are read long before
/// their write comes, threads stand at values that go, and read-modify-writes of the initial value come late.
fn apart(rng: &mut Rng, init: &str, events: usize, faults: usize) -> String {
    let (threads, places) = (rng.between(2, 4), rng.between(2, 9));
    let mut written = vec![vec![0]; places];
    let mut seen = vec![vec![0; places]; threads];
    let mut lines = vec![Vec::new(); threads];
    for number in 1..=events {
        let (thread, place) = (rng.below(threads), rng.below(places));
        let values = &mut written[place];
        let last = values.len() - 1;
        let at = &mut seen[thread][place];
        let (line, now) = match rng.below(5) {
            0 => (format!("S v{place} {number}"), last + 1),
            1 => (format!("U v{place} {}>{number}", values[last]), last + 1),
            _ => {
                let least = if rng.below(faults) == 0 { 0 } else { *at };
                let found = rng.between(least, last);
                (format!("L v{place} {}", values[found]), found)
            }
        };
        if now > last {
            values.push(number);
        }
        *at = now;
        lines[thread].push(line);
    }
    let mut out = format!("trace 1\n{init}values unique\n");
    let mut queues: Vec<_> = lines.into_iter().map(Vec::into_iter).collect();
    let mut left = events;
    while left > 0 {
        let thread = rng.below(threads);
        for line in queues[thread].by_ref().take(rng.between(1, 12)) {
            out.push_str(&format!("T{thread} {line}\n"));
            left -= 1;
        }
    }
    out
}

#[test]
fn threads_that_are_logged_apart_are_as_with_all_memory() {
    let mut count = [0; 3];
    for seed in 0..900 {
        let faults = if seed % 2 == 0 { 1_000_000 } else { 60 };
        let init = if seed % 3 == 0 { "" } else { "init * = 0\n" };
        let text = apart(&mut Rng::new(seed + 5), init, 60, faults);
        let right = ask(&parse(&text), Rule::Plain, Times::Off);
        let right = right.impossible.is_none();
        assert!(right || seed % 2 == 1, "{text}");
        tally(&text, right, [1, 2, 4, 8, 16, 10_000], &mut count);
    }
    assert!(count.iter().all(|count| *count > 100), "{count:?}");
}

/// An initial value that was let go comes back as it was: what came after it is no value before others.
#[test]
fn an_initial_value_is_let_go_and_comes_back() {
    let mut begun = String::from("trace 1\ninit * = 0\nvalues unique\nT1 L x 0\nT1 L x 5\n");
    for value in 10..60 {
        begun.push_str(&format!("T3 S y {value}\n"));
    }
    for (end, right) in [
        ("T2 U x 0>5\n", true),
        ("T2 U x 0>5\nT4 L x 0\nT4 L x 5\n", true),
        ("T2 U x 0>5\nT1 L x 0\n", false),
        ("T2 U x 0>4\nT2 S x 5\n", true),
        ("T2 S x 5\nT2 U x 0>4\n", false),
    ] {
        let text = format!("{begun}{end}");
        tally(&text, right, [1, 2, 3, 4, 5, 100], &mut [0; 3]);
    }
}

/// A location is given up whose chain lost a member; what comes at others after that is judged all the same. Threads stand
/// at so much else that what was given up goes first.
#[test]
fn what_comes_after_a_location_was_given_up() {
    let mut count = [0; 3];
    for seed in 0..400 {
        let mut rng = Rng::new(seed + 3000);
        let mut value = 100;
        let mut text = String::from("trace 1\ninit * = 0\nvalues unique\n");
        let places = rng.between(6, 20);
        for place in 0..places {
            text.push_str(&format!("T9 S g{place} 1\n"));
        }
        let mut others = |rng: &mut Rng, text: &mut String, most: usize| {
            for _ in 0..rng.between(0, most) {
                value += 1;
                text.push_str(&format!("T9 S f {value}\n"));
            }
        };
        for (part, most) in [
            ("T0 S x 1\nT0 U x 1>2\nT0 U x 2>3\nT1 L x 1\n", 60),
            ("T3 L x 1\nT3 L x 2\n", 2),
            ("T4 L x 2\nT4 L x 9\n", 2),
            ("T0 U x 3>9\n", 40),
        ] {
            text.push_str(part);
            others(&mut rng, &mut text, most);
        }
        let sizes = [2, 3, 4, 5, 6, 7].map(|more| places + more);
        for size in sizes {
            tally(&text, true, [size, 10_000], &mut count);
        }
    }
    assert!(count[0] > 100 && count[2] > 100, "{count:?}");
}

/// What `trace --stream` does: after an impossible event only the promise is asked.
fn broken(text: &str, most: usize) -> Option<String> {
    let log = parse(text);
    let mut stream = Stream::with(most);
    let mut wrong = false;
    for one in &log.events {
        let added = if wrong {
            stream.pass(&log, one)
        } else {
            stream.add(&log, one)
        };
        match added {
            Ok(()) => {}
            Err(Fault::Impossible(_)) => wrong = true,
            Err(Fault::Broken(text) | Fault::Full(text)) => return Some(text),
        }
    }
    assert!(wrong, "possible\n{text}");
    None
}

#[test]
fn a_promise_that_is_broken_after_an_impossible_event() {
    let impossible = "trace 1\nT1 L x 7\nT1 L x 1\nT1 L x 7\nT2 S x 1\n";
    for (text, first) in [
        // Both writes come behind the impossible event.
        (format!("{impossible}T2 S x 7\nT3 S x 7\n"), Some(5)),
        // The impossible event is itself a write.
        (
            "trace 1\nT1 L x 5\nT1 S x 5\nT2 S x 5\n".to_owned(),
            Some(2),
        ),
        // A write that was judged, and one that was not.
        (format!("{impossible}T3 U x 1>1\n"), Some(4)),
        // A read-modify-write raises the fault by its read.
        (
            "trace 1\nT1 L x 7\nT1 L x 1\nT1 U x 7>9\nT2 S x 9\n".to_owned(),
            Some(3),
        ),
        (format!("{impossible}T2 S x 7\nT3 S y 7\n"), None),
    ] {
        let said = broken(&text, 16);
        let right = match (&said, first) {
            (Some(said), Some(first)) => said.contains(&format!("was written by event #{first},")),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        assert!(right, "{said:?}\n{text}");
    }
}
