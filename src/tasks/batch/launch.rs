//! Launches of kernels in a suite: a row for each model and check.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use crate::kernel::launch::Expectation;
use crate::kernel::launch::description::Check;
use crate::kernel::load::load;
use crate::kernel::report::answer::{Answer, Checked, Report};
use crate::kernel::report::few::briefly;
use crate::kernel::report::{Ask, MODELS, ask, render};
use crate::kernel::setup::Setup;
use crate::stop::Open;
use crate::verdict::query::Options;

use super::journal::hash;
use super::judge::Grade;
use super::row::{LaunchRow, Row, Shown, Stated};
use super::verdict::Verdict;

/// The model that launches are asked about where none is named: that of their `[expect]`.
pub const DEFAULT: &str = MODELS[0];

/// What a row has besides the check's answer.
#[derive(Serialize)]
struct Core<'a> {
    file: &'a str,
    test: &'a str,
    model: &'a str,
    check: &'a str,
    verdict: &'a str,
    expected: Option<&'a Stated>,
    grade: Grade,
    millis: f64,
    notes: &'a [String],
    bound: usize,
    assumptions: &'a [String],
    answer: &'a Checked,
}

/// The fingerprint of a launch: of its own text and of its module's.
#[must_use]
pub fn fingerprint(setup: &Setup) -> String {
    let module = &setup.module.source.text;
    hash(&format!("{}\0{module}", setup.description.source.text))
}

/// The rows of a launch under a model. A failure within is a row too.
#[must_use]
pub fn rows(
    setup: &Setup,
    hash: &str,
    model: &str,
    options: &Options,
    show: impl Fn(&mut Row) -> bool,
) -> Vec<Row> {
    let file = setup.description.source.name.to_string();
    let title = setup.title();
    let broken = |error: &str| vec![Row::broken(&file, hash, Some((&title, model)), error)];
    if !MODELS.contains(&model) {
        return refused(setup, hash, model);
    }
    let asked = Ask {
        model: model.to_owned(),
        bound: options.bound,
        stop: options.limits().stop,
        options: options.clone(),
        recall: None,
    };
    let start = Instant::now();
    let Ok(report) = catch_unwind(AssertUnwindSafe(|| ask(setup, &asked))) else {
        return broken("internal error: the check panicked; please report this launch");
    };
    let found = of(setup, hash, &report, start.elapsed().as_secs_f64() * 1e3);
    if found.is_empty() {
        return broken("nothing is asked: `checks` names no check that applies");
    }
    let shown = |mut row: Row| {
        if show(&mut row) {
            let check = row.launch.as_ref().map_or("", |launch| &launch.check);
            let text = render(&only(&report, check), false);
            row.shown = Some(Shown {
                text,
                picture: None,
            });
        }
        row
    };
    found.into_iter().map(shown).collect()
}

/// The report with the details of one check; the others stand in its first line.
fn only(report: &Report, check: &str) -> Report {
    let mut only = report.clone();
    for one in only.checks.iter_mut().filter(|one| one.name != check) {
        *one = Checked::new(one.name, one.answer);
    }
    if let Some(judged) = &mut only.expectations {
        judged.retain(|one| one.name == check || one.name == "verdict");
    }
    only
}

/// The rows of a model that is no model of kernels.
fn refused(setup: &Setup, hash: &str, model: &str) -> Vec<Row> {
    let checks = setup.description.asked();
    let rows = checks.into_iter().map(|check| {
        let why = format!("kernels are asked about under {}", MODELS.join(", "));
        let answer = Checked::new(check.name(), Answer::Unsupported).remark(why);
        let report = Report::bare(setup, model, vec![answer]);
        of(setup, hash, &report, 0.0)
    });
    rows.flatten().collect()
}

/// The rows of a launch that no process has answered.
#[must_use]
pub fn unanswered(setup: &Setup, hash: &str, model: &str, why: &Open) -> Vec<Row> {
    let checks = setup.description.asked();
    let rows = checks.into_iter().map(|check| {
        let answer = Checked::new(check.name(), Answer::Unknown).remark(why.to_string());
        of(setup, hash, &Report::bare(setup, model, vec![answer]), 0.0)
    });
    rows.flatten().collect()
}

/// Where a row stands among those of its launch: the models of one check stand side by side.
#[must_use]
pub fn place(row: &Row) -> Option<usize> {
    let checks = Check::ALL.map(Check::name);
    checks.iter().position(|&name| row.check() == Some(name))
}

/// Whether a path is that of a launch file.
#[must_use]
pub fn is_path(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}

