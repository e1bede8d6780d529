//! What variables hold at the start.

use crate::cli::support::run;

/// A pointer that is kept byte by byte, as compilers print packed structures, leads where it should; a buffer of the name
/// of a variable is another thing.
#[test]
fn pointers_in_bytes() {
    let said = run(&[
        "kernel",
        "tests/kernels/initial.ptx",
        "--entry",
        "follow",
        "--arg",
        "&flag",
        "--buffer",
        "flag:u32=1,1",
    ]);
    assert_eq!((said.err.as_str(), said.code), ("", 0));
    assert!(said.out.contains("flag = {7, 3}"), "{}", said.out);
}
