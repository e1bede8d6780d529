//! Loops of the CUDA source around a gap: what a line is before or behind is not always what runs before or behind it.

use crate::kernel::report::places::Place;
use crate::kernel::setup::Setup;

use super::sites::SiteKind;

/// How a gap lies in a loop where its line alone would mislead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// Before what the loop's own line asks each time round: a statement before that line runs once.
    Head,
    /// Behind the last line of the loop, whose first line this is: without braces a statement there is behind the loop.
    Last(u32),
}

/// The loops of a function: the instructions of each, and the lines of CUDA of all.
#[derive(Debug)]
pub struct Loops {
    spans: Vec<(usize, usize)>,
    lines: Vec<Option<(String, u32)>>,
}

impl Loops {
    /// Of a function; none where it has no body.
    #[must_use]
    pub fn of(setup: &Setup, function: usize) -> Self {
        let body = setup.module.functions.get(function);
        let code = body.and_then(|function| function.body.as_ref());
        let code = code.map_or(&[][..], |body| &body.code);
        let mut spans = Vec::new();
        for (at, instruction) in code.iter().enumerate() {
            let targets = instruction.operation.targets().into_iter();
            let back = targets.filter(|target| *target <= at);
            spans.extend(back.map(|target| (target, at)));
        }
        let line = |at: usize| {
            let cuda = Place::of(setup, function, at)?.cuda?;
            Some((cuda.line.file, cuda.line.line))
        };
        let looped = |at: &usize| spans.iter().any(|(start, end)| (start..=end).contains(&at));
        let lines = (0..code.len()).map(|at| line(at).filter(|_| looped(&at)));
        let lines = lines.collect();
        Self { spans, lines }
    }

    /// How many loops are around an instruction.
    #[must_use]
    pub fn depth(&self, at: usize) -> usize {
        let around = |(start, end): &&(usize, usize)| (*start..=*end).contains(&at);
        self.spans.iter().filter(around).count()
    }

    /// How the gap before or behind an instruction lies in the innermost loop around it, where that is to be said.
    #[must_use]
    pub fn round(&self, at: usize, kind: SiteKind) -> Option<Round> {
        let around = |(start, end): &&(usize, usize)| (*start..=*end).contains(&at);
        let around = self.spans.iter().filter(around);
        let (start, end) = around.min_by_key(|(start, end)| end - start)?;
        let (file, here) = self.lines.get(at)?.as_ref()?;
        let lines = self.lines.get(*start..=*end)?.iter().flatten();
        let lines: Vec<u32> = lines
            .filter(|(other, _)| other == file)
            .map(|(_, line)| *line)
            .collect();
        let (first, last) = (*lines.iter().min()?, *lines.iter().max()?);
        match kind {
            SiteKind::Before if *here == first => Some(Round::Head),
            SiteKind::After if *here == last && first < last => Some(Round::Last(first)),
            SiteKind::Before | SiteKind::After | SiteKind::Own => None,
        }
    }
}
