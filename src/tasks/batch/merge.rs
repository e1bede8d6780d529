//! Journals of shards, put together.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::view::diagnostic::Note;

use super::fingerprint::fingerprint;
use super::journal::{Heading, JournalError, Scan, row_at, scan};
use super::launch;
use super::row::Row;
use super::shard::Shard;
use super::summary::plural;

mod same;

use same::same_questions;

/// Journals of one suite that can be read together.
#[derive(Debug)]
pub struct Merged {
    names: Vec<String>,
    files: Vec<File>,
    /// Each row's file, check, model and place, in the order in which `batch` has them.
    places: Vec<Place>,
    /// The models.
    pub models: Vec<String>,
    /// What is not there, a remark each.
    pub missing: Vec<Note>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    file: PathBuf,
    /// Of a launch, where the check stands.
    check: Option<usize>,
    model: usize,
    journal: usize,
    start: u64,
    length: usize,
}

/// Why journals cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// One of them cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They are not of one suite, or overlap.
    #[error("{text}")]
    Clash {
        /// The name of the one that does not fit with those before it.
        journal: String,
        /// Why not.
        text: String,
    },
}

impl Merged {
    /// Reads journals through.
    ///
    /// # Errors
    ///
    /// One cannot be used, they answer different questions, or two have the same.
    pub fn open(paths: &[PathBuf]) -> Result<Self, MergeError> {
        let mut merged = Self {
            names: paths
                .iter()
                .map(|path| path.display().to_string())
                .collect(),
            files: Vec::new(),
            places: Vec::new(),
            models: Vec::new(),
            missing: Vec::new(),
        };
        let mut headings: Vec<(Heading, String)> = Vec::new();
        for (journal, path) in paths.iter().enumerate() {
            let (heading, scan) = merged.add(journal, path)?;
            let name = merged.names.get(journal).cloned().unwrap_or_default();
            if let Some((first, other)) = headings.first() {
                same_questions(first, other, &heading, &name)?;
            }
            if let Some((_, other)) = headings
                .iter()
                .find(|(known, _)| known.shard() == heading.shard())
            {
                let shard = heading.shard();
                let text = format!("{other} and {name} are both shard {shard}; leave one out");
                return Err(clash(&name, text));
            }
            merged.remark(&heading, &scan, &name);
            headings.push((heading, name));
        }
        merged.places.sort_unstable();
        merged.overlap()?;
        if let Some((first, _)) = headings.first() {
            merged.models = first
                .models
                .iter()
                .map(|model| model.name.clone())
                .collect();
            merged.absent(first.shard().of, &headings);
        }
        Ok(merged)
    }

    fn add(&mut self, journal: usize, path: &Path) -> Result<(Heading, Scan), MergeError> {
        let name = self.names.get(journal).cloned().unwrap_or_default();
        // A file that was edited between two runs has rows of both texts: the last ones count.
        let mut last: FxHashMap<u128, (Place, String)> = FxHashMap::default();
        let mut texts: FxHashMap<u128, String> = FxHashMap::default();
        let mut models: FxHashMap<String, usize> = FxHashMap::default();
        let scan = scan(path, |start, length, row| {
            let count = models.len();
            let model = *models.entry(row.model().to_owned()).or_insert(count);
            let place = Place {
                file: PathBuf::from(&row.file),
                check: launch::place(&row),
                model,
                journal,
                start,
                length,
            };
            texts.insert(fingerprint(&[&row.file]), row.hash.clone());
            last.insert(
                fingerprint(&[&row.file, &row.question()]),
                (place, row.hash),
            );
        })?;
        let Some(heading) = scan.heading.clone() else {
            return Err(clash(&name, format!("{name}: the journal is empty")));
        };
        let order = |name: &str| heading.models.iter().position(|model| model.name == name);
        let orders: FxHashMap<usize, usize> = models
            .iter()
            .map(|(name, &index)| (index, order(name).map_or(0, |order| order + 1)))
            .collect();
        let current = |place: &Place, hash: &str| {
            let file = place.file.to_string_lossy();
            texts
                .get(&fingerprint(&[&file]))
                .is_some_and(|text| text == hash)
        };
        let kept = last
            .into_values()
            .filter(|(place, hash)| current(place, hash));
        let before = self.places.len();
        self.places.extend(kept.map(|(mut place, _)| {
            place.model = orders.get(&place.model).copied().unwrap_or(0);
            place
        }));
        self.lost(&name, &scan, before);
        let file = File::open(path).map_err(|error| JournalError::Io {
            doing: "open",
            name,
            error,
        })?;
        self.files.push(file);
        Ok((heading, scan))
    }

