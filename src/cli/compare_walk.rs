//! `compare` on all tests, one by one: of mappings and machines.

use std::time::Duration;

use crate::model::Model;
use crate::tasks::batch::summary::plural;
use crate::tasks::compare::among::{self, EVENTS_ONE_BY_ONE};
use crate::tasks::compare::mapping::{Mapping, NoMapping};
use crate::tasks::compare::walked::{Progress, Request, Standing, Walked, search};
use crate::tasks::space::{Bounds, Choice, Vocabulary};
use crate::verdict::query::Options;

use super::args::Global;
use super::carried::{Carried, Course};
use super::compare_args::{Compare, Words};
use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::interruptible;
use super::output::Output;
use super::progress::Search;
use super::request::refuse_explicit;

/// Which tests are asked.
#[derive(Debug)]
pub struct Walk {
    mapping: Option<Mapping>,
    vocabulary: Vocabulary,
    bounds: Bounds,
    race_free: bool,
    within: Duration,
    carried: Carried,
}

impl Walk {
    /// Checks the arguments.
    pub fn new(
        args: &Compare,
        global: &Global,
        (first, second): (&Model, &Model),
        failures: &mut Vec<Failure>,
    ) -> Option<Self> {
        refuse_explicit(global, among::WALK_SOLVES, failures);
        no_observe(args, failures);
        if args.all {
            failures.push(Failure::Usage(among::shows_one(
                (first, second),
                args.map.is_some(),
            )));
        }
        numbers(args, failures);
        if args.race_free {
            failures.extend(among::no_races((first, second)).map(Failure::Usage));
        }
        let mapping = args.map.as_deref().map(Mapping::find).transpose();
        let mapping = mapping.map_err(|error| failures.push(error.into())).ok()?;
        let choice = choice(&args.words);
        let chosen = among::of_two((first, second), mapping.is_some(), &choice);
        let chosen = chosen.map_err(|error| failures.push(Failure::Usage(error.to_string())));
        let vocabulary = chosen.ok()?;
        if let Some(mapping) = &mapping
            && let Err(report) = mapping.covers(&vocabulary, second)
        {
            failures.push(report.into());
        }
        Some(Self {
            mapping,
            vocabulary,
            bounds: Bounds::accesses(usize::from(args.events.unwrap_or(EVENTS_ONE_BY_ONE))),
            race_free: args.race_free,
            within: args.within,
            carried: args.carried.clone(),
        })
    }

    /// Searches, and says meanwhile how far it is.
    ///
    /// # Errors
    ///
    /// Ctrl-C cannot be listened to.
    pub fn search(
        &self,
        (first, second): (&Model, &Model),
        options: &Options,
        output: &Output,
    ) -> Result<(Walked, Course), Failure> {
        let command = match &self.mapping {
            None => "compare",
            Some(_) => "compare --map",
        };
        let heading = self.carried.heading(command, options);
        let heading = heading.with_model(first).with_model(second);
        let heading = match &self.mapping {
            None => heading,
            Some(mapping) => heading.with_text("the mapping", &mapping.name, &mapping.source.text),
        };
        let heading = heading.with("the vocabulary", self.vocabulary.line());
        let heading = if self.race_free {
            heading.with("what is looked for:", "--race-free")
        } else {
            heading
        };
        let course = self.carried.open(&heading)?;
        course.begin(output.complaints);
        let quiet = output.layout.quiet || output.complaints.are_data();
        let line = Search::sized(quiet, self.bounds.accesses);
        let request = Request {
            first,
            second,
            mapping: self.mapping.as_ref(),
            vocabulary: self.vocabulary.clone(),
            bounds: self.bounds,
            race_free: self.race_free,
            options: options.clone(),
            stop: options
                .stop
                .and_when(interruptible(|| ())?)
                .and_after(self.within),
            how: course.how.clone(),
        };
        let found = search(&request, &mut |at| {
            line.at(at.size.accesses, at.programs, || doing(at));
        });
        line.clear();
        Ok((found, course))
    }
}

/// `4 accesses, 2 fences, 3 threads; 1 way still open`
fn doing(at: Progress) -> String {
    format!("{}; {} still open", at.size, plural(at.left, "way"))
}

/// How grave it is: a mapping that is wrong is a failure.
pub fn grade(found: &Walked) -> Exit {
    let of = |standing: &Standing| match standing {
        Standing::Open { .. } => Exit::Open,
        Standing::Found(_) if found.mapping.is_some() => Exit::Failed,
        Standing::Found(_) | Standing::None => Exit::Ok,
    };
    let grades = found.ways.iter().map(|way| of(&way.standing));
    grades.max().unwrap_or_default()
}

/// Complains of numbers of threads and locations that cannot be.
pub fn numbers(args: &Compare, failures: &mut Vec<Failure>) {
    let wrong = among::numbers(&choice(&args.words));
    failures.extend(wrong.into_iter().map(Failure::Usage));
}

/// Complains where something is to be observed of tests that nobody names.
pub fn no_observe(args: &Compare, failures: &mut Vec<Failure>) {
    if !args.observe.is_empty() {
        let text = "`--observe` is for given tests: of those that are searched, all is looked at";
        failures.push(Failure::Usage(text.to_owned()));
    }
}

/// What is said of the vocabulary.
pub fn choice(words: &Words) -> Choice {
    Choice {
        with: words.with.clone(),
        orders: words.orders.clone(),
        scopes: words.scopes.clone(),
        placements: words.placements.clone(),
        spaces: words.spaces.clone(),
        threads: words.threads,
        locations: words.locations,
    }
}

impl From<NoMapping> for Failure {
    fn from(error: NoMapping) -> Self {
        match error {
            NoMapping::Unknown { .. } | NoMapping::Other { .. } => Self::Usage(error.to_string()),
            NoMapping::File(error) => Self::File(error),
            NoMapping::Report(report) => Self::Report(report),
        }
    }
}
