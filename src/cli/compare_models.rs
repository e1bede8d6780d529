//! `compare --all-models`: a diagram of the models that are built in.

use std::path::PathBuf;
use std::time::Duration;

use crate::model::Model;
use crate::model::registry::built_in;
use crate::render;
use crate::tasks::batch::summary::plural;
use crate::tasks::compare::among::{self, EVENTS_ONE_BY_ONE};
use crate::tasks::compare::diagram::{Diagram, Progress, Request, search};
use crate::tasks::space::{Bounds, Vocabulary};
use crate::tasks::survey::Heading;
use crate::verdict::query::Options;

use super::args::{Format, Global};
use super::carried::Carried;
use super::compare_args::Compare;
use super::compare_export;
use super::compare_walk::{choice, no_observe, numbers};
use super::exit::Exit;
use super::exported::is_no_export;
use super::failure::Failure;
use super::interrupt::interruptible;
use super::output::Output;
use super::progress::Search;
use super::request::{no_format, options, refuse_explicit};

/// Which models are asked, on which tests.
#[derive(Debug)]
pub struct Models {
    asked: Vec<Model>,
    vocabulary: Vocabulary,
    bounds: Bounds,
    within: Duration,
    options: Options,
    carried: Carried,
    form: Form,
    export: Option<PathBuf>,
}

/// How it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Svg,
}

impl Models {
    /// Checks the arguments.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn new(args: &Compare, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let form = match global.format {
            Format::Text => Some(Form::Text),
            Format::Json => Some(Form::Json),
            Format::Svg => Some(Form::Svg),
            other @ (Format::Herd
            | Format::Dot
            | Format::Jsonl
            | Format::Csv
            | Format::Markdown
            | Format::Junit
            | Format::Sarif
            | Format::Html) => {
                let known = "text, json, svg";
                failures.push(no_format("compare --all-models", other, known));
                None
            }
        };
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        refuse_explicit(global, among::DIAGRAM_SOLVES, &mut failures);
        no_observe(args, &mut failures);
        numbers(args, &mut failures);
        failures.extend(args.export.as_deref().and_then(is_no_export));
        let chosen = among::of_all(&choice(&args.words));
        let chosen = chosen.map_err(|error| failures.push(Failure::Usage(error.to_string())));
        let (Ok(vocabulary), Some(form), true) = (chosen, form, failures.is_empty()) else {
            return Err(failures);
        };
        Ok(Self {
            asked: built_in().to_vec(),
            vocabulary,
            bounds: Bounds::accesses(usize::from(args.events.unwrap_or(EVENTS_ONE_BY_ONE))),
            within: args.within,
            options,
            carried: args.carried.clone(),
            form,
            export: args.export.clone(),
        })
    }

    /// Asks, and tells.
    ///
    /// # Errors
    ///
    /// The answer cannot be written.
    pub fn run(&self, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
        let heading = self.carried.heading("compare --all-models", &self.options);
        let models = self.asked.iter();
        let heading = models.fold(heading, Heading::with_model);
        let heading = heading.with("the vocabulary", self.vocabulary.line());
        let course = self.carried.open(&heading)?;
        course.begin(output.complaints);
        let quiet = output.layout.quiet || output.complaints.are_data();
        let line = Search::sized(quiet, self.bounds.accesses);
        let request = Request {
            models: &self.asked,
            vocabulary: self.vocabulary.clone(),
            bounds: self.bounds,
            options: self.options.clone(),
            stop: self
                .options
                .stop
                .and_when(interruptible(|| ())?)
                .and_after(self.within),
            how: course.how.clone(),
        };
        let found = search(&request, &mut |at| {
            line.at(at.size.accesses, at.programs, || doing(at));
        });
        line.clear();
        *exit = (*exit).max(grade(&found));
        if !course.end(found.open.is_some(), output.complaints)? {
            return Ok(());
        }
        compare_export::diagram(self.export.as_deref(), &found, output)?;
        match self.form {
            Form::Text => output.print(&render::compare::diagram(&found, output.layout)),
            Form::Json => output.json(&found),
            Form::Svg => output.print(&render::compare::picture(&found)),
        }
    }
}

const fn grade(found: &Diagram) -> Exit {
    if found.open.is_some() {
        Exit::Open
    } else {
        Exit::Ok
    }
}

/// `3 accesses, 0 fences, 2 threads; 40 pairs apart so far`
fn doing(at: Progress) -> String {
    format!("{}; {} apart so far", at.size, plural(at.apart, "pair"))
}
