//! The languages: what parses, what it means, and what is said of input that is bad.

mod cat_load;
mod cat_robust;
mod cat_syntax;
mod external;
#[path = "../support/golden.rs"]
mod golden;
mod hrf_input;
#[path = "ptx/mod.rs"]
mod ptx;
mod robustness;
mod slips;
mod slips_cat;
#[path = "../support/suites.rs"]
mod suites;
mod syntax;
mod ui;
mod ui_cat;
mod ui_program;
mod writing;
