//! `compare` on all tests, as formulas.

use std::path::Path;
use std::time::Duration;

use crate::model::Model;
use crate::render;
use crate::tasks::compare::all::{Conclusion, Progress, Request, search};
use crate::tasks::compare::among::{self, EVENTS};
use crate::tasks::compare::vocabulary::{Vocabulary, Wanted};
use crate::verdict::query::Options;

use super::carried::Carried;
use super::compare_args;
use super::compare_export;
use super::compare_walk::no_observe;
use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::interruptible;
use super::output::Output;
use super::progress::Search;

/// Which tests are searched.
#[derive(Debug)]
pub struct Space {
    vocabulary: Vocabulary,
    events: usize,
    all: Option<usize>,
    within: Duration,
    carried: Carried,
}

impl Space {
    /// Checks the arguments.
    pub fn new(
        args: &compare_args::Compare,
        models: (&Model, &Model),
        failures: &mut Vec<Failure>,
    ) -> Option<Self> {
        let words = &args.words;
        no_observe(args, failures);
        failures.extend(among::spaces(&words.spaces).into_iter().map(Failure::Usage));
        let axioms = [models.0.axiomatic()?, models.1.axiomatic()?];
        let wanted = Wanted {
            elements: words.with.clone(),
            orders: words.orders.clone(),
            scopes: words.scopes.clone(),
            placements: words.placements.clone(),
            threads: words.threads,
            locations: words.locations,
        };
        match Vocabulary::of(axioms).with(&wanted, [models.0, models.1]) {
            Ok(vocabulary) => Some(Self {
                vocabulary,
                events: usize::from(args.events.unwrap_or(EVENTS)),
                all: args
                    .all
                    .then(|| args.limit.map_or(usize::MAX, std::num::NonZeroUsize::get)),
                within: args.within,
                carried: args.carried.clone(),
            }),
            Err(wrong) => {
                failures.extend(wrong.into_iter().map(Failure::Usage));
                None
            }
        }
    }
}

/// Searches all tests, and tells what was found.
///
/// # Errors
///
/// A journal cannot be used, or the answer cannot be written.
pub fn run(
    space: &Space,
    (first, second): (&Model, &Model),
    (options, (json, export)): (&Options, (bool, Option<&Path>)),
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let all = match space.all {
        None => "the smallest test".to_owned(),
        Some(usize::MAX) => "--all".to_owned(),
        Some(most) => format!("--all --limit {most}"),
    };
    let heading = space.carried.heading("compare", options);
    let heading = heading
        .with_model(first)
        .with_model(second)
        .with("the vocabulary", space.vocabulary.told())
        .with("what is looked for:", all);
    let course = space.carried.open(&heading)?;
    course.begin(output.complaints);
    let quiet = output.layout.quiet || output.complaints.are_data();
    let line = Search::sized(quiet, space.events);
    let asked = Request {
        first,
        second,
        vocabulary: space.vocabulary.clone(),
        events: space.events,
        all: space.all,
        options: options.clone(),
        stop: options
            .stop
            .and_when(interruptible(|| ())?)
            .and_after(space.within),
        how: course.how.clone(),
    };
    let searched = search(&asked, &mut |at| {
        let names = [&first.name, &second.name];
        line.at_size(at.accesses, || doing(at, names));
    });
    line.clear();
    let open = searched.ways.iter().any(|way| way.open.is_some());
    if open || searched.conclusion == Conclusion::Unknown {
        *exit = (*exit).max(Exit::Open);
    }
    if !course.end(open, output.complaints)? {
        return Ok(());
    }
    compare_export::all(export, &searched, output)?;
    if json {
        output.json(&searched)
    } else {
        output.print(&render::compare::all(&searched, output.layout))
    }
}

/// `5 of 10 formulas of 4 accesses; so far by sc: none, tso: a test of 4 accesses`
fn doing(at: Progress, names: [&String; 2]) -> String {
    let found = names.iter().zip(at.found).map(|(name, found)| match found {
        None => format!("{name}: none"),
        Some(accesses) => format!("{name}: a test of {accesses} accesses"),
    });
    let found: Vec<String> = found.collect();
    format!(
        "{} of {} formulas of {} accesses; so far by {}",
        at.asked,
        at.formulas,
        at.accesses,
        found.join(", ")
    )
}
