//! What is said of a launch.

pub mod answer;
mod clocks;
mod decide;
mod expect;
mod places;
mod races;
mod remarks;
mod show;
mod text;
mod witness;

pub use decide::{Ask, ask};
pub use expect::judge;
pub use show::{Outline, outline};
pub use text::{render, render_outline};
