//! Logs judged window by window: never wrong, and seldom open where the log can be cut.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::trace::answer::{Judged, Verdict};
use gpu_litmus::trace::judge::Question;
use gpu_litmus::trace::log::{Log, Span};
use gpu_litmus::trace::rules::{Asked, Rule, Times};
use gpu_litmus::trace::window::run::Windows;
use gpu_litmus::verdict::query::Options;

use super::agree::{RULES, ask, parse, seeds, times};
use gpu_litmus::testing::logs::{Kind, Rng, log};

/// The verdict in windows; nothing for a log that is refused.
fn windowed(log: &Log, rule: Rule, times: Times, size: usize) -> Option<(Judged, Log)> {
    let question = Question {
        times: Asked::Given(times),
        options: Options::default(),
    };
    let mut windows = Windows::new(rule, size, question);
    for (at, one) in (0..).zip(&log.events) {
        let span = log.time(at).unwrap_or(Span::NONE);
        windows
            .add(log, *one, span, log.ids.get(at as usize))
            .ok()?;
    }
    Some(windows.finish(log))
}

/// A log of one memory with values that are repeated; now and then a load of another value, or an event that
/// is logged later than it was.
fn long(rng: &mut Rng, events: usize, faults: usize, known: bool) -> String {
    let mut out = String::from("trace 1\n");
    if known {
        out.push_str("init * = 0\n");
    }
    let mut memory = [0; 2];
    let mut clock = 10;
    let mut free = [0; 3];
    for number in 1..=events {
        let (thread, place) = (rng.below(3), rng.below(2));
        let name = ["x", "y"][place];
        let read = if rng.below(faults) == 0 {
            rng.below(5)
        } else {
            memory[place]
        };
        let new = rng.between(1, 4);
        // What happens at `clock` began a little before and ended a little after.
        clock += rng.between(1, 4);
        let start = (clock - rng.below(3)).max(free[thread]).min(clock);
        let end = clock + rng.below(3);
        free[thread] = end + 1;
        clock = clock.max(free[thread].saturating_sub(3));
        let what = match rng.below(8) {
            0..=2 => format!("S {name} {new}"),
            3 => format!("U {name} {read}>{new}"),
            4 => "F".to_owned(),
            _ => format!("L {name} {read}"),
        };
        if what.starts_with('S') || what.starts_with('U') {
            memory[place] = new;
        }
        out.push_str(&format!("e{number}: T{thread} {what} @{start}..{end}\n"));
    }
    out
}

#[derive(Default)]
struct Count {
    same: [u32; 2],
    open: [u32; 2],
    cut: u32,
}

impl Count {
    fn compare(&mut self, text: &str, rule: Rule, times: Times, size: usize) {
        let log = parse(text);
        let right = ask(&log, rule, times).verdict;
        let Some((judged, shown)) = windowed(&log, rule, times, size) else {
            return;
        };
        let at = usize::from(right == Verdict::Explained);
        match judged.verdict {
            Verdict::Unknown => self.open[at] += 1,
            found => {
                assert_eq!(
                    found,
                    right,
                    "{} {} in windows of {size}\n{text}\n{judged:?}\n{:?}",
                    rule.name(),
                    times.name(),
                    shown.notes
                );
                self.same[at] += 1;
            }
        }
        self.cut += u32::from(shown.notes.iter().any(|note| note.contains("after")));
    }
}

/// Logs of all kinds, far too small windows.
#[test]
fn small_logs_are_as_without_windows() {
    let mut count = Count::default();
    for seed in 0..3 * seeds() {
        let mut rng = Rng::new(seed * 31 + 5);
        let kind = Kind {
            distinct: rng.below(2) == 0,
            timed: rng.below(3) > 0,
            fenced: rng.below(2) == 0,
            backs: false,
            events: 10,
        };
        let text = log(&mut rng, kind);
        let timed = text.contains('@');
        for rule in RULES {
            for times in times(rule, timed) {
                count.compare(&text, rule, times, rng.between(1, 5));
            }
        }
    }
    let Count { same, open, .. } = count;
    assert!(same.iter().all(|count| *count > 100), "{same:?} {open:?}");
    assert!(open.iter().all(|count| *count > 20), "{same:?} {open:?}");
}

