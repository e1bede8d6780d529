//! The language server: `gpu-litmus lsp`, for tests and model files in an editor.
//!
//! Three threads. [`server`] reads messages and keeps the texts; it never waits for an answer.
//! The [`reader`] answers what needs only the text: diagnostics (a moment after the last change), hover,
//! completion, names, colours. The [`asker`] asks models: verdicts and the cheapest fences, with a limit
//! and until the text changes ([`Stop`](crate::stop::Stop)).
//!
//! Nothing that a client sends ends the server but the end of its messages: what cannot be read is answered
//! with an error, places beyond a text are its end, and a text that is too large is told to be so.

mod actions;
mod analysis;
mod asker;
mod cat_names;
mod completion;
mod document;
mod edits;
mod formatting;
mod hover;
mod lens;
mod litmus_names;
mod mistakes;
mod names;
mod out;
mod position;
mod protocol;
mod reader;
mod server;
mod settings;
mod symbols;
mod tokens;
mod uri;
mod wire;

pub use server::serve;
pub use settings::Settings;
