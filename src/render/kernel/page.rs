//! Launches as one page that needs nothing else: the answers, the runs as pictures and as tables, fixes.

use std::fmt::Write as _;

use crate::kernel::report::answer::{Answer, Checked, Report, Step};
use crate::kernel::report::few::{briefly, left_out};
use crate::kernel::report::fix::Fix;
use crate::kernel::report::{headline, sized};
use crate::render::markup::escape;
use crate::render::picture::style;
use crate::view::diagnostic::Told;

use super::picture::{drawn, inline};

const STYLE: &str = include_str!("page.css");

/// The page: first what keeps launches from being answered.
#[must_use]
pub fn render(reports: &[Report], told: &[Told]) -> String {
    let title = match reports {
        [one] => one.launch.clone(),
        several => format!("{} launches", several.len()),
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>gpu-litmus: {}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n",
        escape(&title),
        style::sheet(".picture "),
    );
    // Not hidden, only without size: what is hidden has no arrowheads.
    let _ = writeln!(
        out,
        "<svg class=\"picture tips\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{}</svg>",
        style::tips()
    );
    for told in told {
        unread(&mut out, told);
    }
    for report in reports {
        launch(&mut out, report);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn unread(out: &mut String, told: &Told) {
    let file = told.file.as_deref().unwrap_or("gpu-litmus");
    let line = told
        .span
        .as_ref()
        .map_or(String::new(), |place| format!(":{}", place.line));
    let help = told
        .help
        .as_ref()
        .map_or(String::new(), |help| format!(" ({help})"));
    let _ = writeln!(
        out,
        "<article>\n<h1>{}</h1>\n<p><b>not answered:</b> {}</p>\n</article>",
        escape(&format!("{file}{line}")),
        escape(&format!("{}{help}", told.message)),
    );
}

fn launch(out: &mut String, report: &Report) {
    let _ = writeln!(
        out,
        "<article>\n<h1>{}</h1>\n<p class=\"of\">{}, {}; {}</p>\n<p>{}</p>",
        escape(&report.launch),
        escape(&report.file),
        escape(&report.ptx),
        escape(&report.model),
        escape(headline(report).trim_end()),
    );
    out.push_str("<ul class=\"checks\">\n");
    for check in &report.checks {
        let name = check.answer.name();
        let _ = writeln!(
            out,
            "<li class=\"{name}\"><b>{}</b> <span>{name}</span></li>",
            check.name
        );
    }
    out.push_str("</ul>\n");
    for check in report.checks.iter().filter(|check| tells(check)) {
        self::check(out, report, check);
    }
    fixes(out, report);
    list(out, "Assumed", &report.assumptions);
    for judged in report.expectations.iter().flatten() {
        let class = if judged.agrees == Some(false) {
            "violated"
        } else {
            "of"
        };
        let _ = writeln!(
            out,
            "<p class=\"{class}\">{}: {} is stated, {} came out</p>",
            judged.name,
            escape(&judged.expected),
            escape(&judged.found)
        );
    }
    out.push_str("</article>\n");
}

/// Whether there is more to say of a check than its answer.
fn tells(check: &Checked) -> bool {
    check.answer != Answer::Holds || !check.contents.is_empty()
}

fn check(out: &mut String, report: &Report, check: &Checked) {
    let name = check.answer.name();
    let _ = writeln!(
        out,
        "<section>\n<h2 class=\"{name}\">{}: {name}</h2>",
        check.name
    );
    for remark in &check.remarks {
        let _ = writeln!(out, "<p>{}</p>", escape(remark));
    }
    // One is told in the remark.
    if check.contents.len() > 1 {
        list(out, "Besides, at the end", &check.contents);
    }
    list(out, "Sequential consistency gives", &check.sc_contents);
    if let Some(size) = &check.smallest {
        let text = sized(check, size);
        let _ = writeln!(out, "<p>smallest: {}</p>", escape(&text));
    }
    if drawn(check) {
        let _ = writeln!(
            out,
            "<figure class=\"picture\">{}</figure>",
            inline(report, check)
        );
        let (brief, left) = briefly(check);
        if left > 0 {
            let _ = writeln!(out, "<p>{}</p>", escape(&left_out(left)));
        }
        table(out, &brief.witness);
    }
    out.push_str("</section>\n");
}

fn list(out: &mut String, title: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "<p>{title}</p>\n<ul class=\"plain\">");
    for item in items {
        let _ = writeln!(out, "<li>{}</li>", escape(item));
    }
    out.push_str("</ul>\n");
}

/// The run, step by step, each with the whole chain of its places.
fn table(out: &mut String, steps: &[Step]) {
    out.push_str(
        "<div class=\"wide\"><table>\n<tr><th>step<th>thread<th>CUDA<th>does<th>PTX<th>line</tr>\n",
    );
    for (index, step) in steps.iter().enumerate() {
        let chain = step.place.cuda.iter().flat_map(|cuda| &cuda.chain);
        let chain: Vec<String> = chain
            .map(|line| format!("{}:{}:{}", line.file, line.line, line.column))
            .collect();
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td title=\"{}\">{}<td>{}<td><code>{}</code><td>{}</tr>",
            index + 1,
            escape(&step.thread),
            escape(&chain.join(", inlined at ")),
            escape(&step.place.short()),
            escape(&step.effect),
            escape(&step.place.opcode),
            step.place.ptx.line,
        );
    }
    out.push_str("</table></div>\n");
}

fn fixes(out: &mut String, report: &Report) {
    let Some(fixes) = report
        .checks
        .iter()
        .map(|check| &check.fixes)
        .find(|fixes| !fixes.is_empty())
    else {
        return;
    };
    out.push_str("<section>\n<h2>Fixes</h2>\n");
    for fix in fixes {
        self::fix(out, fix);
    }
    out.push_str("</section>\n");
}

fn fix(out: &mut String, fix: &Fix) {
    let least = if fix.cheapest {
        "; nothing cheaper works"
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "<p>Fix: {}{least}</p>\n<ul class=\"plain\">",
        fix.title()
    );
    for edit in &fix.edits {
        let cuda = edit.cuda.as_ref().filter(|_| fix.language == "cuda");
        let said = cuda.unwrap_or(&edit.new);
        let _ = writeln!(
            out,
            "<li><code>{}</code> {} {}, PTX line {} (cost {})</li>",
            escape(said),
            match edit.kind {
                "insert" => "after",
                "insert-before" => "before",
                _ => "at",
            },
            escape(&edit.place.short()),
            edit.place.ptx.line,
            edit.cost,
        );
    }
    out.push_str("</ul>\n");
}
