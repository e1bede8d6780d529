//! Why a log is impossible under the models of GPUs, and what races in it.
#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use serde_json::{Value, json};

use crate::cli::support::{Folder, run};

fn answers(args: &[&str]) -> Vec<Value> {
    let said = run(&[&["trace"], args, &["--format", "json"]].concat());
    serde_json::from_str(&said.out).unwrap()
}

fn steps(cycle: &Value) -> Vec<(&str, &str, &str)> {
    let steps = cycle.as_array().unwrap().iter();
    steps
        .map(|step| {
            let word = |name: &str| step[name].as_str().unwrap_or("-");
            (word("from"), word("to"), word("kind"))
        })
        .collect()
}

/// The fewest events, the earliest of these, and the cycle in their names; what is not needed comes before and between.
#[test]
fn the_smallest_part_and_its_cycle() {
    let log = "trace 1\ninit * = 0\nthread P cta 0\nthread C cta 1\nn1: P S other 1\nw0: P S data 41\nw1: P S data 42\n\
        w2: P S.release.gpu flag 1\nn2: C S mine 3\nr1: C L.acquire.gpu flag 1\nr2: C L data 0\nn3: C L mine 3\n";
    let folder = Folder::of(&[("log", log)]);
    let models = "ptx-7.5,ptx-6.0,hrf-direct";
    for answer in answers(&[&folder.path("log"), "-m", models]) {
        let found = &answer["impossible"];
        assert_eq!(answer["verdict"], "impossible", "{answer}");
        assert_eq!(found["minimal"], "smallest", "{found}");
        assert_eq!(found["events"], json!(["w0", "w2", "r1", "r2"]), "{found}");
        let cycle = steps(&found["cycle"]);
        let (first, last) = (cycle.first().unwrap(), cycle.last().unwrap());
        assert_eq!(first.0, last.1, "{found}");
        assert!(cycle.contains(&("r2", "w0", "fr")), "{found}");
    }
}

/// A log longer than can be asked event by event, impossible for one location alone.
#[test]
fn long_logs_are_cut_to_one_location() {
    let stores: Vec<String> = (1..=65).map(|value| format!("T1 S x {value}\n")).collect();
    let log = format!(
        "trace 1\ninit * = 0\n{}T2 L x 3\nT2 L x 2\n",
        stores.concat()
    );
    let folder = Folder::of(&[("log", &log)]);
    let answers = answers(&[&folder.path("log"), "-m", "ugpu-coherent"]);
    let found = &answers[0]["impossible"];
    assert_eq!(
        found["events"],
        json!(["#2", "#3", "#66", "#67"]),
        "{found}"
    );
    assert_eq!(found["minimal"], "irreducible");
    assert_eq!(steps(&found["cycle"]).len(), 2, "{found}");
}

/// Races have the names of events, whoever finds them.
#[test]
fn races_name_events() {
    for (log, pair, engine) in [
        ("examples/traces/race.log", ["s1", "l2"], "clocks"),
        ("examples/traces/lock.log", ["d", "e"], "check"),
    ] {
        let answers = answers(&[log, "-m", "hrf-direct"]);
        assert_eq!(answers[0]["verdict"], "racy");
        assert_eq!(answers[0]["race_events"], json!(pair));
        assert_eq!(answers[0]["stats"]["engine"], engine);
        let text = answers[0]["race"].as_str().unwrap();
        assert!(text.starts_with(&format!("{} (", pair[0])), "{text}");
    }
}
