//! Without a driver the program says so, and ends.

use std::process::Command;

#[test]
fn what_is_missing_is_told() {
    let said = Command::new(env!("CARGO_BIN_EXE_gpu-litmus-cuda")).output();
    let said = said.unwrap_or_else(|error| unreachable!("{error}"));
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    // Where there is a GPU it greets.
    if text.starts_with("hello 1 name=") {
        return;
    }
    assert!(
        text.starts_with("error ") && text.lines().count() == 1,
        "{text}"
    );
    assert_eq!(said.status.code(), Some(2), "{text}");
}
