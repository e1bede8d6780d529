//! `--diagnostics json`: what is told on the standard error, as data.

use rstest::rstest;
use serde_json::{Value, json};

use super::support::{Folder, MP, Said, run, run_with, same};

/// The lines that were told, each of which fits the published schema, with no field beside it.
fn told(said: &Said) -> Vec<Value> {
    let text = std::fs::read_to_string("docs/schema/gpu-litmus.schema.json").unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut definitions = schema["$defs"].clone();
    for name in ["diagnostic", "span"] {
        definitions[name]["additionalProperties"] = json!(false);
    }
    let whole = json!({
        "$schema": schema["$schema"],
        "$defs": definitions,
        "$ref": "#/$defs/diagnostic",
    });
    let validator = jsonschema::validator_for(&whole).unwrap();
    let lines = said.err.lines().map(|line| {
        let value: Value = serde_json::from_str(line).unwrap();
        let wrong: Vec<String> = validator
            .iter_errors(&value)
            .map(|e| e.to_string())
            .collect();
        assert!(wrong.is_empty(), "{line}: {wrong:?}");
        is_followed(&value);
        value
    });
    lines.collect()
}

/// What is said to be meant, at a place, is a change that a program can make.
fn is_followed(told: &Value) {
    let help = told["help"].as_str().unwrap_or_default();
    let meant = help.strip_prefix("did you mean `");
    let meant = meant.and_then(|rest| rest.strip_suffix("`?"));
    if let Some(meant) = meant.filter(|_| !told["span"].is_null()) {
        // In an instruction the dot stands already.
        let text = told["suggestion"]["text"].as_str().unwrap_or_default();
        assert!(
            text == meant || meant.strip_prefix('.') == Some(text),
            "{told}"
        );
    }
}

/// Of all bad inputs that there are.
#[rstest]
fn what_is_meant_can_be_put_in_its_place(
    #[files("tests/ui/litmus/*.litmus")]
    #[files("tests/ui/program/*.litmus")]
    #[files("tests/ui/cat/*.cat")]
    #[files("tests/ui/kernel/*.toml")]
    #[files("tests/ui/ptx/*.ptx")]
    #[files("tests/ui/trace/*.log")]
    #[files("tests/ui/trace/*.jsonl")]
    path: std::path::PathBuf,
) {
    let file = path.to_str().unwrap();
    let ending = path.extension().unwrap().to_str().unwrap();
    let args = match ending {
        "litmus" => vec!["show", file],
        "cat" => vec!["models", file],
        "toml" | "ptx" => vec!["kernel", file],
        _ => vec!["trace", file, "-m", "sc"],
    };
    told(&run(&[&args[..], &["--diagnostics", "json"]].concat()));
}

#[rstest]
#[case(
    "log",
    "trace 1\nthread 0 cta 0 gpu 0\n0 L.relaxd.gpu x 0\n",
    "relaxed"
)]
#[case("log", "trace 1\nthread 0 cta 0 gpuu 0\n", "gpu")]
#[case(
    "jsonl",
    "{\"trace\":1}\n{\"op\":\"lod\",\"thread\":0,\"addr\":\"x\",\"read\":0}\n",
    "load"
)]
#[case(
    "jsonl",
    "{\"trace\":1}\n{\"op\":\"load\",\"order\":\"acquir\",\"thread\":0,\"addr\":\"x\",\"read\":0}\n",
    "acquire"
)]
#[case(
    "jsonl",
    "{\"trace\":1}\n{\"op\":\"load\",\"order\":\"acquire\",\"scope\":\"gpuu\",\"thread\":0,\"addr\":\"x\",\"read\":0}\n",
    "gpu"
)]
fn words_of_logs(#[case] ending: &str, #[case] text: &str, #[case] near: &str) {
    let name = format!("own.{ending}");
    let folder = Folder::of(&[(&name, text)]);
    let said = run(&[
        "trace",
        &folder.path(&name),
        "-m",
        "sc",
        "--diagnostics",
        "json",
    ]);
    assert_eq!(said.code, 2, "{}", said.out);
    let told = told(&said);
    assert_eq!(told[0]["suggestion"]["text"], near, "{}", said.err);
    let span = &told[0]["suggestion"]["span"];
    let at = |key: &str| usize::try_from(span[key].as_u64().unwrap()).unwrap();
    let mut mended = text.to_owned();
    mended.replace_range(at("start")..at("end"), near);
    let again = Folder::of(&[(&name, &mended)]);
    let said = run(&["trace", &again.path(&name), "-m", "sc"]);
    assert!(!said.err.contains(&format!("`{near}`")), "{}", said.err);
}

/// Of a launch: its kernel, its buffers, its keys.
#[rstest]
#[case("entry = \"tree\"", "entry = \"trre\"", "tree")]
#[case("\"&out\"", "\"&ouut\"", "out")]
#[case("block = ", "blok = ", "block")]
fn words_of_launches(#[case] right: &str, #[case] slip: &str, #[case] near: &str) {
    let text = "ptx = \"small.ptx\"\n[[launch]]\nentry = \"tree\"\nblock = 4\nargs = [\"&in\", \"&out\"]\n\
                [buffer.in]\ncount = 4\n[buffer.out]\ncount = 4\n";
    let module = std::fs::read_to_string("tests/kernels/small.ptx").unwrap();
    assert!(text.contains(right));
    let text = text.replace(right, slip);
    let folder = Folder::of(&[("k.toml", &text), ("small.ptx", &module)]);
    let said = run(&["kernel", &folder.path("k.toml"), "--diagnostics", "json"]);
    let told = told(&said);
    assert_eq!(told[0]["suggestion"]["text"], near, "{}", said.err);
}

