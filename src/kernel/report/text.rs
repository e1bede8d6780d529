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
        self::remark(out, check.name, remark);
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
    let widest = |text: &dyn Fn(&Step) -> usize| steps.iter().map(text).max().unwrap_or(0);
    let count = |text: &str| text.chars().count();
    let thread = widest(&|step| count(&step.thread));
    let line = widest(&|step| count(&step.place.line()));
    let effect = widest(&|step| count(&step.effect));
    let opcode = widest(&|step| count(&step.place.opcode));
    let ptx = widest(&|step| count(&step.place.ptx.line.to_string()));
    // Indentation, the columns but two, and what is between them.
    let rest = 4 + line + 2 + 2 + opcode + 2 + 4 + ptx;
    let beside = rest + thread + 2 + effect <= WIDTH;
    // Names that take too much room stand above what their threads do.
    let (indent, name) = if beside { (4, thread + 2) } else { (6, 0) };
    let room = WIDTH.saturating_sub(rest + indent - 4 + name).max(24);
    let effect = effect.min(room);
    let mut before = "";
    for step in steps {
        let first = step.thread != before;
        before = &step.thread;
        if first && !beside {
            let _ = writeln!(out, "    {}", step.thread);
        }
        let who = if first && beside { &step.thread } else { "" };
        let at = step.place.line();
        let mut pieces = folded(&step.effect, effect).into_iter();
        let said = pieces.next().unwrap_or_default();
        let _ = writeln!(
            out,
            "{:indent$}{who:name$}{at:line$}  {said:effect$}  {:opcode$}  ptx {}",
            "", step.place.opcode, step.place.ptx.line
        );
        for more in pieces {
            let _ = writeln!(out, "{:1$}{more}", "", indent + name + line + 4);
        }
    }
}

/// What fits on a screen.
const WIDTH: usize = 100;

/// A text in lines that are not longer than this where it has blanks.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A remark on a check, on as many lines as it needs.
fn remark(out: &mut String, name: &str, text: &str) {
    let indent = name.len() + 4;
    let mut lines = folded(text, WIDTH - indent).into_iter();
    let _ = writeln!(out, "  {name}: {}", lines.next().unwrap_or_default());
    for line in lines {
        let _ = writeln!(out, "{:indent$}{line}", "");
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
