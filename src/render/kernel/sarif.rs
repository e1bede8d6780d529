//! SARIF 2.1.0: what is wrong in launches, at the lines of the CUDA source.

use std::path::Path;

use serde_json::{Value, json};

use crate::kernel::report::answer::{Access, Answer, Checked, Race, Report};
use crate::kernel::report::few::briefly;
use crate::kernel::report::places::Place;
use crate::render::uri::uri;
use crate::view::diagnostic::Told;

mod fix;
mod mistake;
mod place;

use mistake::mistakes;
use place::{in_ptx, numbered};

/// The rules: name, level, what it says.
const RULES: [(&str, &str, &str); 10] = [
    (
        "kernel/robust",
        "error",
        "Some run leaves what no interleaving of the threads gives.",
    ),
    (
        "kernel/race",
        "error",
        "Two accesses of the same bytes, one a write, are not ordered.",
    ),
    (
        "kernel/mixed-size",
        "error",
        "Two accesses that overlap in part, one a write, are not ordered: the memory model says nothing.",
    ),
    ("kernel/assert", "error", "Some run traps."),
    ("kernel/deadlock", "error", "Some thread waits for ever."),
    (
        "kernel/divergence",
        "error",
        "Threads come to one barrier at different instructions.",
    ),
    (
        "kernel/memory",
        "error",
        "Some access is out of bounds, misaligned, in another space than named, or of what nobody wrote.",
    ),
    (
        "kernel/unsupported",
        "warning",
        "An instruction that threads reach is not interpreted.",
    ),
    (
        "kernel/property",
        "error",
        "Some run does not end as the launch file demands.",
    ),
    (
        INPUT,
        "error",
        "The launch, or its module, cannot be read or has mistakes.",
    ),
];

/// The rule of what has no answer.
const INPUT: &str = "kernel/input";

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What a new line of a source begins with: the module that names the source, the source, the line that it stands beside and the
/// one that it becomes, and whether that is where a branch begins; nothing where no statement may stand there.
pub type Indents<'a> = dyn Fn(&str, &str, (u32, u64), bool) -> Option<String> + 'a;

/// The launches as one log, with what keeps others from being answered; the sources' paths are relative to the root, if there is one. What is to be inserted is
/// indented as the lines beside it.
#[must_use]
pub fn report(reports: &[Report], told: &[Told], root: Option<&Path>, indents: &Indents) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, level, text)| {
            json!({"id": id, "shortDescription": {"text": text},
                   "defaultConfiguration": {"level": level}})
        })
        .collect();
    let log = Log { root, indents };
    let results = reports.iter().flat_map(|one| log.results(one));
    let results: Vec<Value> = results
        .chain(mistakes(told, (INPUT, rule(INPUT))))
        .collect();
    let notes: Vec<Value> = reports.iter().flat_map(open).collect();
    let mut run = json!({
        "tool": {"driver": {"name": "gpu-litmus", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
        "results": results,
        "invocations": [{"executionSuccessful": told.is_empty(), "toolExecutionNotifications": notes}],
        "columnKind": "unicodeCodePoints",
    });
    if let Some(root) = root.and_then(|root| std::path::absolute(root).ok()) {
        let folder = format!("{}/", root.to_string_lossy().trim_end_matches('/'));
        run["originalUriBaseIds"] = json!({"SRCROOT": {"uri": uri(&folder)}});
    }
    json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
}

/// What was not found out is no result, and must not look like none.
fn open(report: &Report) -> Vec<Value> {
    let open = report
        .checks
        .iter()
        .filter(|check| matches!(check.answer, Answer::Unknown | Answer::Possible));
    open.map(|check| {
        let text = format!(
            "{} under {}: {} is {}. {}",
            report.launch,
            report.model,
            check.name,
            check.answer.name(),
            check.remarks.join(". ")
        );
        json!({"level": "warning", "message": {"text": text.trim()}})
    })
    .collect()
}

fn rule(name: &str) -> usize {
    let place = RULES.iter().position(|(id, _, _)| *id == name);
    place.unwrap_or(0)
}

/// The rule that a check breaks.
fn rule_of(check: &Checked) -> usize {
    let name = match (check.answer, check.name, check.word) {
        (Answer::Unsupported, _, _) => "kernel/unsupported",
        (_, "races", Some("mixed")) => "kernel/mixed-size",
        (_, "races", _) => "kernel/race",
        (_, "robust", _) => "kernel/robust",
        (_, "asserts", _) => "kernel/assert",
        (_, "barriers", Some("divergence")) => "kernel/divergence",
        (_, "barriers", _) => "kernel/deadlock",
        (_, "property", _) => "kernel/property",
        (_, _, _) => "kernel/memory",
    };
    rule(name)
}

/// The number of a block or a thread; of those that have more than one dimension, all of them.
fn index([x, y, z]: [u64; 3]) -> String {
    match (y, z) {
        (0, 0) => x.to_string(),
        (_, 0) => format!("({x},{y})"),
        (_, _) => format!("({x},{y},{z})"),
    }
}

struct Log<'a> {
    root: Option<&'a Path>,
    indents: &'a Indents<'a>,
}

