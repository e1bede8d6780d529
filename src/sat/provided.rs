//! A reference solver that a program brings along, where this build has none: the Python package finds one at run time.

use std::sync::OnceLock;

use super::solver::Sat;

/// Somebody who makes reference solvers.
pub trait Reference: Send + Sync {
    /// The version, in its own words.
    fn version(&self) -> String;

    /// A solver without clauses, whose answers do not depend on what others were asked; none where none can be made.
    fn solver(&self) -> Option<Box<dyn Sat>>;

    /// One that is made faster, and is asked only whether there is an assignment, never which.
    fn refuter(&self) -> Option<Box<dyn Sat>>;
}

/// Somebody who is to be found when he is asked for.
type Finder = Box<dyn Fn() -> Option<Box<dyn Reference>> + Send + Sync>;

static PROVIDED: OnceLock<Option<Box<dyn Reference>>> = OnceLock::new();
static FINDER: OnceLock<Finder> = OnceLock::new();

/// Has this one asked from now on, under the name of Z3. The first one stays; where the build has Z3 itself, that one does.
/// Says whether it is taken.
pub fn provide(reference: Box<dyn Reference>) -> bool {
    !cfg!(feature = "z3") && PROVIDED.set(Some(reference)).is_ok()
}

/// As [`provide`], for one that is looked for when somebody asks for it first, and need not be found.
pub fn provide_later(finder: Finder) -> bool {
    !cfg!(feature = "z3") && PROVIDED.get().is_none() && FINDER.set(finder).is_ok()
}

/// The one that was brought.
pub fn provided() -> Option<&'static dyn Reference> {
    let found = match FINDER.get() {
        Some(finder) => PROVIDED.get_or_init(finder),
        // Somebody may be brought later.
        None => PROVIDED.get()?,
    };
    found.as_deref()
}
