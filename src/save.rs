//! Files that are written for a user: a regular file appears whole or not at all, and keeps its mode;
//! what is a name for something else (a device, a pipe, the target of a link) is written through.

pub mod names;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", .path.display())]
pub struct SaveError {
    /// Which.
    pub path: PathBuf,
    /// What the operating system said.
    pub error: io::Error,
}

/// Makes a folder, and those that it is in, unless it is there.
///
/// # Errors
///
/// It cannot be made.
pub fn make_folder(path: &Path) -> Result<(), SaveError> {
    fs::create_dir_all(path).map_err(|error| SaveError {
        path: path.to_owned(),
        error,
    })
}

/// A place to write to. What it held stays until [`Target::finish`], unless it is no regular file.
pub struct Target {
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// Text for a regular file, and where that is.
    Whole { text: Vec<u8>, place: Place },
    /// Something that takes what comes: `-`, a device, a pipe.
    Through(Box<dyn Write>),
}

enum Place {
    /// A file, or what will be one: another takes its name. Its permissions, if it is there.
    Name(PathBuf, Option<Box<Metadata>>),
    /// A file whose own content must change, since others know it by another name.
    Content,
}

impl Target {
    /// Gets ready to write; `-` is the standard output.
    ///
    /// # Errors
    ///
    /// It is a folder, or in none, or may not be written.
    pub fn open(path: &Path) -> Result<Self, SaveError> {
        let kind = kind(path).map_err(|error| failed(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            kind,
        })
    }

    /// Whether what is written waits to be put into its place.
    #[must_use]
    pub const fn waits(&self) -> bool {
        match &self.kind {
            Kind::Whole { .. } => true,
            Kind::Through(_) => false,
        }
    }

    /// Puts what was written into its place.
    ///
    /// # Errors
    ///
    /// The operating system refuses; a regular file is what it was then.
    pub fn finish(self) -> Result<(), SaveError> {
        let done = match self.kind {
            Kind::Whole { text, place } => match place {
                Place::Name(real, before) => replace(&real, before.as_deref(), &text),
                Place::Content => fs::write(&self.path, &text),
            },
            Kind::Through(mut out) => out.flush(),
        };
        done.map_err(|error| failed(&self.path, error))
    }
}

impl Write for Target {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        match &mut self.kind {
            Kind::Whole { text: held, .. } => held.write(text),
            Kind::Through(out) => out.write(text).map_err(|error| named(&self.path, &error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::Whole { .. } => Ok(()),
            Kind::Through(out) => out.flush().map_err(|error| named(&self.path, &error)),
        }
    }
}

/// Writes a text to a place.
///
/// # Errors
///
/// As for [`Target::open`] and [`Target::finish`].
pub fn save(path: &Path, text: &str) -> Result<(), SaveError> {
    save_bytes(path, text.as_bytes())
}

/// Writes bytes to a place.
///
/// # Errors
///
/// As for [`Target::open`] and [`Target::finish`].
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let mut target = Target::open(path)?;
    target
        .write_all(bytes)
        .map_err(|error| failed(path, error))?;
    target.finish()
}

fn failed(path: &Path, error: io::Error) -> SaveError {
    SaveError {
        path: path.to_owned(),
        error,
    }
}

/// The same error, for who writes without knowing where to.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn kind(path: &Path) -> io::Result<Kind> {
    if path.as_os_str() == "-" {
        return Ok(Kind::Through(Box::new(io::stdout())));
    }
    let whole = |place| Kind::Whole {
        text: Vec::new(),
        place,
    };
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        // A link whose target is not there yet: the target is made.
        Err(_) if fs::symlink_metadata(path).is_ok() => return Ok(whole(Place::Content)),
        Err(_) => {
            fs::metadata(folder(path))?;
            if path.file_name().is_none() {
                return Err(io::Error::other("it names no file"));
            }
            return Ok(whole(Place::Name(path.to_owned(), None)));
        }
    };
    if found.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    let open = OpenOptions::new().write(true).open(path)?;
    if !found.is_file() {
        return Ok(Kind::Through(Box::new(open)));
    }
    // What stands there for a stream of this process is not for us to replace.
    let stream = path.starts_with("/dev") || path.starts_with("/proc");
    if stream || names(&found) > 1 {
        return Ok(whole(Place::Content));
    }
    Ok(whole(Place::Name(
        fs::canonicalize(path)?,
        Some(Box::new(found)),
    )))
}

/// The folder of a path.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes beside a file, then gives it the name. Where that would change who owns the file, or the
/// folder takes no other, its content is changed instead.
fn replace(path: &Path, before: Option<&Metadata>, text: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let drafted = draft(&beside, before, text);
    let done = match (drafted, before) {
        (Ok(true), _) => fs::rename(&beside, path),
        (Ok(false), _) => fs::write(path, text),
        (Err(error), Some(_)) if error.kind() == io::ErrorKind::PermissionDenied => {
            fs::write(path, text)
        }
        (Err(error), _) => Err(error),
    };
    // A draft that was not used; that it cannot be removed either is not worth telling.
    let _ = fs::remove_file(&beside);
    done
}

/// Writes what is to take the place of a file; tells whether it can.
fn draft(beside: &Path, before: Option<&Metadata>, text: &[u8]) -> io::Result<bool> {
    let mut file = create(beside, before.is_some())?;
    if let Some(before) = before {
        if owner(&file.metadata()?) != owner(before) {
            return Ok(false);
        }
        file.set_permissions(before.permissions())?;
    }
    file.write_all(text)?;
    file.sync_all()?;
    Ok(true)
}

/// A new file; one that others must not see before they may.
#[cfg(unix)]
fn create(path: &Path, hidden: bool) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mode = if hidden { 0o600 } else { 0o666 };
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(mode);
    options.open(path)
}

#[cfg(not(unix))]
fn create(path: &Path, _hidden: bool) -> io::Result<File> {
    File::create(path)
}

#[cfg(unix)]
fn owner(file: &Metadata) -> (u32, u32) {
    use std::os::unix::fs::MetadataExt as _;
    (file.uid(), file.gid())
}

#[cfg(not(unix))]
fn owner(_file: &Metadata) -> (u32, u32) {
    (0, 0)
}

/// By how many names a file is known.
#[cfg(unix)]
fn names(file: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    file.nlink()
}

#[cfg(not(unix))]
fn names(_file: &Metadata) -> u64 {
    1
}