/// A row for each check of a report.
fn of(setup: &Setup, hash: &str, report: &Report, millis: f64) -> Vec<Row> {
    #[expect(clippy::cast_precision_loss, reason = "a handful of checks")]
    let each = millis / report.checks.len().max(1) as f64;
    let each = (each * 1e3).round() / 1e3;
    let checks = report.checks.iter();
    checks
        .map(|check| row(setup, hash, report, check, each))
        .collect()
}

fn row(setup: &Setup, hash: &str, report: &Report, check: &Checked, millis: f64) -> Row {
    let (expected, grade) = judged(setup, report, check);
    let verdict = Verdict::from(check.answer);
    let mut notes = check.remarks.clone();
    if grade == Grade::Open
        && let Some(stated) = stated(setup, check.name)
    {
        notes.push(format!("`{}` is stated", stated.word.node));
    }
    // A row is for a table: of a long run it has what a person is shown.
    let (brief, _) = briefly(check);
    let core = Core {
        file: &report.file,
        test: &report.launch,
        model: &report.model,
        check: check.name,
        verdict: verdict.name(),
        expected: expected.as_ref(),
        grade,
        millis,
        notes: &notes,
        bound: report.bound,
        assumptions: &report.assumptions,
        answer: &brief,
    };
    let mut row = Row::of_launch(&core, hash);
    row.file.clone_from(&report.file);
    row.test = Some(report.launch.clone());
    row.model = Some(report.model.clone());
    row.verdict = Some(verdict);
    row.millis = millis;
    row.expected = expected;
    row.notes = notes;
    row.launch = Some(LaunchRow {
        check: check.name.to_owned(),
        grade,
    });
    row
}

fn stated<'a>(setup: &'a Setup, check: &str) -> Option<&'a Expectation> {
    let mut all = setup.description.expect.iter();
    all.find(|one| one.check.is_some_and(|known| known.name() == check))
}

/// What is stated of a check, where its answer can be compared, and how the row counts: where nothing
/// is stated in the file, a check should hold.
fn judged(setup: &Setup, report: &Report, check: &Checked) -> (Option<Stated>, Grade) {
    let verdict = Verdict::from(check.answer);
    let Some(judged) = &report.expectations else {
        let grade = match verdict {
            Verdict::Possible | Verdict::Unknown | Verdict::Unsupported => Grade::Open,
            Verdict::Violated | Verdict::Undefined => Grade::Disagrees,
            Verdict::Holds | Verdict::Reachable | Verdict::Unreachable | Verdict::Racy => {
                Grade::Fine
            }
        };
        return (None, grade);
    };
    let line = |name: &str| {
        let expectation = match name {
            "verdict" => setup
                .description
                .expect
                .iter()
                .find(|one| one.check.is_none()),
            name => stated(setup, name),
        };
        expectation.map_or(1, |one| {
            setup.description.source.position(one.word.span.start).line
        })
    };
    let of = |name: &str| judged.iter().find(|one| one.name == name);
    if let Some(one) = of(check.name) {
        let said = |met| Stated {
            verdict: one.expected.clone(),
            met,
            line: line(check.name),
        };
        return match one.agrees {
            Some(true) => (Some(said(true)), Grade::Fine),
            Some(false) => (Some(said(false)), Grade::Disagrees),
            None => (None, Grade::Open),
        };
    }
    let Some(whole) = of("verdict") else {
        return (None, Grade::Fine);
    };
    let met = match whole.expected.as_str() {
        "violated" => matches!(verdict, Verdict::Violated | Verdict::Undefined),
        "unknown" => matches!(verdict, Verdict::Unknown | Verdict::Possible),
        name => verdict.name() == name,
    };
    // What is said of all is said of each that makes it true; where none does, of each.
    if whole.agrees == Some(true) && !met {
        return (None, Grade::Fine);
    }
    let stated = Stated {
        verdict: whole.expected.clone(),
        met,
        line: line("verdict"),
    };
    let grade = match (met, verdict.is_open()) {
        (true, _) => Grade::Fine,
        (false, true) => return (None, Grade::Open),
        (false, false) => Grade::Disagrees,
    };
    (Some(stated), grade)
}

/// Whether the text of a row's file is what was asked.
#[must_use]
pub fn is_current(row: &Row, text: &str) -> bool {
    if row.launch.is_none() {
        return hash(text) == row.hash;
    }
    load(Path::new(&row.file)).is_ok_and(|setup| fingerprint(&setup) == row.hash)
}
