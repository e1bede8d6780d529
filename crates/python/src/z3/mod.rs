//! Z3, from a library that is found at run time: the one of the Python package `z3-solver`.

mod context;
mod solver;
mod table;

use std::path::{Path, PathBuf};

use gpu_litmus::Stop;
use gpu_litmus::embed::{Reference, Sat, provide, provide_later};

use context::Context;
use solver::Solver;
use table::Table;

/// Loads the library, and has it asked from now on.
///
/// # Errors
///
/// It cannot be loaded, or is no Z3 that this program knows, or another one is asked already.
pub fn load(path: &Path) -> Result<String, String> {
    let failed = |why: &str| format!("{}: {why}", path.display());
    let loaded = Loaded::from(path).map_err(|why| failed(&why))?;
    let version = loaded.version();
    if provide(Box::new(loaded)) {
        Ok(version)
    } else {
        Err(failed("a solver is loaded already"))
    }
}

/// Has the library loaded when somebody asks for it first. One that cannot be loaded is none.
pub fn load_later(path: PathBuf) {
    let find = move || {
        let loaded = Loaded::from(&path).ok()?;
        Some(Box::new(loaded) as Box<dyn Reference>)
    };
    provide_later(Box::new(find));
}

struct Loaded {
    table: &'static Table,
}

impl Loaded {
    fn from(path: &Path) -> Result<Self, String> {
        let table = Table::load(path).map_err(|error| error.to_string())?;
        // What was loaded stays: nothing is ever unloaded.
        let table: &'static Table = Box::leak(Box::new(table));
        let made = table.survive().and_then(|()| Context::new(table));
        let solver = made.and_then(Solver::new);
        let mut solver = solver.ok_or_else(|| "no solver can be made".to_owned())?;
        if answers(&mut solver) {
            Ok(Self { table })
        } else {
            Err("it gives wrong answers, or none".to_owned())
        }
    }
}

/// Whether a new solver says what is right of two clauses.
fn answers(solver: &mut dyn Sat) -> bool {
    let (a, b) = (solver.variable(), solver.variable());
    solver.clause(&[a, b]);
    solver.clause(&[-a, b]);
    let stop = Stop::never();
    solver.solve(&[], &stop) == Ok(true)
        && solver.value(b)
        && solver.solve(&[a, -b], &stop) == Ok(false)
        && solver.core().contains(&-b)
}

impl Reference for Loaded {
    fn version(&self) -> String {
        self.table.version()
    }

    fn solver(&self) -> Option<Box<dyn Sat>> {
        let solver = Solver::new(Context::new(self.table)?)?;
        Some(Box::new(solver))
    }

    fn refuter(&self) -> Option<Box<dyn Sat>> {
        let solver = Solver::new(Context::kept(self.table)?)?;
        Some(Box::new(solver))
    }
}
