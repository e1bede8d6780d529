//! Two models on all tests up to a size: the tests that set them apart, or that there is none.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::render::layout::Layout;
use crate::tasks::compare::all::{Conclusion, Searched, Separator, Way};
use crate::tasks::compare::vocabulary::Told;

use super::given::shown;

/// All of it.
#[must_use]
pub fn render(searched: &Searched, layout: Layout) -> String {
    let mut out = String::new();
    for way in &searched.ways {
        out.push_str(&self::way(way, layout));
        if layout.quiet {
            out.push_str(&racy(way, layout));
            continue;
        }
        for test in &way.tests {
            out.push_str(&separator(test, way.tests.len() == 1, layout));
        }
        out.push('\n');
    }
    out.push_str(&layout.paint.bold(&conclusion(searched)));
    out.push('\n');
    if !layout.quiet {
        out.push_str(&vocabulary(&searched.vocabulary, layout));
        if searched.races {
            let text = "what a model says of racy programs is not compared: only which executions it allows";
            out.push_str(&layout.hanging("note       ", text));
        }
    }
    out
}

fn accesses(count: usize) -> String {
    if count == 1 {
        "1 access".to_owned()
    } else {
        format!("{count} accesses")
    }
}

/// `tso allows what sc forbids: a test of 4 accesses`.
fn way(way: &Way, layout: Layout) -> String {
    let (allows, forbids) = (&way.allows, &way.forbids);
    let none = |words: &str| match way.none_up_to {
        0 => format!("{words}\n"),
        some => format!(
            "{words}; on tests of up to {} there is none\n",
            accesses(some)
        ),
    };
    let text = match (way.tests.len(), &way.open) {
        (0, None) => format!(
            "{allows} allows nothing that {forbids} forbids, on tests of up to {}\n",
            accesses(way.none_up_to)
        ),
        (0, Some(open)) => none(&format!(
            "whether {allows} allows anything that {forbids} forbids is open: {open}"
        )),
        (1, _) if !way.more => format!(
            "{allows} allows what {forbids} forbids, on a test of {}\n",
            accesses(way.none_up_to + 1)
        ),
        (some, _) => {
            let least = if way.more { "at least " } else { "" };
            let tests = if some == 1 { "test" } else { "tests" };
            format!(
                "{allows} allows what {forbids} forbids, on {least}{some} {tests} of {}\n",
                accesses(way.none_up_to + 1)
            )
        }
    };
    layout.paint.bold(&text)
}

/// That nothing is promised of what sets the models apart.
fn racy(way: &Way, layout: Layout) -> String {
    let models: BTreeSet<&str> = way
        .tests
        .iter()
        .flat_map(|test| test.racy.iter().map(String::as_str))
        .collect();
    let all = way.tests.iter().all(|test| !test.racy.is_empty());
    if models.is_empty() || !all {
        return String::new();
    }
    let models: Vec<&str> = models.into_iter().collect();
    let tests = match way.tests.len() {
        1 => "the test is racy",
        _ => "all of them are racy",
    };
    let text = format!(
        "{tests} under {}; compared is which executions there are",
        models.join(" and ")
    );
    layout.hanging("note       ", &text)
}

fn separator(test: &Separator, only: bool, layout: Layout) -> String {
    let mut out = String::from("\n");
    out.push_str(&test.apart.text);
    if !test.racy.is_empty() {
        let text = format!(
            "the test is racy under {}, so that no outcome of it is promised; compared is which executions there are",
            test.racy.join(" and ")
        );
        out.push_str(&layout.hanging("note       ", &text));
    }
    if only || layout.verbose {
        out.push_str(&shown(&test.apart, layout));
    }
    out
}

fn conclusion(searched: &Searched) -> String {
    let (first, second, events) = (&searched.first, &searched.second, searched.events);
    match searched.conclusion {
        Conclusion::Equal => format!(
            "{first} and {second} allow the same on all tests of up to {}",
            accesses(events)
        ),
        Conclusion::FirstAllowsMore => format!(
            "{first} allows more than {second}, and all that it allows on tests of up to {}",
            accesses(events)
        ),
        Conclusion::SecondAllowsMore => format!(
            "{second} allows more than {first}, and all that it allows on tests of up to {}",
            accesses(events)
        ),
        Conclusion::Both => format!("each of {first} and {second} allows what the other forbids"),
        Conclusion::Unknown => "not all was found out".to_owned(),
    }
}

/// What tests contained: nothing beyond it is known.
fn vocabulary(told: &Told, layout: Layout) -> String {
    let mut parts = vec![told.with.join(", ")];
    if !told.fences.is_empty() {
        parts.push(format!(
            "fences {}, at most one between two accesses",
            told.fences.join(", ")
        ));
    }
    parts.push(format!("orders {}", told.orders.join(", ")));
    parts.push(format!("scopes {}", told.scopes.join(", ")));
    parts.push(format!("threads near by {}", told.placements.join(", ")));
    parts.push(format!("{} memory", told.spaces.join(", ")));
    let mut last = String::new();
    let _ = write!(
        last,
        "up to {} threads and {} locations",
        told.threads, told.locations
    );
    parts.push(last);
    layout.hanging("tests      ", &parts.join("; "))
}