impl Log<'_> {
    fn results(&self, report: &Report) -> Vec<Value> {
        let mut found = Vec::new();
        let mut refused = false;
        for check in &report.checks {
            match check.answer {
                Answer::Holds | Answer::Unknown | Answer::Possible => continue,
                // Every check says it of the same instruction.
                Answer::Unsupported if std::mem::replace(&mut refused, true) => continue,
                Answer::Violated | Answer::Undefined | Answer::Unsupported => {}
            }
            if check.answer == Answer::Unsupported {
                found.extend(self.refused(report, check));
                continue;
            }
            let races: Vec<&Race> = check.race.iter().chain(&check.other_races).collect();
            if races.is_empty() {
                found.push(self.result(report, check));
            }
            for race in races {
                found.push(self.raced(report, check, race));
            }
        }
        found
    }

    /// A result at the first place of the check; without one, at the last step of its run. All that is said of outputs
    /// and properties is one result: they have one run.
    fn result(&self, report: &Report, check: &Checked) -> Value {
        let last = check.witness.last().map(|step| &step.place);
        let place = check.places.first().or(last);
        let text = match check.remarks.first() {
            Some(_) if matches!(check.name, "robust" | "property") => check.remarks.join(". "),
            Some(remark) => remark.clone(),
            None => match check.contents.first() {
                Some(contents) => {
                    format!("some run leaves {contents}, which no interleaving gives")
                }
                None => format!("{}: {}", check.name, check.answer.name()),
            },
        };
        let related: Vec<Value> = check
            .places
            .iter()
            .skip(1)
            .map(|place| self.related(place, "here, too"))
            .chain(place.map(|place| in_ptx(report, place)))
            .collect();
        self.whole(report, check, rule_of(check), (&text, place, related))
    }

    /// A result for each instruction that is not interpreted.
    fn refused(&self, report: &Report, check: &Checked) -> Vec<Value> {
        let told = check.remarks.iter().enumerate().map(|(at, remark)| {
            let place = check.places.get(at);
            let related = place.filter(|place| place.cuda.is_some());
            let related = related.map(|place| in_ptx(report, place));
            let related = related.into_iter().collect();
            self.whole(report, check, rule_of(check), (remark, place, related))
        });
        told.collect()
    }

    fn raced(&self, report: &Report, check: &Checked, race: &Race) -> Value {
        let [one, other] = &race.accesses;
        let said = |access: &Access| {
            let who = access.place.thread.map_or(String::new(), |who| {
                format!(
                    " by block {} thread {}",
                    index(who.block),
                    index(who.thread)
                )
            });
            format!("{} of {}{who}", access.kind, access.element)
        };
        let text = format!(
            "race: {} with {} at {}",
            said(one),
            said(other),
            other.place.short()
        );
        let related = vec![
            self.related(&other.place, &format!("the other access: {}", said(other))),
            in_ptx(report, &one.place),
            in_ptx(report, &other.place),
        ];
        let name = if race.size == "mixed" {
            "kernel/mixed-size"
        } else {
            "kernel/race"
        };
        self.whole(
            report,
            check,
            rule(name),
            (&text, Some(&one.place), related),
        )
    }

    fn whole(
        &self,
        report: &Report,
        check: &Checked,
        index: usize,
        (text, place, related): (&str, Option<&Place>, Vec<Value>),
    ) -> Value {
        let (id, level, _) = RULES[index];
        let location = place.map_or_else(
            || json!({"physicalLocation": {"artifactLocation": {"uri": uri(&report.file)}}}),
            |place| self.location(report, place),
        );
        let mut result = json!({
            "ruleId": id, "ruleIndex": index, "level": level,
            "message": {"text": format!("{} under {}: {text}", report.launch, report.model)},
            "locations": [location],
        });
        if !related.is_empty() {
            result["relatedLocations"] = numbered(related);
        }
        let (brief, _) = briefly(check);
        if !brief.witness.is_empty() {
            result["codeFlows"] = json!([self.flow(report, &brief.witness)]);
        }
        let fixes: Vec<Value> = check
            .fixes
            .iter()
            .filter_map(|fix| self.fix(report, fix))
            .collect();
        if !fixes.is_empty() {
            result["fixes"] = json!(fixes);
        }
        result
    }
}
