//! From the tree to text: the one printer of tests.
//!
//! [`print()`] writes any tree that the parser can yield so that it is read back as the same tree,
//! but for places. What differs between its users is a [`Style`]: whose names of scopes are used,
//! how the init block is laid out, and whether the words of a text that the tree was read from are
//! kept, with its comments. A [`Sheet`] is the page before it is laid out, for those who put
//! something else beside the test.
//!
//! ```
//! use gpu_litmus::syntax::print::{Style, print};
//!
//! let text = "PTX T {x=0;} P0@gpu 0,cta 0 | P1@cta 1,gpu 0; st x,1 | ld.cmp.acquire %r0,[x];\
//!             exists P1:r0=1";
//! let test = gpu_litmus::parse("t.litmus", text)?;
//! let printed = print(&test, &Style::default());
//! assert_eq!(
//!     printed,
//!     "PTX T\n\
//!      { x = 0; }\n \
//!      P0@cta 0,gpu 0 | P1@cta 1,gpu 0         ;\n \
//!      st.weak x, 1   | ld.acquire.gpu r0, [x] ;\n\
//!      exists (P1:r0 == 1)\n"
//! );
//! # Ok::<(), gpu_litmus::Report>(())
//! ```

mod claim;
mod comments;
mod names;
mod opening;
mod sheet;
pub mod spelling;
mod style;
mod tree;
mod words;
mod written;

pub use names::{comparison, order, reserved};
pub use sheet::{Line, Row, Sheet};
pub use spelling::Spelling;
pub use style::{Fences, Init, Style};
pub use tree::{print, sheet};
pub use words::{declaration, fence, header, instruction, operation, statement};
pub use written::plain;
