//! What the keywords and operators of the language mean, each with a small example.

use super::token::{Token, lex};
use crate::syntax::span::Span;

/// What the keyword or operator at a byte means: of two that meet there, the one that begins.
#[must_use]
pub fn explained(text: &str, offset: usize) -> Option<(&'static str, Span)> {
    let (tokens, _) = lex(text);
    let inside = |span: &Span| span.start <= offset && offset < span.end;
    let behind = |span: &Span| span.end == offset;
    let find = |fits: &dyn Fn(&Span) -> bool| tokens.iter().find(|(_, span)| fits(span)).copied();
    let (token, span) = find(&inside).or_else(|| find(&behind))?;
    Some((meaning(token)?, span))
}

/// What a keyword means.
#[must_use]
pub fn keyword(word: &str) -> Option<&'static str> {
    match lex(word).0.as_slice() {
        [(token, _)] => meaning(*token),
        _ => None,
    }
}

fn meaning(token: Token<'_>) -> Option<&'static str> {
    of_keyword(token).or_else(|| of_sign(token))
}

/// What a word means.
const fn of_keyword(token: Token<'_>) -> Option<&'static str> {
    Some(match token {
        Token::Let => {
            "`let x = e`: names a set or a relation; `let f(a, b) = e` defines a function. Example: `let com = rf | co | fr`."
        }
        Token::Rec => {
            "`let rec x = e`: the least set or relation for which the equation holds. Example: `let rec t = po | (t; t)` is `po+`."
        }
        Token::And => {
            "`let x = e and y = f`: names both at once. Behind `let rec` each may use the other: `let rec odd = po | (po; even) and even = po; odd`."
        }
        Token::As => {
            "`as name`: the name of an axiom or a flag, by which answers call it. Example: `acyclic po | com as sc`."
        }
        Token::Acyclic => {
            "`acyclic r as name`: an axiom: the relation has no cycle. Example: `acyclic po-loc | com as coherence`."
        }
        Token::Irreflexive => {
            "`irreflexive r as name`: an axiom: the relation relates no event to itself. Example: `irreflexive hb; fr as observation`."
        }
        Token::Empty => {
            "`empty e as name`: an axiom: the set or relation has no member. Example: `empty rmw & (fr; co) as atomicity`."
        }
        Token::Flag => {
            "`flag ~empty e as name`: no axiom: reports the executions for which it is true. Example: `flag ~empty race as racy`."
        }
        Token::Include => {
            "`include \"file.cat\"`: puts the statements of another file here; it is looked for beside this one first. Example: `include \"basic.cat\"`."
        }
        Token::Option => {
            "`option name`: `option rmw-one-event` (a read-modify-write is one event) or `option co-partial` (`co` need not be total)."
        }
        Token::Show | Token::Unshow => {
            "`show r`, `unshow r`: hints of herd for its drawings; read and ignored."
        }
        Token::Reserved(_) => "A keyword of herd's language that this one does not have.",
        Token::Name(_)
        | Token::Text(_)
        | Token::Comment
        | Token::Universe
        | Token::Zero
        | Token::LeftBrace
        | Token::RightBrace
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
        | Token::LeftBracket
        | Token::RightBracket
        | Token::LeftParen
        | Token::RightParen
        | Token::Comma
        | Token::Equals => return None,
    })
}

/// What a sign means.
const fn of_sign(token: Token<'_>) -> Option<&'static str> {
    Some(match token {
        Token::Universe => {
            "`_`: the set of all executed events. Example: `_ * W` is all pairs that end in a write."
        }
        Token::Zero => "`0`: the empty set or relation; `{}` is the same.",
        Token::LeftBrace | Token::RightBrace => {
            "`{}`: the empty set or relation. Example: `let none = {}`."
        }
        Token::Bar => "`a | b`: union, of two sets or two relations. Example: `rf | co`.",
        Token::Semicolon => {
            "`r ; s`: composition: `r`, then `s`. Example: `rf; po` goes from a write over the read that takes its value to what comes after that."
        }
        Token::Backslash => {
            "`a \\ b`: difference: what is in `a` and not in `b`. Example: `po \\ (W * R)`."
        }
        Token::Ampersand => {
            "`a & b`: intersection: what is in both. Example: `rf & ext` is `rf` between threads."
        }
        Token::Times => {
            "`S * T`: all pairs of an event of `S` and one of `T`. Example: `po & (W * R)`."
        }
        Token::Star => {
            "`r*`, `r^*`: reflexive and transitive closure: no, one or many steps. Example: `po*`."
        }
        Token::Plus => "`r+`, `r^+`: transitive closure: one or many steps. Example: `(po | rf)+`.",
        Token::Question => "`r?`, `r^?`: reflexive closure: no step or one. Example: `rf?; po`.",
        Token::Inverse => {
            "`r^-1`: inverse: each pair the other way round. Example: `rf^-1; co` goes from a read to the writes that come after the one it read."
        }
        Token::Tilde => {
            "`~a`: complement: all executed events, or all pairs of them, that are not in `a`. Example: `po & ~(W * R)`."
        }
        Token::Negated => {
            "`~acyclic`, `~irreflexive`, `~empty`: the opposite of the axiom: a `flag` with it marks the executions of which that is true. Example: `flag ~empty race as racy`."
        }
        Token::LeftBracket | Token::RightBracket => {
            "`[S]`: the identity on a set: each of its events with itself. Example: `[W]; po; [R]` is program order from writes to reads."
        }
        Token::LeftParen | Token::RightParen => {
            "`(e)`: what belongs together; behind the name of a function, its arguments. Example: `(po; rf)*`, `domain(rmw)`."
        }
        Token::Comma => "`,`: between the arguments of a function. Example: `between(po, F)`.",
        Token::Equals => {
            "`=`: between a name and what it stands for. Example: `let com = rf | co | fr`."
        }
        Token::Name(_)
        | Token::Text(_)
        | Token::Comment
        | Token::Let
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
        | Token::Reserved(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cat::words::KEYWORDS;

    #[test]
    fn every_keyword_has_a_meaning() {
        for word in KEYWORDS {
            assert!(
                keyword(word).is_some_and(|text| text.contains(word)),
                "{word}"
            );
        }
        assert_eq!(keyword("po"), None);
        assert_eq!(keyword("let rec"), None);
    }

    #[test]
    fn signs_are_explained_by_what_stands_beside_them() {
        for (text, at, begins) in [
            ("rf^-1;co", 2, "`r^-1`"),
            ("rf^-1;co", 5, "`r ; s`"),
            ("po*", 3, "`r*`"),
            ("W * R", 2, "`S * T`"),
            ("~empty r", 0, "`~acyclic`"),
            ("~ r", 0, "`~a`"),
            ("[W]", 3, "`[S]`"),
            ("a \\ b", 2, "`a \\ b`: difference"),
        ] {
            let said = explained(text, at).map(|(said, _)| said);
            assert!(
                said.is_some_and(|said| said.starts_with(begins)),
                "{text}: {said:?}"
            );
        }
        assert_eq!(explained("(* | *)", 3), None);
        assert_eq!(explained("po", 1), None);
    }
}
