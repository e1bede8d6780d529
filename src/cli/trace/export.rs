//! `trace --export`.

use std::io::Write as _;

use super::{
    Failure, Form, Judged, Log, Output, Path, Rule, Target, Verdict, Which, guarded, litmus,
    members,
};

/// Writes the log as a test, and each impossible part of it, with the verdicts that were found.
pub(super) fn export(
    folder: &Path,
    log: &Log,
    answers: &[Judged],
    output: &mut Output,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    let path = Path::new(&log.name)
        .file_stem()
        .map(|stem| stem.to_string_lossy());
    let fits = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-' || *letter == '_';
    let stem: String = path.unwrap_or_default().chars().filter(fits).collect();
    let stem = if stem.is_empty() {
        "log".to_owned()
    } else {
        stem
    };
    let branches = true;
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
        let name = if form.guarded {
            format!("{stem}-guarded")
        } else {
            stem.clone()
        };
        write(
            folder,
            &name,
            litmus(log, &members(log), form, &name, &expect),
            output,
        )?;
        for judged in answers.iter().filter(mine) {
            let Some(found) = &judged.impossible else {
                continue;
            };
            let name = format!("{stem}-{}", judged.model);
            let expect: Vec<(String, &str)> = expectation(log, judged).into_iter().collect();
            write(
                folder,
                &name,
                litmus(log, &found.events, form, &name, &expect),
                output,
            )?;
        }
    }
    Ok(())
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

pub(super) fn write(
    folder: &Path,
    name: &str,
    text: Result<String, String>,
    output: &mut Output,
) -> Result<(), Failure> {
    match text {
        Ok(text) => {
            let mut target = Target::open(&folder.join(format!("{name}.litmus")))?;
            target.write_all(text.as_bytes())?;
            target.finish()?;
        }
        Err(reason) => output.complain(&Failure::Read(format!("{name} is not exported: {reason}"))),
    }
    Ok(())
}
