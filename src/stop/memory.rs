//! A limit on the memory of this process, and how large processes are.
//!
//! What counts is the resident memory of the whole process, as the system tells it: solvers have allocators of
//! their own, and what is built before they are asked counts as well. A thread looks at it every few
//! milliseconds, so that whoever asks reads a number.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use super::Open;

/// How often the size is looked at.
pub const LOOK: Duration = Duration::from_millis(5);

/// A limit on the memory of this process. Clones are reached together.
#[derive(Debug, Clone)]
pub struct Memory {
    gauge: Arc<Gauge>,
    /// The limit was reached since this question began.
    reached: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Gauge {
    limit: u64,
    /// The size of the process, when it was last looked at.
    size: AtomicU64,
}

impl Memory {
    /// So many bytes for this process; none where its size cannot be found out.
    #[must_use]
    pub fn limit(bytes: u64) -> Option<Self> {
        let size = AtomicU64::new(resident(std::process::id())?);
        let gauge = Arc::new(Gauge { limit: bytes, size });
        let watched = Arc::downgrade(&gauge);
        let thread = std::thread::Builder::new().name("memory".to_owned());
        thread.spawn(move || watch(&watched)).ok()?;
        Some(Self {
            gauge,
            reached: Arc::default(),
        })
    }

    /// The same limit, for another question.
    #[must_use]
    pub fn anew(&self) -> Self {
        self.gauge.look();
        Self {
            gauge: self.gauge.clone(),
            reached: Arc::default(),
        }
    }

    /// Goes on, or says that the limit was reached: from then on always, whatever is freed meanwhile.
    pub(super) fn check(&self) -> Result<(), Open> {
        let Gauge { limit, size } = &*self.gauge;
        if size.load(Ordering::Relaxed) > *limit {
            self.reached.store(true, Ordering::Relaxed);
        }
        if self.reached.load(Ordering::Relaxed) {
            return Err(Open::Memory(Some(*limit)));
        }
        Ok(())
    }
}

impl Gauge {
    fn look(&self) {
        if let Some(size) = resident(std::process::id()) {
            self.size.store(size, Ordering::Relaxed);
        }
    }
}

/// Looks at the size for as long as somebody wants to know it.
fn watch(gauge: &Weak<Gauge>) {
    while let Some(gauge) = gauge.upgrade() {
        gauge.look();
        drop(gauge);
        std::thread::sleep(LOOK);
    }
}

/// The resident memory of a process, in bytes, where the system tells it.
#[must_use]
pub fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use crate::stop::Stop;

    use super::*;

    #[test]
    fn a_limit_that_was_reached_stays_so_until_another_question() {
        let Some(mut memory) = Memory::limit(1) else {
            return;
        };
        let stop = Stop::never().and_beyond(memory.clone());
        assert_eq!(stop.check(), Err(Open::Memory(Some(1))));
        assert!(stop.can_interrupt());
        // As if all had been freed, for a moment at least.
        memory.gauge = Arc::new(Gauge {
            limit: u64::MAX,
            size: AtomicU64::new(0),
        });
        let stop = Stop::never().and_beyond(memory);
        assert!(stop.check().is_err());
        assert_eq!(stop.anew().check(), Ok(()));
    }
}
