//! Whether the fences of a test suffice.

use serde::Serialize;
use web_time::Instant;

use crate::render::proof::render;
use crate::tasks::prove as proof;
use crate::tasks::prove::view::Proof;

use super::request::{Engine, Refused, Request, told};

#[derive(Serialize)]
pub(super) struct Proved {
    proof: Proof,
    /// As `prove` prints it.
    text: String,
}

/// Whether the fences and orderings of a test forbid its condition, and which of them the proof needs: the
/// `proof`, as the command's JSON, and its `text`.
#[must_use]
pub fn prove(request: &str) -> String {
    told(Request::read(request).and_then(|request| proved(&request)))
}

pub(super) fn proved(request: &Request) -> Result<Proved, Refused> {
    if request.engine == Engine::Explicit {
        let text = "`prove` needs a solver, to say what a proof needs: not the engine `explicit`";
        return Err(Refused::Error(text.to_owned()));
    }
    let (program, model) = (request.program()?, request.model()?);
    let start = Instant::now();
    // The reason is what the proof consists of.
    let options = crate::verdict::query::Options {
        reason: true,
        terminates: false,
        race: false,
        mend: false,
        ..request.options()?
    };
    let found = proof::prove(&program, &model, &options)?;
    let proof = Proof::of(&program, &model, &found, start.elapsed());
    let text = render(&proof, request.layout());
    Ok(Proved { proof, text })
}
