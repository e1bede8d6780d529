//! For a person: a row for each test, a column for each model; then what is not as expected.

use std::io::{self, Write};

use crate::render::layout::Layout;
use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::row::{Row, Verdict};
use crate::tasks::batch::states::Listed;
use crate::tasks::batch::summary::Summary;
use crate::view::answer::Quantity;

use super::{Plan, Renderer};
use crate::tasks::batch::tail::{Last, Tail, gone};

/// A longer path is cut on the left.
const LONGEST: usize = 60;

/// The table.
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    plan: Option<Plan>,
    /// The width of each model's column.
    widths: Vec<usize>,
    /// The models do not fit by name: numbers stand for them, letters for verdicts.
    narrow: bool,
    tail: Tail,
}

impl Table {
    /// A table of that layout. Quiet, only what is not as expected is shown.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            plan: None,
            widths: Vec::new(),
            narrow: false,
            tail: Tail::default(),
        }
    }

    fn first(&self) -> usize {
        let longest = self.plan.as_ref().map_or(0, |plan| plan.longest);
        longest.clamp(4, LONGEST)
    }

    /// The verdict, and whether it is as expected.
    fn cell(&self, row: &Row, width: usize) -> String {
        let paint = self.layout.paint;
        let word = match (row.verdict, self.narrow) {
            (None, _) => "error",
            (Some(verdict), true) => verdict.letter(),
            (Some(Verdict::Unsupported), false) => "refused",
            (Some(Verdict::Reachable), false) if row.quantity == Some(Quantity::Always) => "always",
            (Some(verdict), false) => verdict.name(),
        };
        let mark = match row.judgement.agrees {
            Some(true) => "✓",
            Some(false) => "✗",
            None if row.leaves_open() => "?",
            None => "",
        };
        let gap = if self.narrow || mark.is_empty() {
            ""
        } else {
            " "
        };
        let length = word.chars().count() + gap.len() + mark.chars().count();
        let shown = match row.judgement.agrees {
            Some(true) => paint.good(mark),
            Some(false) => paint.bad(mark),
            None => paint.warn(mark),
        };
        let word = match row.verdict {
            Some(Verdict::Unknown | Verdict::Possible) | None => paint.warn(word),
            Some(Verdict::Unsupported) => paint.dim(word),
            Some(_) => word.to_owned(),
        };
        format!(
            "{word}{gap}{shown}{}",
            " ".repeat(width.saturating_sub(length))
        )
    }

    /// The final states of a test, once for all models that allow the same.
    fn states(&self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let mut told: Vec<(&Listed, Vec<&str>)> = Vec::new();
        for row in rows {
            let Some(listed) = &row.states else {
                continue;
            };
            match told.iter_mut().find(|(one, _)| *one == listed) {
                Some((_, models)) => models.push(row.model()),
                None => told.push((listed, vec![row.model()])),
            }
        }
        for (listed, models) in told {
            // A state stays on one line.
            let line = listed.line().replace("; ", "\n").replace(' ', "\u{a0}");
            let line = line.replace('\n', "; ");
            let text = format!("{} under {}: {line}", listed.count(), models.join(", "));
            out.write_all(self.layout.hanging("  ", &text).as_bytes())?;
        }
        Ok(())
    }

    fn last(&self, last: &Last, out: &mut dyn Write) -> io::Result<()> {
        let paint = self.layout.paint;
        let word = match last.grade {
            Grade::Fine => paint.warn("CHANGED"),
            Grade::Disagrees => paint.bad("DISAGREES"),
            Grade::Open => paint.warn("OPEN"),
            Grade::Broken => paint.bad("ERROR"),
        };
        let under = if last.model.is_empty() { "" } else { " under " };
        writeln!(
            out,
            "\n{word} {}{under}{}: {}",
            last.file, last.model, last.answer
        )?;
        for wrong in &last.wrong {
            out.write_all(self.layout.hanging("", wrong).as_bytes())?;
        }
        if !self.layout.quiet {
            for line in last.text.lines() {
                writeln!(out, "{}", format!("    {line}").trim_end())?;
            }
        }
        Ok(())
    }
}

