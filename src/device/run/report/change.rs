//! What is other than in an earlier run, as a person reads it.

use std::collections::BTreeMap;

use crate::render::layout::Layout;

use super::super::baseline::Change;
use super::super::view::View;
use super::text::counted;

/// What is other than in an earlier run.
#[must_use]
pub fn changed(change: &Change, view: &View, layout: Layout) -> String {
    let mut out = String::new();
    let words = |values: &BTreeMap<String, i64>| {
        let words: Vec<String> = values
            .iter()
            .map(|(name, value)| format!("{name}={}", view.value(*value)))
            .collect();
        words.join(" ")
    };
    for new in &change.new {
        let text = format!(
            "new: {}, {}",
            words(&new.values),
            counted(new.count, "time")
        );
        out.push_str(&layout.hanging("baseline  ", &text));
    }
    for gone in &change.gone {
        let text = format!(
            "gone: {}, seen {} in {} before; the chance that this is luck is {}",
            words(&gone.values),
            counted(gone.count, "time"),
            counted(change.instances, "instance"),
            chance(gone.luck)
        );
        out.push_str(&layout.hanging("baseline  ", &text));
    }
    if change.new.is_empty() && change.gone.is_empty() {
        out.push_str(&layout.hanging("baseline  ", "the same states were seen"));
    }
    if layout.verbose {
        for rate in &change.rates {
            let text = format!(
                "{}: {:.2e} of the instances before, {:.2e} now",
                words(&rate.values),
                rate.before,
                rate.now
            );
            out.push_str(&layout.hanging("baseline  ", &text));
        }
    }
    out
}

/// A chance in words of a few digits.
fn chance(chance: f64) -> String {
    if chance >= 0.001 {
        format!("{:.1} %", chance * 100.0)
    } else {
        "less than 0.1 %".to_owned()
    }
}
