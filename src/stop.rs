//! When to give up, as one value that every loop of every stage asks: [`Stop`]; and why a question
//! stayed open: [`Open`].

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

pub mod memory;

use memory::Memory;

/// Why a question has no answer. Never folded into a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Open {
    /// Some execution goes on past the bound of loops, and the answer depends on it.
    Bound(String),
    /// Some execution goes on past every bound of loops, and the answer depends on it.
    Endless(String),
    /// The time limit was reached.
    Time,
    /// The memory limit was reached, of so many bytes where that is known.
    Memory(Option<u64>),
    /// Somebody asked to stop.
    Interrupted,
    /// The test is too large to be answered: what is too large, and how large it may be.
    Size(String),
    /// The search took more steps than it may.
    Effort,
    /// Who is asked is not part of this build.
    Missing(String),
    /// The answer did not pass a check of our own: a defect to report.
    Internal(String),
}

impl Open {
    /// Its kind, in one word, as JSON has it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Bound(_) | Self::Endless(_) => "bound",
            Self::Time => "time",
            Self::Memory(_) => "memory",
            Self::Interrupted => "interrupted",
            Self::Size(_) => "size",
            Self::Effort => "effort",
            Self::Missing(_) => "missing",
            Self::Internal(_) => "internal",
        }
    }

    /// The loop bound leaves it open.
    #[must_use]
    pub fn laps(bound: usize) -> Self {
        Self::Bound(format!(
            "some execution goes on after {bound} laps of a loop; a larger --bound may decide it"
        ))
    }

    /// A test has more events than fit in one formula.
    #[must_use]
    pub fn events(events: usize, most: usize) -> Self {
        Self::Size(format!(
            "the test has {events} events, more than the {most} that fit in one formula"
        ))
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bound(what) | Self::Endless(what) | Self::Size(what) | Self::Missing(what) => {
                f.write_str(what)
            }
            Self::Time => f.write_str("the time limit was reached"),
            Self::Memory(None) => f.write_str("the memory limit was reached"),
            Self::Memory(Some(bytes)) => {
                write!(f, "the memory limit of {} MiB was reached", bytes >> 20)
            }
            Self::Interrupted => f.write_str("it was interrupted"),
            Self::Effort => f.write_str("the search took more steps than it may"),
            Self::Internal(what) => write!(f, "internal error: {what}; please report this test"),
        }
    }
}

impl std::error::Error for Open {}

/// When to give up: a time, a size of the process, a flag that somebody else sets, or several of these.
/// Cheap to clone; clones end together.
///
/// ```
/// use std::time::Duration;
/// use gpu_litmus::stop::{Open, Stop};
///
/// assert!(Stop::never().check().is_ok());
/// assert_eq!(Stop::after(Duration::ZERO).check(), Err(Open::Time));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop {
    deadline: Option<Instant>,
    flags: Option<Arc<Flags>>,
    memory: Option<Memory>,
}

/// Flags any of which ends what is being done.
#[derive(Debug)]
struct Flags {
    last: Arc<AtomicBool>,
    before: Option<Arc<Flags>>,
}

impl Flags {
    fn any(&self) -> bool {
        self.last.load(Ordering::Relaxed) || self.before.as_ref().is_some_and(|before| before.any())
    }
}

impl Stop {
    /// No limit.
    #[must_use]
    pub fn never() -> Self {
        Self::default()
    }

    /// After so much time from now; a time too long to represent is no limit.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self::never().and_after(time)
    }

    /// The same, and also after so much time from now: the earlier of the two counts.
    #[must_use]
    pub fn and_after(&self, time: Duration) -> Self {
        let new = Instant::now().checked_add(time);
        let deadline = match (self.deadline, new) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self {
            deadline,
            ..self.clone()
        }
    }

    /// The same with so much time from now, also where the time was over: what is little is done all the same.
    ///
    /// ```
    /// use std::time::Duration;
    /// use gpu_litmus::stop::Stop;
    ///
    /// let over = Stop::after(Duration::ZERO);
    /// assert!(over.check().is_err() && over.with_time(Duration::from_secs(60)).check().is_ok());
    /// ```
    #[must_use]
    pub fn with_time(&self, time: Duration) -> Self {
        Self {
            deadline: None,
            ..self.clone()
        }
        .and_after(time)
    }

    /// The same, and also when the flag is set: those that were given before count as well.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use gpu_litmus::stop::{Open, Stop};
    ///
    /// let (first, second) = (Arc::new(AtomicBool::new(false)), Arc::default());
    /// let stop = Stop::never().and_when(first.clone()).and_when(second);
    /// assert!(stop.check().is_ok());
    /// first.store(true, Ordering::Relaxed);
    /// assert_eq!(stop.check(), Err(Open::Interrupted));
    /// ```
    #[must_use]
    pub fn and_when(&self, flag: Arc<AtomicBool>) -> Self {
        let flags = Flags {
            last: flag,
            before: self.flags.clone(),
        };
        Self {
            flags: Some(Arc::new(flags)),
            ..self.clone()
        }
    }

    /// The same, and also when the process has grown so large.
    #[must_use]
    pub fn and_beyond(&self, memory: Memory) -> Self {
        Self {
            memory: Some(memory),
            ..self.clone()
        }
    }

    /// The same for a question that begins now: that memory ran out before says nothing of it, if there
    /// is some again.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self {
            memory: self.memory.as_ref().map(Memory::anew),
            ..self.clone()
        }
    }

    /// Goes on, or says why not.
    ///
    /// # Errors
    ///
    /// The time is over, the process is too large, or the flag is set.
    pub fn check(&self) -> Result<(), Open> {
        if self.flags.as_ref().is_some_and(|flags| flags.any()) {
            return Err(Open::Interrupted);
        }
        if let Some(memory) = &self.memory {
            memory.check()?;
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Open::Time),
            Some(_) | None => Ok(()),
        }
    }

    /// That memory has run out, if it has: for those who know only that they have stopped.
    #[must_use]
    pub fn short_of_memory(&self) -> Option<Open> {
        self.memory.as_ref()?.check().err()
    }

    /// Why somebody has stopped who knows only that it has: the time was over, if it is nothing else.
    #[must_use]
    pub fn why(&self) -> Open {
        self.check().err().unwrap_or(Open::Time)
    }

    /// Whether anything but the clock may ask to stop.
    #[must_use]
    pub const fn can_interrupt(&self) -> bool {
        self.flags.is_some() || self.memory.is_some()
    }

    /// The time left; none where time is no limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
