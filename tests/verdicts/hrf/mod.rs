//! The HRF models: by hand, and on the tests of the papers.

mod forms;
mod model;
mod standard;
