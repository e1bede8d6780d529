//! The names of a model text, where they are defined and used: for who reads it in an editor. A text
//! with mistakes has one too, of what could be read.

use std::collections::BTreeMap;

use super::ast::{Binding, Expr, Name, Node, Statement};
use super::parse::parse;
use super::token::{Token, lex};
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

/// Where a name gets its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defined {
    /// The name.
    pub name: String,
    /// Its place.
    pub span: Span,
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
    pub span: Span,
    /// What it means, by its number among the definitions; none of what every execution has, or an
    /// included file.
    pub definition: Option<usize>,
}

/// The names of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// What is defined, in the order of the text.
    pub definitions: Vec<Defined>,
    /// What is used, in the order of the text.
    pub uses: Vec<Used>,
    /// The files that are included.
    pub includes: Vec<(String, Span)>,
    /// What is visible at the end.
    scope: BTreeMap<String, usize>,
}

impl Outline {
    /// Reads a text.
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
        for parsed in parse(source).statements {
            outline.statement(&parsed.statement, parsed.span);
        }
        outline.uses.sort_by_key(|used| used.span);
        outline
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
            Statement::Include(name) => self.includes.push((name.node.clone(), name.span)),
            Statement::Option(_) => {}
        }
    }

    fn define(&mut self, name: &Name, statement: Span, kind: Kind) -> usize {
        self.definitions.push(Defined {
            name: name.node.clone(),
            span: name.span,
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
                        span: name.span,
                        definition: known,
                    });
                    left.extend(args);
                }
                Node::Unary(_, inner) => left.push(inner),
                Node::Chain(_, operands) => left.extend(operands),
            }
        }
    }

    /// The definition that is meant at a place, by its number.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<usize> {
        let touches = |span: Span| span.start <= offset && offset <= span.end;
        let mut defined = self.definitions.iter();
        defined.position(|one| touches(one.span)).or_else(|| {
            let mut used = self.uses.iter();
            used.find(|one| touches(one.span))?.definition
        })
    }

    /// All places of a definition's name, the definition first.
    #[must_use]
    pub fn places(&self, definition: usize) -> Vec<Span> {
        let own = self.definitions.get(definition).map(|one| one.span);
        let uses = self
            .uses
            .iter()
            .filter(|one| one.definition == Some(definition));
        own.into_iter().chain(uses.map(|one| one.span)).collect()
    }

    /// Whether another text has the same names in the same order, each with the same meaning; names
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

/// What a word of a model text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// `let`, `acyclic` and their like.
    Keyword,
    /// A name.
    Name,
    /// Quoted text.
    Text,
    /// An operator.
    Operator,
}

/// The words of a model text, without its comments.
#[must_use]
pub fn words(text: &str) -> Vec<(Word, Span)> {
    let (tokens, _) = lex(text);
    let placed = tokens.into_iter();
    placed
        .filter_map(|(token, span)| Some((word(token)?, span)))
        .collect()
}

const fn word(token: Token<'_>) -> Option<Word> {
    Some(match token {
        Token::Name(_) => Word::Name,
        Token::Text(_) => Word::Text,
        Token::Let
        | Token::Rec
        | Token::And
        | Token::As
        | Token::Acyclic
        | Token::Irreflexive
        | Token::Empty
        | Token::Flag
        | Token::Include
        | Token::Option
        | Token::Show
        | Token::Unshow
        | Token::Reserved(_) => Word::Keyword,
        Token::Universe
        | Token::Zero
        | Token::Bar
        | Token::Semicolon
        | Token::Backslash
        | Token::Ampersand
        | Token::Times
        | Token::Star
        | Token::Plus
        | Token::Question
        | Token::Inverse
        | Token::Tilde
        | Token::Negated
        | Token::Equals => Word::Operator,
        Token::LeftParen
        | Token::RightParen
        | Token::LeftBracket
        | Token::RightBracket
        | Token::LeftBrace
        | Token::RightBrace
        | Token::Comma
        | Token::Comment => return None,
    })
}

/// The words that statements are made of.
pub const KEYWORDS: &[&str] = &[
    "let",
    "rec",
    "and",
    "as",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "include",
    "option",
];

/// The functions that need no definition.
pub const FUNCTIONS: &[(&str, &str)] = &[
    ("domain", "The events that a relation starts from."),
    ("range", "The events that a relation leads to."),
    (
        "fencerel",
        "The pairs in program order with an event of a set between them.",
    ),
    ("toid", "The identity on a set: `[S]`."),
];

/// Whether a word can be a name of a model.
#[must_use]
pub fn is_name(word: &str) -> bool {
    matches!(lex(word).0.as_slice(), [(Token::Name(name), _)] if *name == word)
}
