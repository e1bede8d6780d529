//! Included files: those that come with the language, and those next to the model.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ast::Statement;
use super::files;
use super::parse::{Parsed, parse};
use super::split::Title;
use crate::syntax::diagnostic::{Diagnostic, nearest};
use crate::syntax::read::printable;
use crate::syntax::span::{SourceFile, Spanned};

/// How many files one model may consist of.
const FILE_LIMIT: usize = 100;

/// What every model can use without an include.
pub const PRELUDE: &str = "\
let rfe = rf & ext   let rfi = rf \\ ext
let coe = co & ext   let coi = co \\ ext
let fre = fr & ext   let fri = fr \\ ext
let fencerel(S) = po & (_ * S) ; po
let toid(S) = [S]
";

/// The files that come with the language.
const BUILTIN: [(&str, &str); 6] = [
    (
        "hrf-consistency.cat",
        include_str!("../texts/hrf-consistency.cat"),
    ),
    ("hrf-race.cat", include_str!("../texts/hrf-race.cat")),
    ("points.cat", include_str!("../texts/points.cat")),
    (
        "basic.cat",
        "\
(* Communication, dependencies, and order through fences. *)
let com = rf | co | fr
let come = rfe | coe | fre
let comi = rfi | coi | fri
let dep = addr | data | (ctrl & (R * W))
let fenced = fencerel(F)
let complete = rf; rmw | co; rmw
",
    ),
    (
        "cos.cat",
        "\
(* Coherence and from-reads are base relations: only their parts are defined here. *)
let coe = co & ext
let coi = co \\ ext
let fre = fr & ext
let fri = fr \\ ext
",
    ),
    (
        "stdlib.cat",
        "\
(* Small functions. *)
let with-inverse(r) = r | r^-1
let immediate(r) = r \\ (r; r+)
let between(r, S) = r & (_ * S) ; r
let restricted(S, r, T) = [S]; r; [T]
",
    ),
];

/// The names of the files that come with the language; the others are parts of the built-in models.
pub const fn shipped_files() -> [&'static str; 3] {
    ["basic.cat", "cos.cat", "stdlib.cat"]
}

/// What stands in files that are open somewhere, by their paths without links; none for all others.
pub type Open<'a> = &'a dyn Fn(&Path) -> Option<Arc<str>>;

/// A model with its included files written out.
#[derive(Debug)]
pub struct Expansion {
    /// All texts; the first is [`PRELUDE`], the second the model's own.
    pub sources: Vec<SourceFile>,
    /// Their paths without links; none for what comes with the language.
    pub paths: Vec<Option<PathBuf>>,
    /// What is included: where it says so, and the number of the text that is read then.
    pub includes: Vec<(usize, Spanned<String>, usize)>,
    /// The statements in order, each with the number of its text.
    pub statements: Vec<(usize, Parsed)>,
    /// The title of the model's own text.
    pub title: Title,
    /// The mistakes so far, each with the number of its text.
    pub problems: Vec<(usize, Diagnostic)>,
    /// Some include failed, so that names may be missing for that reason.
    pub incomplete: bool,
    /// What is being read at present: for cycles.
    stack: Vec<PathBuf>,
}

/// Reads a model and what it includes; `path` is where it lies, if it is a file.
pub fn expand(source: SourceFile, path: Option<&Path>, open: Open<'_>) -> Expansion {
    let mut expansion = Expansion {
        sources: Vec::new(),
        paths: Vec::new(),
        includes: Vec::new(),
        statements: Vec::new(),
        title: Title::default(),
        problems: Vec::new(),
        incomplete: false,
        stack: Vec::new(),
    };
    let place = Place {
        dir: None,
        identity: "<built in>".into(),
        open,
    };
    expansion.file(SourceFile::new("<built in>", PRELUDE), place);
    let place = Place {
        dir: path.map(directory),
        identity: path.map_or_else(PathBuf::new, canonical),
        open,
    };
    expansion.title = expansion.file(source, place);
    expansion
}

fn directory(path: &Path) -> &Path {
    path.parent().unwrap_or_else(|| Path::new(""))
}

/// A path without links, of what exists.
pub fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Where a text lies.
struct Place<'a> {
    /// Where the files that it includes are looked for first.
    dir: Option<&'a Path>,
    identity: PathBuf,
    open: Open<'a>,
}

