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

/// A launch file may say so, for `batch` too; the option is stronger.
#[test]
fn a_launch_file_says_what_a_vector_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("line.toml");
    let text = std::fs::read_to_string(LINE).unwrap();
    let text = text.replace("vectors.ptx", &format!("{}/vectors.ptx", launches()));
    std::fs::write(
        &path,
        format!("vectors = \"whole\"\n{text}[expect]\nraces = \"none\"\nrobust = \"yes\"\n"),
    )
    .unwrap();
    let file = path.display().to_string();
    let said = run(&["kernel", &file, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (said.code, &json["vectors"]),
        (0, &"whole".into()),
        "{}",
        said.out
    );
    let said = run(&["kernel", &file, "--vectors", "elements"]);
    assert_eq!(said.code, 1, "{}", said.out);
    let said = run(&["batch", &file]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

/// The folder of the launches of these tests.
fn launches() -> String {
    format!("{}/tests/kernels/launch", env!("CARGO_MANIFEST_DIR"))
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
