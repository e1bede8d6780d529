//! Logs longer than memory, under `plain`: values are ordered as they come, and let go when they are old.
//!
//! As in [`crate::trace::single`] a write and its reads are a cluster; here the order of clusters is kept while
//! the log is read ([`order`]). When there are too many, the one that was longest untouched goes: what came before it
//! comes before what came after it. A later read of its value can no longer be judged: the verdict is then
//! `unknown`, unless something is impossible all the same. So neither `explained` nor `impossible` is ever wrong.

pub mod order;
pub mod run;
