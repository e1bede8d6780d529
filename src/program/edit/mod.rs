//! Changes of a test: the one place where they are made.
//!
//! An [`Edit`] is a value. A list of them is applied to a syntax tree ([`tree()`]), which says what
//! they mean, or to the text that the tree was read from ([`text()`]), which keeps what the user
//! wrote where nothing changes: comments, blank lines, spelling, and columns that were aligned stay
//! so. The text is read again, and is refused where it does not say what the tree says.
//!
//! Searches that try many changes apply them to the resolved [`Program`](crate::Program), without a
//! text: [`apply`] changes orders and scopes, [`with_fences`] puts fences in, [`without`] takes
//! instructions out.
//!
//! ```
//! use gpu_litmus::SourceFile;
//! use gpu_litmus::program::edit::{CellId, Edit, text};
//! use gpu_litmus::syntax::ast::{Fence, Operation, Scope};
//! use gpu_litmus::syntax::print::Style;
//!
//! let source = "PTX T\n{}\n P0@cta 0,gpu 0 ; // one thread\n fence.?        ;\nexists (true)\n";
//! let source = SourceFile::new("t.litmus", source);
//! let test = gpu_litmus::parse("t.litmus", &source.text)?;
//! let fill = Edit::Replace {
//!     at: CellId { thread: 0, cell: 0 },
//!     operation: Operation::Fence(Fence::AcqRel(Scope::Cta)),
//! };
//! let edited = text(&source, &test, &[fill], &Style::default())?;
//! assert_eq!(
//!     &*edited.source.text,
//!     "PTX T\n{}\n P0@cta 0,gpu 0    ; // one thread\n fence.acq_rel.cta ;\nexists (true)\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod align;
mod cell;
mod claim;
mod edits;
mod fence;
mod init;
mod names;
mod pieces;
mod plan;
mod remove;
mod table;
mod text;
mod tree;
mod unused;

pub use access::{AccessEdit, AccessError, AccessKind, InstructionId, apply, spelling};
pub use claim::parts;
pub use edits::{CellId, Claim, Edit, EditError, Name};
pub use fence::{FenceEdit, Side, with_fences};
pub use names::occurrences;
pub use remove::without;
pub use text::{Edited, text};
pub use tree::tree;
pub use unused::{mentions, unused};
