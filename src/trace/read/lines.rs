//! Lines of a file that may be longer than memory.

use std::io::{self, Read};

/// The longest line: 64 KiB.
pub const LONGEST: usize = 64 << 10;

/// So much of a file is kept, for diagnostics that show what is around.
const KEPT: usize = 1 << 20;

/// Reads a file line by line.
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// What of the buffer is not handed out.
    start: usize,
    end: usize,
    over: bool,
    number: u64,
    kept: Option<Vec<u8>>,
}

/// A line without its end.
#[derive(Debug)]
pub enum Line<'a> {
    /// A line.
    Text {
        /// Its text.
        text: &'a str,
        /// Whether its end was there.
        ended: bool,
    },
    /// It is longer than [`LONGEST`].
    Long,
    /// It is not UTF-8 from this byte on.
    NotText(usize),
}

impl<R: Read> Lines<R> {
    /// Reads from here.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; 4 * LONGEST],
            start: 0,
            end: 0,
            over: false,
            number: 0,
            kept: Some(Vec::new()),
        }
    }

    /// The number of the line handed out last, from 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// All that was read, if it was little.
    #[must_use]
    pub fn kept(&self) -> Option<&str> {
        let kept = self.kept.as_deref()?;
        match std::str::from_utf8(kept) {
            Ok(text) => Some(text),
            // The rest of the buffer may end within a letter.
            Err(error) => std::str::from_utf8(kept.get(..error.valid_up_to())?).ok(),
        }
    }

    /// The next line.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn read(&mut self) -> io::Result<Option<Line<'_>>> {
        let mut searched = self.start;
        let (stop, ended) = loop {
            let unseen = self.buffer.get(searched..self.end).unwrap_or_default();
            if let Some(at) = unseen.iter().position(|byte| *byte == b'\n') {
                break (searched + at, true);
            }
            if self.over {
                break (self.end, false);
            }
            if self.end - self.start > LONGEST {
                self.number += 1;
                return Ok(Some(Line::Long));
            }
            searched = self.end - self.start;
            self.fill()?;
        };
        if stop == self.start && !ended {
            return Ok(None);
        }
        let from = self.start;
        self.start = stop + usize::from(ended);
        self.number += 1;
        let line = self.buffer.get(from..stop).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > LONGEST {
            return Ok(Some(Line::Long));
        }
        Ok(Some(match std::str::from_utf8(line) {
            Ok(text) => Line::Text { text, ended },
            Err(error) => Line::NotText(error.valid_up_to()),
        }))
    }

    /// Moves what is left to the front and reads more.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let free = self.buffer.get_mut(self.end..).unwrap_or_default();
        let count = loop {
            match self.input.read(free) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(
                self.buffer
                    .get(self.end..self.end + count)
                    .unwrap_or_default(),
            );
            if kept.len() > KEPT {
                self.kept = None;
            }
        }
        self.over = count == 0;
        self.end += count;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes);
        let mut found = Vec::new();
        while let Ok(Some(line)) = lines.read() {
            let stop = matches!(line, Line::Long);
            found.push(match line {
                Line::Text { text, ended } => format!("{text}{}", if ended { "$" } else { "" }),
                Line::Long => "long".to_owned(),
                Line::NotText(at) => format!("bad {at}"),
            });
            if stop {
                break;
            }
        }
        found
    }

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(lines(b"a\n\nb\r\nc"), ["a$", "$", "b$", "c"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"a\xff\n"), ["bad 1"]);
        let long = vec![b'x'; LONGEST + 1];
        assert_eq!(lines(&long), ["long"]);
        let mut many = Vec::new();
        for _ in 0..20_000 {
            many.extend_from_slice(b"0123456789012345678901234567890\n");
        }
        assert_eq!(lines(&many).len(), 20_000);
    }
}
