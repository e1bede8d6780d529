//! That no execution ends, as text: who waits, and for what.

use super::layout::Layout;
use crate::view::endless::{Endless, Wait};

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
