//! What is wrong with a file that has no answers, as data.

use crate::kernel::load::{self, LoadError};
use crate::syntax::Report;
use crate::syntax::read::read_source;

use super::launch::is_path;
use super::paths::Item;
use super::worker::load as load_test;

/// The mistakes in the text of an item, or in the module of a launch; nothing where it has none, or cannot be read.
#[must_use]
pub fn mistakes(item: &Item, strict: bool) -> Option<Report> {
    if item.problem.is_some() {
        return None;
    }
    if is_path(&item.path) {
        return match load::load(&item.path) {
            Err(LoadError::Report(report)) => Some(report),
            Err(LoadError::Read(_)) | Ok(_) => None,
        };
    }
    let source = read_source(&item.path).ok()?;
    load_test(&source, strict).err()
}
