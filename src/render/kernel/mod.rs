//! Answers of launches: remarks beside the code ([`sarif`]), pictures of runs ([`picture`]), a page
//! ([`page`]).

pub mod page;
pub mod picture;
pub mod sarif;
