//! Colour, or none.

/// Wraps text in terminal colours if they are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Paint {
    /// Whether colours are wanted.
    pub color: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    /// What matters most.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What matters least.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// As it should be.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.with("1;32", text)
    }

    /// Not as stated.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// Worth a look.
    #[must_use]
    pub fn warn(self, text: &str) -> String {
        self.with("1;33", text)
    }
}
