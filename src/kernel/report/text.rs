//! Answers as text.

use std::fmt::Write as _;

use super::answer::{Answer, Checked, Report, Size};
use super::lines::{WIDTH, alternatives, folded, remark};
use super::show::Outline;
use super::steps::run;

/// A report as text. Quiet: the first line only.
#[must_use]
pub fn render(report: &Report, quiet: bool) -> String {
    let head = headline(report);
    if quiet {
        return head;
    }
    let mut out = String::new();
    for (index, line) in folded(head.trim_end(), (WIDTH, WIDTH - 4))
        .iter()
        .enumerate()
    {
        let indent = if index == 0 { 0 } else { 4 };
        let _ = writeln!(out, "{:indent$}{}", "", line.trim());
    }
    for at in 0..report.checks.len() {
        details(&mut out, &report.checks, at);
    }
    for assumption in &report.assumptions {
        remark(&mut out, "assumed", assumption);
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

fn details(out: &mut String, checks: &[Checked], at: usize) {
    let check = &checks[at];
    let mut new = check.remarks.is_empty();
    for said in &check.remarks {
        // What is said of several checks is said once.
        let says = |other: &&Checked| other.answer == check.answer && other.remarks.contains(said);
        if checks[..at].iter().any(|other| says(&other)) {
            continue;
        }
        new = true;
        let names: Vec<&str> = checks[at..]
            .iter()
            .filter(says)
            .map(|one| one.name)
            .collect();
        remark(out, &names.join(", "), said);
    }
    if check.contents.len() > 1 {
        let head = format!("{}: besides,", check.name);
        alternatives(out, &head, &check.contents);
    }
    if check.name == "robust"
        && check.sc_contents.iter().any(|one| !one.is_empty())
        && check.answer != Answer::Unsupported
    {
        alternatives(out, "sequential consistency gives", &check.sc_contents);
    }
    if let Some(size) = &check.smallest {
        remark(out, "smallest", &sized(check, size));
    }
    // Nor is the run that shows it.
    let again = !new
        && checks[..at]
            .iter()
            .any(|other| other.witness == check.witness);
    if !check.witness.is_empty() && check.answer != Answer::Holds && !again {
        out.push('\n');
        run(out, check);
        out.push('\n');
    }
}

/// `11 accesses, 1 reordering: deque.cu:47 before deque.cu:44 (block 1 thread 0)`, and whether there is no smaller run.
#[must_use]
pub fn sized(check: &Checked, size: &Size) -> String {
    let steps = &check.witness;
    let (Some(accesses), Some(relaxations)) = (size.accesses, size.relaxations) else {
        let why = size.why.as_deref().unwrap_or("it was not looked for");
        return format!("not looked for: {why}");
    };
    let many = |count: usize, one: &str, several: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {several}"),
    };
    let mut text = many(accesses, "access", "accesses");
    if relaxations == 0 {
        text.push_str(unrelaxed(check));
    }
    let name = |index: &usize| {
        steps
            .get(*index)
            .map_or_else(String::new, |one| one.place.short())
    };
    let ptx = |index: &usize| {
        let line = steps.get(*index).map_or(0, |one| one.place.ptx.line);
        format!("PTX line {line}")
    };
    if !size.reversed.is_empty() {
        let pairs = size.reversed.iter().map(|[earlier, later]| {
            let who = steps.get(*later).map_or("", |step| step.thread.as_str());
            let (mut first, mut second) = (name(later), name(earlier));
            if first == second {
                // One line of CUDA does both.
                (first, second) = (ptx(later), ptx(earlier));
            }
            format!("{first} before {second} ({who})")
        });
        let pairs: Vec<String> = pairs.collect();
        let count = many(size.reversed.len(), "reordering", "reorderings");
        let _ = write!(text, ", {count}: {}", pairs.join(", "));
    }
    if !size.torn.is_empty() {
        let torn: Vec<String> = size.torn.iter().map(name).collect();
        let count = many(size.torn.len(), "torn atomic", "torn atomics");
        let _ = write!(text, ", {count}: {}", torn.join(", "));
    }
    if !size.minimal {
        let why = size.why.as_deref().unwrap_or("the search was not finished");
        let _ = write!(text, "; there may be smaller ones: {why}");
    }
    text
}

/// A run in which no thread reorders anything. The elements of a vector have no order, and what lanes of a warp exchange
/// orders no memory: so it may leave what no interleaving leaves.
fn unrelaxed(check: &Checked) -> &'static str {
    if check.name == "robust" {
        ", no thread reorders its own, and yet no interleaving: vectors and what lanes exchange are not measured"
    } else {
        ", an interleaving"
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
