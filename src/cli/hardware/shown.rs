//! What is told of a test as soon as it has run.

use crate::device::run::keep::Done;
use crate::device::run::report::text;
use crate::device::run::tune::text::set;
use crate::device::run::view::View;

use super::super::failure::Failure;
use super::super::output::Output;
use super::{Form, Run};

/// What a run is made again with.
fn again(view: &View) -> String {
    format!(
        "--backend {} --set {} --seed {}",
        view.backend,
        set(&view.settings),
        view.seed
    )
}

/// Tells it, where its form is one that is told test by test.
pub(super) fn show(
    request: &Run,
    view: &View,
    kept: Option<&Done>,
    first: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    if let Some(note) = kept.and_then(|kept| kept.note.as_ref()) {
        output.complaints.remark(&format!("note: {note}"));
    }
    match request.form {
        Form::Json | Form::Csv | Form::Svg => Ok(()),
        Form::Jsonl => {
            let line = serde_json::to_string(view).map_err(std::io::Error::from)?;
            output.print(&(line + "\n"))
        }
        Form::Text => {
            let mut text = if first || output.layout.quiet {
                String::new()
            } else {
                "\n".to_owned()
            };
            text.push_str(&text::render(view, output.layout));
            if let Some(kept) = kept {
                text.push_str(&output.layout.hanging("replay: ", &kept.replay));
            } else if view.has_forbidden() {
                text.push_str(&output.layout.hanging("again: ", &again(view)));
            }
            output.print(&text)
        }
    }
}
