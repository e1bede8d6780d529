//! The models.

use serde::Serialize;

use crate::model::registry::built_in;
use crate::render::model::Explained;

use super::request::told;

#[derive(Serialize)]
struct Models {
    version: &'static str,
    models: Vec<Explained>,
}

/// The built-in models as `models`, each as `models NAME --format json` tells it, and the `version` of
/// this library.
#[must_use]
pub fn models() -> String {
    told(Ok(Models {
        version: env!("CARGO_PKG_VERSION"),
        models: built_in().iter().map(Explained::of).collect(),
    }))
}
