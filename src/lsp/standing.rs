//! What is wrong beside the texts: with settings, and with the models that they name. Each is shown once, as long as it is so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lsp_types::MessageType;
use serde_json::json;

use crate::syntax::diagnostic::Report;

use super::encoding::Encoding;
use super::mistakes::of_file;
use super::out::Out;
use super::settings::Wrong;
use super::uri;

/// What is wrong, for each text that hears of it.
#[derive(Debug, Default)]
pub struct Standing {
    of: BTreeMap<String, Vec<Wrong>>,
}

impl Standing {
    /// For a text this is wrong now; what nobody has heard of is shown.
    pub fn put(&mut self, text: &str, now: Vec<Wrong>, out: &Out, encoding: Encoding) {
        let told: BTreeSet<String> = self.all().map(|wrong| wrong.text.clone()).collect();
        let files = self.files();
        let new: BTreeSet<&str> = now.iter().map(|wrong| wrong.text.as_str()).collect();
        for text in new.into_iter().filter(|text| !told.contains(*text)) {
            out.show(MessageType::ERROR, text);
        }
        if now.is_empty() {
            self.of.remove(text);
        } else {
            self.of.insert(text.to_owned(), now);
        }
        let left = self.files();
        for (file, report) in &left {
            if files.get(file) != Some(report) {
                publish(out, file, Some(report), encoding);
            }
        }
        for file in files.keys().filter(|file| !left.contains_key(*file)) {
            publish(out, file, None, encoding);
        }
    }

    fn all(&self) -> impl Iterator<Item = &Wrong> {
        self.of.values().flatten()
    }

    /// The files of settings that have mistakes.
    fn files(&self) -> BTreeMap<String, Report> {
        let reports = self.all().filter_map(|wrong| wrong.settings.as_ref());
        reports
            .map(|report| (report.source.name.to_string(), report.clone()))
            .collect()
    }
}

/// Mistakes of a file that is no text of the client's: it shows them beside the others.
fn publish(out: &Out, file: &str, report: Option<&Report>, encoding: Encoding) {
    let uri = uri::of(Path::new(file));
    let told = report.map(|report| of_file(report, &uri, encoding));
    let told = json!({ "uri": uri, "diagnostics": told.unwrap_or_default() });
    out.notify("textDocument/publishDiagnostics", &told);
}
