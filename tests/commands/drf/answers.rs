//! What is shown, exit codes, JSON, logs.
#![expect(
    clippy::format_push_string,
    clippy::panic,
    reason = "a test that cannot run should fail, and texts may be built plainly"
)]

use serde_json::Value;

use crate::cli::support::{Folder, run};
use crate::golden;

#[test]
fn what_is_shown() {
    let mut all = String::new();
    for line in [
        "drf --episodes 2",
        "drf --episodes 2 --until 100",
        "drf --episodes 2 --mode block --lockstep -v --until 3000",
        "drf --bug l2-whole-line --seed 7",
        "drf --bug l2-whole-line --seed 7 --until 303 -q",
        "drf --bug l2-whole-line --seed 7 --shrink --history 0",
        "drf --bug atomic-in-two-steps",
        "drf --bug l1-drops-atomic --episodes 20",
        "drf --bug l2-drops-fill",
        "drf --bug write-ack-lost --patience 20000",
        "drf --device ugpu-coherent --episodes 2 --actions 20 -v",
        "drf --device ugpu-strong --bug device-fence-stays-in-block --actions 10 --shrink --history 0",
        "drf bugs",
        "drf sweep --bug atomic-in-two-steps",
        "drf compare --bug l2-whole-line --budget 24000 --mode block",
        "drf compare --device ugpu-weak --bug borrow-shared --budget 4800 --units 2 --lanes 2",
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let said = run(&args);
        let wide = said.out.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None, "{line}");
        // How long it took is another time another.
        let lines = said.out.lines().filter(|line| !line.contains(" s, "));
        let out = lines.chain([""]).collect::<Vec<_>>().join("\n");
        all.push_str(&format!(
            "$ gpu-litmus {line}\n{out}{}exit {}\n\n",
            said.err, said.code
        ));
    }
    golden::same("tests/ui/drf/answers.txt", &all);
}

fn json(line: &str) -> Value {
    let args: Vec<&str> = line.split(' ').chain(["--format", "json"]).collect();
    let said = run(&args);
    serde_json::from_str(&said.out)
        .unwrap_or_else(|error| panic!("{error}\n{}{}", said.out, said.err))
}

#[test]
fn json_says_the_same() {
    let found = json("drf --bug l2-whole-line --seed 7 --shrink");
    assert_eq!(found["verdict"], "inconsistent");
    assert_eq!(found["kind"], "value");
    assert_eq!(found["access"], found["stats"]["accesses"]);
    let (reader, writer) = (&found["reader"], &found["writer"]);
    assert_ne!(reader["value"], writer["value"]);
    let history = found["history"].as_array().unwrap().len();
    assert!((2..=6).contains(&history), "{history}");
    let smaller = found["smaller"]["accesses"].as_array().unwrap();
    assert!(smaller.len() < 20, "{} accesses", smaller.len());
    assert_eq!(found["coverage"]["L1"][0]["event"], "Load");
    let right = json("drf --episodes 1");
    assert_eq!(right["verdict"], "consistent");
    assert_eq!(right["kind"], Value::Null);
    let sweep = json("drf sweep --bug l2-write-under-fill");
    assert_eq!(sweep["runs"].as_array().unwrap().len(), 24);
    assert_eq!(sweep["inconsistent"], 24);
    assert_eq!(sweep["first"]["run"], 1);
}

/// A log is a log for `trace`, which says what the tester said.
#[test]
fn logs_are_judged_alike() {
    let folder = Folder::of(&[]);
    let path = folder.path("run.jsonl");
    for (line, word, code) in [
        ("drf --episodes 2", "explained", 0),
        ("drf --bug wrong-word --episodes 20", "impossible", 1),
        ("drf --bug atomic-in-two-steps", "impossible", 1),
    ] {
        let args: Vec<&str> = line.split(' ').chain(["--log", &path]).collect();
        let said = run(&args);
        assert!(
            said.out.contains(&format!("{word} under hrf-indirect")) && said.code == code,
            "{}{}",
            said.out,
            said.err
        );
        let judged = run(&["trace", &path, "-m", "hrf-indirect,hrf-rsp", "-q"]);
        for model in ["hrf-indirect", "hrf-rsp"] {
            let answer = format!("under {model}: {word}");
            assert!(judged.out.contains(&answer), "{}", judged.out);
        }
    }
}

#[test]
fn pictures_of_a_sweep() {
    let said = run(&["drf", "sweep", "--bug", "l2-whole-line", "--format", "svg"]);
    assert!(said.out.starts_with("<svg ") && said.out.ends_with("</svg>\n"));
    for cell in ["TCC_AckWB", "AtomicND", ">x<", ">-<"] {
        assert!(said.out.contains(cell), "{cell}");
    }
}

/// How many runs are done at a time changes nothing that is said.
#[test]
fn runs_at_a_time() {
    for line in ["drf sweep --bug wrong-word", "drf compare --budget 2000"] {
        let said = ["", " -j 1", " -j 5"].map(|jobs| {
            let line = format!("{line}{jobs}");
            run(&line.split(' ').collect::<Vec<_>>()).out
        });
        assert!(
            said[0].len() > 200 && said[1] == said[0] && said[2] == said[0],
            "{line}"
        );
    }
}
