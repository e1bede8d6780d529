//! That no execution ends, as text: who waits, and for what.

use super::layout::Layout;
use crate::view::endless::{Endless, Termination, Wait};

/// `terminates never`, and who waits.
#[must_use]
pub(super) fn render(endless: &Endless, layout: Layout) -> String {
    if endless.filter {
        return layout.hanging(
            "vacuous    ",
            "no execution passes the filter: the condition is asked of none",
        );
    }
    let mut out = layout.hanging("terminates ", "never: no execution ends");
    out.push_str(&layout.columns(&[], &endless.waits.iter().map(row).collect::<Vec<_>>()));
    let meaning = match (endless.each, endless.waits.len()) {
        (_, 1) => "Without this wait some execution would end.",
        (true, _) => "Without any one of these waits some execution would end.",
        (false, _) => "Without these waits some execution would end.",
    };
    out.push_str(&layout.hanging("", meaning));
    out
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
