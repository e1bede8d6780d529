//! What was given instead of PTX.

use crate::syntax::Diagnostic;
use crate::syntax::other::Kind;
use crate::syntax::span::Span;

/// What is no PTX at all.
pub fn other_kind(text: &str) -> Option<Diagnostic> {
    let start = Span::new(0, text.chars().next().map_or(0, char::len_utf8));
    if text.trim().is_empty() {
        return Some(Diagnostic::new("the file is empty", Span::default(), ""));
    }
    if text.starts_with("\u{7f}ELF") {
        let mistake = Diagnostic::new("this is a cubin, not PTX", start, "machine code");
        return Some(
            mistake.with_help("`nvcc -ptx` prints PTX; `cuobjdump -ptx` finds it in a binary"),
        );
    }
    let sass = text.find("/*0000*/").or_else(|| text.find(".headerflags"));
    if let Some(at) = sass
        && !text.contains(".version")
    {
        let mistake = Diagnostic::new(
            "this is SASS, not PTX",
            Span::new(at, at + 8),
            "machine code",
        );
        return Some(
            mistake.with_help("`nvcc -ptx` prints PTX; `cuobjdump -ptx` finds it in a binary"),
        );
    }
    (!text.contains(".version")).then(|| another(text, start))
}

/// A text that names no version, by what it seems to be.
fn another(text: &str, start: Span) -> Diagnostic {
    let (what, help) = match Kind::of(text) {
        Some(Kind::Launch) => (
            "this is a launch file, not a PTX module".to_owned(),
            "`gpu-litmus kernel FILE` knows launch files by their ending `.toml`",
        ),
        Some(kind @ (Kind::Test | Kind::Log)) => {
            let what = format!("this is {}, not a PTX module", kind.words());
            (what, kind.help())
        }
        Some(Kind::Module) | None => (
            "this is no PTX module".to_owned(),
            "`nvcc -ptx -lineinfo kernel.cu` prints one",
        ),
    };
    Diagnostic::new(what, start, "expected `.version`").with_help(help)
}
