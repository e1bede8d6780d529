//! Which files a suite consists of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use globset::GlobBuilder;
use walkdir::WalkDir;

use super::list::{List, Origin};
use super::shard::Shard;
use super::walk::{Walk, bare, is_pattern, may_be_launch, why};
use crate::syntax::read::printable;

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
        self.walk(Walk::All(folder), origin, |path, readable| {
            let is = |name: &str| path.extension().is_some_and(|extension| extension == name);
            // Of what is not read nobody knows, either.
            let launch = || launches && is("toml") && (!readable || may_be_launch(path));
            tests && is("litmus") || launch()
        });
        if self.files.len() == before && !self.files.keys().any(|path| path.starts_with(folder)) {
            let none = if tests {
                if launches {
                    "no *.litmus file and no launch file in this folder"
                } else {
                    "no *.litmus file in this folder"
                }
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
        let fixed = |part: &Component<'_>| !is_pattern(Path::new(part));
        let base: PathBuf = pattern.components().take_while(fixed).collect();
        // A pattern speaks of so many folders, but for `**`.
        let deep = text.contains("**") || text.contains('{');
        let depth = if deep {
            usize::MAX
        } else {
            pattern.components().skip_while(fixed).count()
        };
        let here = base.as_os_str().is_empty();
        let base = if here { Path::new(".") } else { &base };
        let before = self.files.len();
        if base.is_dir() {
            let is = |path: &Path, _| matcher.is_match(bare(path, here));
            self.walk(Walk::Meant(base, depth), origin, is);
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
        walk: Walk<'_>,
        origin: Option<&Origin>,
        wanted: impl Fn(&Path, bool) -> bool,
    ) {
        let (folder, depth, meant) = match walk {
            Walk::All(folder) => (folder, usize::MAX, false),
            Walk::Meant(folder, depth) => (folder, depth, true),
        };
        let entries = WalkDir::new(folder).follow_links(true).max_depth(depth);
        for entry in entries {
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
                    // Below a link into its own folder is nothing that is not elsewhere.
                    if meant && error.loop_ancestor().is_some() && !wanted(&path, true) {
                        continue;
                    }
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

    /// A file whose name is shown as that of another is would be taken for it in reports and journals.
    fn alike(&mut self) {
        let mut shown: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (path, problem) in &mut self.files {
            let name = printable(path);
            let Some(other) = shown.get(&name) else {
                shown.insert(name, path.clone());
                continue;
            };
            let folder = other.parent().map(printable).unwrap_or_default();
            let why = format!(
                "{name}: another file in {folder} has a name that is shown as this one is; rename one"
            );
            problem.get_or_insert((why, None));
        }
    }

    fn suite(mut self) -> Suite {
        self.once();
        self.alike();
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
