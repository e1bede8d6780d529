//! JSON, herd's block, DOT, colours.

use serde_json::Value;

use super::support::{BARRIER, Folder, MP, run, run_with, same};

fn answers(args: &[&str], input: &str) -> Vec<Value> {
    let mut all = vec!["check", "-", "--format", "json"];
    all.extend(args);
    let said = run_with(&all, input);
    let value: Value = serde_json::from_str(&said.out).unwrap();
    value.as_array().unwrap().clone()
}

const FIELDS: [&str; 18] = [
    "expected",
    "failures",
    "file",
    "flags",
    "holds",
    "millis",
    "model",
    "notes",
    "quantity",
    "race",
    "reason",
    "solver",
    "statement",
    "story",
    "test",
    "unsupported",
    "verdict",
    "witness",
];

#[test]
fn every_answer_has_every_field() {
    for answer in answers(&["-m", "sc,plain"], MP) {
        let mut names: Vec<&str> = answer
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        assert_eq!(names, FIELDS);
        assert!(answer["millis"].is_number());
        assert_eq!(answer["solver"]["name"], "batsat");
        assert!(
            answer["solver"]["version"]
                .as_str()
                .unwrap()
                .starts_with("0.")
        );
        assert_eq!(answer["file"], "<stdin>");
    }
}

