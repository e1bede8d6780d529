//! What is wrong beside the texts: with settings, and with the models that they name. Each is shown once, as long as it is so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lsp_types::MessageType;
use serde_json::json;

use crate::model::cat::canonical;
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
    /// The texts that are open, with their files: what these say stands in the editor.
    open: BTreeMap<String, PathBuf>,
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
                self.publish(out, file, Some(report), encoding);
            }
        }
        for file in files.keys().filter(|file| !left.contains_key(*file)) {
            self.publish(out, file, None, encoding);
        }
    }

    /// A text is open: what was said of its file is said of the text from now on.
    pub fn opened(&mut self, uri: &str, path: &Path, out: &Out) {
        let new = self.open.insert(uri.to_owned(), path.to_owned()).is_none();
        let files = self.files();
        let mut own = files.keys().filter(|file| new && is(file, path));
        // Where the client calls it otherwise, it would stand there twice.
        if let Some(file) = own.find(|file| uri::of(Path::new(file)) != uri) {
            let told = json!({ "uri": uri::of(Path::new(file)), "diagnostics": [] });
            out.notify("textDocument/publishDiagnostics", &told);
        }
    }

    /// A text is no longer open: what is wrong with its file stands there again.
    pub fn closed(&mut self, uri: &str, out: &Out, encoding: Encoding) {
        let Some(path) = self.open.remove(uri) else {
            return;
        };
        for (file, report) in self.files() {
            if is(&file, &path) {
                self.publish(out, &file, Some(&report), encoding);
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = &Wrong> {
        self.of.values().flatten()
    }

    /// The files that have mistakes, each with all of them.
    fn files(&self) -> BTreeMap<String, Report> {
        let mut files: BTreeMap<String, Report> = BTreeMap::new();
        for report in self.all().filter_map(|wrong| wrong.file.as_ref()) {
            let name = report.source.name.to_string();
            let all = match files.remove(&name) {
                // Of an older state of the file nothing is said.
                Some(before) if before.source == report.source => {
                    let both = before
                        .diagnostics
                        .into_iter()
                        .chain(report.diagnostics.clone());
                    Report::new(before.source, both.collect())
                }
                Some(_) | None => report.clone(),
            };
            files.insert(name, all);
        }
        files
    }

    /// Mistakes of a file that is no text of the client's: it shows them beside the others.
    fn publish(&self, out: &Out, file: &str, report: Option<&Report>, encoding: Encoding) {
        if self.open.values().any(|path| is(file, path)) {
            return;
        }
        let uri = uri::of(Path::new(file));
        let told = report.map(|report| of_file(report, &uri, encoding));
        let told = json!({ "uri": uri, "diagnostics": told.unwrap_or_default() });
        out.notify("textDocument/publishDiagnostics", &told);
    }
}

/// Whether a file is the one at a path without links.
fn is(file: &str, path: &Path) -> bool {
    canonical(Path::new(file)) == path
}
