//! Data-race-free random testing of memory systems, after Ta et al., "Autonomous Data-Race-Free GPU Testing"
//! (IISWC 2019).
//!
//! Threads run *episodes*: they acquire a lock, load and store variables to which no other running episode has a
//! conflicting right, and release it. So the value that each load has to return is known ([`tester`]). What is tested
//! is a [`device`]; [`viper`] is one that is built in, with [`viper::bugs`] that can be switched on. [`trial`] is a run
//! of it, [`sweep`] the runs of the paper's Table III, [`mod@compare`] has other programs run beside them, [`mod@shrink`] makes what was found smaller, and [`log`] hands a run
//! to [`crate::trace`], which judges it once more and knows nothing of the tester.

pub mod beginning;
pub mod cache;
pub mod compare;
pub mod config;
pub mod coverage;
pub mod device;
pub mod exec;
pub mod export;
pub mod finding;
pub mod known;
pub mod layout;
pub mod locks;
pub mod log;
pub mod movers;
pub mod msi;
pub mod number;
pub mod record;
pub mod report;
pub mod rights;
pub mod rng;
pub mod rsp;
pub mod script;
pub mod shrink;
pub mod slots;
pub mod subject;
pub mod sweep;
pub mod tester;
pub mod trial;
pub mod ugpu;
pub mod viper;
