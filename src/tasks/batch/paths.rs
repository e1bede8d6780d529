//! Which files a suite consists of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use walkdir::WalkDir;

use super::list::{List, Origin};
use super::shard::Shard;
use crate::kernel::load::is_launch;
use crate::syntax::read::{ReadError, printable, read_source};

/// The files of a suite, each once, in the order of their paths, component by component. What was
/// asked for and is not there is among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suite {
    /// The files.
    pub items: Vec<Item>,
}

/// One file, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The path.
    pub path: PathBuf,
    /// Why it names no test.
    pub problem: Option<String>,
    /// Where a list names what is none.
    pub listed: Option<Origin>,
}

impl Suite {
    /// The files that paths mean: a file, a folder (searched for `*.litmus` and launch files), or a
    /// pattern such as `suite/**/mp*.litmus`.
    #[must_use]
    pub fn of<P: AsRef<Path>>(paths: &[P]) -> Self {
        let mut found = Found::new(true);
        for path in paths {
            found.expand(path.as_ref(), None);
        }
        found.suite()
    }

    /// The litmus tests that a path means.
    #[must_use]
    pub fn tests(path: &Path) -> Self {
        let mut found = Found::new(false);
        found.expand(path, None);
        found.suite()
    }

    /// The launch files that a path means.
    #[must_use]
    pub fn launches(path: &Path) -> Self {
        let mut found = Found {
            tests: false,
            ..Found::new(true)
        };
        found.expand(path, None);
        found.suite()
    }

    /// The files that paths and lists mean; folders as in [`Self::of`].
    #[must_use]
    pub fn with_lists(paths: &[PathBuf], lists: &[List]) -> Self {
        let mut found = Found::new(true);
        for path in paths {
            found.expand(path, None);
        }
        for list in lists {
            for (path, place) in list.paths() {
                let origin = Origin {
                    list: list.name.clone(),
                    place,
                };
                found.expand(path, Some(&origin));
            }
        }
        found.suite()
    }

    /// The part of it that is a shard.
    #[must_use]
    pub fn shard(self, shard: Shard) -> Self {
        Self {
            items: shard.pick(self.items).collect(),
        }
    }
}

/// Whether a file of TOML is a launch, and not the settings of something. Of what is no text nobody knows: that is told.
fn may_be_launch(path: &Path) -> bool {
    match read_source(path) {
        Ok(source) => is_launch(&source.text),
        Err(ReadError::NotUtf8 { .. }) => true,
        Err(
            ReadError::Missing { .. }
            | ReadError::Directory { .. }
            | ReadError::Permission { .. }
            | ReadError::TooLarge { .. }
            | ReadError::Io { .. },
        ) => false,
    }
}

/// Why a pipe, a socket or a device in a folder is none of its tests: reading it may never end.
const IRREGULAR: &str = "no regular file, and only those are read from a folder";

/// Why a path names no test, and where a list has it.
type Problem = (String, Option<Origin>);

struct Found {
    files: BTreeMap<PathBuf, Option<Problem>>,
    /// Folders are searched for litmus tests.
    tests: bool,
    /// Folders are searched for launch files.
    launches: bool,
}

impl Found {
    const fn new(launches: bool) -> Self {
        Self {
            files: BTreeMap::new(),
            tests: true,
            launches,
        }
    }

    /// A file that is there for one reason and missing for another is there.
    fn add(&mut self, path: PathBuf, problem: Option<Problem>) {
        let fine = problem.is_none();
        let known = self.files.entry(path).or_insert(problem);
        if fine {
            *known = None;
        }
    }

    fn fail(&mut self, path: &Path, origin: Option<&Origin>, why: &str) {
        let name = printable(path);
        let problem = match origin {
            Some(Origin { list, place }) => format!("{list}:{}: {why}: {name}", place.line),
            None => format!("{name}: {why}"),
        };
        self.add(path.to_owned(), Some((problem, origin.cloned())));
    }

    fn expand(&mut self, path: &Path, origin: Option<&Origin>) {
        if path.is_dir() {
            self.search(path, origin);
        } else if path.exists() {
            self.add(path.to_owned(), None);
        } else if is_pattern(path) {
            self.matching(path, origin);
        } else {
            self.fail(path, origin, "no such file");
        }
    }

