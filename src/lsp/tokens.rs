//! Colours by meaning.

use lsp_types::{SemanticToken, SemanticTokenType, SemanticTokens};

use crate::model::cat::outline::{Kind, Outline};
use crate::model::cat::words::{Word as CatWord, words as cat_words};
use crate::program::edit::Name;
use crate::syntax::read::MAX_BYTES;
use crate::syntax::span::Span;
use crate::syntax::words::{Word, words};

use super::snapshot::{Language, Snapshot};

/// What is told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Color {
    Keyword,
    Mnemonic,
    Modifier,
    Thread,
    Label,
    Location,
    Register,
    Number,
    Text,
    Comment,
    Operator,
}

const COLORS: [(Color, SemanticTokenType); 11] = [
    (Color::Keyword, SemanticTokenType::KEYWORD),
    (Color::Mnemonic, SemanticTokenType::FUNCTION),
    (Color::Modifier, SemanticTokenType::MODIFIER),
    (Color::Thread, SemanticTokenType::NAMESPACE),
    (Color::Label, SemanticTokenType::ENUM_MEMBER),
    (Color::Location, SemanticTokenType::VARIABLE),
    (Color::Register, SemanticTokenType::PARAMETER),
    (Color::Number, SemanticTokenType::NUMBER),
    (Color::Text, SemanticTokenType::STRING),
    (Color::Comment, SemanticTokenType::COMMENT),
    (Color::Operator, SemanticTokenType::OPERATOR),
];

/// The kinds of words, in the order of their numbers.
pub fn legend() -> Vec<SemanticTokenType> {
    COLORS.iter().map(|(_, name)| name.clone()).collect()
}

/// The words of a text with what they are.
pub fn tokens(on: &Snapshot) -> SemanticTokens {
    let found = if on.text().len() as u64 > MAX_BYTES {
        Vec::new()
    } else {
        match on.language {
            Language::Litmus => of_test(on),
            Language::Cat => of_model(on),
        }
    };
    let mut data = Vec::new();
    let mut last = lsp_types::Position::default();
    for (color, span) in found {
        for line in lines(on, span) {
            let at = on.range(line);
            let number = COLORS.iter().position(|(known, _)| *known == color);
            let same = at.start.line == last.line;
            let before = if same { last.character } else { 0 };
            // Words that overlap would be told wrongly.
            let (Some(down), Some(right), Some(number)) = (
                at.start.line.checked_sub(last.line),
                at.start.character.checked_sub(before),
                number.and_then(|number| u32::try_from(number).ok()),
            ) else {
                continue;
            };
            data.push(SemanticToken {
                delta_line: down,
                delta_start: right,
                length: at.end.character.saturating_sub(at.start.character),
                token_type: number,
                token_modifiers_bitset: 0,
            });
            last = at.start;
        }
    }
    SemanticTokens {
        result_id: None,
        data,
    }
}

/// A word in parts that each stand on one line.
fn lines(on: &Snapshot, span: Span) -> Vec<Span> {
    let (first, last) = (on.lines.line(span.start), on.lines.line(span.end));
    let parts = (first..=last).filter_map(|line| {
        let whole = on.lines.span(on.text(), line)?;
        let part = Span::new(whole.start.max(span.start), whole.end.min(span.end));
        (part.start < part.end).then_some(part)
    });
    parts.collect()
}

fn of_test(on: &Snapshot) -> Vec<(Color, Span)> {
    let names = &on.analysis().names;
    let color = |word: Word, span: Span| match word {
        Word::Keyword => Color::Keyword,
        Word::Mnemonic => Color::Mnemonic,
        Word::Modifier => Color::Modifier,
        Word::Thread => Color::Thread,
        Word::Label => Color::Label,
        Word::Number => Color::Number,
        Word::Title => Color::Text,
        Word::Comment => Color::Comment,
        Word::Operator => Color::Operator,
        Word::Name => {
            let found = names.binary_search_by_key(&span, |(_, span)| *span);
            match found.ok().and_then(|at| names.get(at)) {
                Some((Name::Register(..), _)) => Color::Register,
                Some((Name::Label(..), _)) => Color::Label,
                None if ["cta", "gpu", "warp"].contains(&on.source.slice(span)) => Color::Keyword,
                Some((Name::Location(_), _)) | None => Color::Location,
            }
        }
    };
    let all = words(on.text()).into_iter();
    all.map(|(word, span)| (color(word, span), span)).collect()
}

fn of_model(on: &Snapshot) -> Vec<(Color, Span)> {
    let known = Outline::default();
    let outline = on.analysis().outline.as_ref().unwrap_or(&known);
    let color = |word: CatWord, span: Span| match word {
        CatWord::Keyword => Color::Keyword,
        CatWord::Text => Color::Text,
        CatWord::Operator => Color::Operator,
        CatWord::Comment => Color::Comment,
        CatWord::Name => {
            let defined = outline
                .at(0, span.start)
                .and_then(|at| outline.definitions.get(at));
            match defined.map(|one| one.kind) {
                Some(Kind::Function) => Color::Mnemonic,
                Some(Kind::Parameter) => Color::Register,
                Some(Kind::Axiom) => Color::Label,
                Some(Kind::Let) => Color::Location,
                // What every execution has.
                None => Color::Modifier,
            }
        }
    };
    let all = cat_words(on.text()).into_iter();
    all.map(|(word, span)| (color(word, span), span)).collect()
}
