//! What is said of a launch.

pub mod answer;
mod asked;
mod asking;
mod assumptions;
mod blocked;
mod blurred;
mod broken;

mod called;
mod carry;
mod certain;
mod circles;
mod clocks;
mod contents;
mod cut;
mod decide;
mod early;
mod expect;
pub mod fix;
mod followed;
mod formula;
mod idle;
pub mod left;
mod lines;
mod loose;
mod missed;
mod model;
mod never;
mod partly;
pub mod places;
mod property;
mod races;
mod racing;
pub mod recall;
mod refused;
mod remarks;
mod rounds;
mod run;
mod settled;
mod show;
pub mod sizes;
mod small;
mod stale;
mod steps;
mod text;
mod undefined;
mod unspecified;
mod vanishing;
mod waits;
pub mod weak;
mod witness;
mod wrong;

/// The models that kernels are asked about.
pub const MODELS: [&str; 3] = ["ptx-7.5", "ptx-6.0", "sc"];

pub use decide::{Ask, ask, ask_until_wrong};
pub use expect::judge;
pub use lines::{WIDTH, folded};
pub use refused::refused;
pub use settled::{asks_beyond, settled};
pub use show::{Outline, outline};
pub use text::{headline, render, render_outline, sized};
pub use vanishing::vanishing;
