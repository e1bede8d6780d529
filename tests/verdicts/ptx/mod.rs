//! The PTX models: by hand, and axiom by axiom.

mod axioms;
mod model;
mod races;
