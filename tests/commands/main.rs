//! The commands as users and scripts see them.

mod batch;
mod cli;
mod drf;
mod embed;
mod explain;
mod external;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/golden.rs"]
mod golden;
mod hardware;
mod kernel;
mod lsp;
mod pictures;
#[path = "../support/suites.rs"]
mod suites;
mod trace;
