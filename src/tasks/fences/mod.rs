//! The cheapest fences that forbid an outcome.
//!
//! [`sites`] says where something can be put or changed, [`levels`] what, [`prices`] what that
//! costs. [`search`] proposes the cheapest choice that no known counterexample speaks against
//! ([`crate::sat::hitting`]) and asks the model ([`oracle`]); a counterexample is widened to as
//! many choices as it is sure to hold for ([`learn`]). [`patch`] writes the answer into the text, [`prove`] asks the model about that text.
//!
//! The answers are exact: a choice is left out only if the model has been asked about it, or if an
//! execution has been checked, without a solver, to be one of its program too.

mod finder;
pub mod found;
mod gaps;
mod holes;
pub mod learn;
pub mod levels;
pub mod oracle;
pub mod patch;
pub mod prices;
pub mod prove;
pub mod search;
pub mod sites;
mod ties;
pub mod view;
pub mod vocabulary;
