//! The house: invariants of the sources, documentation, examples, the JSON contract.

mod architecture;
mod classics;
mod docs_cat;
mod docs_commands;
mod docs_cuda;
mod docs_hrf;
mod docs_nearest;
mod editors;
mod examples;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/golden.rs"]
mod golden;
mod json_schema;
mod kernels;
mod library;
mod suite_table;
