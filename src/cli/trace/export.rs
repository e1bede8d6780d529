//! `trace --export`.

use super::{
    Exported, Failure, Form, Judged, Log, Output, Path, Rule, Verdict, Which, guarded, litmus,
    members,
};

/// Writes the log as a test, and each impossible part of it, with the verdicts that were found; says whether all could be written.
pub(super) fn export(
    exported: &mut Exported,
    log: &Log,
    answers: &[Judged],
    output: &Output,
) -> bool {
    let path = Path::new(&log.name)
        .file_stem()
        .map(|stem| stem.to_string_lossy());
    let stem = path.map(|stem| letters(&stem)).unwrap_or_default();
    let stem = if stem.is_empty() { "log" } else { &stem };
    let branches = true;
    let mut whole = true;
    for form in [false, true].map(|guarded| Form { guarded, branches }) {
        let mine = |judged: &&Judged| is_guarded(&judged.model) == form.guarded;
        let expect: Vec<(String, &str)> = answers
            .iter()
            .filter(mine)
            .filter_map(|one| expectation(log, one))
            .collect();
        if !answers.iter().any(|judged| mine(&judged)) {
            continue;
        }
        let wanted = if form.guarded {
            format!("{stem}-guarded")
        } else {
            stem.to_owned()
        };
        let name = exported.name(&wanted);
        let text = litmus(log, &members(log), form, &name, &expect);
        whole &= write(exported, &name, text, output);
        for judged in answers.iter().filter(mine) {
            let Some(found) = &judged.impossible else {
                continue;
            };
            let name = exported.name(&format!("{stem}-{}", letters(&judged.model)));
            let expect: Vec<(String, &str)> = expectation(log, judged).into_iter().collect();
            let text = litmus(log, &found.events, form, &name, &expect);
            whole &= write(exported, &name, text, output);
        }
    }
    whole
}

/// What of a name can stand in the name of a test and of its file.
fn letters(name: &str) -> String {
    let fits = |letter: &char| letter.is_ascii_alphanumeric() || "-_.".contains(*letter);
    let name: String = name.chars().filter(fits).collect();
    name.trim_start_matches(['.', '-']).to_owned()
}

pub(super) fn is_guarded(model: &str) -> bool {
    crate::model::Model::find(model).is_ok_and(|model| guarded(&model))
}

/// What the test of a log is expected to be; nothing where times, write-backs or barriers that a test cannot
/// say had a part in it.
pub(super) fn expectation(log: &Log, judged: &Judged) -> Option<(String, &'static str)> {
    let barriers = log
        .events
        .iter()
        .any(|one| one.op == crate::trace::log::Op::Barrier);
    let apart = !log.written_back.is_empty()
        || judged.times != Which::Off
        || (barriers && Rule::of(&judged.model).is_some());
    let word = match judged.verdict {
        Verdict::Explained => "reachable",
        Verdict::Impossible => "unreachable",
        Verdict::Racy => "racy",
        Verdict::Unknown | Verdict::Unsupported => return None,
    };
    (!apart).then(|| (judged.model.clone(), word))
}

/// Writes one test, or tells why it is none; says whether the folder has taken it.
fn write(exported: &Exported, name: &str, text: Result<String, String>, output: &Output) -> bool {
    let text = match text {
        Ok(text) => text,
        Err(reason) => {
            output.complain(&Failure::Read(format!("{name} is not exported: {reason}")));
            return true;
        }
    };
    let saved = exported.save(name, &text);
    saved.map_err(|failure| output.complain(&failure)).is_ok()
}
