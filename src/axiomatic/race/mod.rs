//! The verdict `racy`: which execution has a race, why nothing orders its two accesses, and what
//! would mend it.

mod alternatives;
mod ask;
mod clues;
mod fences;
mod flagged;
mod paths;
mod raced;
mod reordered;
mod repair;
mod strengthen;