    fn search(&mut self, folder: &Path, origin: Option<&Origin>) {
        let before = self.files.len();
        let (tests, launches) = (self.tests, self.launches);
        self.walk(folder, origin, |path, readable| {
            let is = |name: &str| path.extension().is_some_and(|extension| extension == name);
            // Of what is not read nobody knows, either.
            let launch = || launches && is("toml") && (!readable || may_be_launch(path));
            tests && is("litmus") || launch()
        });
        if self.files.len() == before && !self.files.keys().any(|path| path.starts_with(folder)) {
            let none = if tests {
                "no *.litmus file in this folder"
            } else {
                "no launch file in this folder"
            };
            self.fail(folder, origin, none);
        }
    }

    fn matching(&mut self, pattern: &Path, origin: Option<&Origin>) {
        let text = pattern.to_string_lossy();
        let glob = GlobBuilder::new(&text).literal_separator(true).build();
        let matcher = match glob {
            Ok(glob) => glob.compile_matcher(),
            Err(error) => {
                return self.fail(pattern, origin, &format!("no pattern ({})", error.kind()));
            }
        };
        let base: PathBuf = pattern
            .components()
            .take_while(|part| !is_pattern(Path::new(part)))
            .collect();
        let here = base.as_os_str().is_empty();
        let base = if here { Path::new(".") } else { &base };
        let before = self.files.len();
        if base.is_dir() {
            self.walk(base, origin, |path, _| matcher.is_match(bare(path, here)));
        }
        if self.files.len() == before
            && !self
                .files
                .keys()
                .any(|path| matcher.is_match(bare(path, here)))
        {
            self.fail(pattern, origin, "no file matches");
        }
    }

    /// Adds what is wanted by its path, and by whether it is a file that can be read at all.
    fn walk(
        &mut self,
        folder: &Path,
        origin: Option<&Origin>,
        wanted: impl Fn(&Path, bool) -> bool,
    ) {
        for entry in WalkDir::new(folder).follow_links(true) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => {
                    let (readable, path) = (entry.file_type().is_file(), entry.into_path());
                    match (wanted(&path, readable), readable) {
                        (true, true) => self.add(path, None),
                        (true, false) => self.fail(&path, origin, IRREGULAR),
                        (false, _) => {}
                    }
                }
                Err(error) => {
                    let path = error.path().unwrap_or(folder).to_owned();
                    // A link to nowhere could be of any kind: only its name says whether it was meant.
                    if !path.is_symlink() || path.exists() || wanted(&path, true) {
                        self.fail(&path, origin, &why(&error));
                    }
                }
            }
        }
    }

    /// Leaves of several paths of a file the first; a link is a file of its own.
    fn once(&mut self) {
        let mut folders: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        self.files.retain(|path, problem| {
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                return true;
            };
            let real = folders.entry(folder.to_owned()).or_insert_with(|| {
                let here = folder.as_os_str().is_empty();
                let folder = if here { Path::new(".") } else { folder };
                folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
            });
            problem.is_some() || seen.insert(real.join(name))
        });
    }

    fn suite(mut self) -> Suite {
        self.once();
        let items = self.files.into_iter();
        Suite {
            items: items
                .map(|(path, problem)| {
                    let (problem, listed) = problem.unzip();
                    Item {
                        path,
                        problem,
                        listed: listed.flatten(),
                    }
                })
                .collect(),
        }
    }
}

/// What the walk met; the path is said elsewhere.
fn why(error: &walkdir::Error) -> String {
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => {
            format!("a link to {}, in which it is itself", printable(ancestor))
        }
        (None, Some(error)) => match error.kind() {
            std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            _ => error.to_string(),
        },
        (None, None) => error.to_string(),
    }
}

fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// A pattern without a folder means names in this folder, which a walk gives as `./name`.
fn bare(path: &Path, here: bool) -> &Path {
    if here {
        path.strip_prefix(".").unwrap_or(path)
    } else {
        path
    }
}
