//! `fences`: the cheapest fences that forbid an outcome.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::model::Model;
use crate::render::fences as fenced_text;
use crate::render::layout::Layout;
use crate::save::Target;
use crate::tasks::fences::found::{Limits, Request};
use crate::tasks::fences::prices::Prices;
use crate::tasks::fences::search::{Progress, search_watched};
use crate::tasks::fences::sites::Rules;
use crate::tasks::fences::view::{Fenced, Word};

use super::args::{Format, Global};
use super::ask_args;
use super::asked::{find, no_model};
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;
use super::output::Output;
use super::progress::Search;
use super::request::{options, refuse_explicit};

/// What `fences` is to do.
#[derive(Debug)]
pub struct Fences {
    file: PathBuf,
    model: Model,
    request: Request,
    output: Option<PathBuf>,
    json: bool,
}

impl Fences {
    /// Checks the arguments.
    pub(super) fn new(
        args: ask_args::Fences,
        global: &Global,
        json: Result<bool, Failure>,
    ) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json.map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        refuse_explicit(
            global,
            "`fences` needs a solver, to ask a model hundreds of times",
            &mut failures,
        );
        let model =
            one_model(args.model.as_deref(), global).map_err(|failure| failures.push(failure));
        let prices = Prices::with(args.costs.iter().map(String::as_str)).map_err(|errors| {
            let usage = |error: &dyn ToString| Failure::Usage(error.to_string());
            failures.extend(errors.iter().map(|error| usage(error)));
        });
        if global.format == Format::Json && args.output.as_deref() == Some(Path::new("-")) {
            let text = "both the answers in JSON and the new test would go to the standard output: expected the name of a file";
            failures.push(Failure::Usage(format!("--output -: {text}")));
        }
        if args.output.as_deref().is_some_and(Path::is_dir) {
            let text = "`--output` names a folder; it takes the name of a file";
            failures.push(Failure::Usage(text.to_owned()));
        }
        let (Ok(json), Ok(model), Ok(prices)) = (json, model, prices) else {
            return Err(failures);
        };
        if !failures.is_empty() {
            return Err(failures);
        }
        Ok(Self {
            file: args.file,
            model,
            request: Request {
                options,
                prices,
                rules: Rules {
                    keep_accesses: args.keep_accesses,
                    may_weaken: args.may_weaken,
                },
                all: args.all,
                limits: Limits {
                    time: Some(args.within),
                    ..Limits::default()
                },
            },
            output: args.output,
            json,
        })
    }
}

fn one_model(name: Option<&str>, global: &Global) -> Result<Model, Failure> {
    let name = name.ok_or_else(|| no_model("fences"))?;
    if name == "all" || name.contains(',') {
        let text = format!("`fences` answers for one model, not for `{name}`");
        return Err(Failure::Usage(text));
    }
    find(name, global)
}

/// Answers the request.
///
/// # Errors
///
/// The test cannot be read or has mistakes, or the answer cannot be written.
pub fn run(request: &Fences, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let program = inputs::load(&request.file)?;
    inputs::heed(&program, false, output)?;
    let place = request.output.as_deref().map(Target::open).transpose()?;
    let line = Search::new(output.layout.quiet || output.complaints.are_data());
    let found = search_watched(&program, &request.model, &request.request, &mut |at| {
        line.say(|| doing(&request.model.name, at));
    });
    line.clear();
    let found = found?;
    let proved = found.prove(&request.model, &request.request.options);
    let (proved, error) = match proved {
        Ok(proved) => (proved, None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let mut fenced = Fenced::of(&program, &request.model, &found, &proved);
    if let Some(error) = error {
        // It does not count as found before the changed test itself is proved.
        fenced.answer = Word::Unknown;
        fenced.notes.push(error);
    }
    *exit = (*exit).max(match fenced.answer {
        Word::Found => Exit::Ok,
        Word::Vacuous | Word::Impossible => Exit::Failed,
        Word::Unknown | Word::Unsupported => Exit::Open,
    });
    let found = fenced.answer == Word::Found && !fenced.solutions.is_empty();
    if request.json {
        output.json(&fenced)?;
    } else if request.output.as_deref() != Some(Path::new("-")) {
        output.print(&fenced_text::render(&fenced, output.layout))?;
    } else if !found {
        // Whoever reads on takes what comes for a test.
        let quiet = Layout {
            quiet: true,
            ..output.layout
        };
        let said = fenced_text::render(&fenced, quiet);
        output.complain(&Failure::Read(said.trim_end().to_owned()));
    }
    if let (Some(mut place), Some(solution)) = (place, fenced.solutions.first())
        && fenced.answer == Word::Found
    {
        place.write_all(solution.patched.as_bytes())?;
        place.finish()?;
    }
    Ok(())
}

/// `ugpu-weak was asked 120 times; nothing below cost 9 works`
fn doing(model: &str, at: Progress) -> String {
    let known = match at.at_least {
        0 => String::new(),
        cost => format!("; nothing below cost {cost} works"),
    };
    format!("{model} was asked {} times{known}", at.questions)
}
