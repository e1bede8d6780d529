//! What keeps launches from being answered, as results.

use serde_json::{Value, json};

use crate::render::uri::uri;
use crate::view::diagnostic::{Place, Severity, Told};

use super::place::numbered;

/// A result for each thing that is told, by a rule and its number.
pub fn mistakes(told: &[Told], (id, index): (&str, usize)) -> Vec<Value> {
    let all = told.iter().map(|one| {
        let level = match one.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let file = one.file.as_deref();
        let mut result = json!({
            "ruleId": id, "ruleIndex": index, "level": level,
            "message": {"text": one.text()},
        });
        if let Some(file) = file {
            result["locations"] = json!([at(file, one.span.as_ref())]);
            let related = one.related.iter().map(|place| {
                let mut location = at(file, Some(&place.span));
                if !place.message.is_empty() {
                    location["message"] = json!({"text": place.message});
                }
                location
            });
            let related: Vec<Value> = related.collect();
            if !related.is_empty() {
                result["relatedLocations"] = numbered(related);
            }
        }
        result
    });
    all.collect()
}

/// A place in a file; of a file as a whole, its first letter.
fn at(file: &str, span: Option<&Place>) -> Value {
    let region = span.map_or_else(
        || json!({"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}),
        |span| {
            json!({
                "startLine": span.line, "startColumn": span.column,
                "endLine": span.end_line, "endColumn": span.end_column,
            })
        },
    );
    json!({"physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": region}})
}