    /// Says where fewer rows are there than the run ended with.
    fn lost(&mut self, name: &str, scan: &Scan, before: usize) {
        let rows = self.places.get(before..).unwrap_or_default();
        let files: FxHashSet<&Path> = rows.iter().map(|place| &*place.file).collect();
        let Some(ended) = scan.finished else {
            return;
        };
        if rows.len() < ended.rows || files.len() < ended.files {
            let text = format!(
                "note: {name}: the run ended with {} of {}, but {} of {} are here: lines are missing",
                plural(ended.rows, "row"),
                plural(ended.files, "file"),
                rows.len(),
                files.len()
            );
            self.missing.push(Note::of(name, text));
        }
    }

    fn remark(&mut self, heading: &Heading, scan: &Scan, name: &str) {
        let shard = heading.shard();
        if let Some(line) = scan.ends.cut {
            let text = format!("note: {name}:{line}: the last line was cut; its row is left out");
            self.missing.push(Note::of(name, text));
        }
        if scan.finished.is_none() {
            let text = format!(
                "note: {name}: shard {shard} was not finished; go on with it with --journal {name} --resume"
            );
            self.missing.push(Note::of(name, text));
        }
    }

    /// Two journals with one question.
    fn overlap(&self) -> Result<(), MergeError> {
        let pairs = self.places.windows(2);
        for pair in pairs {
            if let [one, other] = pair
                && one.file == other.file
                && one.journal != other.journal
            {
                let name = |place: &Place| self.names.get(place.journal).map_or("", String::as_str);
                let text = format!(
                    "{} and {} overlap: both have {}; each file belongs to one shard, so they are not of one suite",
                    name(one),
                    name(other),
                    one.file.display()
                );
                return Err(clash(name(other), text));
            }
        }
        Ok(())
    }

    fn absent(&mut self, of: usize, headings: &[(Heading, String)]) {
        let there: FxHashSet<usize> = headings
            .iter()
            .map(|(heading, _)| heading.shard().part)
            .collect();
        let absent: BTreeSet<usize> = (1..=of).filter(|part| !there.contains(part)).collect();
        let names: Vec<String> = absent
            .iter()
            .take(20)
            .map(|&part| Shard { part, of }.to_string())
            .collect();
        if !names.is_empty() {
            let dots = if absent.len() > names.len() {
                ", …"
            } else {
                ""
            };
            let word = if absent.len() == 1 {
                "shard is"
            } else {
                "shards are"
            };
            let text = format!(
                "note: {} {word} missing: {}{dots}",
                absent.len(),
                names.join(", ")
            );
            self.missing.push(Note { file: None, text });
        }
    }

    /// The names of the files, in their order.
    pub fn files(&self) -> impl Iterator<Item = std::borrow::Cow<'_, str>> + Clone {
        let files = self.places.chunk_by(|one, other| one.file == other.file);
        files.filter_map(|rows| rows.first().map(|first| first.file.to_string_lossy()))
    }

    /// Hands over the rows, those of a file at a time.
    ///
    /// # Errors
    ///
    /// A journal cannot be read any more, or `take` fails.
    pub fn rows(&mut self, mut take: impl FnMut(Vec<Row>) -> io::Result<()>) -> io::Result<()> {
        for places in self.places.chunk_by(|one, other| one.file == other.file) {
            let mut rows = Vec::with_capacity(places.len());
            for place in places {
                if let Some(file) = self.files.get_mut(place.journal) {
                    let mut row = row_at(file, place.start, place.length)?;
                    row.kept = true;
                    rows.push(row);
                }
            }
            take(rows)?;
        }
        Ok(())
    }
}

pub(super) fn clash(journal: &str, text: String) -> MergeError {
    MergeError::Clash {
        journal: journal.to_owned(),
        text,
    }
}
