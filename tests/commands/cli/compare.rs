//! `compare`.

use rstest::rstest;
use serde_json::Value;

use super::support::{BARRIER, ENDLESS, Folder, MP, Said, run, run_with, same};

fn refused(said: &Said, words: &str) {
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert_eq!(said.out, "");
    assert!(said.err.contains(words), "no `{words}` in\n{}", said.err);
}

fn json(args: &[&str]) -> (i32, Value) {
    let said = run(&[args, &["--format", "json"]].concat());
    (said.code, serde_json::from_str(&said.out).unwrap())
}

#[test]
fn given_tests() {
    let said = run(&["compare", "sc", "tso", "suite/coherence"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("compare-given.txt", &said.out);
    let quiet = run(&["compare", "sc", "tso", "suite/coherence", "-q"]);
    assert!(quiet.out.lines().count() < 6, "{}", quiet.out);
}

/// What each block has for itself is said with the block, and can be asked again.
#[test]
fn locations_of_blocks() {
    let text = "PTX T\n{ .shared x = 0; y = 0; z = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak y, 1 | st.weak z, 1 ;\n \
                ld.weak r0, z | ld.weak r0, y ;\n st.weak x, 1 | st.weak x, 2 ;\nexists (true)\n";
    for (text, block) in [
        (text.to_owned(), "x@cta1 == 2"),
        (
            text.replace("cta 1,gpu 0", "cta 1,gpu 1"),
            "x@gpu1.cta1 == 2",
        ),
    ] {
        let folder = Folder::of(&[("t.litmus", &text)]);
        let (code, all) = json(&["compare", "sc", "tso", &folder.path("t.litmus")]);
        assert_eq!(code, 0);
        assert_eq!(all["summary"]["second_allows_more"], 1);
        let apart = &all["tests"][0]["apart"][0];
        let text = apart["text"].as_str().unwrap();
        assert!(text.contains(block), "no `{block}` in\n{text}");
        let again = run_with(&["check", "-", "-m", "sc,tso", "-q"], text);
        assert_eq!(again.code, 0, "{}", again.err);
        let said = ["under sc: unreachable", "under tso: reachable"];
        assert!(
            said.iter().all(|said| again.out.contains(said)),
            "{}",
            again.out
        );
    }
}

/// Machines too; an outcome that the condition does not ask for sets them apart as well.
#[test]
fn what_the_condition_does_not_say() {
    let weaker = MP.replace("P1:r1 == 1 /\\ P1:r2 == 0", "P1:r1 == 1");
    let folder = Folder::of(&[("mp.litmus", &weaker), ("bar.litmus", BARRIER)]);
    let (code, all) = json(&[
        "compare",
        "ugpu-weak",
        "sc",
        &folder.path("mp.litmus"),
        &folder.path("bar.litmus"),
    ]);
    // Neither gives barriers a meaning.
    assert_eq!(code, 3);
    assert_eq!(all["summary"]["first_allows_more"], 1);
    assert_eq!(all["summary"]["unsupported"], 1);
    let row = &all["tests"][0];
    assert_eq!(row["difference"], "first-allows-more");
    assert_eq!(row["verdicts_differ"], false);
    let apart = &row["apart"][0];
    assert_eq!(apart["allows"]["verdict"], "reachable");
    assert_eq!(apart["forbids"]["verdict"], "unreachable");
    // The test that asks for the outcome can be asked again.
    let text = apart["text"].as_str().unwrap();
    let again = run_with(&["check", "-", "-m", "ugpu-weak,sc", "-q"], text);
    assert_eq!(again.code, 0);
    assert!(again.out.contains("under sc: unreachable"), "{}", again.out);
    // By what the condition asks for, they are equal.
    let (_, some) = json(&[
        "compare",
        "ugpu-weak",
        "sc",
        &folder.path("mp.litmus"),
        "--observe",
        "P1:r1",
    ]);
    assert_eq!(some["summary"]["equal"], 1);
}

/// A model that promises nothing of racy programs allows more of one than any that does.
#[test]
fn races_and_open_questions() {
    let folder = Folder::of(&[("mp.litmus", MP), ("endless.litmus", ENDLESS)]);
    let (code, all) = json(&["compare", "hrf-direct", "sc", &folder.path("mp.litmus")]);
    assert_eq!(
        (code, &all["tests"][0]["difference"]),
        (0, &"first-allows-more".into())
    );
    assert_eq!(all["tests"][0]["first"]["verdict"], "racy");
    let (code, all) = json(&["compare", "tso", "sc", &folder.path("endless.litmus")]);
    assert_eq!(
        (code, &all["tests"][0]["difference"]),
        (3, &"unknown".into())
    );
}

#[test]
fn all_tests() {
    let said = run(&["compare", "sc", "tso", "--events", "4"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    same("compare-all.txt", &said.out);
    let (code, all) = json(&["compare", "sc", "tso", "--events", "4"]);
    assert_eq!(
        (code, &all["conclusion"]),
        (0, &"second-allows-more".into())
    );
    let test = &all["ways"][1]["tests"][0];
    assert_eq!(
        (&test["accesses"], &test["threads"]),
        (&4.into(), &2.into())
    );
    let text = test["text"].as_str().unwrap();
    let again = run_with(&["check", "-", "-m", "sc,tso", "-q"], text);
    assert!(again.out.contains("under sc: unreachable"), "{}", again.out);
    assert!(again.out.contains("under tso: reachable"), "{}", again.out);
}

#[test]
fn equal_as_far_as_was_searched() {
    let said = run(&["compare", "tso", "sc", "--events", "3", "-q"]);
    assert_eq!(said.code, 0);
    same("compare-equal.txt", &said.out);
    let words = [
        "--with",
        "ld,st",
        "--orders",
        "relaxed",
        "--scopes",
        "cta,gpu",
        "--placements",
        "cta,gpu",
        "--threads",
        "2",
        "--locations",
        "1",
        "--spaces",
        "global",
    ];
    let (code, all) = json(
        &[
            &["compare", "ptx-6.0", "ptx-7.5", "--events", "2"][..],
            &words,
        ]
        .concat(),
    );
    assert_eq!((code, &all["conclusion"]), (0, &"equal".into()));
    assert_eq!(all["vocabulary"]["with"], serde_json::json!(["ld", "st"]));
    assert_eq!(all["vocabulary"]["threads"], 2);
}

/// Every test of the smallest size: with loads and stores alone, there is one buffer in each thread.
#[test]
fn every_smallest_test() {
    let args = [
        "compare", "sc", "tso", "--events", "4", "--with", "ld,st", "--all",
    ];
    let said = run(&args);
    assert_eq!(said.code, 0);
    same("compare-every.txt", &said.out);
    let args = [
        "compare", "sc", "plain", "--events", "4", "--with", "ld,st", "--all", "--limit", "2",
    ];
    let (code, all) = json(&args);
    assert_eq!((code, &all["ways"][1]["more"]), (0, &true.into()));
    assert_eq!(all["ways"][1]["tests"].as_array().unwrap().len(), 2);
}

/// A racy test says nothing; without races the models differ in how stores are ordered.
#[test]
fn tests_without_a_race() {
    let args = "compare ptx-7.5 hrf-indirect --with st --orders weak,release --scopes gpu --placements gpu --threads 2";
    let args: Vec<&str> = args.split(' ').collect();
    let (_, racy) = json(&args);
    assert_eq!(racy["ways"][0]["tests"][0]["accesses"], 4, "{racy}");
    assert_eq!(racy["ways"][0]["tests"][0]["racy"][0], "hrf-indirect");
    let (code, all) = json(&[&args[..], &["--race-free"]].concat());
    assert_eq!(code, 0, "{all}");
    assert_eq!(all["ways"][1]["standing"], "none", "{all}");
    let found = &all["ways"][0];
    assert_eq!(found["standing"], "found", "{all}");
    let text = found["forbidden"]["text"].as_str().unwrap();
    let asked = run_with(&["check", "-", "-m", "hrf-indirect,ptx-7.5", "-q"], text);
    assert!(!asked.out.contains("racy"), "{}", asked.out);
    assert!(
        asked.out.contains("under hrf-indirect: unreachable"),
        "{}",
        asked.out
    );
}

/// Time ends it: what is known by then is said.
#[test]
fn no_time() {
    let said = run(&["compare", "sc", "tso", "--within", "1ns"]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    same("compare-no-time.txt", &said.out);
}

#[rstest]
#[case(&["sc", "sc"], "needs two models")]
#[case(&["sc", "tos"], "did you mean `tso`?")]
#[case(&["sc", "ugpu-weak", "--orders", "acquire"], "gives")]
#[case(&["sc", "tso", "--with", "ld,sts"], "did you mean `st`?")]
#[case(&["sc", "tso", "--with", "ld"], "nothing that writes")]
#[case(&["sc", "tso", "--orders", "relaxd"], "did you mean `relaxed`?")]
#[case(&["sc", "ptx-7.5", "--orders", "sc"], "error: ptx-7.5 gives `sc` no meaning")]
#[case(&["sc", "ptx-7.5", "--scopes", "warp"], "gives `warp` no meaning")]
#[case(&["sc", "hrf-direct", "--with", "ld,st,fence"], "error: hrf-direct gives fences no meaning")]
#[case(&["ptx-6.0", "ptx-7.5", "--scopes", "warp"], "error: ptx-6.0 and ptx-7.5 give `warp` no meaning")]
#[case(&["sc", "tso", "--race-free"], "`--race-free`: neither sc nor tso tells what a race is: leave it out")]
#[case(&["sc", "ugpu-weak", "--all"], "ugpu-weak is a machine, which is asked test by test")]
#[case(&["sc", "tso", "--placements", "block"], "it takes warp, cta, gpu, sys")]
#[case(&["sc", "tso", "--spaces", "shared"], "knows no `shared`")]
#[case(&["sc", "tso", "--threads", "0"], "is not from 1 to 8")]
#[case(&["sc", "tso", "--locations", "9"], "is not from 1 to 6")]
#[case(&["sc", "tso", "--events", "13"], "13 is not in 1..=12")]
#[case(&["sc", "tso", "--observe", "x"], "`--observe` is for given tests")]
#[case(&["sc", "tso", "--engine", "explicit"], "needs a solver")]
#[case(&["sc", "tso", "--format", "dot"], "has no format `dot`")]
#[case(&["sc", "tso", "-", "--events", "4"], "cannot be used with")]
#[case(&["sc", "tso", "-", "-"], "only once")]
fn bad_usage(#[case] args: &[&str], #[case] words: &str) {
    refused(&run(&[&["compare"], args].concat()), words);
}

#[test]
fn bad_usage_as_it_is_told() {
    let args = [
        "compare",
        "sc",
        "ptx-7.5",
        "--with",
        "ld,stt",
        "--orders",
        "sc",
        "--threads",
        "9",
    ];
    same("compare-usage.stderr", &run(&args).err);
}

/// Without reads, memory tells models apart; of a racy test it is said that no outcome is promised.
#[test]
fn memory_alone_tells_models_apart() {
    let said = run(&["compare", "plain", "sc", "--with", "st", "--events", "4"]);
    assert!(
        said.out.contains("plain allows what sc forbids"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("is racy"), "{}", said.out);
    let models = ["compare", "hrf-indirect", "hrf-relaxed", "--with", "st"];
    let within = ["--orders", "weak", "--placements", "gpu", "--events", "4"];
    let said = run(&[&models[..], &within].concat());
    let words = "the test is racy under hrf-indirect and hrf-relaxed";
    assert!(said.out.contains(words), "{}", said.out);
    // Also in few words.
    let said = run(&[&models[..], &within, &["-q"]].concat());
    assert!(said.out.contains(words), "{}", said.out);
}

/// Accesses with scopes and orders, and fences, are searched where a model speaks of them in whichever words.
#[rstest]
#[case::scopes(
    "acyclic po | (rf & sr) | (co & sr) | (fr & sr)",
    "orders weak, relaxed"
)]
#[case::orders(
    "acyclic po ; [ACQ_REL] ; po | rf & ext | co & ext | fr & ext",
    "fences acq_rel, sc"
)]
#[case::sets("empty [W & SYS] ; (po & loc) ; [R]", "scopes cta, gpu, sys")]
fn words_that_models_speak_of(#[case] axiom: &str, #[case] words: &str) {
    let base = "acyclic po & loc | rf | co | fr as coherence\n";
    let more = format!("{base}{axiom} as more\n");
    let folder = Folder::of(&[("base.cat", base), ("more.cat", &more)]);
    let [base, more] = ["base.cat", "more.cat"].map(|name| folder.path(name));
    let said = run(&["compare", &base, &more, "--events", "4"]);
    for part in [words, "allows more than"] {
        assert!(said.out.contains(part), "{part}: {}{}", said.out, said.err);
    }
}
