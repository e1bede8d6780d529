//! Kernels of Python: Numba and Triton.

use crate::cli::support::run;

#[test]
fn a_fix_of_numba_is_in_its_words() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/numba-lock.toml",
        "--fences",
        "-q",
    ]);
    assert!(
        said.out.contains("Cheapest fix in Python, cost 8:"),
        "{}",
        said.out
    );
    let before = said.out.contains("cuda.threadfence()  before numba.py:7");
    let after = said.out.contains("cuda.threadfence()  after numba.py:7");
    assert!(before && after, "{}", said.out);
    assert!(!said.out.contains("atomic_ref"), "{}", said.out);
}

#[test]
fn a_new_line_of_python_is_indented_as_the_one_beside_it() {
    let said = run(&[
        "kernel",
        "tests/kernels/launch/numba-lock.toml",
        "--fences",
        "--format",
        "sarif",
    ]);
    assert!(
        said.out.contains(r#""    cuda.threadfence()\n""#),
        "{}",
        said.out
    );
    assert!(!said.out.contains("__threadfence"), "{}", said.out);
}

#[test]
fn what_triton_adds_to_the_parameters_is_told() {
    let said = run(&["kernel", "tests/kernels/triton-right.ptx", "--block", "32"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err
            .contains("Triton puts two pointers to scratch memory"),
        "{}",
        said.err
    );
    let said = run(&["kernel", "tests/kernels/numba.ptx", "--arg", "&a"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("Numba gives an array as 0, 0,"),
        "{}",
        said.err
    );
}

#[test]
fn lines_of_packages_are_not_the_users() {
    let said = run(&["kernel", "tests/kernels/launch/triton-narrow.toml"]);
    assert!(
        said.out.contains("triton.py:36 (update ticket[0]"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("standard.py"), "{}", said.out);
}
