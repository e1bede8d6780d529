//! Reads of bytes that nobody wrote.

/// How much of what is read nobody wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// None of it.
    None,
    /// Some bytes.
    Part,
    /// All of it.
    Whole,
}

impl Unwritten {
    /// So many bytes among all.
    pub(super) const fn of(bytes: usize, among: usize) -> Self {
        if bytes == 0 {
            Self::None
        } else if bytes < among {
            Self::Part
        } else {
            Self::Whole
        }
    }

    /// `which nobody wrote`; nothing where somebody wrote all of it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Part => "of which nobody wrote a part",
            Self::Whole => "which nobody wrote",
        }
    }
}
