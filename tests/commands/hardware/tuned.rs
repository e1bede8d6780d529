//! Settings are tried, and the best are kept.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot run should fail"
)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::support::{Folder, Said, run};

const SB: &str = "examples/sb.litmus";

/// On a GPU that counts what it is told, so much of each state by its place.
fn tuned(tests: &[&str], counts: &str, args: &[&str]) -> Said {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/hardware/worker.py");
    let worker = format!("exec python3 '{}' {counts}", path.display());
    let on = ["--backend", "cuda", "--worker", &worker, "--tune", "3"];
    run(&[&["run"], tests, &on, &["--launches", "2"], args].concat())
}

fn told(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn each_test_has_its_best_settings_and_all_have_some() {
    let folder = Folder::of(&[]);
    let file = folder.path("best.json");
    let args = [
        "--save",
        file.as_str(),
        "--format",
        "json",
        "--set",
        "gate=7",
    ];
    let said = tuned(
        &[SB, "suite/coherence/corr.litmus"],
        "right 3=2 4=100",
        &args,
    );
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let all = told(&said);
    let kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(all, kept);
    let tried = all["tried"].as_array().unwrap();
    assert_eq!(tried.len(), 3);
    assert!(tried.iter().all(|one| one["gate"] == 7), "{tried:?}");
    assert!(tried[1] != tried[0] && tried[2] != tried[1]);
    for test in all["tests"].as_array().unwrap() {
        let runs = test["runs"].as_array().unwrap();
        let rates = runs.iter().map(|run| run["rate"].as_f64().unwrap());
        let most = rates.fold(0.0, f64::max);
        assert_eq!(test["rate"], json!(most));
        let best = usize::try_from(test["best"].as_u64().unwrap()).unwrap();
        assert_eq!(runs[best]["rate"], json!(most));
        assert_eq!(test["settings"], tried[best]);
    }
    let best = usize::try_from(all["best"].as_u64().unwrap()).unwrap();
    assert_eq!(all["settings"], tried[best]);
    // A test that was tried has its own settings, another those for all; what is said goes before both.
    let mut apart = kept.clone();
    apart["tests"][0]["settings"]["lines"] = json!(3);
    apart["settings"]["lines"] = json!(5);
    fs::write(&file, apart.to_string()).unwrap();
    let lines = |test: &str, more: &[&str]| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/hardware/worker.py");
        let worker = format!("exec python3 '{}' right 3=2 4=100", path.display());
        let profile = ["--profile", &file, "--worker", &worker, "--launches", "2"];
        let said = run(&[&["run", test, "--format", "json"], &profile[..], more].concat());
        assert_eq!(said.code, 0, "{}{}", said.out, said.err);
        let run = told(&said)[0].clone();
        (
            run["settings"]["lines"].clone(),
            run["settings"]["gate"].clone(),
        )
    };
    assert_eq!(lines(SB, &[]), (json!(3), json!(7)));
    assert_eq!(
        lines("suite/coherence/sb.litmus", &[]),
        (json!(5), json!(7))
    );
    let set = ["--set", "lines=2"];
    assert_eq!(lines(SB, &set), (json!(2), json!(7)));
}

#[test]
fn what_is_forbidden_is_looked_for_without_fences() {
    let fenced = "suite/coherence/sb-fenced.litmus";
    let said = tuned(
        &[fenced, SB],
        "right 3=2 4=100",
        &["--format", "json", "-m", "tso"],
    );
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let all = told(&said);
    assert_eq!(all["tests"][0]["relaxed"], true);
    assert_eq!(all["tests"][1]["relaxed"], false);
    // Without its fences it is store buffering, and seen as often.
    let seen = |test: usize| all["tests"][test]["runs"][0]["seen"].clone();
    assert_eq!((seen(0), seen(1)), (json!(4), json!(4)));
    // What is kept is of the test as it is written.
    let text = fs::read_to_string(fenced).unwrap();
    let hash = all["tests"][0]["hash"].as_str().unwrap().to_owned();
    let plain = run(&[
        "run",
        fenced,
        "--backend",
        "host",
        "--launches",
        "1",
        "--set",
        "instances=5",
        "--format",
        "json",
    ]);
    assert_eq!(told(&plain)[0]["hash"], json!(hash), "{text}");
}

#[test]
fn a_state_that_a_model_forbids_is_an_error() {
    let said = tuned(&[SB], "right 3=2 4=100", &["-m", "sc", "--seed", "5"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    for words in [
        "FORBIDDEN SB: P0:r0=0 P1:r0=0, by sc: launch 0, instance 7 under --set all=65535,",
        "--seed 5",
        "SB: sc forbids its condition, and the test has nothing that orders",
    ] {
        let line = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(words), "{}", said.out);
    }
    // Quiet or not.
    let quiet = tuned(&[SB], "right 3=2 4=100", &["-m", "sc", "-q"]);
    assert!(quiet.out.contains("FORBIDDEN") && !quiet.out.contains("shown by"));
}

#[test]
fn a_device_that_fails_ends_the_trials_of_a_test() {
    let said = tuned(&[SB], "dies 3=2", &["--format", "json"]);
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    let test = told(&said)["tests"][0].clone();
    assert_eq!(test["runs"].as_array().unwrap().len(), 1);
    assert!(test["runs"][0]["failure"].is_string());
    let notes = test["notes"].to_string();
    assert!(
        notes.contains("2 of the settings were not tried"),
        "{notes}"
    );
}

#[test]
fn rates_are_told_as_a_table_and_as_a_picture() {
    let said = tuned(&[SB], "right 3=2 4=100", &["--format", "csv"]);
    let mut lines = said.out.lines();
    let header = lines.next().unwrap();
    assert!(header.starts_with("file,test,backend,device,seed,relaxed,number,launches,instances,seen,rate,millis,failure,set_all,"));
    assert_eq!(lines.count(), 3);
    let strange = fs::read_to_string(SB)
        .unwrap()
        .replacen("PTX SB", "PTX A<b>&\"c", 1);
    let folder = Folder::of(&[("strange.litmus", &strange)]);
    let path = folder.path("strange.litmus");
    let said = tuned(&[&path, SB], "right 3=2 4=100", &["--format", "svg"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("<svg ") && said.out.ends_with("</svg>\n"));
    assert!(
        said.out.contains("A&lt;b&gt;&amp;&quot;c: 3 of 3"),
        "{}",
        said.out
    );
    assert_eq!(said.out.matches("<polyline").count(), 2);
    // Nothing seen is a picture, too.
    let none = tuned(&[SB], "right 4=100", &["--format", "svg"]);
    assert!(
        none.out.contains("SB: 0 of 3") && !none.out.contains("NaN"),
        "{}",
        none.out
    );
}

/// Real threads: no number is known, but each setting has a run.
#[test]
fn a_processor_is_tuned() {
    let args = [
        "run",
        SB,
        "--backend",
        "host",
        "--tune",
        "4",
        "--launches",
        "1",
        "--format",
        "json",
    ];
    let said = run(&args);
    assert_eq!(said.code, 0, "{}", said.err);
    let all = told(&said);
    let runs = all["tests"][0]["runs"].as_array().unwrap();
    for (run, tried) in runs.iter().zip(all["tried"].as_array().unwrap()) {
        assert_eq!(run["instances"], tried["instances"]);
    }
    let again = told(&run(&args));
    assert_eq!(again["tried"], all["tried"], "the same seed");
}
