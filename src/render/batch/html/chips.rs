//! Verdicts in short.

use crate::render::markup::escape;
use crate::tasks::batch::judge::Grade;
use crate::tasks::batch::row::{Row, Verdict};

/// The verdicts in short, each at its model's place, so that they stand below each other.
pub fn chips(models: &[String], rows: &[Row]) -> String {
    // The checks of a launch stand side by side, whatever the models.
    if rows.iter().any(|row| row.launch.is_some()) {
        let all: String = rows.iter().map(chip).collect();
        let several = if models.len() > 1 { " several" } else { "" };
        return format!("<span class=\"chips checks{several}\">{all}</span>");
    }
    let mut out = "<span class=\"chips\">".to_owned();
    let of = |model: &str| rows.iter().find(|row| row.model() == model);
    // A file that is no test has one row for all models.
    if let Some(row) = of("") {
        out.push_str(&chip(row));
        for model in models.iter().skip(1) {
            out.push_str(&gap(model));
        }
    } else {
        for model in models {
            out.push_str(&of(model).map_or_else(|| gap(model), chip));
        }
        for row in rows
            .iter()
            .filter(|row| !models.contains(&row.model().to_owned()))
        {
            out.push_str(&chip(row));
        }
    }
    out.push_str("</span>");
    out
}

/// The place of a model that was not asked.
fn gap(model: &str) -> String {
    format!("<span data-model=\"{}\"></span>", escape(model))
}

/// A verdict in short, and what the filters look at.
fn chip(row: &Row) -> String {
    let verdict = row.verdict.map_or("error", Verdict::name);
    let (mark, grade) = match (row.grade(), row.judgement.agrees) {
        (Grade::Broken | Grade::Open, _) => ("", "open"),
        (_, Some(false)) => ("✗", "disagrees"),
        (_, Some(true)) => ("✓", "agrees"),
        (_, None) => ("", ""),
    };
    let changed = if row.judgement.change.is_some() {
        " changed"
    } else {
        ""
    };
    let model = match (row.check(), row.model()) {
        (Some(check), model) => {
            let model = escape(model);
            format!("<i title=\"{check} {model}\">{check} <small>{model}</small></i> ")
        }
        (None, "") => String::new(),
        (None, model) => format!("<i>{}</i> ", escape(model)),
    };
    format!(
        "<span class=\"chip {verdict}\" data-model=\"{}\" data-verdict=\"{verdict}\" \
         data-grade=\"{grade}{changed}\">{model}<span>{verdict}&#8201;{mark}</span></span>",
        escape(row.model()),
    )
}
