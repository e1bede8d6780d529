//! The language server: `gpu-litmus lsp`, for tests and model files in an editor.
//!
//! Four threads. [`server`] reads messages and keeps the texts; it never waits for an answer, and so answers at once
//! that a request was cancelled, and `shutdown`. The [`reader`] answers what needs only the text: diagnostics (a moment
//! after the last change), hover, completion, names, colours. The [`heavy`] makes what may change all of a text: its
//! layout, and other names. The [`asker`] asks models: verdicts and the cheapest fences. What may take long has a limit,
//! and ends when its request is cancelled or the text changes ([`Stop`](crate::stop::Stop)).
//!
//! Nothing that a client sends ends the server but the end of its messages: what cannot be read is answered
//! with an error, places beyond a text are its end, and a text that is too large is told to be so. Of a text whose change
//! could not be read nothing is said until it is sent whole.

mod actions;
mod analysis;
mod asker;
mod cat_files;
mod cat_hover;
mod cat_names;
mod completion;
mod document;
mod edits;
mod encoding;
mod formatting;
mod heavy;
mod hover;
mod lens;
mod litmus_names;
mod mistakes;
mod names;
mod out;
mod params;
mod position;
mod protocol;
mod reader;
mod server;
mod settings;
mod sketch;
mod snapshot;
mod standing;
mod symbols;
mod tokens;
mod told;
mod uri;
mod wire;

pub use server::serve;
pub use settings::{Settings, Wrong};
