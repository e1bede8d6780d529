//! Which models are asked.

use std::path::Path;

use crate::engine::Explicit;
use crate::model::Model;
use crate::model::registry;
use crate::model::registry::{built_in, no_axiom};
use crate::program::Program;
use crate::syntax::read::printable;

use super::args::{Engine, Global};
use super::failure::Failure;

/// A model that is asked.
#[derive(Debug)]
pub struct Asked {
    /// The model.
    pub model: Model,
    /// Whether it was named, and does not only belong to `all`.
    pub named: bool,
}

/// The models to ask of a test: those of `all` that refuse it are left out, unless none would be
/// left.
pub fn accepting<'a>(models: &'a [Asked], program: &Program) -> Vec<&'a Asked> {
    let accepts = |asked: &&Asked| asked.named || asked.model.refuses(program).is_none();
    let accepted: Vec<&Asked> = models.iter().filter(accepts).collect();
    if accepted.is_empty() {
        models.iter().collect()
    } else {
        accepted
    }
}

/// The models by their names, each once, in the order they are first named.
///
/// A model file without axioms is one mistake more, unless it is asked for.
pub fn models(names: &[String], global: &Global, failures: &mut Vec<Failure>) -> Vec<Asked> {
    let engine = global.engine;
    let mut asked: Vec<Asked> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for name in names.iter().map(|name| name.trim()) {
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let (found, named) = match name {
            "" => {
                let text = format!("a model has no name; the models are {}", known());
                failures.push(Failure::Usage(text));
                continue;
            }
            "all" => (built_in().to_vec(), false),
            name => match find(name, global) {
                Ok(model) => (vec![model], true),
                Err(failure) => {
                    failures.push(failure);
                    continue;
                }
            },
        };
        for model in found {
            match asked
                .iter_mut()
                .find(|other| other.model.name == model.name)
            {
                Some(other) => other.named |= named,
                None => asked.extend(ask(model, named, engine, failures)),
            }
        }
    }
    asked
}

/// Complains where no model is named, neither by the command line nor by settings.
pub fn needs_models(command: &str, names: &[String], failures: &mut Vec<Failure>) {
    if names.is_empty() {
        failures.push(no_model(command));
    }
}

/// The complaint that a command needs a model.
pub fn no_model(command: &str) -> Failure {
    Failure::Usage(format!(
        "`{command}` needs a model: --model NAME, or `models` in a gpu-litmus.toml above the test"
    ))
}

/// One model by its name.
///
/// # Errors
///
/// There is none, or it forbids nothing and nobody said that it may.
pub fn find(name: &str, global: &Global) -> Result<Model, Failure> {
    let own = global.own.iter().find(|own| own.name == name);
    let model = match own {
        None => Model::find(name)?,
        Some(own) => match own.find() {
            Ok(model) => model,
            Err(error) => {
                return Err(own
                    .unread(&error)
                    .map_or_else(|| error.into(), Failure::Report));
            }
        },
    };
    let file = own.and_then(|own| own.file.as_deref());
    let file = printable(file.unwrap_or(Path::new(name)));
    refuse_empty(model, global).map_err(|failure| failure.of(&file))
}

/// A model that somebody asks for.
///
/// # Errors
///
/// It forbids nothing, and nobody said that it may.
pub fn refuse_empty(model: Model, global: &Global) -> Result<Model, Failure> {
    if model.is_empty() && !global.allow_empty {
        return Err(Failure::Usage(format!(
            "{}; with --allow-empty it is asked all the same",
            no_axiom(&model.name)
        )));
    }
    Ok(model)
}

fn ask(model: Model, named: bool, engine: Engine, failures: &mut Vec<Failure>) -> Option<Asked> {
    if engine == Engine::Explicit && Explicit::of(&model).is_none() {
        // A built-in model that nobody named is left out, as one that refuses the test.
        if named {
            failures.push(Failure::Usage(format!(
                "`--engine explicit` does not know `{}`; it knows {}",
                model.name,
                Explicit::known()
            )));
        }
        return None;
    }
    Some(Asked { model, named })
}

fn known() -> String {
    format!("all, {}", registry::names().join(", "))
}
