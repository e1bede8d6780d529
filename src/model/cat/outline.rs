//! The names of a model, where they are defined and used, in its text and in the files that it includes: for
//! who reads it in an editor. A text with mistakes has one too, of what could be read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::ast::{Binding, Expr, Name, Node, Statement};
use super::includes::{Open, expand};
use super::parse::parse;
use crate::syntax::span::{SourceFile, Span};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A set or relation.
    Let,
    /// A function.
    Function,
    /// A parameter of a function.
    Parameter,
    /// An axiom or flag.
    Axiom,
}

/// A text of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// What it says.
    pub source: SourceFile,
    /// Its path without links; none where it has none, or comes with the language.
    pub path: Option<PathBuf>,
}

/// A place in one of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The number of the text; 0 is the model's own.
    pub file: usize,
    /// Where in it.
    pub span: Span,
}

/// Where a name gets its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defined {
    /// The name.
    pub name: String,
    /// Its place.
    pub place: Place,
    /// The whole statement.
    pub statement: Span,
    /// What it stands for.
    pub kind: Kind,
}

/// Where a name is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// The name.
    pub name: String,
    /// Its place.
    pub place: Place,
    /// What it means, by its number among the definitions; none of what every execution has, and of
    /// what is not known.
    pub definition: Option<usize>,
}

/// Where a file is included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    /// Its name, with quotes.
    pub place: Place,
    /// The number of its text.
    pub file: usize,
}

/// The names of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// The texts; the first is the model's own. One that is included twice is here twice.
    pub files: Vec<File>,
    /// What is defined, in the order in which it is read.
    pub definitions: Vec<Defined>,
    /// What is used, by its place.
    pub uses: Vec<Used>,
    /// What is included and could be read.
    pub includes: Vec<Included>,
    /// The numbers of the definitions, by their places.
    sorted: Vec<usize>,
    /// What is visible at present.
    scope: BTreeMap<String, usize>,
    /// The text that is being read.
    file: usize,
}

impl Outline {
    /// Reads a text without the files that it includes.
    ///
    /// ```
    /// use gpu_litmus::SourceFile;
    /// use gpu_litmus::model::cat::outline::Outline;
    ///
    /// let text = "let com = rf | co let com = com | fr acyclic com as c";
    /// let outline = Outline::of(&SourceFile::new("t.cat", text));
    /// let of: Vec<_> = outline.uses.iter().map(|used| used.definition).collect();
    /// assert_eq!(of, [None, None, Some(0), None, Some(1)]);
    /// ```
    #[must_use]
    pub fn of(source: &SourceFile) -> Self {
        let mut outline = Self::default();
        outline.files.push(File {
            source: source.clone(),
            path: None,
        });
        for parsed in parse(source).statements {
            outline.statement(&parsed.statement, parsed.span);
        }
        outline.sorted()
    }

    /// Reads a text and the files that it includes, next to its path first.
    #[must_use]
    pub fn among(source: &SourceFile, path: Option<&Path>, open: Open<'_>) -> Self {
        let expansion = expand(source.clone(), path, open);
        let mut outline = Self::default();
        // What every model can use without an include comes first, and is no text that anybody reads.
        let texts = expansion.sources.into_iter().zip(expansion.paths).skip(1);
        outline.files = texts.map(|(source, path)| File { source, path }).collect();
        for (file, parsed) in expansion.statements {
            if let Some(file) = file.checked_sub(1) {
                outline.file = file;
                outline.statement(&parsed.statement, parsed.span);
            }
        }
        for (file, name, text) in expansion.includes {
            if let (Some(file), Some(text)) = (file.checked_sub(1), text.checked_sub(1)) {
                let place = Place {
                    file,
                    span: name.span,
                };
                outline.includes.push(Included { place, file: text });
            }
        }
        outline.sorted()
    }

    fn sorted(mut self) -> Self {
        self.uses.sort_by_key(|used| used.place);
        self.sorted = (0..self.definitions.len()).collect();
        let places: Vec<Place> = self.definitions.iter().map(|one| one.place).collect();
        self.sorted.sort_by_key(|index| places.get(*index).copied());
        self
    }

    const fn here(&self, span: Span) -> Place {
        Place {
            file: self.file,
            span,
        }
    }

