//! What is shown of an output.

/// Whether lines are left out.
pub fn elided(shown: &str) -> bool {
    shown.lines().any(|line| line.trim() == "…")
}

/// Holds what is shown, with parts left out, against what was printed: its parts, in order.
#[track_caller]
pub fn check(shown: &str, printed: &str, command: &str) {
    let printed: Vec<&str> = printed.lines().collect();
    let shown: Vec<&str> = shown.lines().collect();
    let mut from = 0;
    for part in shown.split(|line| line.trim() == "…") {
        if part.is_empty() {
            continue;
        }
        let found = printed[from..]
            .windows(part.len())
            .position(|some| some == part);
        let Some(at) = found else {
            panic!(
                "`{command}` does not print\n{}\nbut\n{}",
                part.join("\n"),
                printed.join("\n")
            );
        };
        from += at + part.len();
    }
}
