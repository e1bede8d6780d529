//! What is kept runs again, and earlier runs are compared with.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use std::fs;

use serde_json::Value;

use crate::cli::support::{Folder, run};

fn states(text: &str) -> Value {
    let json: Value = serde_json::from_str(text).unwrap();
    json[0]["states"].clone()
}

#[test]
fn what_is_kept_runs_again() {
    let folder = Folder::of(&[]);
    let keep = folder.path("kept");
    let said = run(&[
        "run",
        "examples/sb.litmus",
        "--backend",
        "ugpu-weak",
        "--launches",
        "3",
        "--seed",
        "11",
        "--set",
        "instances=50",
        "-m",
        "sc",
        "--keep",
        &keep,
        "--format",
        "json",
    ]);
    assert_eq!(said.code, 1, "{}", said.err);
    let (test, profile) = (folder.path("kept/sb.litmus"), folder.path("kept/sb.json"));
    assert_eq!(
        fs::read_to_string(&test).unwrap(),
        fs::read_to_string("examples/sb.litmus").unwrap()
    );
    let rulings = fs::read_to_string(folder.path("kept/sb.txt")).unwrap();
    assert!(rulings.contains("under sc: forbidden") && rulings.contains("under sc: allowed"));
    let again = run(&["run", &test, "--profile", &profile, "--format", "json"]);
    assert_eq!(again.code, 1, "{}", again.err);
    // Reasons name the file.
    let again = again.out.replace(&test, "examples/sb.litmus");
    assert_eq!(states(&said.out), states(&again));
    // A run of many states is kept in more than a test may have.
    let long = fs::read_to_string(&profile).unwrap() + &" ".repeat(2 << 20);
    fs::write(&profile, long).unwrap();
    // The text says how.
    let shown = run(&["run", &test, "--profile", &profile, "--keep", &keep]);
    assert!(
        shown.out.contains("replay: gpu-litmus run "),
        "{}",
        shown.out
    );
}

#[test]
fn two_tests_of_one_name_are_kept_apart() {
    let text = fs::read_to_string("examples/sb.litmus").unwrap();
    let folder = Folder::of(&[("a/t.litmus", &text), ("b/t.litmus", &text)]);
    let keep = folder.path("kept");
    let (a, b) = (folder.path("a/t.litmus"), folder.path("b/t.litmus"));
    let args = [
        "run",
        &a,
        &b,
        "--backend",
        "ugpu-strong",
        "--launches",
        "1",
        "--keep",
        &keep,
    ];
    assert_eq!(run(&args).code, 0);
    let mut names: Vec<String> = fs::read_dir(&keep)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let wanted = [
        "t-2.json",
        "t-2.litmus",
        "t-2.txt",
        "t.json",
        "t.litmus",
        "t.txt",
    ];
    assert_eq!(names, wanted);
}

/// What is in the folder stays: a run that saw something else gets a name of its own, as does one whose names a user has.
#[test]
fn nothing_that_was_kept_is_lost() {
    let folder = Folder::of(&[("kept/sb.txt", "notes of my own\n")]);
    let keep = folder.path("kept");
    let ran = |seed: &str| {
        let walks = ["--backend", "ugpu-weak", "--launches", "1", "--seed", seed];
        let more = ["run", "examples/sb.litmus", "--keep", &keep, "--bound", "3"];
        run(&[&more[..], &walks].concat())
    };
    let names = || {
        let all = fs::read_dir(&keep).unwrap();
        let mut all: Vec<String> = all
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        all.sort();
        all.join(" ")
    };
    let first = ran("1");
    let told =
        format!("note: kept as `sb-2`: {keep} has `sb.txt` already, which is something else\n");
    assert_eq!((first.err.as_str(), first.code), (told.as_str(), 0));
    assert_eq!(names(), "sb-2.json sb-2.litmus sb-2.txt sb.txt");
    assert!(first.out.contains("sb-2.litmus"), "{}", first.out);
    let before = fs::read_to_string(folder.path("kept/sb-2.json")).unwrap();
    // The same again is the same file.
    assert_eq!(ran("1").code, 0);
    assert_eq!(names(), "sb-2.json sb-2.litmus sb-2.txt sb.txt");
    // Another seed is another run.
    assert!(ran("2").err.contains("kept as `sb-3`"));
    assert_eq!(
        fs::read_to_string(folder.path("kept/sb-2.json"))
            .unwrap()
            .lines()
            .count(),
        before.lines().count()
    );
    assert!(
        names().contains("sb-3.json sb-3.litmus sb-3.txt"),
        "{}",
        names()
    );
    assert_eq!(
        fs::read_to_string(folder.path("kept/sb.txt")).unwrap(),
        "notes of my own\n"
    );
}

