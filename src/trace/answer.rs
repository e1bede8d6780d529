//! What is said of a log under a model, as plain data.

use super::log::Log;
use super::rules::Times;

/// The words of verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Some execution of the model has exactly the log's events and values.
    Explained,
    /// None has.
    Impossible,
    /// The accesses race, so that the model promises nothing.
    Racy,
    /// It was not found out.
    Unknown,
    /// The model gives the log no meaning.
    Unsupported,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Explained,
        Self::Impossible,
        Self::Racy,
        Self::Unknown,
        Self::Unsupported,
    ];

    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Explained => "explained",
            Self::Impossible => "impossible",
            Self::Racy => "racy",
            Self::Unknown => "unknown",
            Self::Unsupported => "unsupported",
        }
    }

    /// The one of that word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// An execution that explains a log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    /// The accesses, fences and barriers in an order that explains them; of `plain` and `strict` it is one of each
    /// location.
    pub order: Vec<u32>,
    /// The writes of each location that has some, in coherence order.
    pub coherence: Vec<(u32, Vec<u32>)>,
}

/// How small a sub-log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimal {
    /// No impossible sub-log has fewer events.
    Smallest,
    /// Without any of its events it is not impossible.
    Irreducible,
    /// Time was over before either was known.
    Unfinished,
    /// What was found first: not made smaller.
    Part,
}

impl Minimal {
    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smallest => "smallest",
            Self::Irreducible => "irreducible",
            Self::Unfinished => "unfinished",
            Self::Part => "part",
        }
    }
}

/// A step of a reason: one thing before another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What is said: `a2 before a4`.
    pub head: String,
    /// Why.
    pub why: String,
    /// The kind of the step: `po`, `rf`, `co`, `fr`, `time`, ….
    pub kind: &'static str,
    /// The event that comes first; none for an initial value.
    pub from: Option<u32>,
    /// The event that comes second.
    pub to: Option<u32>,
}

/// What is the case in one part of a reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Case {
    /// What is tried: `a2 before a4`.
    pub tried: Vec<String>,
    /// The cycle that comes of it.
    pub cycle: Vec<Told>,
    /// What steps of the cycle rest on.
    pub because: Vec<(String, Vec<Told>)>,
    /// What is wrong, where it is no cycle.
    pub wrong: Option<String>,
}

/// Why a log is impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impossible {
    /// A part of the log that is impossible by itself.
    pub events: Vec<u32>,
    /// How small it is.
    pub minimal: Minimal,
    /// The reason: one case, or several of which one must be.
    pub cases: Vec<Case>,
    /// The axiom that is broken, with what belongs to it.
    pub axiom: String,
}

/// What races.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Race {
    /// Two events of the log.
    Between([u32; 2]),
    /// Two accesses of some execution: which ones was not told.
    Some,
}

impl Race {
    /// In words.
    #[must_use]
    pub fn told(self, log: &Log) -> String {
        match self {
            Self::Between(events) => {
                let [one, other] =
                    events.map(|event| format!("{} ({})", log.id(event), log.describe(event)));
                format!("{one} and {other}")
            }
            Self::Some => "two accesses race in some execution".to_owned(),
        }
    }
}

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The reason, as a sentence.
    pub reason: String,
    /// The event that it is about.
    pub event: Option<u32>,
}

/// The answer for a log under a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The model.
    pub model: String,
    /// The word.
    pub verdict: Verdict,
    /// Which times counted.
    pub times: Times,
    /// The execution that explains the log; nothing where it is too long to be shown.
    pub shown: Option<Shown>,
    /// Why it is impossible.
    pub impossible: Option<Impossible>,
    /// The race.
    pub race: Option<Race>,
    /// Why there is no verdict, or the model refuses the log.
    pub open: Option<Undecided>,
    /// Who answered.
    pub engine: &'static str,
}

impl Judged {
    /// An answer with nothing to show.
    #[must_use]
    pub fn bare(model: &str, verdict: Verdict, times: Times, engine: &'static str) -> Self {
        Self {
            model: model.to_owned(),
            verdict,
            times,
            shown: None,
            impossible: None,
            race: None,
            open: None,
            engine,
        }
    }

    /// No answer, and why.
    #[must_use]
    pub fn open(model: &str, times: Times, engine: &'static str, reason: String) -> Self {
        Self {
            open: Some(Undecided {
                reason,
                event: None,
            }),
            ..Self::bare(model, Verdict::Unknown, times, engine)
        }
    }

    /// A refusal.
    #[must_use]
    pub fn refused(model: &str, times: Times, reason: String) -> Self {
        Self {
            open: Some(Undecided {
                reason,
                event: None,
            }),
            ..Self::bare(model, Verdict::Unsupported, times, "none")
        }
    }
}

/// What a location holds at first, and how that is known; nothing where nobody read it.
#[must_use]
pub fn initial(log: &Log, place: u32) -> Option<(super::value::Word, bool)> {
    use super::log::Init;
    match log.locations.get(place as usize)?.init {
        Init::Known(value) => Some((value, true)),
        Init::Unknown => {
            let here = |one: &&super::log::Event| one.is_access() && one.place == place;
            let events = || log.events.iter().filter(here);
            let written = |value| events().any(|one| one.writes() && one.wrote == value);
            let read = events().filter(|one| one.reads()).map(|one| one.read);
            let mut unwritten = read.filter(|value| !written(*value));
            unwritten.next().map(|value| (value, false))
        }
    }
}