impl Expansion {
    fn file(&mut self, source: SourceFile, place: Place<'_>) -> Title {
        let number = self.sources.len();
        let file = parse(&source);
        self.sources.push(source);
        let Place {
            dir,
            identity,
            open,
        } = place;
        self.paths.push(dir.map(|_| identity.clone()));
        self.problems
            .extend(file.problems.into_iter().map(|problem| (number, problem)));
        self.incomplete |= file.incomplete;
        self.stack.push(identity);
        for parsed in file.statements {
            if let Statement::Include(name) = &parsed.statement {
                let next = self.sources.len();
                match self.include(name, dir, open) {
                    Ok(()) => self.includes.push((number, name.clone(), next)),
                    Err(problem) => {
                        self.incomplete = true;
                        self.problems.push((number, problem));
                    }
                }
            } else {
                self.statements.push((number, parsed));
            }
        }
        self.stack.pop();
        file.title
    }

    /// A file next to the including one comes before a built-in one of the same name.
    fn include(
        &mut self,
        name: &Spanned<String>,
        dir: Option<&Path>,
        open: Open<'_>,
    ) -> Result<(), Diagnostic> {
        if self.sources.len() > FILE_LIMIT {
            return Err(Diagnostic::new(
                format!("a model may include {FILE_LIMIT} files at most"),
                name.span,
                "one too many",
            ));
        }
        let path = dir.map(|dir| dir.join(&name.node));
        let exists = |path: &PathBuf| path.exists() || open(&canonical(path)).is_some();
        match path.filter(exists) {
            Some(path) => self.user_file(name, &path, open),
            None => self.builtin_file(name, dir, open),
        }
    }

    fn user_file(
        &mut self,
        name: &Spanned<String>,
        path: &Path,
        open: Open<'_>,
    ) -> Result<(), Diagnostic> {
        let identity = canonical(path);
        if let Some(first) = self.stack.iter().position(|open| *open == identity) {
            return Err(cycle(name, &self.stack[first..]));
        }
        let text = match open(&identity) {
            Some(text) => text,
            None => files::read(path).map(Arc::from).map_err(|problem| {
                Diagnostic::new(
                    format!("cannot include `{}`", name.node),
                    name.span,
                    problem.to_string(),
                )
            })?,
        };
        let place = Place {
            dir: Some(directory(path)),
            identity,
            open,
        };
        self.file(SourceFile::new(printable(path), text), place);
        Ok(())
    }

    fn builtin_file(
        &mut self,
        name: &Spanned<String>,
        dir: Option<&Path>,
        open: Open<'_>,
    ) -> Result<(), Diagnostic> {
        let Some((known, text)) = BUILTIN.iter().find(|(known, _)| *known == name.node) else {
            return Err(missing(name, dir));
        };
        let shown = format!("<built in>/{known}");
        let place = Place {
            dir: None,
            identity: shown.as_str().into(),
            open,
        };
        self.file(SourceFile::new(&*shown, *text), place);
        Ok(())
    }
}

fn cycle(name: &Spanned<String>, open: &[PathBuf]) -> Diagnostic {
    let names: Vec<String> = open
        .iter()
        .map(|path| {
            path.file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into())
        })
        .map(|name| format!("`{name}`"))
        .collect();
    let label = match names.as_slice() {
        [_] => "this is the file itself".to_owned(),
        _ => format!(
            "{}, which includes the first again",
            names.join(" includes ")
        ),
    };
    Diagnostic::new("files include each other in a circle", name.span, label)
}

fn missing(name: &Spanned<String>, dir: Option<&Path>) -> Diagnostic {
    let label = match dir {
        Some(_) => "neither next to this file nor built in",
        None => "not built in",
    };
    let known = shipped_files();
    let diagnostic = Diagnostic::new(
        format!("there is no `{}` to include", name.node),
        name.span,
        label,
    );
    match nearest(&name.node, BUILTIN.map(|(name, _)| name)) {
        Some(near) => diagnostic.with_near(&name.node, near),
        None => diagnostic.with_help(format!("built in are {}", known.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_files_load() {
        for (name, _) in BUILTIN {
            // What some of them say that they need.
            let text = format!("let hhb = po let matching = sr include \"{name}\"");
            assert!(crate::model::cat::load("m.cat", &text).is_ok(), "{name}");
        }
        let there = BUILTIN.map(|(name, _)| name);
        assert!(shipped_files().iter().all(|name| there.contains(name)));
    }
}
