//! `audit`: what users assume of a model, on all tests up to a size.

use std::path::PathBuf;

use crate::model::Model;
use crate::render::audit as audit_text;
use crate::tasks::audit::{
    Audit as Found, Progress, Proof, Property, Request, Standing, run as ask,
};
use crate::tasks::space::{Dependency, Vocabulary};
use crate::tasks::survey::How;

use super::args::Global;
use super::asked::find;
use super::carried::Carried;
use super::exit::Exit;
use super::exported::save_beside;
use super::failure::Failure;
use super::interrupt::until_interrupted;
use super::memory_args::Memory;
use super::output::{Output, folder, is_no_folder};
use super::progress::Search;
use super::request::{json, options, refuse_explicit};
use super::space_args::Space;

/// `audit`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A model by name, or the path of a .cat file
    #[arg(value_name = "MODEL")]
    model: String,
    /// What to ask, several with commas [default: all]: fences-monotone, placement-monotone, coherent, drf-sc,
    /// no-thin-air, multi-copy-atomic, engines-agree
    #[arg(
        short,
        long = "property",
        value_name = "PROPERTY",
        value_delimiter = ','
    )]
    properties: Vec<String>,
    /// Write the tests that refute into a folder
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
`--timeout` is the time for each property. What is proved by then, or when Ctrl-C is pressed, is said.
Exit codes: 0 all proved; 1 one is refuted, and none is open; 2 bad usage or input; 3 one is open, or one that was named is vacuous or cannot be asked";

/// What `audit` is to do.
#[derive(Debug)]
pub struct Audit {
    model: Model,
    sc: Model,
    request: Request,
    /// Properties that were named have to have an answer.
    named: bool,
    carried: Carried,
    folder: Option<PathBuf>,
    json: bool,
}

impl Audit {
    /// Checks the arguments.
    pub(super) fn new(args: Args, global: &Global) -> Result<Self, Vec<Failure>> {
        let mut failures = Vec::new();
        let json = json("audit", global.format).map_err(|failure| failures.push(failure));
        let options = options(global, &mut failures);
        let options = args.memory.bound(options, &mut failures);
        refuse_explicit(
            global,
            "`audit` takes the fastest engine by itself, and confirms by the solver what it shows",
            &mut failures,
        );
        let mut usage = |error: &dyn ToString| failures.push(Failure::Usage(error.to_string()));
        let mut properties = Vec::new();
        for name in args.properties.iter().filter(|name| name.trim() != "all") {
            match Property::from_name(name.trim()) {
                Ok(property) if properties.contains(&property) => {}
                Ok(property) => properties.push(property),
                Err(error) => usage(&error),
            }
        }
        let all = args.properties.iter().any(|name| name.trim() == "all");
        let named = !all && !properties.is_empty();
        if all || args.properties.is_empty() {
            properties = Property::ALL.to_vec();
        }
        failures.extend(args.output.as_deref().and_then(is_no_folder));
        let models = find(&args.model, global).and_then(|model| Ok((model, Model::find("sc")?)));
        let models = models.map_err(|failure| failures.push(failure));
        let (Ok(json), Ok((model, sc))) = (json, models) else {
            return Err(failures);
        };
        let mut vocabulary = Vocabulary::of(&[&model]);
        if properties.contains(&Property::NoThinAir) {
            vocabulary.dependencies = Dependency::ALL.to_vec();
        }
        let Some(vocabulary) = args.space.vocabulary(vocabulary, &model, &mut failures) else {
            return Err(failures);
        };
        Ok(Self {
            model,
            sc,
            request: Request {
                properties,
                vocabulary,
                bounds: args.space.bounds(),
                options,
                how: How::default(),
            },
            named,
            carried: args.carried,
            folder: args.output,
            json,
        })
    }
}

/// Asks.
///
/// # Errors
///
/// What was found cannot be written.
pub fn run(audit: &Audit, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    audit.folder.as_deref().map(folder).transpose()?;
    let asked = &audit.request;
    let heading = audit.carried.heading("audit", &asked.options);
    let heading = heading
        .with_model(&audit.model)
        .with("the vocabulary", asked.vocabulary.line())
        .with("--fences", asked.bounds.most_fences());
    let course = audit.carried.open(&heading)?;
    course.begin(output.complaints);
    let request = Request {
        options: until_interrupted(&asked.options)?,
        how: course.how.clone(),
        ..asked.clone()
    };
    let quiet = output.layout.quiet || output.complaints.are_data();
    let line = Search::sized(quiet, request.bounds.accesses);
    let mut asked = None;
    let found = ask(&audit.model, &audit.sc, &request, &mut |at| {
        if asked.replace(at.property) != Some(at.property) {
            line.anew();
        }
        line.at(at.size.accesses, at.programs, || doing(at));
    });
    line.clear();
    let grade = grade(&found, audit.named);
    let mut standings = found.findings.iter().map(|finding| &finding.standing);
    let open = standings.any(|standing| matches!(standing, Standing::Open { .. }));
    if !course.end(open, output.complaints)? {
        *exit = (*exit).max(grade.unless_failed());
        return Ok(());
    }
    *exit = (*exit).max(grade);
    if let Some(whole) = &audit.folder {
        for proof in refuted(&found) {
            for shown in [&proof.test, &proof.against] {
                save_beside(&whole.join(format!("{}.litmus", shown.name)), &shown.text)?;
            }
        }
    }
    if audit.json {
        output.json(&found)
    } else {
        output.print(&audit_text::render(&found, output.layout))
    }
}

/// `coherent: 4 accesses, 2 fences, 3 threads`
fn doing(at: Progress) -> String {
    format!("{}: {}", at.property.name(), at.size)
}

fn refuted(found: &Found) -> impl Iterator<Item = &Proof> {
    found
        .findings
        .iter()
        .filter_map(|finding| match &finding.standing {
            Standing::Refuted(proof) => Some(&**proof),
            Standing::Proved
            | Standing::Vacuous { .. }
            | Standing::Open { .. }
            | Standing::NotAsked { .. } => None,
        })
}

/// How grave it is: who names a property wants an answer.
fn grade(found: &Found, named: bool) -> Exit {
    let of = |standing: &Standing| match standing {
        Standing::Refuted(_) => Exit::Failed,
        Standing::Open { .. } => Exit::Open,
        Standing::Vacuous { .. } | Standing::NotAsked { .. } if named => Exit::Open,
        Standing::Proved | Standing::Vacuous { .. } | Standing::NotAsked { .. } => Exit::Ok,
    };
    let grades = found.findings.iter().map(|finding| of(&finding.standing));
    grades.max().unwrap_or_default()
}
