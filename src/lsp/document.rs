//! The texts that are open in the editor.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use lsp_types::{Range, TextDocumentContentChangeEvent};

use super::encoding::Encoding;
use super::out::Failure;
use super::snapshot::{Beside, Language, Neighbour, Snapshot};

/// What came of a change.
#[derive(Debug)]
pub enum Change {
    /// The text as it is now.
    Made(Arc<Snapshot>),
    /// There is no such text.
    NotOpen,
    /// What the text said before is not known.
    Lost,
}

/// All texts that are open.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<String, Arc<Snapshot>>,
    /// Those of which a change could not be read.
    lost: BTreeSet<String>,
    /// How the client counts columns.
    pub encoding: Encoding,
}

impl Documents {
    /// A text as it is now.
    ///
    /// # Errors
    ///
    /// It is not open, or what it says is not known.
    pub fn get(&self, uri: &str) -> Result<Arc<Snapshot>, Failure> {
        if self.lost.contains(uri) {
            let why = "what this text says is not known since a change that could not be read: open it again";
            return Err(Failure::refused(why));
        }
        let open = self.open.get(uri).cloned();
        open.ok_or_else(|| Failure::refused("this text is not open"))
    }

    /// What an open text says is not known any more; whether it is open.
    pub fn lose(&mut self, uri: &str) -> bool {
        let Some(last) = self.open.get(uri) else {
            return false;
        };
        last.old.store(true, Ordering::Relaxed);
        self.lost.insert(uri.to_owned());
        true
    }

    /// Opens one.
    pub fn open(&mut self, uri: &str, named: &str, version: i32, text: &str) -> Arc<Snapshot> {
        self.put(Snapshot::new(
            uri,
            Language::of(uri, named),
            version,
            text,
            self.encoding,
        ))
    }

    /// Changes one.
    pub fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Change {
        let Some(last) = self.open.get(uri).cloned() else {
            return Change::NotOpen;
        };
        let whole = changes.iter().rposition(|change| change.range.is_none());
        if self.lost.contains(uri) && whole.is_none() {
            return Change::Lost;
        }
        // What comes before a whole text says nothing any more.
        let changes = changes.get(whole.unwrap_or(0)..).unwrap_or_default();
        let changes: Vec<(Option<Range>, &str)> = changes
            .iter()
            .map(|change| (change.range, change.text.as_str()))
            .collect();
        let mut text = last.text().to_owned();
        let lines = last.lines.changed(&mut text, &changes, self.encoding);
        let new = last.with(version, &text, lines);
        Change::Made(self.put(new))
    }

    /// The same text once more, to be asked about anew.
    pub fn again(&mut self, uri: &str) -> Option<Arc<Snapshot>> {
        let last = self.get(uri).ok()?;
        let new = last.with(last.version, last.text(), last.lines.clone());
        Some(self.put(new))
    }

    /// Closes one.
    pub fn close(&mut self, uri: &str) {
        self.lost.remove(uri);
        if let Some(last) = self.open.remove(uri) {
            last.old.store(true, Ordering::Relaxed);
        }
    }

    /// The models that are to be looked at anew with an open text: all others, if it is one. Each may include it, or be
    /// a part of it, and the places of a name in it are asked for from there, too.
    pub fn touched(&self, uri: &str) -> Vec<String> {
        let is_model = |one: &Snapshot| one.language == Language::Cat;
        if !self.open.get(uri).is_some_and(|one| is_model(one)) {
            return Vec::new();
        }
        let others = self
            .open
            .iter()
            .filter(|(name, one)| *name != uri && is_model(one));
        others.map(|(name, _)| name.clone()).collect()
    }

    /// Closes all.
    pub fn close_all(&mut self) {
        for last in std::mem::take(&mut self.open).into_values() {
            last.old.store(true, Ordering::Relaxed);
        }
    }

    /// The models that are open and known.
    fn models(&self) -> Beside {
        let models = self.open.values().filter_map(|one| {
            let known = one.language == Language::Cat && !self.lost.contains(&one.uri);
            let neighbour = || Neighbour {
                uri: one.uri.clone(),
                version: one.version,
                source: one.source.clone(),
            };
            known.then(|| Some((one.identity.clone()?, neighbour())))?
        });
        Beside(models.collect())
    }

    /// All that are open, by name.
    pub fn names(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    fn put(&mut self, mut new: Snapshot) -> Arc<Snapshot> {
        self.close(&new.uri.clone());
        if new.language == Language::Cat {
            new.beside = self.models();
        }
        let new = Arc::new(new);
        self.open.insert(new.uri.clone(), new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use lsp_types::Position;

    use super::*;

    #[test]
    fn changes_are_made_one_after_the_other() {
        let mut all = Documents::default();
        let first = all.open("untitled:1", "litmus", 1, "a\u{1d6fc}b\nc");
        let change = |from, to, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(from, to)),
            range_length: None,
            text: text.to_owned(),
        };
        let at = Position::new;
        let changes = [
            change(at(0, 3), at(0, 4), "\nX"),
            change(at(9, 0), at(2, 0), "Y"),
            change(at(1, 1), at(1, 0), ""),
        ];
        all.change("untitled:1", 2, &changes);
        let now = all.get("untitled:1").map(|now| now.text().to_owned());
        assert_eq!(now.ok().as_deref(), Some("a\u{1d6fc}\n\nY"));
        assert!(first.is_old());
        assert!(matches!(all.change("untitled:2", 1, &[]), Change::NotOpen));
    }
}
