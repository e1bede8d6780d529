//! The models that logs are judged by, and what their times mean.

/// The models whose rules the solver of logs knows; the others are asked of litmus tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Sequential consistency.
    Sc,
    /// Total store order.
    Tso,
    /// Plain coherence.
    Plain,
    /// Strict coherence.
    Strict,
}

impl Rule {
    /// The rule of a model.
    #[must_use]
    pub fn of(model: &str) -> Option<Self> {
        match model {
            "sc" => Some(Self::Sc),
            "tso" => Some(Self::Tso),
            "plain" => Some(Self::Plain),
            "strict" => Some(Self::Strict),
            _ => None,
        }
    }

    /// The model's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sc => "sc",
            Self::Tso => "tso",
            Self::Plain => "plain",
            Self::Strict => "strict",
        }
    }
}

/// Which times count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// None.
    Off,
    /// Those of accesses of one location.
    Location,
    /// Those of all events.
    All,
}

impl Times {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Location => "location",
            Self::All => "all",
        }
    }
}

/// Which times are asked to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asked {
    /// What the model says: those of a location for `strict`, if they were logged; else none.
    #[default]
    Auto,
    /// These.
    Given(Times),
}

impl Asked {
    /// What counts under a model; an error where the model cannot heed these.
    ///
    /// # Errors
    ///
    /// The model has no such times.
    pub fn of(self, model: &str, logged: bool) -> Result<Times, String> {
        let rule = Rule::of(model);
        let given = match (self, rule) {
            (Self::Auto, Some(Rule::Strict)) if logged => Times::Location,
            (Self::Auto, _) => Times::Off,
            (Self::Given(times), _) => times,
        };
        let fits = match (given, rule) {
            (Times::Off, _)
            | (Times::Location, Some(Rule::Plain | Rule::Strict))
            | (Times::All, Some(Rule::Sc)) => true,
            (Times::Location | Times::All, _) => false,
        };
        if !fits {
            let text = format!(
                "{model} has no times `{}`: plain and strict heed those of one location, sc all",
                given.name()
            );
            return Err(text);
        }
        if given != Times::Off && !logged {
            return Err("the log has no times".to_owned());
        }
        Ok(given)
    }
}
