//! Vectors as one operation.

use crate::cli::support::run;

const LINE: &str = "tests/kernels/launch/vectors-line.toml";

#[test]
fn a_vector_is_one_operation_where_that_is_asked() {
    let apart = run(&["kernel", LINE]);
    assert_eq!(apart.code, 1, "{}", apart.out);
    let whole = run(&["kernel", LINE, "--vectors", "whole", "--format", "json"]);
    assert_eq!(whole.code, 0, "{}", whole.out);
    let json: serde_json::Value = serde_json::from_str(&whole.out).unwrap();
    assert_eq!(json["vectors"], "whole");
}

/// The three kinds of PTX that sizes are asked of.
#[test]
fn sizes_under_the_other_models() {
    for (name, model, code) in [
        ("packed", "ptx-6.0", 0),
        ("passed", "ptx-6.0", 0),
        ("narrow", "ptx-6.0", 1),
    ] {
        let said = run(&[
            "kernel",
            &format!("tests/kernels/launch/sizes-{name}.toml"),
            "-m",
            model,
        ]);
        assert_eq!(said.code, code, "{name}: {}", said.out);
    }
}