fn padded(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return format!("{text}{}", " ".repeat(width - length));
    }
    let end: String = text.chars().skip(length - width + 1).collect();
    format!("…{end}")
}

impl Renderer for Table {
    fn begin(&mut self, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
        let fit = |name: &String| name.chars().count().max("unreachable ✓".chars().count());
        self.widths = plan.models.iter().map(fit).collect();
        self.plan = Some(plan.clone());
        let first = self.first();
        let all: usize = self.widths.iter().map(|width| width + 2).sum();
        self.narrow = first + all > usize::from(self.layout.width);
        if self.layout.quiet {
            return Ok(());
        }
        let paint = self.layout.paint;
        if !plan.root.is_empty() {
            writeln!(out, "{}", paint.dim(&format!("in {}", plan.root)))?;
        }
        let mut names = plan.models.clone();
        if self.narrow {
            let models = plan.models.iter().enumerate();
            let models = models.map(|(index, name)| format!("{}\u{a0}{name}", index + 1));
            let models = models.collect::<Vec<_>>().join(", ");
            let letters =
                "R\u{a0}reachable, U\u{a0}unreachable, !\u{a0}racy, ?\u{a0}unknown, -\u{a0}refused";
            let checks = "; H\u{a0}holds, V\u{a0}violated, X\u{a0}undefined, P\u{a0}possible";
            let letters = format!("{letters}{}", if plan.launches { checks } else { "" });
            out.write_all(self.layout.hanging("models   ", &models).as_bytes())?;
            out.write_all(self.layout.hanging("verdicts ", &letters).as_bytes())?;
            names = (1..=names.len()).map(|number| number.to_string()).collect();
            self.widths = vec![3; names.len()];
        }
        let heads = names
            .iter()
            .zip(&self.widths)
            .map(|(name, &width)| padded(name, width));
        let heads = heads.collect::<Vec<_>>().join("  ");
        let line = format!("{}  {heads}", padded("test", first));
        writeln!(out, "{}", paint.dim(line.trim_end()))
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        self.tail.add(rows);
        let (false, Some(plan)) = (self.layout.quiet, &self.plan) else {
            return Ok(());
        };
        let file = rows.first().map_or("", |row| &row.file);
        let mut line = padded(plan.short(file), self.first());
        if rows.iter().any(|row| row.launch.is_some()) {
            let title = rows
                .iter()
                .find_map(|row| row.test.as_deref())
                .unwrap_or_default();
            let shown = format!("{line}  {}", self.layout.paint.dim(title));
            writeln!(out, "{}", shown.trim_end())?;
        }
        if let Some(broken) = rows.iter().find(|row| row.model.is_none()) {
            let word = self.layout.paint.bad("error:");
            let why = broken.error_line().unwrap_or_default();
            return writeln!(out, "{line}  {word} {why}");
        }
        for rows in rows.chunk_by(|one, other| one.check() == other.check()) {
            if let Some(check) = rows.first().and_then(Row::check) {
                line = padded(&format!("  {check}"), self.first());
            }
            for (name, &width) in plan.models.iter().zip(&self.widths) {
                let row = rows.iter().find(|row| row.model() == name);
                let cell = row.map_or_else(|| " ".repeat(width), |row| self.cell(row, width));
                line.push_str("  ");
                line.push_str(&cell);
            }
            writeln!(out, "{}", line.trim_end())?;
            self.states(rows, out)?;
        }
        Ok(())
    }

    fn end(
        &mut self,
        summary: &Summary,
        baseline: Option<&Baseline>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for last in &self.tail.kept {
            self.last(last, out)?;
        }
        if let Some(rest) = self.tail.rest() {
            writeln!(out, "\n{rest}")?;
        }
        let refusals = self.tail.refusals();
        if !refusals.is_empty() && !self.layout.quiet {
            writeln!(out, "\n{}", refusals.join("\n"))?;
        }
        writeln!(out, "\n{}", summary.counts())?;
        if let Some(gone) = gone(baseline) {
            writeln!(out, "{gone}")?;
        }
        if !self.layout.quiet {
            writeln!(out, "{}", self.layout.paint.dim(&summary.times()))?;
        }
        Ok(())
    }
}
