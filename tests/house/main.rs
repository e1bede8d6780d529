//! The house: invariants of the sources, documentation, examples, the JSON contract.

mod architecture;
mod docs_cat;
mod docs_commands;
mod docs_cuda;
mod docs_hrf;
mod examples;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/golden.rs"]
mod golden;
mod json_schema;
mod library;
mod suite_table;
