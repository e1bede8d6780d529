//! Finds an order of a log's events, or why there is none.
//!
//! What must come before what is drawn as consequences until nothing follows any more ([`saturate`], the rules
//! of `TSOtool`: Hangal et al., ISCA 2004); then the events are scheduled as the graph allows ([`schedule`]).
//! Where the schedule gets stuck, two writes are tried in both orders ([`search`]).

pub mod graph;
pub mod saturate;
pub mod schedule;
pub mod search;
pub mod why;
