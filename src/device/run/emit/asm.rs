//! Lines of PTX, and the registers that they use.

use std::fmt::Write as _;

/// The kinds of PTX registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A predicate.
    Predicate,
    /// 32 bits.
    Word,
    /// 64 bits.
    Long,
}

impl Kind {
    /// For values of so many bits.
    #[must_use]
    pub const fn of(bits: u8) -> Self {
        if bits == 64 { Self::Long } else { Self::Word }
    }

    const fn letter(self) -> &'static str {
        match self {
            Self::Predicate => "c",
            Self::Word => "r",
            Self::Long => "d",
        }
    }

    const fn ty(self) -> &'static str {
        match self {
            Self::Predicate => "pred",
            Self::Word => "b32",
            Self::Long => "b64",
        }
    }
}

/// A kernel that is being written.
#[derive(Debug, Default)]
pub struct Asm {
    lines: Vec<String>,
    fresh: [u32; 3],
    named: Vec<(Kind, String)>,
    labels: u32,
}

impl Asm {
    /// A register that nobody has.
    pub fn fresh(&mut self, kind: Kind) -> String {
        let count = &mut self.fresh[kind as usize];
        *count += 1;
        format!("%{}{}", kind.letter(), *count - 1)
    }

    /// A register of this name.
    pub fn named(&mut self, kind: Kind, name: &str) -> String {
        let name = format!("%{name}");
        self.named.push((kind, name.clone()));
        name
    }

    /// A label that nobody has.
    pub fn new_label(&mut self, word: &str) -> String {
        self.labels += 1;
        format!("{word}_{}", self.labels)
    }

    /// An instruction.
    pub fn op(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("  {};", text.as_ref()));
    }

    /// An instruction under a predicate, perhaps.
    pub fn guarded(&mut self, guard: Option<&str>, text: impl AsRef<str>) {
        match guard {
            Some(guard) => self.op(format!("@{guard} {}", text.as_ref())),
            None => self.op(text),
        }
    }

    /// An instruction whose result goes into a new register, which comes first.
    pub fn into_fresh(&mut self, kind: Kind, word: &str, operands: &str) -> String {
        let register = self.fresh(kind);
        self.op(format!("{word} {register}, {operands}"));
        register
    }

    /// A place to jump to.
    pub fn label(&mut self, name: &str) {
        self.lines.push(format!("{name}:"));
    }

    /// A word for the reader.
    pub fn note(&mut self, text: &str) {
        self.lines.push(format!("  // {text}"));
    }

    /// Sets what comes from here on apart.
    pub fn begin(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    /// Puts back what was written before, and gives what was set apart.
    pub fn end(&mut self, before: Vec<String>) -> Vec<String> {
        std::mem::replace(&mut self.lines, before)
    }

    /// Appends what was set apart.
    pub fn append(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
    }

    /// The kernel.
    #[must_use]
    pub fn finish(self, name: &str, parameters: u32) -> String {
        let mut text = format!(".visible .entry {name}(.param .align 8 .b8 p[{parameters}])\n{{\n");
        for kind in [Kind::Predicate, Kind::Word, Kind::Long] {
            let count = self.fresh[kind as usize];
            if count > 0 {
                let (ty, letter) = (kind.ty(), kind.letter());
                let _ = writeln!(text, "  .reg .{ty} %{letter}<{count}>;");
            }
        }
        for (kind, name) in &self.named {
            let _ = writeln!(text, "  .reg .{} {name};", kind.ty());
        }
        for line in &self.lines {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str("}\n");
        text
    }
}
