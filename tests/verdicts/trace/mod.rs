//! Logs: the solver of `trace` against a search of all orders that shares nothing with it but the log.

mod agree;
mod changed;
mod known;
mod oracle;
mod parts;
mod shown;
mod streams;
mod windows;
