//! Views: answers and tests as data without ids of the program, which is what renderers read and
//! what JSON shows. [`answer`] and its parts [`witness`] and [`reason`] say what is said of a test,
//! [`outline`] the test itself.

pub mod answer;
pub mod diagnostic;
pub mod endless;
mod enumerated;
pub mod expected;
pub mod json;
mod kind;
pub mod machine;
pub mod names;
pub mod outline;
mod proxies;
pub mod race;
mod raced;
pub mod reason;
mod refusal;
pub mod scopes;
pub mod size;
pub mod states;
pub mod story;
pub mod witness;

pub use answer::Answer;
pub use outline::Outline;
