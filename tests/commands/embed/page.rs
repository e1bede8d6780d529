//! What the page asks besides: kernels, words, final states.

#![expect(clippy::unwrap_used, reason = "a test that cannot run should fail")]

use gpu_litmus::embed;
use serde_json::{Value, json};

use super::{request, said};
use crate::cli::support::run;

/// A launch of the examples, as a page asks about it.
fn launch(folder: &str, file: &str, model: &str) -> Value {
    let folder = format!("examples/kernels/{folder}");
    let launch = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
    let named = launch.lines().find_map(|line| line.strip_prefix("ptx = "));
    let module = format!("{folder}/{}", named.unwrap().trim_matches('"'));
    let ptx = std::fs::read_to_string(module).unwrap();
    json!({ "ptx": ptx, "launch": launch, "model": model, "picture": true })
}

#[test]
fn a_kernel_has_the_answers_texts_and_pictures_of_the_command() {
    for (folder, file, model) in [
        ("last-block", "wrong.toml", "ptx-7.5"),
        ("flag-payload", "wrong.toml", "ptx-6.0"),
        ("spin-lock", "right.toml", "sc"),
    ] {
        let page = said(&embed::kernel(&launch(folder, file, model).to_string()));
        let path = format!("examples/kernels/{folder}/{file}");
        let words = ["kernel", path.as_str(), "-m", model];
        let printed = said(&run(&[words.as_slice(), &["--format", "json"]].concat()).out);
        for field in [
            "launch",
            "model",
            "bound",
            "checks",
            "assumptions",
            "expectations",
        ] {
            assert_eq!(page["report"][field], printed[field], "{path} {field}");
        }
        assert_eq!(page["text"], json!(run(&words).out), "{path}");
        let checks = page["report"]["checks"].as_array().unwrap().iter();
        let shown = checks.filter(|check| !check["witness"].as_array().unwrap().is_empty());
        let shown: Vec<&Value> = shown.map(|check| &check["name"]).collect();
        let none = Vec::new();
        let pictures = page["pictures"].as_array().unwrap_or(&none).iter();
        let drawn: Vec<&Value> = pictures.map(|one| &one["check"]).collect();
        assert_eq!(drawn, shown, "{path}");
    }
}

#[test]
fn a_launch_beside_its_module_need_not_name_it() {
    let whole = launch("last-block", "wrong.toml", "ptx-7.5");
    let text = whole["launch"].as_str().unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("ptx = "));
    let mut bare = whole.clone();
    bare["launch"] = json!(lines.collect::<Vec<_>>().join("\n"));
    let checks =
        |asked: &Value| said(&embed::kernel(&asked.to_string()))["report"]["checks"].clone();
    assert!(checks(&whole).is_array());
    let answers = |checks: &Value| -> Vec<Value> {
        let all = checks.as_array().unwrap().iter();
        all.map(|check| check["answer"].clone()).collect()
    };
    assert_eq!(answers(&checks(&bare)), answers(&checks(&whole)));
    // What is there is read all the same.
    bare["launch"] = json!(text.replace("ptx = ", "ptx = 7 #"));
    let page = said(&embed::kernel(&bare.to_string()));
    assert!(page["diagnostics"][0]["message"].is_string(), "{page}");
}

#[test]
fn fixes_of_a_kernel_are_those_of_the_command_and_mend_it() {
    let model = "ptx-7.5";
    for (folder, file, count) in [
        ("spin-lock", "wrong.toml", 2),
        // A barrier first; CUDA says the same as PTX.
        ("double-buffer", "wrong.toml", 3),
        // No fences do.
        ("flag-payload", "wrong.toml", 0),
        ("spin-lock", "right.toml", 0),
    ] {
        let mut asked = launch(folder, file, model);
        let found = said(&embed::mend(&asked.to_string()));
        let path = format!("examples/kernels/{folder}/{file}");
        let words = ["kernel", path.as_str(), "-m", model, "--fences"];
        let printed = said(&run(&[words.as_slice(), &["--format", "json"]].concat()).out);
        let checks = printed["checks"].as_array().unwrap().iter();
        let fixes = checks.map(|check| check["fixes"].as_array().unwrap());
        let fixes = fixes.max_by_key(|fixes| fixes.len()).unwrap();
        let mut offers = found["fixes"].as_array().unwrap().clone();
        for offer in &mut offers {
            let offer = offer.as_object_mut().unwrap();
            let (diff, patched) = (offer.remove("diff").unwrap(), offer.remove("patched"));
            assert!(diff.as_str().unwrap().contains("\n+"), "{diff}");
            asked["ptx"] = patched.unwrap();
            let mended = said(&embed::kernel(&asked.to_string()));
            for name in found["mended"].as_array().unwrap() {
                let checks = mended["report"]["checks"].as_array().unwrap();
                let check = checks.iter().find(|check| check["name"] == *name).unwrap();
                assert_eq!(check["answer"], "holds", "{path} {check}");
            }
        }
        assert_eq!(&offers, fixes, "{path}");
        assert_eq!(offers.len(), count, "{path}");
        let text = found["text"].as_str().unwrap();
        assert!(run(&words).out.ends_with(text), "{path}: {text}");
    }
}

