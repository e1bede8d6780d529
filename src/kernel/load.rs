//! Launch files and their modules, from disk.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::ptx;
use crate::ptx::module::Module;
use crate::syntax::diagnostic::nearest;
use crate::syntax::read::{MAX_BYTES, ReadError, printable, read_source, read_within};
use crate::syntax::span::{SourceFile, Span};
use crate::syntax::{Diagnostic, Report};

use super::launch::description::Description;
use super::launch::{read, read_beside};
use super::setup::{Setup, bind};

/// The first bytes of a cubin.
const ELF: [u8; 4] = *b"\x7fELF";

/// The largest module that is read: 8 MiB. With the headers of a library and what `nvcc -G` says of them, one has several.
pub const MAX_MODULE: u64 = 8 << 20;

/// What a module is called that is given as a text beside a launch that names none.
const UNNAMED: &str = "module.ptx";

/// So much is quoted of the first line of a text that is not read.
const LINE: usize = 80;

/// Why there is no launch.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be read, or is of another kind.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A text has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
}

/// A launch file, with its module.
///
/// # Errors
///
/// One of the two cannot be read or has mistakes, or they do not fit.
pub fn load(path: &Path) -> Result<Setup, LoadError> {
    launch(&read_source(path)?, path.parent().unwrap_or(Path::new("")))
}

/// A launch by its text; its module's path is relative to the folder. That there is no such module is a mistake of the text.
///
/// # Errors
///
/// As for [`load`].
pub fn launch(source: &SourceFile, folder: &Path) -> Result<Setup, LoadError> {
    let description = read(source)?;
    let module =
        module(&description, folder).map_err(|error| named(error, &description, folder))?;
    Ok(bind(description, module)?)
}

/// As [`launch`], of a text that nobody wrote: what is wrong with the module's file is told of that file.
///
/// # Errors
///
/// As for [`load`].
pub fn made(source: &SourceFile, folder: &Path) -> Result<Setup, LoadError> {
    let description = read(source)?;
    let module = module(&description, folder)?;
    Ok(bind(description, module)?)
}

/// The same where the description names what is no file.
fn named(error: LoadError, description: &Description, folder: &Path) -> LoadError {
    match error {
        LoadError::Read(error) if !folder.join(&description.ptx.node).is_file() => {
            let text = format!("cannot read the module: {error}");
            let mistake = Diagnostic::new(text, description.ptx.span, "named here");
            LoadError::Report(Report::new(description.source.clone(), vec![mistake]))
        }
        LoadError::Read(_) | LoadError::Report(_) => error,
    }
}

/// A launch by its text and its module's: that one is launched, whatever file the description names; it need name none.
///
/// # Errors
///
/// The launch is larger than 1 MiB or the module than [`MAX_MODULE`], one of the two has mistakes, or they do not fit.
pub fn texts(source: &SourceFile, ptx: &str) -> Result<Setup, Report> {
    within(source, MAX_BYTES)?;
    let description = read_beside(source, UNNAMED)?;
    let module = SourceFile::new(description.ptx.node.as_str(), ptx);
    within(&module, MAX_MODULE)?;
    bind(description, ptx::parse(&module)?)
}

/// What came from no file has the size of one that is read.
fn within(source: &SourceFile, most: u64) -> Result<(), Report> {
    if source.text.len() as u64 <= most {
        return Ok(());
    }
    let first = source.text.find('\n').unwrap_or(0);
    let mistake = Diagnostic::new(
        format!("this text is larger than {} MiB", most >> 20),
        Span::new(0, first.min(LINE)),
        "nothing of it is read",
    );
    // Nor is it shown.
    let shown = SourceFile::new(
        &*source.name,
        source.text.get(..first.min(LINE)).unwrap_or_default(),
    );
    Err(Report::new(shown, vec![mistake]))
}

fn module(description: &Description, folder: &Path) -> Result<Module, LoadError> {
    let path = folder.join(&description.ptx.node);
    // Machine code is no text, and its reader should hear what it is.
    if begins_with(&path, ELF) {
        let why = "this is a cubin, not PTX: `nvcc -ptx` prints PTX, `cuobjdump -ptx` finds it in a binary";
        return Err(other(&path, why));
    }
    if path.is_dir() {
        return Err(other(&path, "is a directory, expected a module of PTX"));
    }
    let source = read_within(&path, MAX_MODULE)?;
    Ok(ptx::parse(&source)?)
}

/// Why a file is not read.
fn other(path: &Path, why: &str) -> LoadError {
    let path = printable(path);
    let error = io::Error::other(why);
    LoadError::Read(ReadError::Io { path, error })
}

/// Whether these are the first bytes of a file; what is no file, and may wait for ever, is not asked.
fn begins_with(path: &Path, bytes: [u8; 4]) -> bool {
    let mut first = [0; 4];
    path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok())
        && first == bytes
}

/// Whether a text of TOML is a launch file, perhaps one with mistakes, and not the settings of something.
#[must_use]
pub fn is_launch(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        let says = |key: &str| {
            let rest = line.strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let heading = line.trim_start_matches(['[', ' ', '\t']);
        let word = heading.split([']', ' ', '\t']).next().unwrap_or_default();
        let launch = word == "launch" || nearest(word, ["launch"]).is_some();
        says("ptx") || says("launch") || line.starts_with('[') && launch
    })
}
