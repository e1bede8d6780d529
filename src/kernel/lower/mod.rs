//! A launch as guarded events, so that a model with axioms can be asked about it.
//!
//! Each thread is run alone on concrete values ([`walk`]). Where it reads a cell that another thread may write, it
//! goes on once for each value that can be there; which values these are is the least set that all threads
//! together can write ([`fixpoint`]). Moments with equal state are one, so a thread is a graph ([`graph`]), whose only
//! branches are reads. Laps that change nothing are left out ([`laps`]); what is left becomes events with guards over
//! what reads return, with the dependencies that the instructions had ([`emit`]).

pub mod after;
mod ages;
pub mod along;
mod apart;
mod behind;
mod between;
pub mod blur;
pub mod cells;
mod chance;
mod complete;
pub mod counters;
pub mod depth;
pub mod emit;
pub mod end;
mod ending;
mod event;
mod exits;
pub mod expected;
pub mod fixpoint;
mod forks;
mod gather;
pub mod graph;
mod hear;
mod instead;
mod joint;
pub mod laps;
mod loose;
pub mod lowered;
mod meanwhile;
mod meet;
pub mod meetings;
pub mod next;
mod node;
pub mod numbers;
mod overwritten;
mod past;
mod perform;
pub mod pieces;
mod polls;
mod progress;
mod put;
mod said;
mod settled;
pub mod shorter;
pub mod skippable;
pub mod skips;
mod slice;
pub mod stamps;
mod stays;
mod sums;
mod told;
mod tries;
mod unsure;
pub mod unwalked;
mod update;
pub mod walk;
mod ways;
mod whole;
mod wide;
