//! Places of a log.

use std::path::Path;

use serde_json::{Value, json};

use super::Log;
use crate::kernel::report::answer::{Report, Step};
use crate::kernel::report::places::Place;
use crate::render::uri::uri;

impl Log<'_> {
    /// The CUDA line, or the line of PTX where that is all there is.
    pub fn location(&self, report: &Report, place: &Place) -> Value {
        match self.cuda(place) {
            Some(physical) => json!({"physicalLocation": physical}),
            None => json!({"physicalLocation": ptx(report, place)}),
        }
    }

    fn cuda(&self, place: &Place) -> Option<Value> {
        let line = &place.cuda.as_ref()?.line;
        let mut region = json!({"startLine": line.line});
        if line.column > 0 {
            region["startColumn"] = json!(line.column);
        }
        Some(json!({"artifactLocation": self.artifact(&line.file), "region": region}))
    }

    /// A source, relative to the root where it is below it, or relative already.
    pub fn artifact(&self, file: &str) -> Value {
        let Some(root) = self.root else {
            return json!({"uri": uri(file)});
        };
        let whole = std::path::absolute(root).ok();
        let below = |root: &Path| {
            let rest = Path::new(file).strip_prefix(root).ok()?;
            Some(rest.to_string_lossy().into_owned())
        };
        let relative = below(root).or_else(|| whole.and_then(|whole| below(&whole)));
        match relative {
            Some(rest) => json!({"uri": uri(&rest), "uriBaseId": "SRCROOT"}),
            None if file.starts_with('/') => json!({"uri": uri(file)}),
            None => json!({"uri": uri(file), "uriBaseId": "SRCROOT"}),
        }
    }

    pub fn related(&self, place: &Place, text: &str) -> Value {
        let physical = self.cuda(place);
        match physical {
            Some(physical) => json!({"physicalLocation": physical, "message": {"text": text}}),
            None => json!({"message": {"text": format!("{text}, PTX line {}", place.ptx.line)}}),
        }
    }

    /// A flow for each thread; the order of execution runs through all.
    pub fn flow(&self, report: &Report, steps: &[Step]) -> Value {
        let mut threads: Vec<&str> = Vec::new();
        for step in steps {
            if !threads.contains(&step.thread.as_str()) {
                threads.push(&step.thread);
            }
        }
        let flows: Vec<Value> = threads
            .into_iter()
            .map(|thread| {
                let own = steps.iter().enumerate();
                let own = own.filter(|(_, step)| step.thread == thread);
                let locations: Vec<Value> = own
                    .map(|(index, step)| {
                        let mut location = self.location(report, &step.place);
                        let text = format!("{} ({})", step.effect, step.place.opcode);
                        location["message"] = json!({"text": text});
                        json!({"location": location, "executionOrder": index + 1})
                    })
                    .collect();
                json!({"id": thread, "message": {"text": thread}, "locations": locations})
            })
            .collect();
        json!({"threadFlows": flows})
    }
}

/// A location in the PTX.
pub fn in_ptx(report: &Report, place: &Place) -> Value {
    json!({"physicalLocation": ptx(report, place),
           "message": {"text": format!("in PTX: {}", place.opcode)}})
}

fn ptx(report: &Report, place: &Place) -> Value {
    json!({"artifactLocation": {"uri": uri(&report.ptx)},
           "region": {"startLine": place.ptx.line, "startColumn": place.ptx.column}})
}

/// Related locations have numbers.
pub fn numbered(locations: Vec<Value>) -> Value {
    let with = |(index, mut location): (usize, Value)| {
        location["id"] = json!(index + 1);
        location
    };
    Value::Array(locations.into_iter().enumerate().map(with).collect())
}
