//! Searches over all tests up to a size, in parts: on several threads, with a journal to go on with, and
//! split among machines.
//!
//! A search has numbered parts in an order that depends on nothing but the question: so many programs each of a
//! [`Walk`](crate::tasks::space::Walk) ([`How::programs`]), or a formula each. [`How`] says who asks which. What was
//! found in a part depends on that part alone, and is taken in the order of the parts: the answer is the same
//! whatever the number of threads, and whether a part was asked now or is known from a [`journal`].

mod heading;
mod how;
pub mod journal;
mod programs;

pub use heading::Heading;
pub use how::{Asked, How, Part, Sought, Tally};
pub use journal::{Finding, Journal, Known, Told};
pub use programs::{Ended, Step, Tells};
