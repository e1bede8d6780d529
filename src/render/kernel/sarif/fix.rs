//! Fixes as changes of the files.

use serde_json::{Value, json};

use super::Log;
use crate::kernel::report::answer::Report;
use crate::kernel::report::fix::{Edit, Fix};
use crate::render::uri::uri;

impl Log<'_> {
    /// The changes that are a fix, of each file together; nothing where CUDA cannot say one of them as a line of its own,
    /// for half of a fix is none.
    pub fn fix(&self, report: &Report, fix: &Fix) -> Option<Value> {
        let cuda = fix.language == "cuda";
        let mut changes: Vec<(Value, Vec<Value>)> = Vec::new();
        for edit in &fix.edits {
            let (file, replacement) = if cuda {
                self.in_source(report, edit)?
            } else {
                in_module(report, edit)
            };
            match changes.iter_mut().find(|(known, _)| *known == file) {
                // What several changes say is written once.
                Some((_, replacements)) if replacements.contains(&replacement) => {}
                Some((_, replacements)) => replacements.push(replacement),
                None => changes.push((file, vec![replacement])),
            }
        }
        let changes: Vec<Value> = changes
            .into_iter()
            .map(|(file, replacements)| json!({"artifactLocation": file, "replacements": replacements}))
            .collect();
        Some(json!({"description": {"text": fix.title()}, "artifactChanges": changes}))
    }

    /// A new line of CUDA, indented as the line that it stands beside; nothing where no statement may stand there.
    fn in_source(&self, report: &Report, edit: &Edit) -> Option<(Value, Value)> {
        let (said, cuda) = (edit.cuda.as_ref()?, edit.place.cuda.as_ref()?);
        let line = u64::from(cuda.line.line);
        if edit.each_round || edit.in_loop.is_some() {
            return None;
        }
        let at = match edit.kind {
            "insert" if !edit.inside_line => line + 1,
            "insert-before" if !edit.inside_line => line,
            _ => return None,
        };
        let beside = cuda.line.line;
        let indent = (self.indents)(&report.ptx, &cuda.line.file, (beside, at), edit.in_branch)?;
        let file = self.artifact(&cuda.line.file);
        Some((file, whole_lines(at, at, &format!("{indent}{said}"))))
    }
}

/// A change of a line of PTX.
fn in_module(report: &Report, edit: &Edit) -> (Value, Value) {
    let line = edit.place.ptx.line as u64;
    let replacement = match edit.kind {
        "insert" => whole_lines(line + 1, line + 1, &format!("\t{}", edit.new)),
        "insert-before" => whole_lines(line, line, &format!("\t{}", edit.new)),
        // What is replaced is the instruction, not what may stand beside it.
        _ if !edit.old.contains('\n') => {
            let start = edit.place.ptx.column;
            let end = start + edit.old.chars().count();
            json!({
                "deletedRegion": {"startLine": line, "startColumn": start, "endLine": line, "endColumn": end},
                "insertedContent": {"text": edit.new},
            })
        }
        _ => whole_lines(line, line + 1, &format!("\t{}", edit.new)),
    };
    (json!({"uri": uri(&report.ptx)}), replacement)
}

/// A line for those from the first up to the last, which stays.
fn whole_lines(first: u64, last: u64, text: &str) -> Value {
    json!({
        "deletedRegion": {"startLine": first, "startColumn": 1, "endLine": last, "endColumn": 1},
        "insertedContent": {"text": format!("{text}\n")},
    })
}
