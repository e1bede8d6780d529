//! Z3, from a library that is found at run time: the one of the Python package `z3-solver`.

mod context;
mod solver;
mod table;

use std::path::Path;

use gpu_litmus::embed::{Reference, Sat, provide};

use context::Context;
use solver::Solver;
use table::Table;

/// Loads the library, and has it asked from now on.
///
/// # Errors
///
/// It cannot be loaded, or is no Z3 that this program knows.
pub fn load(path: &Path) -> Result<String, String> {
    let table = Table::load(path).map_err(|error| format!("{}: {error}", path.display()))?;
    // What was loaded stays: nothing is ever unloaded.
    let table: &'static Table = Box::leak(Box::new(table));
    if Context::new(table).and_then(Solver::new).is_none() {
        return Err(format!("{}: no solver can be made", path.display()));
    }
    let version = table.version();
    provide(Box::new(Loaded { table }));
    Ok(version)
}

struct Loaded {
    table: &'static Table,
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
