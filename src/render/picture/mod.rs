//! Answers as pictures: a graph of the execution ([`graph`]), laid out ([`layout`]) and drawn
//! ([`svg`]), or left to Graphviz ([`dot`]). The schedule of a machine is a time diagram
//! ([`schedule`]).

pub mod boxes;
pub mod dot;
pub mod graph;
pub mod inline;
pub mod labels;
pub mod layout;
pub mod orders;
pub mod page;
mod ports;
pub mod route;
pub mod schedule;
pub mod shape;
pub mod style;
pub mod svg;
pub mod write;
