//! Fixes as data.

use serde::Serialize;

use crate::ptx::lines::is_python;

use super::places::Place;

/// A change of the module with which all checks hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// `ptx`: the cheapest of all; `cuda`: the cheapest that CUDA can say.
    pub language: &'static str,
    /// What it costs.
    pub cost: u64,
    /// Whether it is known that nothing cheaper works.
    pub cheapest: bool,
    /// It is of barriers, beside which others than barriers were not looked for.
    pub barriers: bool,
    /// The edits.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// The language that it is told in, as people call it.
    #[must_use]
    pub fn said_in(&self) -> &'static str {
        let python = |edit: &Edit| {
            let line = edit.place.cuda.as_ref().map(|cuda| &cuda.line.file);
            line.is_some_and(|file| is_python(file))
        };
        match self.language {
            "cuda" if !self.edits.is_empty() && self.edits.iter().all(python) => "Python",
            "cuda" => "CUDA",
            _ => "PTX",
        }
    }

    /// What it is, in few words: `cheapest in CUDA, cost 4`.
    ///
    /// ```
    /// use gpu_litmus::kernel::report::fix::Fix;
    ///
    /// let fix = Fix { language: "cuda", cost: 4, cheapest: true, barriers: false, edits: Vec::new() };
    /// assert_eq!(fix.title(), "cheapest in CUDA, cost 4");
    /// ```
    #[must_use]
    pub fn title(&self) -> String {
        let language = self.said_in();
        let cost = self.cost;
        match (self.barriers, self.cheapest) {
            (true, _) => format!("with barriers, cost {cost}"),
            (false, true) => format!("cheapest in {language}, cost {cost}"),
            (false, false) => format!("in {language}, cost {cost}"),
        }
    }
}

/// A change of one line of PTX.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// `insert`: a line after that of the place; `insert-before`: before it; `replace`: the place's own.
    pub kind: &'static str,
    /// The instruction that is changed, or that the new one follows.
    pub place: Place,
    /// What stands there now.
    pub old: String,
    /// The new line of PTX.
    pub new: String,
    /// What it is called in CUDA; none where CUDA cannot say it.
    pub cuda: Option<String>,
    /// The lines of PTX that change just so, as they are of the same text of CUDA.
    pub copies: Vec<usize>,
    /// It lies within what one line of CUDA became.
    pub inside_line: bool,
    /// The access that it is beside, and how many there are, of those of the line, from 1, in the order of the module.
    #[serde(skip)]
    pub of_line: Option<(usize, usize)>,
    /// It is where a branch begins: without braces a statement there is not within the branch.
    pub in_branch: bool,
    /// It is before what a loop on the line of the place asks each time round: a statement before that line runs once.
    pub each_round: bool,
    /// The line of CUDA where the loop begins whose last line the place is, so that a statement behind it may be outside.
    pub in_loop: Option<u32>,
    /// Its cost.
    pub cost: u64,
}
