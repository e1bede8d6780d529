//! One page that needs nothing else: a list of tests to filter, each with its text, its verdicts,
//! and what shows them.

use std::io::{self, Write};

use crate::syntax::read::read_source;
use crate::syntax::shown::harmless;
use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::journal::hash;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::row::{Row, VERDICTS};
use crate::tasks::batch::summary::Summary;
use crate::view::answer::Verdict;

use super::markup::escape;
use super::{Plan, Renderer};
use crate::tasks::batch::tail::gone;

/// A page.
#[derive(Debug, Default)]
pub struct Html {
    plan: Option<Plan>,
}

const STYLE: &str = include_str!("html.css");
const SCRIPT: &str = include_str!("html.js");

impl Renderer for Html {
    fn begin(&mut self, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
        self.plan = Some(plan.clone());
        write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>gpu-litmus: {}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
            escape(if plan.root.is_empty() {
                "batch"
            } else {
                &plan.root
            })
        )?;
        writeln!(out, "<form id=\"filters\">")?;
        writeln!(
            out,
            "<label>Name <input type=\"search\" id=\"name\" placeholder=\"part of a path or test\"></label>"
        )?;
        write!(
            out,
            "<label>Model <select id=\"model\"><option value=\"\">any</option>"
        )?;
        for model in &plan.models {
            write!(out, "<option>{}</option>", escape(model))?;
        }
        write!(
            out,
            "</select></label>\n<label>Verdict <select id=\"verdict\"><option value=\"\">any</option>"
        )?;
        for verdict in VERDICTS.map(Verdict::name).iter().chain(&["error"]) {
            write!(out, "<option>{verdict}</option>")?;
        }
        writeln!(
            out,
            "</select></label>\n<label>Show <select id=\"grade\"><option value=\"\">all</option>\
             <option value=\"disagrees\">not as expected</option><option value=\"changed\">changed</option>\
             <option value=\"open\">open or broken</option></select></label>\n\
             <output id=\"count\"></output>\n</form>\n<main id=\"tests\">"
        )
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let Some(first) = rows.first() else {
            return Ok(());
        };
        let short = self
            .plan
            .as_ref()
            .map_or(first.file.as_str(), |plan| plan.short(&first.file));
        let bad = rows.iter().any(|row| row.grade() == Grade::Disagrees);
        let open = if bad { " open" } else { "" };
        let test = first.test.as_deref().unwrap_or_default();
        write!(
            out,
            "<details class=\"test\"{open} data-name=\"{} {}\">\n<summary><b>{}</b> <span class=\"of\">{}</span>",
            escape(&first.file.to_lowercase()),
            escape(&test.to_lowercase()),
            escape(short),
            escape(test),
        )?;
        for row in rows {
            chip(row, out)?;
        }
        writeln!(out, "</summary>\n<div class=\"parts\">")?;
        source(first, out)?;
        writeln!(out, "<div class=\"answers\">")?;
        for row in rows {
            answer(row, out)?;
        }
        writeln!(out, "</div></div>\n</details>")
    }

    fn end(
        &mut self,
        summary: &Summary,
        baseline: Option<&Baseline>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "</main>\n<header>\n<h1>gpu-litmus</h1>")?;
        let root = self.plan.as_ref().map_or("", |plan| &plan.root);
        writeln!(
            out,
            "<p>{} <span class=\"of\">{}</span></p>",
            escape(&summary.counts()),
            escape(root)
        )?;
        if let Some(gone) = gone(baseline) {
            writeln!(out, "<p>{}</p>", escape(&gone))?;
        }
        writeln!(out, "<p class=\"of\">{}</p>", escape(&summary.times()))?;
        writeln!(
            out,
            "</header>\n<script>\n{SCRIPT}</script>\n</body>\n</html>"
        )
    }
}

/// The verdict in short, and what the filters look at.
fn chip(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let verdict = row.verdict.map_or("error", Verdict::name);
    let (mark, grade) = match (row.grade(), row.judgement.agrees) {
        (Grade::Broken | Grade::Open, _) => ("", "open"),
        (_, Some(false)) => (" ✗", "disagrees"),
        (_, Some(true)) => (" ✓", "agrees"),
        (_, None) => ("", ""),
    };
    let changed = if row.judgement.change.is_some() {
        " changed"
    } else {
        ""
    };
    let model = match row.model() {
        "" => String::new(),
        model => format!("<i>{}</i> ", escape(model)),
    };
    write!(
        out,
        " <span class=\"chip {verdict}\" data-model=\"{}\" data-verdict=\"{verdict}\" data-grade=\"{grade}{changed}\">{model}{verdict}{mark}</span>",
        escape(row.model()),
    )
}

/// The text of the test, if it is the one that was asked.
fn source(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let text = match read_source(&row.file) {
        Ok(source) if hash(&source.text) == row.hash => source.text.to_string(),
        Ok(_) => "The file has another text now.".to_owned(),
        Err(_) => "The file cannot be read.".to_owned(),
    };
    writeln!(
        out,
        "<pre class=\"source\">{}</pre>",
        escape(&harmless(&text))
    )
}

fn answer(row: &Row, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<section data-model=\"{}\">", escape(row.model()))?;
    for wrong in row.disagreements() {
        writeln!(out, "<p class=\"wrong\">{}</p>", escape(&wrong))?;
    }
    if let Some(change) = row.judgement.change.as_ref().filter(|change| change.fine) {
        writeln!(
            out,
            "<p>{} was {}</p>",
            escape(&change.from),
            escape(&change.was)
        )?;
    }
    if let Some(shown) = &row.shown {
        // The picture is an element that our own renderer made; texts in it are escaped there.
        if let Some(picture) = &shown.picture {
            let element = picture.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
            writeln!(out, "<figure>{element}</figure>")?;
        }
        writeln!(out, "<pre>{}</pre>", escape(&shown.text))?;
    } else if let Some(error) = &row.error {
        writeln!(out, "<pre>{}</pre>", escape(error))?;
    }
    writeln!(out, "</section>")
}
