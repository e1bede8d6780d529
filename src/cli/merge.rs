//! `merge`: the journals of shards as one report.

use std::io::{BufWriter, Write as _};
use std::time::Instant;

use crate::render::batch::Plan;
use crate::tasks::batch::merge::{MergeError, Merged};
use crate::tasks::batch::summary::Summary;

use super::batch::{grade, renderer, tell};
use super::batch_request::{Merge, Report};
use super::exit::Exit;
use super::failure::Failure;
use super::output::Output;

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::Journal(error) => error.into(),
            MergeError::Clash { journal, text } => Self::Usage(text).of(&journal),
        }
    }
}

/// Puts journals together.
pub fn run(request: &Merge, output: &mut Output, exit: &mut Exit) -> Result<(), Failure> {
    let start = Instant::now();
    let mut merged = Merged::open(&request.journals)?;
    for missing in &merged.missing {
        output.complaints.said(missing);
        *exit = (*exit).max(Exit::Open);
    }
    let plan = Plan::new(merged.files(), merged.models.clone());
    let mut summary = Summary {
        files: plan.files,
        ..Summary::default()
    };
    let (layout, complaints) = (output.layout, output.complaints);
    let mut renderer = renderer(request.format, layout);
    let mut out = BufWriter::with_capacity(1 << 16, output.writer());
    renderer.begin(&plan, &mut out)?;
    merged.rows(|mut rows| {
        for row in &mut rows {
            request.judge.judge(row);
            summary.count(row);
        }
        tell(&rows, complaints);
        summary.done += 1;
        renderer.file(&rows, &mut out)
    })?;
    summary.took = start.elapsed();
    renderer.end(&summary, request.judge.baseline.as_ref(), &mut out)?;
    out.flush()?;
    drop(out);
    if request.format != Report::Table && !layout.quiet {
        output.complaints.remark(&summary.counts());
    }
    *exit = (*exit).max(grade(&summary));
    Ok(())
}