#[test]
fn a_witness_names_its_events() {
    let answer = &answers(&["-m", "plain"], MP)[0];
    assert_eq!(answer["verdict"], "reachable");
    assert_eq!(answer["quantity"], "sometimes");
    assert_eq!(answer["holds"], true);
    assert!(answer["reason"].is_null());
    let witness = &answer["witness"];
    assert_eq!(witness["final"]["P1:r1"], 1);
    assert_eq!(witness["final"]["P1:r2"], 0);
    assert_eq!(witness["final"]["x"], 1);
    assert_eq!(witness["steps"], serde_json::json!([]));
    assert_eq!(witness["co"]["x"], serde_json::json!(["init:x", "a"]));
    let ids: Vec<&str> = witness["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["init:x", "init:y", "a", "b", "c", "d"]);
    let a = &witness["events"][2];
    assert_eq!(
        (
            &a["thread"],
            &a["kind"],
            &a["location"],
            &a["written"],
            &a["line"],
            &a["text"]
        ),
        (
            &"P0".into(),
            &"W".into(),
            &"x".into(),
            &1.into(),
            &4.into(),
            &"st.weak x, 1".into()
        )
    );
    for pair in witness["rf"].as_array().unwrap() {
        let find = |id: &Value| {
            let events = witness["events"].as_array().unwrap();
            events.iter().find(|event| &event["id"] == id).unwrap()
        };
        assert_eq!(find(&pair[0])["written"], find(&pair[1])["read"]);
        assert_eq!(find(&pair[0])["location"], find(&pair[1])["location"]);
    }
}

#[test]
fn a_reason_names_its_parts() {
    let answer = &answers(&["-m", "sc"], MP)[0];
    assert_eq!(answer["verdict"], "unreachable");
    assert_eq!(answer["quantity"], "never");
    assert_eq!(answer["holds"], false);
    assert!(answer["witness"].is_null());
    assert_eq!(answer["reason"]["minimal"], true);
    let items = answer["reason"]["items"].as_array().unwrap();
    let kinds: Vec<&str> = items
        .iter()
        .map(|item| item["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["condition", "condition", "order", "order", "axiom"]);
    assert_eq!(items[4]["name"], "sc");
    assert_eq!(items[4]["file"], "sc.cat");
    assert_eq!(items[2]["from"]["text"], "st.weak x, 1");
    assert_eq!(items[2]["to"]["line"], 5);
}

#[test]
fn a_refusal_has_its_place() {
    let answer = &answers(&["-m", "sc"], BARRIER)[0];
    assert_eq!(answer["verdict"], "unsupported");
    assert!(answer["holds"].is_null());
    let refusal = &answer["unsupported"];
    assert_eq!(refusal["what"], "barriers");
    assert_eq!(
        (&refusal["line"], &refusal["column"]),
        (&4.into(), &19.into())
    );
}

#[test]
fn the_output_is_the_same_each_time_but_for_the_time() {
    let once = || {
        let mut answers = answers(&[], MP);
        for answer in &mut answers {
            answer["millis"] = 0.into();
        }
        answers
    };
    assert_eq!(once(), once());
}

#[test]
fn what_stays_open_says_why_in_one_word() {
    let waits = "PTX W\n{}\nP0@cta 0,gpu 0 ;\nL0: ;\natom.relaxed.gpu.add r0, x, 1 ;
bne r0, 9, L0 ;\nexists (x == 12)";
    let answer = &answers(&["-m", "sc", "--bound", "1", "--no-reason"], waits)[0];
    assert_eq!(answer["verdict"], "unknown", "{answer}");
    assert_eq!(answer["open"][0]["about"], "condition");
    assert_eq!(answer["open"][0]["why"], "bound");
    assert_eq!(answer["open"][0]["text"], answer["notes"][0]);
}

#[test]
fn bad_input_leaves_an_empty_array() {
    let said = run_with(&["check", "-", "--format", "json"], "PTX");
    assert_eq!((said.code, said.out.as_str()), (2, "[]\n"));
}

#[test]
fn blocks_in_the_style_of_herd() {
    let said = run_with(&["check", "-", "--format", "herd", "-m", "sc,plain"], MP);
    let lines: Vec<&str> = said
        .out
        .lines()
        .filter(|line| !line.starts_with("Time"))
        .chain([""])
        .collect();
    same("check-herd.txt", &lines.join("\n"));
}

#[test]
fn a_graph_for_graphviz() {
    let said = run_with(&["show", "-", "--format", "dot"], MP);
    assert_eq!(said.code, 0);
    same("show-mp.dot", &said.out);
}

#[test]
fn executions_for_graphviz() {
    let said = run_with(&["check", "-", "--format", "dot", "-m", "sc,plain"], MP);
    assert_eq!(said.code, 0);
    same("check-mp.dot", &said.out);
}

#[test]
fn a_story_names_the_steps_of_its_cycle() {
    let story = &answers(&["-m", "sc"], MP)[0]["story"];
    assert_eq!(story["possible"], true);
    assert_eq!(
        (&story["axiom"]["name"], &story["axiom"]["line"]),
        (&"sc".into(), &7.into())
    );
    let cycle = story["cycle"].as_array().unwrap();
    let steps: Vec<String> = cycle
        .iter()
        .map(|link| {
            let part = |name: &str| link[name].as_str().map(str::to_owned);
            let end = |name: &str| link[name]["id"].as_str().unwrap();
            format!(
                "{} {} {}",
                end("from"),
                part("relation").unwrap(),
                end("to")
            )
        })
        .collect();
    assert_eq!(steps, ["a po b", "b rf c", "c po d", "d fr a"]);
    assert_eq!(cycle[0]["from"]["text"], "st.weak x, 1");
    assert_eq!(cycle[0]["to"]["line"], 5);
    assert_eq!(story["execution"]["final"]["P1:r1"], 1);
    assert_eq!(story["execution"]["final"]["P1:r2"], 0);
    assert!(answers(&["-m", "sc", "--no-reason"], MP)[0]["story"].is_null());
}

#[test]
fn a_value_that_no_load_can_return_has_no_story_but_that() {
    let test = MP.replace("r1 == 1", "r1 == 7");
    let said = run_with(&["check", "-", "-m", "plain"], &test);
    assert!(said.out.contains("No execution ends so"), "{}", said.out);
    let story = &answers(&["-m", "plain"], &test)[0]["story"];
    assert_eq!(story, &serde_json::json!({"possible": false}));
    let said = run_with(&["check", "-", "-m", "plain", "--format", "svg"], &test);
    assert!(said.out.contains("No execution ends so"), "{}", said.out);
}

#[test]
fn pictures_go_to_a_file_on_demand() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let (test, picture) = (folder.path("mp.litmus"), folder.path("mp.svg"));
    let args = ["check", &test, "-m", "sc,ugpu-weak", "--format", "svg"];
    let shown = run(&args);
    assert_eq!(shown.code, 0);
    assert!(shown.out.starts_with("<svg "), "{}", shown.out);
    assert!(shown.out.ends_with("</svg>\n"));
    let said = run(&[args.as_slice(), &["-o", &picture]].concat());
    assert_eq!(
        (said.code, said.out.as_str(), said.err.as_str()),
        (0, "", "")
    );
    assert_eq!(std::fs::read_to_string(&picture).unwrap(), shown.out);
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let test = folder.path("mp.litmus");
    let said = run(&["check", &test, "-m", "sc", "-o", "/no/such/folder/a.txt"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    let start = "error: cannot write /no/such/folder/a.txt: ";
    assert!(said.err.starts_with(start), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

#[test]
fn colours_only_on_demand() {
    let plain = run_with(&["check", "-", "-m", "sc"], MP);
    assert!(!plain.out.contains('\x1b'));
    let colored = run_with(&["check", "-", "-m", "sc", "--color", "always"], MP);
    assert!(colored.out.contains('\x1b'));
    let bad = run_with(&["check", "-", "--color", "always"], "PTX");
    assert!(bad.err.contains('\x1b'));
}

#[test]
fn a_format_that_a_command_does_not_have() {
    for (command, format) in [
        ("show", "svg"),
        ("show", "herd"),
        ("models", "dot"),
        ("models", "svg"),
    ] {
        let mut args = vec![command];
        if command != "models" {
            args.push("-");
        }
        args.extend(["--format", format]);
        let said = run(&args);
        assert_eq!(said.code, 2, "{command}");
        assert!(said.err.contains("has no format"), "{}", said.err);
    }
}
