//! `trace`.

mod export;

use export::export;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::syntax::diagnostic::nearest;
use crate::trace::answer::{Judged, Verdict};
use crate::trace::asked::guarded;
use crate::trace::export::{Form, litmus};
use crate::trace::judge::{Question, judge, members};
use crate::trace::log::Log;
use crate::trace::read::log::{Wrong, read};
use crate::trace::report::json::{Measured, Object};
use crate::trace::report::text;
use crate::trace::rules::{Asked as Times, Rule, Times as Which};
use crate::verdict::query::Options;

use super::args::Global;
use super::asked::{Asked, models};
use super::exit::Exit;
use super::exported::Exported;
use super::failure::Failure;
use super::output::Output;
use super::request::{json, options, refuse_explicit};
use super::trace_args;

/// What `trace` is to do.
#[derive(Debug)]
pub struct Trace {
    files: Vec<PathBuf>,
    models: Vec<Asked>,
    question: Question,
    expect: BTreeMap<String, Verdict>,
    export: Option<PathBuf>,
    partial: bool,
    outcomes: Option<PathBuf>,
    /// Bytes for a stream.
    stream: Option<u64>,
    /// Events of a window.
    window: Option<usize>,
    json: bool,
}

impl From<Wrong> for Failure {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Read(error) => error.into(),
            Wrong::Report(report) => report.into(),
        }
    }
}

