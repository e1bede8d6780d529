//! What pages and programs in other languages ask: texts go in, JSON comes out.
//!
//! Every function takes a [`Request`] as JSON and gives a JSON object: what it is asked for under
//! the name that its own documentation says, or `diagnostics` where a text has mistakes, or `error` where
//! the request itself is none. Answers are those of `--format json`.
//!
//! ```
//! use gpu_litmus::embed;
//!
//! let text = "PTX SB\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n \
//!             ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;\nexists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
//! let request = serde_json::json!({ "text": text, "model": "sc" }).to_string();
//! let said: serde_json::Value = serde_json::from_str(&embed::check(&request)).unwrap();
//! assert_eq!(said["answer"]["verdict"], "unreachable");
//! ```

mod ask;
mod change;
mod compare;
mod compare_space;
mod launch;
mod mistakes;
mod models;
mod pairs;
mod prove;
mod request;
mod suite;
mod until;
mod words;

pub use ask::{answer, check, diagnose, json, picture, text};
pub use change::{fences, minimize};
pub use compare::{compare, ranked};
pub use launch::{kernel, mend};
pub use mistakes::{Label, Mistake};
pub use models::{model, models};
pub use pairs::Pairs;
pub use prove::prove;
pub use request::{Engine, Listed, Own, Request};
pub use suite::{Asker, Item, Unread, files, read, tests};
pub use until::Task;
pub use words::words;

pub use crate::sat::provided::{Reference, provide, provide_later};
pub use crate::sat::solver::Sat;
pub use crate::sat::watch::{CHEAP, gave_up, watched};
