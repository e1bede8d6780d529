//! The HRF models: by hand, and on the tests of the papers.

mod model;
mod standard;
