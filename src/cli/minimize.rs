//! `minimize`: the smallest sub-test with the same verdict.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::model::{Model, check_expectations};
use crate::program::resolve;
use crate::save::Target;
use crate::syntax::parse_source;
use crate::syntax::read::read_source;
use crate::tasks::minimize::{Found, Keeping, Minimized, Size, minimize_keeping};
use crate::verdict::outcome::Verdict;
use crate::verdict::query::Options;

use super::exit::Exit;
use super::failure::Failure;
use super::inputs::heed;
use super::output::Output;

/// What `minimize` is to do.
#[derive(Debug)]
pub struct Minimize {
    /// The test.
    pub file: PathBuf,
    /// The models whose verdicts are kept.
    pub models: Vec<Model>,
    /// What must stay, as it was written.
    pub keep: Vec<String>,
    /// Where to write it, if not to the standard output.
    pub target: Option<PathBuf>,
    /// As JSON.
    pub json: bool,
    /// Limits.
    pub options: Options,
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    verdicts: Vec<Kept<'a>>,
    /// Null where some verdict is open: nothing is minimized then.
    before: Option<Size>,
    after: Option<Size>,
    original: &'a str,
    minimized: Option<&'a str>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Kept<'a> {
    model: &'a str,
    verdict: &'static str,
    holds: Option<bool>,
}

/// Finds the smaller test, and prints or writes it.
pub fn run(request: &Minimize, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let source = read_source(&request.file)?;
    // A place that cannot be written is told before the search, not after it.
    let place = request.target.as_deref().map(Target::open).transpose()?;
    let mut object = Object {
        file: &source.name,
        verdicts: Vec::new(),
        before: None,
        after: None,
        original: &source.text,
        minimized: None,
        notes: &[],
    };
    let test = parse_source(&source)?;
    let program = resolve(&source, &test)?;
    check_expectations(&program)?;
    heed(&program, false, output)?;
    let keeping = Keeping::read(&test, &request.keep)
        .map_err(|error| Failure::Usage(format!("--keep: {error}")))?;
    match minimize_keeping(&source, &request.models, keeping, &request.options)? {
        Found::Open {
            model,
            verdict,
            notes,
        } => {
            *exit = (*exit).max(Exit::Open);
            if request.json {
                object.verdicts.push(Kept {
                    model: &model,
                    verdict: verdict.name(),
                    holds: None,
                });
                object.notes = &notes;
                return output.json(&object);
            }
            let failure = Failure::Read(open(&source.name, &model, verdict, &notes));
            output.complain(&failure.of(&source.name));
            Ok(())
        }
        Found::Minimized(found) => {
            if let Some(mut place) = place {
                place.write_all(found.text.as_bytes())?;
                place.finish()?;
            }
            if request.json {
                object.verdicts.extend(found.said.iter().map(|said| Kept {
                    model: &said.model,
                    verdict: said.verdict.name(),
                    holds: said.holds,
                }));
                object.before = Some(found.before);
                object.after = Some(found.after);
                object.minimized = Some(&found.text);
                return output.json(&object);
            }
            match &request.target {
                None => output.print(&found.text),
                Some(_) if output.layout.quiet => Ok(()),
                Some(target) => output.print(&summary(&source.name, target, &found)),
            }
        }
    }
}

fn open(file: &str, model: &str, verdict: Verdict, notes: &[String]) -> String {
    let why = notes.join("; ");
    let why = if why.is_empty() {
        why
    } else {
        format!(" ({why})")
    };
    let verdict = verdict.name();
    format!("{file}: nothing is minimized: under {model} the verdict is {verdict}{why}")
}

/// `mp.litmus: 4 of 6 instructions, 2 of 2 threads, 2 of 3 comparisons; unreachable under sc; \
/// written to small.litmus`
fn summary(file: &str, target: &Path, found: &Minimized) -> String {
    let (before, after) = (found.before, found.after);
    let verdicts: Vec<String> = found
        .said
        .iter()
        .map(|said| format!("{} under {}", said.verdict.name(), said.model))
        .collect();
    format!(
        "{file}: {} of {} instructions, {} of {} threads, {} of {} comparisons; {}; written to {}\n",
        after.instructions,
        before.instructions,
        after.threads,
        before.threads,
        after.comparisons,
        before.comparisons,
        verdicts.join(", "),
        target.display()
    )
}
