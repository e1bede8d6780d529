//! Words that a file must not say, or not more often than it does.

use proc_macro2::{Delimiter, TokenTree};

use super::source::flatten;

/// Hashes whose order is another in every run.
pub const HASHES: &[&str] = &["HashMap", "HashSet", "RandomState", "DefaultHasher"];

/// Randomness without a seed.
pub const RANDOM: &[&str] = &[
    "thread_rng",
    "from_entropy",
    "OsRng",
    "getrandom",
    "SystemTime",
];

/// How often something that did not fit becomes the largest that does: `unwrap_or(usize::MAX)`.
pub fn saturating(flat: &[TokenTree]) -> usize {
    let pairs = flat.windows(2).filter(|pair| match pair {
        [TokenTree::Ident(name), TokenTree::Group(group)] => {
            let mut inner = Vec::new();
            flatten(group.stream(), &mut inner);
            name == "unwrap_or"
                && group.delimiter() == Delimiter::Parenthesis
                && matches!(inner.last(), Some(TokenTree::Ident(last)) if last == "MAX")
        }
        _ => false,
    });
    pairs.count()
}
