//! Any text as a model.

use std::sync::OnceLock;
use std::time::Duration;

use crate::engine::check;
use crate::model::cat::load;
use crate::model::registry::Model;
use crate::model::relation::text::full;
use crate::program::Program;
use crate::sat::engine::Engine;
use crate::testing::{Family, generate};
use crate::verdict::query::Options;

use super::{Checked, engines, report};

/// Models with more expressions are not asked: each can cost a relation.
const EXPRESSIONS: usize = 60;

/// A text is a model, or its mistakes are reported. A model's axioms print so that they read back as the
/// same print; and it judges a small test without contradicting itself: both solvers agree, and what they
/// find passes the judge.
///
/// # Errors
///
/// What is wrong.
pub fn cat(bytes: &[u8]) -> Checked {
    let text = String::from_utf8_lossy(bytes);
    let definition = match load("fuzz.cat", &text) {
        Ok(definition) => definition,
        Err(found) => return report(&found).map(|()| 0),
    };
    let mut compared = 0;
    // A recursive definition is printed by its name, and long expressions are cut.
    if definition.arena.recursive.is_empty() {
        for axiom in &definition.axioms {
            let printed = full(&definition.arena, axiom.expr);
            if !printed.contains('…') {
                reread(&printed)?;
                compared += 1;
            }
        }
    }
    if definition.arena.len() <= EXPRESSIONS {
        let model = Model::of("fuzz", "fuzz.cat", definition);
        for program in programs() {
            ask(program, &model)?;
            compared += 1;
        }
    }
    Ok(compared)
}

fn reread(printed: &str) -> Result<(), String> {
    let again = load("again.cat", &format!("empty {printed}"))
        .map_err(|found| format!("`{printed}` does not read:\n{}", found.render(false)))?;
    let reprinted = again
        .axioms
        .first()
        .map(|axiom| full(&again.arena, axiom.expr));
    if reprinted.as_deref() == Some(printed) {
        Ok(())
    } else {
        Err(format!("`{printed}` reads back as {reprinted:?}"))
    }
}

fn ask(program: &Program, model: &Model) -> Result<(), String> {
    let options = Options {
        engine: Engine::Both,
        timeout: Some(Duration::from_secs(2)),
        ..Options::default()
    };
    let outcome = check(program, model, &options).map_err(|found| found.render(false))?;
    match engines::defect(&outcome) {
        Some(defect) => Err(format!("{defect}\n{}", program.source.text)),
        None => Ok(()),
    }
}

/// Small tests of accesses, fences, atomics and dependencies.
fn programs() -> &'static [Program] {
    static PROGRAMS: OnceLock<Vec<Program>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let texts = [3, 5, 11].map(|seed| generate(seed, Family::Coherence));
        let programs = texts.iter();
        programs
            .filter_map(|text| crate::program::load("small.litmus", text).ok())
            .collect()
    })
}
