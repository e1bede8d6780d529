//! `prove`: whether the fences of a test forbid its condition, under each model asked.

use std::path::PathBuf;
use std::time::Instant;

use crate::render::proof as proof_text;
use crate::tasks::prove as proof;
use crate::tasks::prove::Verdict;
use crate::tasks::prove::view::Proof;
use crate::verdict::query::Options;

use super::asked::{Asked, accepting};
use super::exit::Exit;
use super::failure::Failure;
use super::inputs;
use super::output::Output;

/// What `prove` is to do.
#[derive(Debug)]
pub struct Prove {
    /// The test.
    pub file: PathBuf,
    /// The models asked, each once.
    pub models: Vec<Asked>,
    /// As JSON.
    pub json: bool,
    /// Limits.
    pub options: Options,
}

/// Proves, or refutes.
pub fn run(request: &Prove, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let program = inputs::load(&request.file)?;
    inputs::heed(&program, false, output)?;
    let mut proofs = Vec::new();
    for asked in accepting(&request.models, &program) {
        let start = Instant::now();
        let found = proof::prove(&program, &asked.model, &request.options)?;
        let view = Proof::of(&program, &asked.model, &found, start.elapsed());
        *exit = (*exit).max(grade(view.verdict));
        if !request.json {
            let apart = !proofs.is_empty() && !output.layout.quiet;
            let text = proof_text::render(&view, output.layout);
            output.print(&format!("{}{text}", if apart { "\n" } else { "" }))?;
        }
        proofs.push(view);
    }
    if request.json {
        output.json(&proofs)?;
    }
    Ok(())
}

const fn grade(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Proved => Exit::Ok,
        Verdict::Refuted | Verdict::Vacuous => Exit::Failed,
        Verdict::Unknown | Verdict::Unsupported => Exit::Open,
    }
}
