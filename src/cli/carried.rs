//! How a search over all tests is carried out: threads, journals, shards.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::syntax::read::printable;
use crate::tasks::batch::order::cores;
use crate::tasks::batch::shard::Shard;
use crate::tasks::batch::summary::plural;
use crate::tasks::survey::{Heading, How, Journal, Known};
use crate::verdict::query::Options;
use crate::view::diagnostic::Note;

use super::complaints::Complaints;
use super::failure::Failure;
use super::invocation::resumed;
use super::numbers::within;

/// How a search over all tests is carried out; nothing of it changes the answer.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How the search is carried out")]
pub struct Carried {
    /// How many threads [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = within::<u16>(1..=u64::from(u16::MAX)))]
    pub jobs: Option<u16>,
    /// Write what is found to this file as soon as it is known
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on with the journal: what it has is not asked again
    #[arg(long, requires = "journal")]
    pub resume: bool,
    /// Only the K-th of N parts of the search; its journal is a part of the answer
    #[arg(long, value_name = "K/N", requires = "journal")]
    pub shard: Option<Shard>,
    /// What the journals of other runs have is not asked again: those of all shards make the answer
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
}

/// A search that is carried out.
#[derive(Debug)]
pub struct Course {
    /// How.
    pub how: How,
    remarks: Vec<Note>,
    reads: bool,
}

impl Carried {
    /// The first option that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (self.jobs.is_some(), "--jobs"),
            (self.journal.is_some(), "--journal"),
            (!self.known.is_empty(), "--known"),
        ];
        let mut given = given.into_iter().filter(|(given, _)| *given);
        given.next().map(|(_, option)| option)
    }

    /// The first line of journals of a command.
    pub fn heading(&self, command: &str, options: &Options) -> Heading {
        Heading::new(command, self.shard.unwrap_or(Shard::WHOLE))
            .with("--bound", options.bound)
            .with("--engine", options.engine.name())
    }

    /// Opens the journals.
    ///
    /// # Errors
    ///
    /// One is of another question, is damaged, or cannot be read or written.
    pub fn open(&self, heading: &Heading) -> Result<Course, Failure> {
        let (mut known, mut remarks) = (Known::default(), Vec::new());
        for path in &self.known {
            let remark = known.add(path, heading)?;
            remarks.extend(remark.map(|text| Note::of(&printable(path), text)));
        }
        let journal = match &self.journal {
            None => None,
            Some(path) => {
                let (journal, remark) = Journal::open(path, heading, self.resume, &mut known)?;
                remarks.extend(remark.map(|text| Note::of(&printable(path), text)));
                Some(journal)
            }
        };
        let how = How {
            jobs: self.jobs.map_or_else(cores, usize::from),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            journal: journal.map(Arc::new),
            known: Arc::new(known),
            ..How::default()
        };
        Ok(Course {
            how,
            remarks,
            reads: self.resume || !self.known.is_empty(),
        })
    }
}

impl Course {
    /// Says what the journals are worth, before the search.
    pub fn begin(&self, complaints: Complaints) {
        for remark in &self.remarks {
            complaints.said(remark);
        }
    }

    /// Says what was done; whether what was found is an answer, and no shard of one.
    ///
    /// # Errors
    ///
    /// The journal could not be written, or one was damaged.
    pub fn end(&self, open: bool, complaints: Complaints) -> Result<bool, Failure> {
        let journal = self.how.journal.as_ref();
        journal.map(|journal| journal.close()).transpose()?;
        self.how.known.sound()?;
        let tally = &self.how.tally;
        let [asked, known] = [&tally.asked, &tally.known]
            .map(|count| usize::try_from(count.load(Ordering::Relaxed)).unwrap_or(0));
        let were = if asked == 1 { "was" } else { "were" };
        let (asked, known) = (plural(asked, "part"), plural(known, "part"));
        let whole = self.how.is_whole();
        if !whole {
            let done = if open { "was stopped" } else { "is done" };
            complaints.remark(&format!(
                "note: shard {} {done}: {asked} of the search asked, {known} known; the journals of all shards \
                 make the answer, with --known",
                self.how.shard
            ));
        } else if self.reads {
            complaints.remark(&format!(
                "note: {known} of the search came from journals, {asked} {were} asked"
            ));
        }
        if open && journal.is_some() {
            complaints.remark(&format!("go on with\n  {}", resumed()));
        }
        Ok(whole)
    }
}
