//! `synthesize`: the minimal tests that a model forbids.

use std::path::PathBuf;

use crate::model::Model;
use crate::render::synthesize as text;
use crate::tasks::space::{Vocabulary, Whole};
use crate::tasks::survey::How;
use crate::tasks::synthesize::{Progress, Request, run as ask};

use super::args::Global;
use super::asked::find;
use super::carried::Carried;
use super::exit::Exit;
use super::exported::{save_beside, written};
use super::failure::Failure;
use super::interrupt::until_interrupted;
use super::memory_args::Memory;
use super::output::{Output, folder, is_no_folder};
use super::progress::Search;
use super::request::{json, options, refuse_explicit};
use super::space_args::Space;

/// `synthesize`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A model of axioms by name, or the path of a .cat file
    #[arg(value_name = "MODEL")]
    model: String,
    /// Write the tests into a folder, one for the axioms of each
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Which tests are looked at.
    #[command(flatten)]
    space: Space,
    /// How large the process may grow.
    #[command(flatten)]
    memory: Memory,
    /// How the search is carried out.
    #[command(flatten)]
    carried: Carried,
}

const HELP: &str = "\
`--timeout` is the time for all. What is found by then, or when Ctrl-C is pressed, is shown.
Exit codes: 0 these are all; 2 bad usage or input; 3 there may be more";

/// What `synthesize` is to do.
#[derive(Debug)]
pub struct Synthesize {
    model: Model,
    request: Request,
    carried: Carried,
    folder: Option<PathBuf>,
    json: bool,
}

impl Synthesize {
    /// Checks the arguments.
    pub(super) fn new(args: Args, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("synthesize", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        refuse_explicit(
            global,
            "`synthesize` takes the fastest engine by itself, and confirms by the solver what it shows",
            &mut failures,
        );
        failures.extend(args.output.as_deref().and_then(is_no_folder));
        let model = find(&args.model, global).map_err(|failure| failures.push(failure));
        let (Ok(json), Ok(model)) = (json, model) else {
            return Err(failures);
        };
        if model.machine().is_some() {
            failures.push(Failure::Usage(format!(
                "`{}` is a machine, and minimal tests are told by axioms: name a model that has some",
                model.name
            )));
        }
        let vocabulary = Vocabulary {
            whole: Whole::Joined,
            ..Vocabulary::of(&[&model])
        };
        let Some(vocabulary) = args.space.vocabulary(vocabulary, &model, &mut failures) else {
            return Err(failures);
        };
        Ok(Self {
            model,
            request: Request {
                vocabulary,
                bounds: args.space.bounds(),
                options,
                how: How::default(),
            },
            carried: args.carried,
            folder: args.output,
            json,
        })
    }
}

/// Looks for them.
///
/// # Errors
///
/// What was found cannot be written.
pub fn run(request: &Synthesize, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    request.folder.as_deref().map(folder).transpose()?;
    let asked = &request.request;
    let heading = request.carried.heading("synthesize", &asked.options);
    let heading = heading
        .with_model(&request.model)
        .with("the vocabulary", asked.vocabulary.line())
        .with("--fences", asked.bounds.most_fences());
    let course = request.carried.open(&heading)?;
    course.begin(output.complaints);
    let asked = Request {
        options: until_interrupted(&asked.options)?,
        how: course.how.clone(),
        ..asked.clone()
    };
    let quiet = output.layout.quiet || output.complaints.are_data();
    let line = Search::sized(quiet, asked.bounds.accesses);
    let found = ask(&request.model, &asked, &mut |at| {
        line.at(at.size.accesses, at.programs, || doing(at));
    });
    line.clear();
    if found.open.is_some() {
        *exit = (*exit).max(Exit::Open);
    }
    if !course.end(found.open.is_some(), output.complaints)? {
        return Ok(());
    }
    if let Some(whole) = &request.folder {
        for test in &found.tests {
            let own = whole.join(test.folder());
            folder(&own)?;
            let path = own.join(format!("{}.litmus", test.shown.name));
            save_beside(&path, &test.shown.text)?;
        }
        written(found.tests.len(), whole, output);
    }
    if request.json {
        output.json(&found)
    } else {
        output.print(&text::render(&found, output.layout))
    }
}

/// `4 accesses, 2 fences, 3 threads; 7 are minimal so far`
fn doing(at: Progress) -> String {
    format!("{}; {} are minimal so far", at.size, at.found)
}