#[test]
fn a_search_for_fixes_ends_with_its_time_and_says_so() {
    let mut asked = launch("spin-lock", "wrong.toml", "ptx-7.5");
    asked["within"] = json!(0);
    let found = said(&embed::mend(&asked.to_string()));
    let fixes = found["fixes"].as_array().unwrap();
    assert!(fixes.iter().all(|fix| fix["cheapest"] == false), "{found}");
    asked["model"] = json!("tso");
    let refused = said(&embed::mend(&asked.to_string()));
    assert!(refused["error"].as_str().unwrap().contains("not `tso`"));
}

#[test]
fn smallest_runs_of_a_kernel_are_those_of_the_command() {
    let mut asked = launch("flag-payload", "wrong.toml", "ptx-7.5");
    asked["smallest"] = json!(true);
    let page = said(&embed::kernel(&asked.to_string()));
    let path = "examples/kernels/flag-payload/wrong.toml";
    let words = ["kernel", path, "-m", "ptx-7.5", "--minimal"];
    let printed = said(&run(&[words.as_slice(), &["--format", "json"]].concat()).out);
    assert_eq!(page["report"]["checks"], printed["checks"]);
    assert!(page.to_string().contains("\"smallest\""), "{page}");
}

#[test]
fn mistakes_in_a_kernel_or_its_launch_name_the_text_that_they_are_in() {
    let whole = launch("last-block", "wrong.toml", "ptx-7.5");
    let large = |line: &str| format!("{line}\n{}", "x".repeat(1 << 20));
    for (field, text, file, why) in [
        (
            "launch",
            "ptx = \"a\"\n[[launch]]\nentry = \"wrnog\"\n".to_owned(),
            "mine.toml",
            "no kernel `wrnog`",
        ),
        ("launch", "ptx = ".to_owned(), "mine.toml", "string"),
        (
            "launch",
            large("# a launch"),
            "mine.toml",
            "larger than 1 MiB",
        ),
        (
            "ptx",
            ".version 8.0\n.target sm_90\n.bogus\n".to_owned(),
            "last_block-sm_90.ptx",
            "bogus",
        ),
        (
            "ptx",
            large("// \u{1d6fc} a module").repeat(8),
            "last_block-sm_90.ptx",
            "larger than 8 MiB",
        ),
        (
            "ptx",
            large(&"\u{1d6fc}".repeat(100)).repeat(8),
            "last_block-sm_90.ptx",
            "larger than 8 MiB",
        ),
    ] {
        let mut asked = whole.clone();
        asked["name"] = json!("mine.toml");
        asked[field] = json!(text);
        let page = said(&embed::kernel(&asked.to_string()));
        let mistake = &page["diagnostics"][0];
        assert_eq!(mistake["file"], file, "{page}");
        let told = page["rendered"].as_str().unwrap();
        assert!(told.contains(why), "{told}");
        assert!(told.len() < 4000, "{told}");
    }
    for (field, value, why) in [
        ("model", json!("tso"), "ptx-7.5, ptx-6.0, sc, not `tso`"),
        ("modle", json!("sc"), "unknown field `modle`"),
        ("ptx", json!(7), "expected a string"),
    ] {
        let mut asked = whole.clone();
        asked[field] = value;
        let page = said(&embed::kernel(&asked.to_string()));
        assert!(page["error"].as_str().unwrap().contains(why), "{page}");
    }
}

#[test]
fn words_are_told_with_their_meanings() {
    let all = said(&embed::words());
    let of = |language: &str, word: &str| -> Vec<Value> {
        let words = all[language].as_array().unwrap().iter();
        words.filter(|one| one["word"] == word).cloned().collect()
    };
    let fence = &of("test", "fence")[0];
    assert_eq!(fence["kind"], "mnemonic");
    assert!(fence["meaning"].as_str().unwrap().contains("orders"));
    assert_eq!(of("test", "cta")[0]["kind"], "modifier");
    assert_eq!(of("test", "forall")[0]["kind"], "keyword");
    assert_eq!(of("model", "po")[0]["kind"], "base");
    assert_eq!(of("model", "acyclic")[0]["kind"], "keyword");
    // Whoever looks a word up finds one meaning.
    for language in ["test", "model"] {
        for one in all[language].as_array().unwrap() {
            assert_eq!(
                of(language, one["word"].as_str().unwrap()).len(),
                1,
                "{one}"
            );
            assert!(
                one["meaning"].is_string() || one["kind"] == "keyword",
                "{one}"
            );
        }
    }
}

#[test]
fn final_states_come_with_their_values_as_text() {
    let text =
        "PTX T\n{ x = 0; P0:r0 = x; }\n P0@cta 0,gpu 0 ;\n mov r1, r0 ;\nexists (P0:r1 == x)\n";
    let asked = json!({ "text": text, "model": "sc", "states": { "observe": ["P0:r0", "x"] } });
    let page = said(&embed::check(&asked.to_string()));
    assert_eq!(page["ends"], json!([["&x", "0"]]), "{page}");
    assert!(
        said(&embed::check(
            &request("examples/mp.litmus", "sc").to_string()
        ))["ends"]
            .is_null()
    );
}
