//! Logs judged window by window, in memory for a window: values may be repeated, and the model may be one of
//! several locations.
//!
//! [`run`] says why each answer is sound, [`cut`] where a log can be cut, [`carry`] what goes from one window to
//! the next, [`finals`] which memories a window can leave, [`claim`] what the rest of the log can still refute.

pub mod carry;
pub mod claim;
pub mod cut;
pub mod finals;
pub mod part;
pub mod run;