/// Logs with times that can be cut: most are decided.
#[test]
fn long_logs_with_times_are_decided() {
    for (rule, times) in [
        (Rule::Sc, Times::All),
        (Rule::Plain, Times::Location),
        (Rule::Strict, Times::Location),
    ] {
        let mut count = Count::default();
        for seed in 0..seeds() {
            let mut rng = Rng::new(seed * 7 + 11);
            let known = rng.below(3) > 0;
            let faults = if seed % 3 == 0 { 1000 } else { 40 };
            let events = rng.between(20, 50);
            let text = long(&mut rng, events, faults, known);
            count.compare(&text, rule, times, rng.between(6, 16));
        }
        let Count { same, open, cut } = count;
        let name = rule.name();
        assert!(same[0] > 15 && same[1] > 30, "{name} {same:?} {open:?}");
        assert!(
            same[0] + same[1] > 3 * (open[0] + open[1]),
            "{name} {same:?} {open:?}"
        );
        assert!(cut > 5, "{name}: {cut} by what came before");
    }
}

/// Without times a log is explained by windows one after another, and impossible only by itself.
#[test]
fn long_logs_without_times() {
    for rule in RULES {
        let mut count = Count::default();
        for seed in 0..80 {
            let mut rng = Rng::new(seed * 13 + 3);
            let faults = if seed % 2 == 0 { 1000 } else { 10 };
            let text = long(&mut rng, 30, faults, true);
            count.compare(&text, rule, Times::Off, rng.between(4, 12));
        }
        let Count { same, open, .. } = count;
        assert!(same[1] > 30, "{} {same:?} {open:?}", rule.name());
    }
}

#[test]
fn a_log_that_fits_is_judged_as_a_whole() {
    let log = parse("trace 1\ninit * = 0\na: T1 S x 1\nb: T2 L x 1\nc: T2 L x 0\n");
    let (judged, shown) = windowed(&log, Rule::Sc, Times::Off, 3).unwrap();
    assert_eq!(judged, ask(&log, Rule::Sc, Times::Off));
    assert_eq!(shown.id(1), "b");
}

/// What an event of another window would be needed for is said, and where.
#[test]
fn a_window_that_is_too_small() {
    let text = "trace 1\ninit * = 0\nT1 L x 1\nT1 L x 1\nT1 L x 1\nT2 S x 1\nT2 S x 2\n";
    let log = parse(text);
    let (judged, _) = windowed(&log, Rule::Sc, Times::Off, 2).unwrap();
    let open = judged
        .open
        .unwrap_or_else(|| panic!("{:?}", judged.verdict));
    assert_eq!(
        open.reason,
        "the window is too small: no order of events #1 to #2 goes on from what the events before leave; a larger --window may tell"
    );
    let (judged, _) = windowed(&log, Rule::Sc, Times::Off, 4).unwrap();
    assert_eq!(judged.verdict, Verdict::Explained);
}

/// What was impossible by what came before is taken back where a later event crosses a cut.
#[test]
fn a_late_event_takes_a_verdict_back() {
    let good = "trace 1\ninit * = 0\nT1 S x 1 @1..2\nT1 S x 2 @3..4\nT2 L x 1 @5..6\nT1 S x 3 @7\nT1 S x 4 @8\nT1 S x 5 @9\n";
    let late = format!("{good}T3 S x 1 @2..9\n");
    let ask = |text: &str| windowed(&parse(text), Rule::Sc, Times::All, 2).unwrap();
    let (judged, shown) = ask(good);
    assert_eq!(judged.verdict, Verdict::Impossible);
    assert!(
        shown.notes.iter().any(|note| note.contains("x = 2")),
        "{:?}",
        shown.notes
    );
    assert_eq!(ask(&late).0.verdict, Verdict::Unknown);
}

/// Under `strict` times count where a log has some: that they come late is noticed.
#[test]
fn times_that_come_late() {
    let text = "trace 1\ninit * = 0\nT1 S x 1\nT1 S x 2\nT1 L x 2\nT1 L x 2\nT1 L x 2 @3\n";
    let question = Question {
        times: Asked::Auto,
        options: Options::default(),
    };
    let log = parse(text);
    let mut windows = Windows::new(Rule::Strict, 1, question);
    for (at, one) in (0..).zip(&log.events) {
        let span = log.time(at).unwrap_or(Span::NONE);
        windows.add(&log, *one, span, None).unwrap();
    }
    let (judged, _) = windows.finish(&log);
    assert_eq!(judged.verdict, Verdict::Unknown);
    let other = windowed(&log, Rule::Tso, Times::All, 1).unwrap().0;
    assert_eq!(other.verdict, Verdict::Unsupported);
}

/// A value that was taken for the unknown initial one is written later.
#[test]
fn an_initial_value_that_is_written() {
    let text = "trace 1\nT1 L x 7\nT1 L x 7\nT1 S x 8\nT1 L x 8\nT2 S x 7\nT2 L x 7\n";
    let (judged, _) = windowed(&parse(text), Rule::Sc, Times::Off, 2).unwrap();
    assert_eq!(judged.verdict, Verdict::Unknown);
    assert!(
        judged
            .open
            .unwrap()
            .reason
            .contains("unknown initial value")
    );
}