    fn statement(&mut self, statement: &Statement, span: Span) {
        match statement {
            Statement::Let {
                recursive,
                bindings,
            } => {
                if *recursive {
                    self.define_all(bindings, span);
                }
                for binding in bindings {
                    self.body(binding, span);
                }
                if !recursive {
                    self.define_all(bindings, span);
                }
            }
            Statement::Axiom { expr, name, .. } => {
                self.expression(expr, &BTreeMap::new());
                if let Some(name) = name {
                    self.define(name, span, Kind::Axiom);
                }
            }
            Statement::Include(_) | Statement::Option(_) => {}
        }
    }

    fn define(&mut self, name: &Name, statement: Span, kind: Kind) -> usize {
        self.definitions.push(Defined {
            name: name.node.clone(),
            place: self.here(name.span),
            statement,
            kind,
        });
        self.definitions.len() - 1
    }

    fn define_all(&mut self, bindings: &[Binding], statement: Span) {
        for binding in bindings {
            let kind = if binding.params.is_empty() {
                Kind::Let
            } else {
                Kind::Function
            };
            let index = self.define(&binding.name, statement, kind);
            self.scope.insert(binding.name.node.clone(), index);
        }
    }

    fn body(&mut self, binding: &Binding, statement: Span) {
        let mut own = BTreeMap::new();
        for param in &binding.params {
            let index = self.define(param, statement, Kind::Parameter);
            own.insert(param.node.as_str(), index);
        }
        if let Some(body) = &binding.body {
            self.expression(body, &own);
        }
    }

    fn expression(&mut self, whole: &Expr, own: &BTreeMap<&str, usize>) {
        let mut left = vec![whole];
        while let Some(expr) = left.pop() {
            match &expr.node {
                Node::Empty | Node::Universe => {}
                Node::Name(name, args) => {
                    let local = own.get(name.node.as_str());
                    let known = local.or_else(|| self.scope.get(&name.node)).copied();
                    self.uses.push(Used {
                        name: name.node.clone(),
                        place: self.here(name.span),
                        definition: known,
                    });
                    left.extend(args);
                }
                Node::Unary(_, inner) => left.push(inner),
                Node::Chain(_, operands) => left.extend(operands),
            }
        }
    }

    /// The definition that is meant at a byte of a text, by its number.
    #[must_use]
    pub fn at(&self, file: usize, offset: usize) -> Option<usize> {
        let place = |index: &usize| self.definitions.get(*index).map(|one| one.place);
        let first = self.sorted.partition_point(|index| {
            place(index).is_some_and(|one| ends_before(one, file, offset))
        });
        let defined = self.sorted.get(first).copied();
        defined
            .filter(|index| place(index).is_some_and(|one| touches(one, file, offset)))
            .or_else(|| self.used(file, offset)?.definition)
    }

    /// The use of a name at a byte of a text.
    #[must_use]
    pub fn used(&self, file: usize, offset: usize) -> Option<&Used> {
        let first = self
            .uses
            .partition_point(|one| ends_before(one.place, file, offset));
        let used = self.uses.get(first)?;
        touches(used.place, file, offset).then_some(used)
    }

    /// All places of a definition's name, the definition first.
    #[must_use]
    pub fn places(&self, definition: usize) -> Vec<Place> {
        let own = self.definitions.get(definition).map(|one| one.place);
        let uses = self
            .uses
            .iter()
            .filter(|one| one.definition == Some(definition));
        own.into_iter().chain(uses.map(|one| one.place)).collect()
    }

    /// Whether another model has the same names in the same order, each with the same meaning; names
    /// themselves may differ.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let kinds = |of: &Self| {
            of.definitions
                .iter()
                .map(|one| one.kind)
                .collect::<Vec<_>>()
        };
        let uses = |of: &Self| of.uses.iter().map(|one| one.definition).collect::<Vec<_>>();
        kinds(self) == kinds(other) && uses(self) == uses(other)
    }
}

/// Whether a word ends before a byte: then a cursor there does not touch it.
const fn ends_before(place: Place, file: usize, offset: usize) -> bool {
    place.file < file || place.file == file && place.span.end < offset
}

const fn touches(place: Place, file: usize, offset: usize) -> bool {
    place.file == file && place.span.start <= offset && offset <= place.span.end
}
