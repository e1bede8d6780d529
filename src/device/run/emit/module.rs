//! The whole module.

use super::collect::collect;
use super::frame::{init, test};
use super::layout::Layout;

/// The PTX of a test.
#[must_use]
pub fn module(layout: &Layout<'_>) -> String {
    let mut text = format!("// {}\n", printable(&layout.program.name));
    text.push_str(&layout.told());
    text.push_str(".version 6.4\n.target sm_70\n.address_size 64\n\n");
    if !layout.shareds.is_empty() {
        text.push_str(".extern .shared .align 8 .b8 cells[];\n\n");
    }
    text.push_str(&init(layout));
    text.push('\n');
    text.push_str(&test(layout));
    text.push('\n');
    text.push_str(&collect(layout));
    text
}

/// A name that ends no comment.
fn printable(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_graphic() || letter == ' ' {
            letter
        } else {
            '_'
        }
    };
    name.chars().map(plain).collect()
}
