//! A table for the page of a pull request.

use std::io::{self, Write};

use crate::render::markup::escape;
use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::row::Row;
use crate::tasks::batch::summary::Summary;

use super::{Plan, Renderer};
use crate::tasks::batch::tail::{Tail, gone};

/// Markdown as GitHub reads it.
#[derive(Debug, Default)]
pub struct Markdown {
    plan: Option<Plan>,
    tail: Tail,
}

/// Text in a cell: what would end it or mean something else is escaped.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' => {
                out.push('\\');
                out.push(letter);
            }
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// What begins and ends a text that has no such line.
fn fence(text: &str) -> String {
    let runs = text.split(|letter| letter != '`').map(str::len);
    "`".repeat(runs.max().unwrap_or(0).max(2) + 1)
}

fn answer(row: &Row) -> String {
    let mark = match row.judgement.agrees {
        Some(true) => " ✓",
        Some(false) => " **✗**",
        None => "",
    };
    let mut states = String::new();
    if let Some(listed) = &row.states {
        let found = listed.found.iter().map(|state| cell(&listed.words(state)));
        for line in [listed.count()].into_iter().chain(found) {
            states.push_str("<br>");
            states.push_str(&line);
        }
    }
    format!("{}{mark}{states}", row.answer())
}

/// A line: the test, or a check of a launch, under each model.
fn line(plan: &Plan, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let file = rows.first().map_or("", |row| &row.file);
    let check = rows.first().and_then(Row::check);
    let check = check.map_or(String::new(), |check| format!(" {check}"));
    write!(out, "| {}{check} |", cell(plan.short(file)))?;
    let broken = rows.iter().find(|row| row.model.is_none());
    for (index, model) in plan.models.iter().enumerate() {
        let row = rows.iter().find(|row| row.model() == model);
        let text = match (row, broken) {
            (Some(row), _) => answer(row),
            (None, Some(row)) if index == 0 => {
                format!("error: {}", cell(row.error_line().unwrap_or_default()))
            }
            (None, _) => String::new(),
        };
        write!(out, " {text} |")?;
    }
    writeln!(out)
}

impl Renderer for Markdown {
    fn begin(&mut self, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
        self.plan = Some(plan.clone());
        write!(out, "| test |")?;
        for model in &plan.models {
            write!(out, " {} |", cell(model))?;
        }
        writeln!(out, "\n|---|{}", "---|".repeat(plan.models.len()))
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        self.tail.add(rows);
        let Some(plan) = &self.plan else {
            return Ok(());
        };
        for rows in rows.chunk_by(|one, other| one.check() == other.check()) {
            line(plan, rows, out)?;
        }
        Ok(())
    }

    fn end(
        &mut self,
        summary: &Summary,
        baseline: Option<&Baseline>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "\n{}", summary.counts())?;
        if let Some(gone) = gone(baseline) {
            writeln!(out, "\n{gone}")?;
        }
        let refusals = self.tail.refusals();
        if !refusals.is_empty() {
            writeln!(out)?;
        }
        for line in refusals {
            writeln!(out, "- {}", cell(&line))?;
        }
        for last in &self.tail.kept {
            let title = format!("{} {}", last.file, last.model);
            writeln!(
                out,
                "\n<details><summary>{}: {}</summary>\n",
                escape(title.trim()),
                escape(&last.answer)
            )?;
            for wrong in &last.wrong {
                writeln!(out, "- {}", cell(wrong))?;
            }
            let fence = fence(&last.text);
            writeln!(out, "\n{fence}text")?;
            for line in last.text.lines() {
                writeln!(out, "{}", line.trim_end())?;
            }
            writeln!(out, "{fence}\n\n</details>")?;
        }
        match self.tail.rest() {
            Some(rest) => writeln!(out, "\n{rest}"),
            None => Ok(()),
        }
    }
}
