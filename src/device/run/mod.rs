//! A litmus test many times over: its final states are counted, and each is judged by models.
//!
//! [`device`] is what runs instances of a test: native threads ([`host`]), the Utah machine at random
//! ([`walk`]), a GPU ([`cuda`]). [`trial`] launches until there is enough, [`tally`] counts, [`judge`] asks models of each state,
//! [`view`] puts all together for [`report`], [`tune`] finds settings that show much. For GPUs, [`place`] lays the threads of a test over those of a launch,
//! [`emit`] writes its kernels, and [`optcheck`] looks at what [`assemble`] made of them. After Alglave et al., GPU Concurrency (ASPLOS 2015).

mod amiss;
pub mod asking;
pub mod assemble;
pub mod baseline;
pub mod cuda;
pub mod device;
pub mod earlier;
pub mod emit;
pub mod host;
pub mod judge;
pub mod keep;
pub mod makeable;
pub mod observe;
pub mod optcheck;
pub mod place;
pub mod profile;
pub mod quorum;
pub mod refuse;
pub mod report;
pub mod settings;
pub mod tally;
pub mod trial;
pub mod tune;
pub mod view;
pub mod walk;
mod words;
