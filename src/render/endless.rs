//! That no execution ends, as text: who waits, and for what.

use super::layout::Layout;
use crate::view::endless::{Endless, Stray, Termination, Wait};

/// `terminates never`, and who waits.
#[must_use]
pub(super) fn render(endless: &Endless, layout: Layout) -> String {
    if endless.filter {
        return layout.hanging(
            "vacuous    ",
            "no execution passes the filter: the condition is asked of none",
        );
    }
    if endless.model {
        return layout.hanging(
            "vacuous    ",
            "the model allows no execution of this test: the condition is asked of none",
        );
    }
    let strays: Vec<Vec<String>> = endless.strays.iter().map(stray).collect();
    let waits: Vec<Vec<String>> = endless.waits.iter().map(row).collect();
    let (what, ends) = if strays.is_empty() {
        ("wait", "end")
    } else if waits.is_empty() {
        ("access", "count")
    } else {
        ("place", "count")
    };
    let mut out = if waits.is_empty() {
        layout.hanging(
            "vacuous    ",
            "no execution counts: each accesses an address that is no location's",
        )
    } else if strays.is_empty() {
        layout.hanging("terminates ", "never: no execution ends")
    } else {
        layout.hanging("terminates ", "never: no execution ends that counts")
    };
    out.push_str(&layout.columns(&[], &[waits, strays].concat()));
    let several = if what == "access" { "es" } else { "s" };
    let meaning = match (endless.each, endless.waits.len() + endless.strays.len()) {
        (_, 1) if endless.shown => "In one of the executions this wait never ends.".to_owned(),
        _ if endless.shown => "In one of the executions these waits never end.".to_owned(),
        (_, 1) => format!("Without this {what} some execution would {ends}."),
        (true, _) => {
            format!("Without any one of these {what}{several} some execution would {ends}.")
        }
        (false, _) => format!("Without these {what}{several} some execution would {ends}."),
    };
    out.push_str(&layout.hanging("", &meaning));
    out
}

fn stray(stray: &Stray) -> Vec<String> {
    let held = stray.held.map_or_else(
        || "not at a location".to_owned(),
        |held| format!("its address is {held}, and no location's"),
    );
    vec![
        format!("{} at {}", stray.thread, stray.site.place()),
        format!("{}: {held}", stray.site.text),
    ]
}

/// Whether executions end, where some do or it is open.
#[must_use]
pub(super) fn often(found: &Termination, layout: Layout) -> String {
    let said = match (found.often, found.waits.len()) {
        ("always", _) => "always: every execution ends",
        ("sometimes", 1) => "sometimes: in some execution this wait never ends",
        ("sometimes", _) => "sometimes: in some execution these waits never end",
        ("never", _) => "never: no execution ends",
        _ if found.waits.is_empty() => "unknown",
        _ => "not always: in some execution these waits never end; whether any ends is open",
    };
    let mut out = layout.hanging("terminates ", said);
    out.push_str(&layout.columns(&[], &found.waits.iter().map(row).collect::<Vec<_>>()));
    out
}

fn row(wait: &Wait) -> Vec<String> {
    let what = if wait.reads.is_empty() {
        format!("for others at {}", wait.site.text)
    } else {
        let reads: Vec<&str> = wait.reads.iter().map(|read| read.text.as_str()).collect();
        format!("in a loop: {}, {}", reads.join(", "), wait.site.text)
    };
    vec![
        format!("{} waits at {}", wait.thread, wait.site.place()),
        what,
    ]
}
