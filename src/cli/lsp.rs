//! `lsp`: the language server on the standard streams.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::lsp::{Settings, Wrong, serve};
use crate::model::registry::ModelError;
use crate::model::{Model, Named};
use crate::sat::engine::Engine as Solver;

use super::args::{Engine, Global, duration};
use super::asked::refuse_empty;
use super::config;
use super::exit::Exit;
use super::failure::Failure;
use super::request::{options, refuse_explicit};

/// `lsp`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Models whose verdicts are shown, by name or path of a .cat file, several with commas; `all` asks every
    /// built-in model that accepts the test. `models` in a gpu-litmus.toml comes first
    #[arg(
        short,
        long = "model",
        value_name = "MODEL",
        value_delimiter = ',',
        default_value = "all"
    )]
    pub models: Vec<String>,
    /// Time for all verdicts of a text together, or for its cheapest fences
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration)]
    pub within: Duration,
}

/// Serves until the client ends it.
///
/// # Errors
///
/// The options make no sense, or the system gives no thread.
pub fn run(args: Args, global: &Global) -> Result<Exit, Failure> {
    let mut failures = Vec::new();
    let asked = options(global, &mut failures);
    refuse_explicit(
        global,
        "`lsp` needs a solver, which can be stopped when the text changes",
        &mut failures,
    );
    let mut models = args.models;
    for name in &mut models {
        *name = name.trim().to_owned();
    }
    failures.extend(refused(&models, global));
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    let own = Settings {
        models: models.into_iter().map(Named::plain).collect(),
        allow_empty: global.allow_empty,
        bound: asked.bound,
        within: args.within,
        timeout: global.timeout,
        engine: asked.engine,
    };
    let find = move |path: Option<&Path>| settings(&own, path);
    let shut = serve(io::stdin().lock(), io::stdout(), Arc::new(find));
    match shut {
        Ok(true) => Ok(Exit::Ok),
        // The protocol wants `shutdown` before `exit`.
        Ok(false) => Ok(Exit::Failed),
        Err(error) => Err(Failure::Usage(format!("no thread can be had: {error}"))),
    }
}

/// Why the first name is refused that is no model, or that of one that forbids nothing. What is wrong with a file may be
/// mended while the server runs.
fn refused(names: &[String], global: &Global) -> Option<Failure> {
    let mut names = names.iter().filter(|name| *name != "all");
    names.find_map(|name| match Model::find(name) {
        Err(error @ ModelError::Unknown { .. }) => Some(error.into()),
        Err(ModelError::Load(_)) => None,
        Ok(model) => {
            let refused = refuse_empty(model, global).err();
            refused.map(|failure| failure.of(name))
        }
    })
}

/// What is wrong with settings.
fn wrong(failure: Failure) -> Wrong {
    match failure {
        Failure::Report(report) => Wrong::report(report),
        other => Wrong {
            text: other.to_string(),
            file: None,
        },
    }
}

/// Those of the command line, with those of the file that holds for a text.
fn settings(own: &Settings, path: Option<&Path>) -> Result<Settings, Wrong> {
    let mut settings = own.clone();
    let found = match path {
        Some(path) => config::settings(path).map_err(wrong)?,
        None => None,
    };
    let Some(found) = found else {
        return Ok(settings);
    };
    if let Some(models) = found.models {
        settings.models = models;
    }
    if let Some(bound) = found.bound {
        settings.bound = usize::from(bound);
    }
    if let Some(timeout) = found.timeout {
        settings.timeout = timeout;
    }
    settings.engine = match found.engine {
        None => settings.engine,
        Some(Engine::Auto | Engine::Explicit) => Solver::Auto,
        Some(Engine::Sat) => Solver::Sat,
        Some(Engine::Z3) => Solver::Z3,
        Some(Engine::Both) => Solver::Both,
    };
    Ok(settings)
}