#[rstest]
#[case("parse", &["check", "tests/ui/litmus/several-errors.litmus"])]
#[case("space", &["check", "tests/ui/program/space.litmus"])]
#[case("model", &["check", "examples/mp.litmus", "-m", "tos"])]
#[case("option", &["check", "examples/mp.litmus", "--bound", "101"])]
#[case("format", &["prove", "examples/mp.litmus", "-m", "sc", "--format", "svg"])]
#[case("command", &["chekc", "examples/mp.litmus"])]
#[case("ptx", &["kernel", "tests/ui/ptx/several.ptx"])]
#[case("cat", &["check", "examples/mp.litmus", "-m", "tests/ui/cat/undefined.cat"])]
#[case("launch", &["kernel", "tests/ui/kernel/unknown-keys.toml"])]
#[case("launch-syntax", &["kernel", "tests/ui/kernel/toml.toml"])]
#[case("missing", &["show", "examples/none.litmus"])]
#[case("folder", &["check", "docs/schema"])]
#[case("log", &["trace", "tests/ui/trace/kind.log", "-m", "sc"])]
fn mistakes(#[case] name: &str, #[case] args: &[&str]) {
    let said = run(&[args, &["--diagnostics", "json"]].concat());
    assert_eq!(said.code, 2, "{}", said.err);
    assert_eq!(said.out, "");
    assert!(!told(&said).is_empty());
    same(&format!("diagnostics-{name}.jsonl"), &said.err);
    // The text form tells as many things, and is the default.
    let text = run(args);
    assert_eq!(text.code, 2);
    assert!(!text.err.contains("\"severity\""), "{}", text.err);
}

#[test]
fn a_suite_tells_of_every_file_that_has_no_answers() {
    let bad = MP.replace("st.weak y", "st.waek y");
    let folder = Folder::of(&[
        ("a-good.litmus", MP),
        ("b-bad.litmus", &bad),
        (
            "c-bad.toml",
            "ptx = \"nowhere.ptx\"\n[[launch]]\nentry = 1 2\n",
        ),
    ]);
    let gone = folder.path("gone.litmus");
    let all = folder.path("");
    for format in ["text", "jsonl", "sarif"] {
        let words = ["batch", all.as_str(), gone.as_str(), "-m", "sc", "-q"];
        let said = run(&[&words[..], &["--format", format, "--diagnostics", "json"]].concat());
        assert_eq!(said.code, 2, "{}", said.err);
        let told = told(&said);
        let of = |end: &str| -> Vec<&Value> {
            let ends = |one: &&Value| one["file"].as_str().is_some_and(|file| file.ends_with(end));
            told.iter().filter(ends).collect()
        };
        assert_eq!(of("a-good.litmus").len(), 0, "{}", said.err);
        assert_eq!(of("b-bad.litmus")[0]["suggestion"]["text"], "weak");
        assert_eq!(of("c-bad.toml")[0]["span"]["line"], 3);
        let unread = told.iter().filter(|one| one["code"] == "read");
        let unread: Vec<&str> = unread.filter_map(|one| one["message"].as_str()).collect();
        assert!(
            unread.len() == 1 && unread[0].contains("gone.litmus"),
            "{unread:?}"
        );
    }
}

#[test]
fn places_count_bytes_and_characters() {
    let text = MP
        .replace("PTX MP", "PTX MP\n\"µ 𝛼\"")
        .replace("st.weak y, 1   |", "(* µ𝛼 *) st.waek y, 1 |");
    let said = run_with(&["check", "-", "--diagnostics=json"], &text);
    let told = told(&said);
    assert_eq!(told[0]["file"], "<stdin>");
    let (span, change) = (&told[0]["span"], &told[0]["suggestion"]);
    let at = |span: &Value| {
        let offset = |key: &str| usize::try_from(span[key].as_u64().unwrap()).unwrap();
        offset("start")..offset("end")
    };
    assert!(text[at(span)].contains("waek"), "{}", said.err);
    assert_eq!(span["line"], 6);
    let line = text.lines().nth(5).unwrap();
    let before = line
        .chars()
        .take(usize::try_from(span["column"].as_u64().unwrap()).unwrap() - 1);
    assert!(line[before.map(char::len_utf8).sum()..].starts_with(&text[at(span)]));
    // What is suggested mends it.
    let mut mended = text.clone();
    mended.replace_range(at(&change["span"]), change["text"].as_str().unwrap());
    let said = run_with(
        &["check", "-", "-q", "-m", "sc", "--diagnostics=json"],
        &mended,
    );
    assert_eq!((said.code, &*said.err), (0, ""));
}

#[test]
fn what_is_answered_all_the_same_is_a_warning_or_a_note() {
    let folder = Folder::of(&[("r.litmus", &MP.replace("P1:r2 == 0", "P1:r3 == 0"))]);
    let said = run(&["show", &folder.path("r.litmus"), "--diagnostics", "json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(told(&said)[0]["severity"], "warning");
    let said = run(&[
        "batch",
        "examples/mp.litmus",
        "-m",
        "sc",
        "--format",
        "csv",
        "--diagnostics",
        "json",
    ]);
    let told = told(&said);
    assert!(said.out.contains("mp.litmus"));
    assert!(
        !told.is_empty() && told.iter().all(|one| one["severity"] == "note"),
        "{}",
        said.err
    );
}

/// A text of thousands of mistakes is told within limits, and without a second for each.
#[test]
fn many_mistakes() {
    let text = format!("{{\n{}}}\n", "µ = 1\n".repeat(50_000));
    let folder = Folder::of(&[("many.toml", &text)]);
    let said = run(&["kernel", &folder.path("many.toml"), "--diagnostics", "json"]);
    assert_eq!(said.code, 2);
    assert!((1..=51).contains(&told(&said).len()));
}
