//! Answers as text.

use std::fmt::Write as _;

use super::answer::{Answer, Checked, Report, Step};
use super::show::Outline;

/// More contents than this are not listed.
const LISTED: usize = 8;

/// A report as text. Quiet: the first line only.
#[must_use]
pub fn render(report: &Report, quiet: bool) -> String {
    let mut out = headline(report);
    if quiet {
        return out;
    }
    for check in &report.checks {
        details(&mut out, check);
    }
    for assumption in &report.assumptions {
        let _ = writeln!(out, "  assumed: {assumption}");
    }
    for judged in report.expectations.iter().flatten() {
        let word = match judged.agrees {
            Some(true) => "as expected",
            Some(false) => "NOT as expected",
            None => "open",
        };
        let _ = writeln!(
            out,
            "  {}: {} {word} ({} is stated)",
            judged.name, judged.found, judged.expected
        );
    }
    out
}

/// `reduce<<<2,2>>> under ptx-7.5: violated: races, robust (asserts, barriers, memory hold)`
#[must_use]
pub fn headline(report: &Report) -> String {
    let named = |answer: Answer| -> Vec<&str> {
        let these = report.checks.iter().filter(|check| check.answer == answer);
        these.map(|check| check.name).collect()
    };
    let order = [
        Answer::Violated,
        Answer::Undefined,
        Answer::Unsupported,
        Answer::Possible,
        Answer::Unknown,
    ];
    let wrong: Vec<String> = order
        .into_iter()
        .filter(|&answer| !named(answer).is_empty())
        .map(|answer| format!("{}: {}", answer.name(), named(answer).join(", ")))
        .collect();
    let holds = named(Answer::Holds);
    let verb = if holds.len() == 1 { "holds" } else { "hold" };
    let tail = match (wrong.is_empty(), holds.is_empty()) {
        (true, _) => format!("all hold: {}", holds.join(", ")),
        (false, true) => wrong.join("; "),
        (false, false) => format!("{}   ({} {verb})", wrong.join("; "), holds.join(", ")),
    };
    format!("{} under {}: {tail}\n", report.launch, report.model)
}

fn details(out: &mut String, check: &Checked) {
    for remark in &check.remarks {
        let _ = writeln!(out, "  {}: {remark}", check.name);
    }
    if check.contents.len() > 1 {
        let _ = writeln!(out, "  {}: besides, {}", check.name, some(&check.contents));
    }
    if check.name == "robust"
        && !check.sc_contents.is_empty()
        && check.answer != Answer::Unsupported
    {
        let _ = writeln!(
            out,
            "  sequential consistency gives {}",
            some(&check.sc_contents)
        );
    }
    if !check.witness.is_empty() && check.answer != Answer::Holds {
        out.push('\n');
        table(out, &check.witness);
        out.push('\n');
    }
}

fn some(contents: &[String]) -> String {
    let shown: Vec<&str> = contents.iter().take(LISTED).map(String::as_str).collect();
    let more = contents.len().saturating_sub(LISTED);
    match more {
        0 => shown.join(" or "),
        _ => format!("{} or {more} more", shown.join(" or ")),
    }
}

/// A run: who, at which line of CUDA, does what, by which instruction.
fn table(out: &mut String, steps: &[Step]) {
    let width = |text: &dyn Fn(&Step) -> String| {
        steps
            .iter()
            .map(|step| text(step).chars().count())
            .max()
            .unwrap_or(0)
    };
    let thread = width(&|step| step.thread.clone());
    let line = width(&|step| step.place.line());
    let effect = width(&|step| step.effect.clone()).min(48);
    let opcode = width(&|step| step.place.opcode.clone());
    let mut before = "";
    for step in steps {
        let who = if step.thread == before {
            ""
        } else {
            &step.thread
        };
        before = &step.thread;
        let row = format!(
            "    {who:thread$}  {:line$}  {:effect$}  {:opcode$}  ptx {}",
            step.place.line(),
            step.effect,
            step.place.opcode,
            step.place.ptx.line
        );
        let _ = writeln!(out, "{row}");
    }
}

/// A launch as it was understood, as text.
#[must_use]
pub fn render_outline(outline: &Outline) -> String {
    let mut out = format!(
        "{}: {} for sm_{}\n",
        outline.launch, outline.ptx, outline.target
    );
    for warning in &outline.warnings {
        let _ = writeln!(out, "  warning: {warning}");
    }
    for kernel in &outline.kernels {
        let _ = writeln!(out, "  kernel {kernel}");
    }
    let _ = writeln!(out, "\nThreads");
    for thread in &outline.threads {
        let _ = writeln!(
            out,
            "  {}  device {}, warp {}, lane {}",
            thread.name, thread.device, thread.warp, thread.lane
        );
    }
    let _ = writeln!(out, "\nMemory");
    for region in &outline.memory {
        let output = if region.output { ", an output" } else { "" };
        let _ = writeln!(
            out,
            "  {} at {}: {}, {} bytes, {}{output}",
            region.name, region.address, region.space, region.bytes, region.initial
        );
    }
    let _ = writeln!(
        out,
        "\nInstructions that access memory, order, wait, call or stop"
    );
    let mut function = "";
    for one in &outline.instructions {
        if one.function != function {
            let _ = writeln!(out, "  {}", one.function);
            function = &one.function;
        }
        let refused = one
            .refused
            .as_ref()
            .map_or(String::new(), |why| format!("  not supported: {why}"));
        let _ = writeln!(
            out,
            "    ptx {:5}  {:20}  {}{refused}",
            one.place.ptx.line,
            one.place.short(),
            one.place.opcode
        );
    }
    out
}
