//! The models.

use serde::{Deserialize, Serialize};

use crate::model::registry::built_in;
use crate::render::model::Explained;

use super::request::{Own, Refused, model as find, told};

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    model: Option<String>,
    own: Option<Own>,
}

#[derive(Serialize)]
struct Told {
    model: Explained,
}

/// One model, by its name (`model`) or one's own (`own`, with a `name` and a `text`): the `model`, as `models NAME
/// --format json` tells it.
#[must_use]
pub fn model(request: &str) -> String {
    let wanted = serde_json::from_str::<Wanted>(request);
    let wanted = wanted.map_err(|error| Refused::Error(error.to_string()));
    told(wanted.and_then(|wanted| {
        let found = find(wanted.model.as_deref(), wanted.own.as_ref())?;
        let model = Explained::of(&found);
        Ok(Told { model })
    }))
}
