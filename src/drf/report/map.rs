//! Hit maps: a row for each event, a column for each state (Ta et al., Figures 5 and 7).

use std::fmt::Write as _;

use crate::drf::coverage::{Class, Controller, Coverage};

/// A number in at most six characters.
#[must_use]
pub fn short(number: u64) -> String {
    match number {
        0..=99_999 => number.to_string(),
        100_000..=99_999_999 => format!("{}k", number / 1_000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// The share of the reachable transitions that were taken.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a percentage, for people")]
pub fn percent(coverage: &Coverage, controller: usize) -> f64 {
    let all = coverage.controllers[controller].reachable().max(1);
    100.0 * coverage.active(controller) as f64 / all as f64
}

/// What Ta et al. report of their controller, if it is theirs.
#[must_use]
pub fn paper(table: &Controller) -> String {
    table
        .paper
        .map_or_else(String::new, |(tester, applications)| {
            format!(" (Ta et al.: tester {tester} %, applications {applications} %)")
        })
}

/// The maps as text.
#[must_use]
pub fn text(coverage: &Coverage) -> String {
    let mut out = String::new();
    for (number, table) in coverage.controllers.iter().enumerate() {
        let _ = writeln!(
            out,
            "  {}: {} of {} reachable transitions, {:.1} %{}",
            table.name,
            coverage.active(number),
            table.reachable(),
            percent(coverage, number),
            paper(table)
        );
        let _ = write!(out, "    {:13}", "");
        for state in table.states {
            let _ = write!(out, "{state:>9}");
        }
        out.push('\n');
        for (event, name) in table.events.iter().enumerate() {
            let _ = write!(out, "    {name:13}");
            for state in 0..table.states.len() {
                let cell = match coverage.class(number, state, event) {
                    Class::Active => short(coverage.hits(number, state, event)),
                    Class::Inactive => "never".to_owned(),
                    Class::Undefined => "-".to_owned(),
                    Class::Unreachable => "x".to_owned(),
                };
                let _ = write!(out, "{cell:>9}");
            }
            out.push('\n');
        }
    }
    if !coverage.controllers.is_empty() {
        out.push_str(
            "    never: could be taken and was not; -: undefined; x: no run can take it\n",
        );
    }
    told(coverage, &mut out);
    out
}

/// What a device of one's own tells, in its order.
fn told(coverage: &Coverage, out: &mut String) {
    let mut last = None;
    for one in &coverage.told {
        if last != Some(&one.controller) {
            let _ = writeln!(out, "  {}, as the device tells:", one.controller);
            last = Some(&one.controller);
        }
        let _ = writeln!(
            out,
            "    {:13}{:>9}{:>9}",
            one.event,
            one.state,
            short(one.hits)
        );
    }
}
