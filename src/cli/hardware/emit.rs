//! `run --emit`: kernels are written and nothing is run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::device::run::assemble::{ToolError, assemble, disassemble};
use crate::device::run::emit::module::module;
use crate::device::run::emit::refuse::lay_out;
use crate::device::run::observe::Observed;
use crate::device::run::optcheck::check::check;
use crate::device::run::optcheck::lost::Lost;
use crate::device::run::place::Mode;
use crate::save::names::Names;
use crate::save::{SaveError, save};
use crate::stop::Stop;
use crate::syntax::read::printable;
use crate::tasks::ask::asks_how_it_ends;

use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::inputs::{each, expand, heed, load};
use crate::cli::output::Output;

/// What is to be written.
pub struct Wanted<'a> {
    /// The tests.
    pub paths: &'a [PathBuf],
    /// Where to.
    pub folder: &'a Path,
    /// The machine that they are assembled for, if they are.
    pub arch: Option<&'a str>,
    /// How roles are spread over threads, where there are no barriers.
    pub mode: Mode,
}

/// What became of a test.
struct Written {
    /// The files.
    files: Vec<PathBuf>,
    /// What the assembler has not left as it was; none where nobody looked.
    lost: Option<Vec<Lost>>,
    /// Why nobody looked, if somebody should.
    unchecked: Option<String>,
}

/// Writes the kernels of all tests.
///
/// # Errors
///
/// The folder cannot be written.
pub fn emit(
    wanted: &Wanted<'_>,
    stop: &Stop,
    output: &mut Output,
    exit: &mut Exit,
) -> Result<(), Failure> {
    fs::create_dir_all(wanted.folder).map_err(|error| SaveError {
        path: wanted.folder.to_owned(),
        error,
    })?;
    let mut names = Names::default();
    for input in expand(wanted.paths) {
        if stop.check().is_err() {
            let text = "ended early: the kernels of the other tests were not written";
            output.complaints.remark(text);
            *exit = (*exit).max(Exit::Open);
            break;
        }
        let written = each(input, |path| one(wanted, path, &mut names, output));
        match written {
            Ok(written) => {
                if written.lost.as_ref().is_some_and(|lost| !lost.is_empty()) {
                    *exit = (*exit).max(Exit::Open);
                }
                let text = told(&written, wanted.arch);
                output.print(&text)?;
            }
            Err(failure) => {
                output.complain(&failure);
                *exit = (*exit).max(Exit::Bad);
            }
        }
    }
    Ok(())
}

fn one(
    wanted: &Wanted<'_>,
    path: &Path,
    names: &mut Names,
    output: &Output,
) -> Result<Written, Failure> {
    let program = load(path)?;
    heed(&program, false, output)?;
    asks_how_it_ends(&program, "run")?;
    let observed = Observed::of(&program);
    let layout = lay_out(&program, &observed, wanted.mode)?;
    let name = names.of_file(&program.source.name);
    let file = |end: &str| wanted.folder.join(format!("{name}.{end}"));
    let ptx = file("ptx");
    save(&ptx, &module(&layout))?;
    let mut written = Written {
        files: vec![ptx.clone()],
        lost: None,
        unchecked: None,
    };
    let Some(arch) = wanted.arch else {
        return Ok(written);
    };
    let told = |error: ToolError| {
        Failure::Read(format!("{}: {error}", printable(&ptx))).of(&printable(&ptx))
    };
    let cubin = file("cubin");
    assemble(&ptx, arch, &cubin).map_err(told)?;
    written.files.push(cubin.clone());
    match disassemble(&cubin) {
        Ok(text) => {
            let sass = file("sass");
            save(&sass, &text)?;
            written.files.push(sass.clone());
            match check(&layout, &text) {
                Ok(lost) => written.lost = Some(lost),
                Err(why) => written.unchecked = Some(format!("{}: {why}", printable(&sass))),
            }
        }
        Err(error @ ToolError::Missing(_)) => written.unchecked = Some(error.to_string()),
        Err(error) => return Err(told(error)),
    }
    Ok(written)
}

/// What is said of a test: its files, and what the assembler did to it.
fn told(written: &Written, arch: Option<&str>) -> String {
    let files = written.files.iter().map(|path| printable(path));
    let mut text = files.collect::<Vec<_>>().join(" ");
    let machine = arch.unwrap_or_default();
    match (&written.lost, &written.unchecked) {
        (Some(lost), _) if lost.is_empty() => {
            let _ = write!(text, ": optcheck ok on {machine}");
        }
        (Some(lost), _) => {
            let _ = write!(text, ": optimised on {machine}");
            for one in lost {
                let _ = write!(text, "\n  {one}");
            }
        }
        (None, Some(why)) => {
            let _ = write!(text, ": not checked: {why}");
        }
        (None, None) => {}
    }
    text.push('\n');
    text
}
