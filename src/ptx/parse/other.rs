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
    if let Some(kind @ (Kind::Test | Kind::Launch | Kind::Log)) = Kind::of(text) {
        let message = format!("this is {}, not a PTX module", kind.words());
        let mistake = Diagnostic::new(message, start, "expected `.version`");
        let help = match kind {
            Kind::Launch => "`gpu-litmus kernel FILE` knows launch files by their ending `.toml`",
            Kind::Test | Kind::Log | Kind::Module => kind.help(),
        };
        return Some(mistake.with_help(help));
    }
    if !text.contains(".version") {
        let mistake = Diagnostic::new("this is no PTX module", start, "expected `.version`");
        return Some(mistake.with_help("`nvcc -ptx -lineinfo kernel.cu` prints one"));
    }
    None
}
