//! `trace --outcomes`: histograms of runs of a litmus test.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::syntax::read::{read_source, read_within};
use crate::trace::answer::Verdict;
use crate::trace::outcomes::{Judging, read};

use super::exit::Exit;
use super::failure::Failure;
use super::output::Output;
use super::trace::Trace;

/// So many bytes a histogram may have: what `run` prints of many tests has some kilobytes of each.
const HISTOGRAM: u64 = 64 << 20;

/// An outcome under a model.
#[derive(Debug, Serialize)]
struct Object {
    file: String,
    test: String,
    outcome: String,
    count: u64,
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
    let judging = Judging::new(read_source(test)?)?;
    let mut objects = Vec::new();
    for file in files {
        match histogram(request, &judging, file, &mut objects) {
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
    file: &Path,
    objects: &mut Vec<Object>,
) -> Result<(String, Exit), Failure> {
    let source = read_within(file, HISTOGRAM)?;
    let seen = read(&source, judging.name())?;
    let total: u64 = seen
        .iter()
        .fold(0, |sum, one| sum.saturating_add(one.count));
    let mut out = format!(
        "{}: {} outcomes of {} in {total} runs\n",
        source.name,
        seen.len(),
        judging.name()
    );
    let wide = seen
        .iter()
        .map(|one| one.count.to_string().len())
        .max()
        .unwrap_or(0);
    let mut worst = Exit::Ok;
    for asked in request.asked() {
        let mut bad = 0;
        let mut lines = String::new();
        for one in &seen {
            let said = judging.judge(&source, one, &asked.model, &request.limits())?;
            worst = worst.max(request.exit_of(&asked.model.name, said.verdict));
            bad += usize::from(said.verdict != Verdict::Explained);
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
                model: asked.model.name.clone(),
                verdict: said.verdict.name(),
                open: said.open,
            });
        }
        let _ = match bad {
            0 => writeln!(out, "under {}: all explained", asked.model.name),
            _ => writeln!(
                out,
                "under {}: {bad} of {} not explained",
                asked.model.name,
                seen.len()
            ),
        };
        out.push_str(&lines);
    }
    Ok((out, worst))
}
