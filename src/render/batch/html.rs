//! One page that needs nothing else: tests beside models, to filter; behind each test its text, its
//! answers, and what shows them. These are compressed, and drawn when a test is opened.

mod chips;

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::render::picture::style;
use crate::syntax::read::read_again;
use crate::syntax::shown::harmless;
use crate::tasks::batch::baseline::Baseline;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::launch::is_current;
use crate::tasks::batch::row::{Row, VERDICTS, Verdict};
use crate::tasks::batch::summary::Summary;

use chips::chips;

use super::packed::packed;
use super::{Plan, Renderer};
use crate::render::markup::escape;
use crate::tasks::batch::tail::gone;

/// A page.
#[derive(Debug, Default)]
pub struct Html {
    plan: Option<Plan>,
    opened: usize,
}

const STYLE: &str = include_str!("html.css");
const SCRIPT: &str = include_str!("html.js");

/// So many tests that are not as expected are open from the start.
const OPEN: usize = 5;

/// More models than this have no room beside each other, however wide the page.
const COLUMNS: usize = 16;

impl Renderer for Html {
    fn begin(&mut self, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
        self.plan = Some(plan.clone());
        let title = if plan.root.is_empty() {
            "batch"
        } else {
            &plan.root
        };
        write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>gpu-litmus: {}</title>\n<style>\n{STYLE}{}{}</style>\n</head>\n<body>\n",
            escape(title),
            columns(plan.models.len()),
            style::sheet(".picture "),
        )?;
        // Not hidden, only without size: what is hidden has no arrowheads.
        writeln!(
            out,
            "<svg class=\"picture tips\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{}</svg>",
            style::tips()
        )?;
        out.write_all(filters(plan).as_bytes())?;
        writeln!(
            out,
            "<noscript><p>The pictures and answers of this page are drawn by a script; scripts are \
             turned off.</p></noscript>\n<main id=\"tests\">"
        )
    }

    fn file(&mut self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let (Some(first), Some(plan)) = (rows.first(), &self.plan) else {
            return Ok(());
        };
        let rank = rows.iter().map(rank).min().unwrap_or(FINE);
        let open = rank == WRONG && self.opened < OPEN;
        self.opened += usize::from(open);
        let test = first.test.as_deref().unwrap_or_default();
        write!(
            out,
            "<details class=\"test\"{} data-rank=\"{rank}\" data-path=\"{}\" data-name=\"{} {}\">\n<summary>{}",
            if open { " open" } else { "" },
            escape(&first.file.to_lowercase()),
            escape(&plan.short(&first.file).to_lowercase()),
            escape(&test.to_lowercase()),
            name(plan.short(&first.file), test),
        )?;
        out.write_all(chips(&plan.models, rows).as_bytes())?;
        writeln!(out, "</summary>")?;
        for row in rows {
            for wrong in row.disagreements() {
                let wrong = format!("{}: {}, but {wrong}", row.question(), row.answer());
                writeln!(out, "<p class=\"wrong\">{}</p>", escape(&wrong))?;
            }
        }
        writeln!(
            out,
            "<div class=\"parts\" data-packed=\"{}\"></div>\n</details>",
            packed(&parts(first, rows))
        )
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

const WRONG: u8 = 0;
const FINE: u8 = 3;

/// Which rows come first: those that are not as expected or broken, then the open ones, then those
/// that changed.
fn rank(row: &Row) -> u8 {
    match row.grade() {
        Grade::Disagrees | Grade::Broken => WRONG,
        Grade::Open => 1,
        Grade::Fine if row.judgement.change.is_some() => 2,
        Grade::Fine => FINE,
    }
}

/// Where there is room for it, each model has a column.
fn columns(models: usize) -> String {
    if models == 0 || models > COLUMNS {
        return String::new();
    }
    // In pixels: the margins and the scroll bar, the test's name, the columns with their gaps.
    let width = 56 + 150 + 81 * models;
    let wide = include_str!("html_wide.css");
    format!("@media (min-width: {width}px) {{\n{wide}}}\n")
}

fn filters(plan: &Plan) -> String {
    let mut out = "<form id=\"filters\">\n<label>Name <input type=\"search\" id=\"name\" \
        placeholder=\"part of a path or test\"></label>\n\
        <label>Model <select id=\"model\"><option value=\"\">any</option>"
        .to_owned();
    for model in &plan.models {
        let _ = write!(out, "<option>{}</option>", escape(model));
    }
    out.push_str(
        "</select></label>\n<label>Verdict <select id=\"verdict\"><option value=\"\">any</option>",
    );
    for verdict in VERDICTS.map(Verdict::name).iter().chain(&["error"]) {
        let _ = write!(out, "<option>{verdict}</option>");
    }
    out.push_str(
        "</select></label>\n<label>Show <select id=\"grade\"><option value=\"\">all</option>\
         <option value=\"disagrees\">not as expected</option><option value=\"changed\">changed</option>\
         <option value=\"open\">open or broken</option></select></label>\n\
         <output id=\"count\"></output>\n<div class=\"heads\" aria-hidden=\"true\"><span></span>",
    );
    for model in &plan.models {
        let model = escape(model);
        let _ = write!(out, "<span data-model=\"{model}\">{model}</span>");
    }
    out.push_str("</div>\n</form>\n");
    out
}

/// The path, and the test's name where that says more.
fn name(short: &str, test: &str) -> String {
    let (short, ending) = match (short.strip_suffix(".litmus"), short.strip_suffix(".toml")) {
        (Some(short), _) => (short, ""),
        // Often beside a test of its name.
        (None, Some(short)) => (short, "<span class=\"of\">.toml</span>"),
        (None, None) => (short, ""),
    };
    let stem = short.rsplit('/').next().unwrap_or(short);
    // A path that must be broken is broken between its folders.
    let parts = escape(short).replace('/', "/<wbr>");
    let mut out = format!("<span class=\"name\"><b>{parts}</b>{ending}");
    if !test.eq_ignore_ascii_case(stem) && !test.is_empty() {
        let _ = write!(out, " <span class=\"of\">{}</span>", escape(test));
    }
    out.push_str("</span>");
    out
}

/// What is behind a test: its text and its answers, those first that deserve a look.
fn parts(first: &Row, rows: &[Row]) -> String {
    let mut out = source(first);
    out.push_str("<div class=\"answers\">\n");
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| rank(row));
    for row in rows {
        answer(row, &mut out);
    }
    out.push_str("</div>");
    out
}

