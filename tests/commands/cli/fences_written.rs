//! `fences`: what is written, and what is said where the changed test itself was not proved.

use std::time::Duration;

use gpu_litmus::tasks::fences::found::{Limits, Request};
use gpu_litmus::tasks::fences::prices::Prices;
use gpu_litmus::tasks::fences::search::search;
use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, load};

use super::support::{Folder, MP, run};

/// A time that is over is no defect of ours.
#[test]
fn the_time_of_the_proof_is_over() {
    let program = load("mp.litmus", MP).unwrap();
    for (model, text) in [("ugpu-weak", MP), ("ptx-7.5", MP), ("ptx-7.5", &forall())] {
        let program = if text == MP {
            program.clone()
        } else {
            load("mp.litmus", text).unwrap()
        };
        let model = Model::find(model).unwrap();
        let request = Request {
            options: Options::default(),
            prices: Prices::default(),
            rules: Rules::default(),
            all: false,
            limits: Limits::default(),
        };
        let found = search(&program, &model, &request).unwrap();
        assert_eq!(found.prove(&model, &request.options).unwrap().len(), 1);
        let late = Options {
            timeout: Some(Duration::ZERO),
            ..Options::default()
        };
        let error = found.prove(&model, &late).unwrap_err().to_string();
        assert!(
            error.starts_with("the changed test was not proved: ")
                && error.contains("the time limit was reached")
                && !error.contains("internal error"),
            "{}: {error}",
            model.name
        );
    }
}

fn forall() -> String {
    MP.replace(
        "exists (P1:r1 == 1 /\\ P1:r2 == 0)",
        "forall (P1:r1 == 0 \\/ P1:r2 == 1)",
    )
}

/// New rows end as those of the file do.
#[test]
fn line_ends_stay() {
    let test = MP.replace('\n', "\r\n");
    let folder = Folder::of(&[("mp.litmus", MP), ("crlf.litmus", &test)]);
    let fenced = |file: &str, model: &str| {
        let (input, output) = (folder.path(file), folder.path("fenced.litmus"));
        let said = run(&["fences", &input, "-m", model, "-q", "-o", &output]);
        assert_eq!(said.code, 0, "{}", said.err);
        std::fs::read_to_string(output).unwrap()
    };
    // A row that is new, and rows that are changed.
    for model in ["ugpu-weak", "ptx-7.5"] {
        let plain = fenced("mp.litmus", model);
        assert!(!plain.contains('\r') && plain != MP, "{plain}");
        assert_eq!(fenced("crlf.litmus", model), plain.replace('\n', "\r\n"));
    }
}

/// What the new test expects of the model is what was shown of it.
#[test]
fn expectations_that_were_refuted_are_mended() {
    for (old, expected) in [("reachable", "unreachable"), ("sometimes", "never")] {
        let head = |word: &str| format!("// expect sc: unreachable\n// expect ugpu-weak: {word}\n");
        let folder = Folder::of(&[("mp.litmus", &format!("{}{MP}", head(old)))]);
        let (from, to) = (folder.path("mp.litmus"), folder.path("new.litmus"));
        let said = run(&["fences", &from, "-m", "ugpu-weak", "-q", "-o", &to]);
        assert_eq!(said.code, 0, "{}", said.err);
        let new = folder.read("new.litmus");
        assert!(new.starts_with(&head(expected)), "{new}");
        assert_eq!(run(&["check", &to, "-m", "ugpu-weak"]).code, 0);
    }
}

/// On the standard output the new test is alone.
#[test]
fn the_standard_output_has_the_new_test_alone() {
    let folder = Folder::of(&[("mp.litmus", MP)]);
    let file = folder.path("mp.litmus");
    let said = run(&["fences", &file, "-m", "ugpu-weak", "-o", "-"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(load("new", &said.out).is_ok(), "{}", said.out);
    // Where there is none, nothing.
    let said = run(&["fences", &file, "-m", "plain", "-o", "-"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("MP under plain: "), "{}", said.err);
    let said = run(&[
        "fences",
        &file,
        "-m",
        "ugpu-weak",
        "-o",
        "-",
        "--format",
        "json",
    ]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(
        said.err.contains("expected the name of a file"),
        "{}",
        said.err
    );
}

/// Of choices at one price the test as it is comes first.
#[test]
fn what_is_as_cheap_is_left_as_it_is() {
    let test = "PTX MP\n{ }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nst.weak x, 1 | ld.acquire.cta r0, f ;\n\
                st.release.cta f, 1 | ld.weak r1, x ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
    let folder = Folder::of(&[("mp.litmus", test)]);
    let file = folder.path("mp.litmus");
    let said = run(&["fences", &file, "-m", "ptx-7.5", "-q", "--may-weaken"]);
    let told = "MP under ptx-7.5: forbidden as it is, at cost 6; nothing cheaper works";
    assert!(said.out.starts_with(told), "{}{}", said.out, said.err);
}