impl Trace {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub(super) fn new(args: trace_args::Trace, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("trace", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        refuse_explicit(global, "`trace` has engines of its own", &mut failures);
        if args.models.is_empty() {
            let text = "`trace` needs a model: --model NAME, such as sc, plain or ptx-7.5";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let models = models(&args.models, global, &mut failures);
        let twice = args.files.iter().filter(|path| path.as_os_str() == "-");
        if twice.count() > 1 {
            let text = "the standard input (`-`) can be read only once";
            failures.push(Failure::Usage(text.to_owned()));
        }
        if args.stream && models.iter().any(|asked| asked.model.name != "plain") {
            let text = "`--stream` judges by plain: the other models need the whole log";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let alone = |asked: &Asked| Rule::of(&asked.model.name).is_none();
        if let Some(asked) = models
            .iter()
            .find(|asked| args.window.is_some() && alone(asked))
        {
            let text = format!(
                "`--window` judges by sc, tso, strict and plain: {} needs the whole log",
                asked.model.name
            );
            failures.push(Failure::Usage(text));
        }
        let expect = expectations(&args.expect, &models, &mut failures);
        let times = match args.times {
            trace_args::Which::Auto => Times::Auto,
            trace_args::Which::Off => Times::Given(Which::Off),
            trace_args::Which::Location => Times::Given(Which::Location),
            trace_args::Which::All => Times::Given(Which::All),
        };
        if let (Ok(json), true) = (json, failures.is_empty()) {
            return Ok(Self {
                files: args.files,
                models,
                question: Question { times, options },
                expect,
                export: args.export,
                partial: args.partial,
                outcomes: args.outcomes,
                stream: args.stream.then_some(args.memory),
                window: args.window.and_then(|size| usize::try_from(size).ok()),
                json,
            });
        }
        Err(failures)
    }
}

impl Trace {
    /// Whether JSON is wanted.
    pub(super) const fn is_json(&self) -> bool {
        self.json
    }

    /// Whether the last line may be cut.
    pub(super) const fn is_partial(&self) -> bool {
        self.partial
    }

    /// How logs are judged.
    pub(super) const fn question(&self) -> &Question {
        &self.question
    }

    /// The models.
    pub(super) fn asked(&self) -> &[Asked] {
        &self.models
    }

    /// Limits of a question that is asked of a litmus test, without what is not shown.
    pub(super) fn limits(&self) -> Options {
        Options {
            reason: false,
            quantity: false,
            flags: false,
            ..self.question.options.clone()
        }
    }

    /// What a verdict means for the exit code.
    pub(super) fn exit_of(&self, model: &str, verdict: Verdict) -> Exit {
        let expected = self
            .expect
            .get(model)
            .copied()
            .unwrap_or(Verdict::Explained);
        if verdict == expected {
            return Exit::Ok;
        }
        match verdict {
            Verdict::Explained | Verdict::Impossible | Verdict::Racy => Exit::Failed,
            Verdict::Unknown | Verdict::Unsupported => Exit::Open,
        }
    }
}

/// `MODEL=VERDICT`
fn expectations(
    words: &[String],
    models: &[Asked],
    failures: &mut Vec<Failure>,
) -> BTreeMap<String, Verdict> {
    let mut found = BTreeMap::new();
    for word in words {
        let split = word.split_once('=');
        let verdict = split.and_then(|(_, verdict)| Verdict::from_name(verdict.trim()));
        let (Some((model, _)), Some(verdict)) = (split, verdict) else {
            let names = Verdict::ALL.map(Verdict::name).join(", ");
            let near = split.map_or("", |(_, verdict)| verdict.trim());
            let near = nearest(near, Verdict::ALL.map(Verdict::name));
            let near = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            failures.push(Failure::Usage(format!(
                "`--expect {word}`{near}: expected MODEL=VERDICT, where the verdict is one of {names}"
            )));
            continue;
        };
        let model = model.trim();
        if !models.iter().any(|asked| asked.model.name == model) {
            failures.push(Failure::Usage(format!(
                "`--expect {word}`: the model `{model}` is not asked"
            )));
        }
        found.insert(model.to_owned(), verdict);
    }
    found
}

/// Judges the logs.
///
/// # Errors
///
/// The output is closed or full; a bad log is told, and the others are judged all the same.
pub fn run(request: &Trace, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    if let Some(test) = &request.outcomes {
        return super::trace_outcomes::run(request, test, &request.files, output, exit);
    }
    let mut objects = Vec::new();
    let mut exported = request.export.as_deref().map(Exported::new).transpose()?;
    for file in &request.files {
        if let Some(memory) = request.stream {
            objects.extend(super::trace_stream::run(
                request, file, memory, output, exit,
            )?);
            continue;
        }
        if let Some(size) = request.window {
            objects.extend(super::trace_window::run(request, file, size, output, exit)?);
            continue;
        }
        let started = Instant::now();
        let log = match read(file, request.partial) {
            Ok(log) => log,
            Err(wrong) => {
                output.complain(&wrong.into());
                *exit = (*exit).max(Exit::Bad);
                continue;
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        if !request.json {
            output.print(&text::heading(&log))?;
        }
        let mut answers = Vec::new();
        for asked in &request.models {
            objects.extend(answer(
                request,
                asked,
                &log,
                seconds,
                &mut answers,
                output,
                exit,
            )?);
        }
        if let Some(exported) = &mut exported
            && !export(exported, &log, &answers, output)
        {
            *exit = (*exit).max(Exit::Bad);
        }
    }
    if request.json {
        output.json(&objects)?;
    }
    Ok(())
}

fn answer(
    request: &Trace,
    asked: &Asked,
    log: &Log,
    reading: f64,
    answers: &mut Vec<Judged>,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<Option<Object>, Failure> {
    let started = Instant::now();
    let judged = judge(log, &asked.model, &request.question);
    if judged.verdict == Verdict::Unsupported && !asked.named {
        return Ok(None);
    }
    *exit = (*exit).max(request.exit_of(&judged.model, judged.verdict));
    if request.json {
        let seconds = reading + started.elapsed().as_secs_f64();
        let peak_bytes = peak();
        let measured = Measured {
            seconds,
            peak_bytes,
        };
        let object = Object::new(log, &judged, Some(measured));
        answers.push(judged);
        return Ok(Some(object));
    }
    output.print(&text::answer(log, &judged, output.layout))?;
    answers.push(judged);
    Ok(None)
}

/// The most memory that the process had, where the system says so.
pub(super) fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes << 10)
}
