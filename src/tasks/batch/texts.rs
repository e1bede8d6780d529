//! A worker of a run whose tests are texts that somebody else hands out, and takes the rows of.

use std::path::Path;

use crate::syntax::span::SourceFile;

use super::ask::chosen;
use super::journal::{JournalError, hash};
use super::row::Row;
use super::worker::{Worker, load};

impl Worker<'_> {
    /// The rows of a text, as [`Self::work`] finds those of a file; the journal is not written.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn of_text(&mut self, source: &SourceFile) -> Result<Vec<Row>, JournalError> {
        let mut found = self.test(Path::new(&*source.name), source)?;
        for row in &mut found.rows {
            self.batch.judge.judge(row);
        }
        Ok(found.rows)
    }

    /// The rows of a text where the journal has them all; nothing is asked.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn kept(&self, source: &SourceFile) -> Result<Option<Vec<Row>>, JournalError> {
        let (name, hash) = (&*source.name, hash(&source.text));
        let journal = self.batch.journal.as_ref();
        if !journal.is_some_and(|journal| journal.knows(name)) {
            return Ok(None);
        }
        let program = match load(source, self.batch.judge.strict) {
            Ok(program) => program,
            Err(report) => {
                return self.kept_error(name, &hash, &report.render(false));
            }
        };
        let models = self.batch.models.iter();
        let models = models.map(|asked| (&asked.model, asked.named));
        let mut rows = Vec::new();
        for index in chosen(models, &program, |_| false) {
            let asked = self.batch.models.get(index);
            let model = asked.map_or("", |asked| asked.model.name.as_str());
            let Some(row) = self.known(name, &hash, model)? else {
                return Ok(None);
            };
            rows.push(row);
        }
        for row in &mut rows {
            self.batch.judge.judge(row);
        }
        Ok(Some(rows))
    }

    /// The row of what has this error, where the journal has it.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn kept_error(
        &self,
        name: &str,
        hash: &str,
        error: &str,
    ) -> Result<Option<Vec<Row>>, JournalError> {
        let known = self.known(name, hash, "")?;
        let same = known.filter(|row| row.error.as_deref() == Some(error));
        Ok(same.map(|mut row| {
            self.batch.judge.judge(&mut row);
            vec![row]
        }))
    }
}
