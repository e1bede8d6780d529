//! A tuning as a person reads it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::device::run::judge::Say;
use crate::device::run::report::text::{counted, grouped};
use crate::render::layout::{INDENT, Layout};

use super::rank::ENOUGH;
use super::view::{Forbidden, Test, Told, Tuned};

/// What is said of a state that a model forbids.
const BAD: &str = "FORBIDDEN";

/// What came of a tuning.
#[must_use]
pub fn render(tuned: &Tuned, layout: Layout) -> String {
    let paint = layout.paint;
    let mut out = format!(
        "{} on {}: {}, seed {}, each {}\n",
        paint.bold("tuning"),
        tuned.device,
        counted(tuned.tried.len() as u64, "setting"),
        tuned.seed,
        most(tuned),
    );
    out.push_str(&forbidden(tuned, layout));
    if !layout.quiet {
        let header = ["test", "a second", "seen", "again", "shown by", "settings"];
        let rows: Vec<Vec<String>> = tuned.tests.iter().map(|test| row(tuned, test)).collect();
        out.push_str(&layout.columns(&header, &rows));
        let best: BTreeSet<usize> = tuned.tests.iter().filter_map(|test| test.best).collect();
        for number in best {
            let settings = tuned.tried.get(number).map(set).unwrap_or_default();
            out.push_str(&layout.hanging(&format!("{number}: "), &format!("--set {settings}")));
        }
    }
    for test in &tuned.tests {
        if let Some(failure) = test.failed() {
            let _ = writeln!(
                out,
                "{INDENT}{} {}: {failure}",
                paint.bad("error:"),
                test.test
            );
        }
        for note in &test.notes {
            out.push_str(&layout.hanging("note: ", &format!("{}: {note}", test.test)));
        }
    }
    out.push_str(&layout.hanging("for all: ", &for_all(tuned)));
    out
}

/// `1 s`, `100 launches`, `100 launches or 1 s`.
fn most(tuned: &Tuned) -> String {
    let launches = tuned.launches.map(|most| match most {
        1 => "1 launch".to_owned(),
        _ => format!("{} launches", grouped(most)),
    });
    let time = tuned.time.map(|millis| format!("{} s", millis / 1e3));
    let all: Vec<String> = launches.into_iter().chain(time).collect();
    all.join(" or ")
}

fn row(tuned: &Tuned, test: &Test) -> Vec<String> {
    let best = test.best.and_then(|number| test.runs.get(number));
    let name = if test.relaxed {
        format!("{}, relaxed", test.test)
    } else {
        test.test.clone()
    };
    vec![
        name,
        rate(test.rate),
        best.map_or_else(|| "never".to_owned(), |run| grouped(run.seen)),
        best.map_or_else(String::new, |_| format!("{:.0} %", test.again * 100.0)),
        format!("{} of {}", test.shown_by(), tuned.tried.len()),
        test.best
            .map_or_else(String::new, |number| number.to_string()),
    ]
}

/// `17,424`, `0.52`.
fn rate(rate: f64) -> String {
    if rate <= 0.0 {
        return String::new();
    }
    if rate < 10.0 {
        return format!("{rate:.2}");
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is not negative, and far below what an integer holds"
    )]
    let whole = rate.round() as u64;
    grouped(whole)
}

/// As `--set` takes it: `gate=3,lines=2`.
#[must_use]
pub fn set(settings: &Told) -> String {
    let pairs = settings
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    pairs.collect::<Vec<_>>().join(",")
}

fn for_all(tuned: &Tuned) -> String {
    let Some(number) = tuned.best else {
        return "no condition was seen under any of the settings; not seen is not impossible"
            .to_owned();
    };
    let tests = tuned.tests.len();
    let time = match tuned.time {
        Some(millis) => format!("in {} s", millis / 1e3),
        None => "in such a run".to_owned(),
    };
    let rarest = if tuned.enough == 0 {
        "the rarest that was seen"
    } else {
        "the rarest of them"
    };
    format!(
        "--set {} (settings {number}): {} of {} seen {ENOUGH} times or more {time}, {rarest} {} a second",
        set(&tuned.settings),
        tuned.enough,
        counted(tests as u64, "test"),
        rate(tuned.smallest),
    )
}

/// What no model allows comes first.
fn forbidden(tuned: &Tuned, layout: Layout) -> String {
    let mut out = String::new();
    for test in &tuned.tests {
        for one in &test.forbidden {
            let text = sighting(tuned, test, one);
            let text = layout.hanging(&format!("{BAD} "), &text);
            out.push_str(&text.replacen(BAD, &layout.paint.bad(BAD), 1));
        }
    }
    out
}

fn sighting(tuned: &Tuned, test: &Test, one: &Forbidden) -> String {
    let models = one.state.models.iter();
    let by = models.filter(|ruled| ruled.says == Say::Forbidden);
    let by: Vec<&str> = by.map(|ruled| ruled.model.as_str()).collect();
    let by = if one.state.other {
        "a value that no instruction makes".to_owned()
    } else {
        format!("by {}", by.join(", "))
    };
    let settings = tuned.tried.get(one.number).map(set).unwrap_or_default();
    format!(
        "{}{} {}, {by}: launch {}, instance {} under --set {settings} --seed {}",
        test.test,
        if test.relaxed { ", relaxed:" } else { ":" },
        one.words,
        grouped(one.state.first.launch),
        grouped(one.state.first.instance),
        tuned.seed,
    )
}