#[test]
fn an_earlier_run_is_compared_with() {
    let folder = Folder::of(&[]);
    let path = folder.path("before.json");
    let base = ["run", "examples/sb.litmus", "--backend", "ugpu-weak"];
    let line = |more: &[&str]| run(&[&base, more].concat());
    let said = line(&["--launches", "5", "--format", "json", "-o", &path]);
    assert_eq!(said.code, 0, "{}", said.err);
    let same = line(&["--launches", "5", "--baseline", &path]);
    assert!(
        same.out.contains("the same states were seen"),
        "{}",
        same.out
    );
    // A state of its own in the earlier run is gone now, and one that it does not have is new.
    let mut before: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let first = &mut before[0]["states"][0];
    first["values"] = serde_json::json!({"P0:r1": 8, "P1:r1": 8});
    first["count"] = serde_json::json!(1);
    folder.add("before.json", before.to_string().as_str());
    let other = line(&["--launches", "5", "--baseline", &path, "--format", "json"]);
    let json: Value = serde_json::from_str(&other.out).unwrap();
    let change = &json[0]["baseline"];
    assert_eq!(change["new"].as_array().unwrap().len(), 1);
    let gone = &change["gone"][0];
    assert_eq!(
        (gone["values"]["P0:r1"].as_i64(), gone["count"].as_u64()),
        (Some(8), Some(1))
    );
    // As many instances, one sighting expected: e to the power of minus one.
    let luck = gone["luck"].as_f64().unwrap();
    assert!((luck - (-1.0_f64).exp()).abs() < 1e-9, "{luck}");
    let elsewhere = run(&[
        "run",
        "examples/mp.litmus",
        "--backend",
        "ugpu-weak",
        "--launches",
        "1",
        "--baseline",
        &path,
    ]);
    assert!(
        elsewhere.out.contains("nothing of this test"),
        "{}",
        elsewhere.out
    );
}

/// Of a loop's walks the bound decides how many end: it is kept, and so is a folder with a space in its name.
#[test]
fn a_bound_is_kept() {
    let text = "PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L: | st.weak x, 1 ;\n ld.weak r0, x | ;\n \
                beq r0, 0, L | ;\nexists (P0:r0 == 1)\n";
    let folder = Folder::of(&[("t.litmus", text)]);
    let (test, keep) = (folder.path("t.litmus"), folder.path("it's kept"));
    let walks = [
        "--backend",
        "ugpu-weak",
        "--launches",
        "3",
        "--format",
        "json",
    ];
    let ran = |more: &[&str]| {
        let said = run(&[&["run", &test], more].concat());
        let json: Value = serde_json::from_str(&said.out).unwrap();
        json[0]["instances"].as_u64().unwrap()
    };
    let six = ran(&[&walks[..], &["--bound", "6", "--keep", &keep]].concat());
    let two = ran(&walks);
    assert!(six > two, "{six} and {two}");
    let profile = folder.path("it's kept/t.json");
    let again = ["--profile", &profile, "--launches", "3", "--format", "json"];
    assert_eq!(ran(&again), six);
    assert_eq!(ran(&[&again[..], &["--bound", "2"]].concat()), two);
    // What is kept of a test is an earlier run, too.
    let said = run(&[
        "run",
        &test,
        "--profile",
        &profile,
        "--launches",
        "3",
        "--baseline",
        &profile,
        "--keep",
        &keep,
    ]);
    assert!(
        said.out.contains("the same states were seen"),
        "{}{}",
        said.out,
        said.err
    );
    let words = folder.path("it'\\''s kept/t");
    let replay = format!("gpu-litmus run '{words}.litmus' --profile '{words}.json' --launches 3");
    let shown: String = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(&replay), "{}", said.out);
}

/// An address is the location's name, in tables, lists, comparisons and histograms; JSON has the number.
#[test]
fn addresses_have_names() {
    let text = "PTX t\n{ x = 0; p = 0; P0:r1 = x; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n \
                st.weak p, r1 | ld.weak r0, p ;\nexists (P1:r0 == x)\n";
    let folder = Folder::of(&[("t.litmus", text)]);
    let test = folder.path("t.litmus");
    let walks = ["--backend", "ugpu-weak", "--launches", "2", "--format"];
    let ran = |form: &str| run(&[&["run", &test], &walks[..], &[form]].concat());
    let json = ran("json");
    assert!(json.out.contains("\"P1:r0\": 1073741824"), "{}", json.out);
    folder.add("seen.json", &json.out);
    folder.add("none.json", &json.out.replace("1073741824", "1073741825"));
    let seen = folder.path("seen.json");
    let outcomes = run(&["trace", &seen, "--outcomes", &test, "-m", "ugpu-weak"]);
    let none = folder.path("none.json");
    let changed = run(&[
        "run",
        &test,
        "--backend",
        "ugpu-weak",
        "--launches",
        "2",
        "--baseline",
        &none,
    ]);
    for said in [ran("text"), ran("csv"), outcomes, changed] {
        assert!(said.out.contains("&x"), "{}{}", said.out, said.err);
        assert!(!said.out.contains("1073741824"), "{}", said.out);
    }
}
