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