/// The text of the test, if it is the one that was asked.
fn source(row: &Row) -> String {
    let text = match read_again(&row.file) {
        Some(source) if is_current(row, &source.text) => {
            source.text.trim_start_matches('\u{feff}').to_owned()
        }
        Some(_) => "The file has another text now.".to_owned(),
        None => "The file cannot be read.".to_owned(),
    };
    format!("<pre class=\"source\">{}</pre>\n", escape(&harmless(&text)))
}

fn answer(row: &Row, out: &mut String) {
    let _ = writeln!(out, "<section data-model=\"{}\">", escape(row.model()));
    if let Some(change) = row.judgement.change.as_ref().filter(|change| change.fine) {
        let _ = writeln!(
            out,
            "<p>{} was {}</p>",
            escape(&change.from),
            escape(&change.was)
        );
    }
    if let Some(shown) = &row.shown {
        // The picture is an element that our own renderer made; texts in it are escaped there.
        if let Some(picture) = &shown.picture {
            let _ = writeln!(out, "<figure class=\"picture\">{picture}</figure>");
        }
        let _ = writeln!(out, "<pre>{}</pre>", escape(&shown.text));
    } else if let Some(error) = &row.error {
        let _ = writeln!(out, "<pre>{}</pre>", escape(error));
    }
    out.push_str("</section>\n");
}
