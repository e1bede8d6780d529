//! `trace --outcomes`: histograms of runs of a litmus test.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::device::outcomes::judge::Judging;
use crate::device::outcomes::read::read;
use crate::device::run::earlier::MOST_BYTES;
use crate::syntax::read::{read_source, read_within};
use crate::tasks::batch::summary::plural;
use crate::trace::answer::Verdict;

use super::exit::Exit;
use super::failure::Failure;
use super::output::Output;
use super::trace::Trace;

/// An outcome under a model.
#[derive(Debug, Serialize)]
struct Object {
    file: String,
    test: String,
    outcome: String,
    count: u64,
    unfinished: u128,
    failures: Vec<String>,
    model: String,
    verdict: &'static str,
    open: Option<String>,
}

/// Judges each outcome of each histogram.
///
/// # Errors
///
/// The test cannot be read; a bad histogram is told, and the others are judged all the same.
pub fn run(
    request: &Trace,
    test: &Path,
    files: &[PathBuf],
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let judging = Judging::new(&read_source(test)?)?;
    let mut objects = Vec::new();
    for file in files {
        match histogram(request, &judging, (file, output), &mut objects) {
            Ok((text, worst)) => {
                *exit = (*exit).max(worst);
                if !request.is_json() {
                    output.print(&text)?;
                }
            }
            Err(failure) => {
                output.complain(&failure);
                *exit = (*exit).max(Exit::Bad);
            }
        }
    }
    if request.is_json() {
        output.json(&objects)?;
    }
    Ok(())
}

fn histogram(
    request: &Trace,
    judging: &Judging,
    (file, output): (&Path, &Output),
    objects: &mut Vec<Object>,
) -> Result<(String, Exit), Failure> {
    let source = read_within(file, MOST_BYTES)?;
    let histogram = read(&source, judging)?;
    let seen = &histogram.seen;
    let total: u128 = seen.iter().map(|one| u128::from(one.count)).sum();
    let unfinished = match histogram.unfinished {
        0 => String::new(),
        more => format!(", and {more} more that did not end"),
    };
    let mut out = format!(
        "{}: {} of {} in {total} {}{unfinished}\n",
        source.name,
        plural(seen.len(), "outcome"),
        judging.name(),
        if total == 1 { "run" } else { "runs" },
    );
    let wide = seen
        .iter()
        .map(|one| one.count.to_string().len())
        .max()
        .unwrap_or(0);
    let mut worst = Exit::Ok;
    for failure in &histogram.failures {
        let text = format!("note: {}: {failure}", source.name);
        output.complaints.remark_on(&source.name, &text);
        worst = Exit::Open;
    }
    let outside = judging.left_out(&histogram);
    if outside > 0 {
        let text = format!(
            "note: {}: the test's filter leaves out {} that {} here: judged without it",
            source.name,
            plural(outside, "outcome"),
            if outside == 1 { "is" } else { "are" },
        );
        output.complaints.remark_on(&source.name, &text);
    }
    for asked in request.asked() {
        let mut verdicts = Vec::new();
        let mut lines = String::new();
        let said = judging.judge(&histogram, &asked.model, &request.limits())?;
        for (one, said) in seen.iter().zip(said) {
            worst = worst.max(request.exit_of(&asked.model.name, said.verdict));
            verdicts.push(said.verdict);
            let open = said
                .open
                .as_ref()
                .map_or_else(String::new, |open| format!(" ({open})"));
            let _ = writeln!(
                lines,
                "  {:wide$}  {}  {}{open}",
                one.count,
                one.text,
                said.verdict.name()
            );
            objects.push(Object {
                file: source.name.to_string(),
                test: judging.name().to_owned(),
                outcome: one.text.clone(),
                count: one.count,
                unfinished: histogram.unfinished,
                failures: histogram.failures.clone(),
                model: asked.model.name.clone(),
                verdict: said.verdict.name(),
                open: said.open,
            });
        }
        let summary = summary(&verdicts);
        let _ = writeln!(out, "under {}: {summary}", asked.model.name);
        out.push_str(&lines);
    }
    Ok((out, worst))
}

/// `1 of 4 not explained`; what has no verdict is told apart.
fn summary(verdicts: &[Verdict]) -> String {
    let count = |one: Verdict| verdicts.iter().filter(|verdict| **verdict == one).count();
    let (all, impossible) = (verdicts.len(), count(Verdict::Impossible));
    let open = [Verdict::Racy, Verdict::Unknown, Verdict::Unsupported];
    let open = open.map(|one| (one, count(one)));
    let mut parts: Vec<String> = (impossible > 0)
        .then(|| format!("{impossible} of {all} not explained"))
        .into_iter()
        .collect();
    let open = open.iter().filter(|(_, count)| *count > 0);
    parts.extend(open.map(|(one, count)| format!("{count} of {all} {}", one.name())));
    if parts.is_empty() {
        return "all explained".to_owned();
    }
    parts.join(", ")
}
