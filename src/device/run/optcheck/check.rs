//! What is expected of a kernel, beside what it is.

use std::fmt;

use crate::program::Program;

use super::super::emit::frame::marker;
use super::super::emit::layout::{Layout, target};
use super::depend::{Depends, Reads, depends};
use super::expect::{Expected, expected};
use super::flow::Flow;
use super::sass::{Code, Sass, kernel, roles, word};

/// What is no longer as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The number of the thread, as it is written.
    pub thread: u32,
    /// The instruction, as it is written.
    pub instruction: String,
    /// What about it.
    pub what: What,
}

/// What is wrong with an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Something else stands in its place, or nothing.
    Other {
        /// What should stand there.
        wanted: String,
        /// What does.
        found: Option<String>,
    },
    /// Something stands there that the test does not have.
    More(String),
    /// It runs under a condition that the test does not have.
    Guarded(String),
    /// It does not depend any more on what an instruction read.
    Free {
        /// In which way: `address`, `data`, `control`.
        how: &'static str,
        /// The instruction.
        on: String,
    },
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            thread,
            instruction,
            what,
        } = self;
        match what {
            What::Other { wanted, found } => {
                let found = found.as_deref().unwrap_or("nothing");
                write!(
                    f,
                    "P{thread}: `{instruction}` should be {wanted}, and there is {found}"
                )
            }
            What::More(found) => write!(f, "P{thread}: {found} stands there, and {instruction}"),
            What::Guarded(guard) => {
                write!(f, "P{thread}: `{instruction}` runs only under {guard}")
            }
            What::Free { how, on } => write!(
                f,
                "P{thread}: `{instruction}` has lost its {how} dependency on `{on}`"
            ),
        }
    }
}

/// Compares the machine code of a test with what it should be.
///
/// # Errors
///
/// The text is no machine code of the test.
pub fn check(layout: &Layout<'_>, disassembly: &str) -> Result<Vec<Lost>, String> {
    let code = kernel(disassembly, "test")?;
    let program = layout.program;
    let markers: Vec<usize> = (0..program.threads.len()).map(marker).collect();
    let roles = roles(&code, &markers)?;
    let mut lost = Vec::new();
    for (role, code) in roles.iter().enumerate() {
        let space = |index: usize| {
            let target = target(&program.threads[role].code[index].kind)?;
            layout.targets(role, target).first().copied()
        };
        let expected = expected(program, role, &space);
        let side = Side {
            program,
            role,
            depends: depends(&program.threads[role]),
        };
        side.compare(&expected, code, &mut lost);
    }
    Ok(lost)
}

/// A role, its text and its dependencies.
struct Side<'a> {
    program: &'a Program,
    role: usize,
    depends: Vec<Depends>,
}

impl Side<'_> {
    fn compare(&self, expected: &[Expected], code: &Code, lost: &mut Vec<Lost>) {
        let mut flow = Flow::default();
        let mut wanted = expected.iter().peekable();
        for one in code {
            let Some(found) = word(one) else {
                flow.pass(one, None);
                continue;
            };
            while let Some(next) = wanted.peek()
                && next.optional
                && !next.words.contains(&found)
            {
                wanted.next();
            }
            let Some(next) = wanted.next() else {
                lost.push(self.lost(None, What::More(found)));
                return;
            };
            if !next.words.contains(&found) {
                let what = What::Other {
                    wanted: next.words.join(" or "),
                    found: Some(found),
                };
                lost.push(self.lost(Some(next.index), what));
                return;
            }
            self.depend(next, one, &flow, lost);
            flow.pass(one, next.access.then_some(next.index));
        }
        if let Some(next) = wanted.find(|next| !next.optional) {
            let what = What::Other {
                wanted: next.words.join(" or "),
                found: None,
            };
            lost.push(self.lost(Some(next.index), what));
        }
    }

    /// Whether an instruction runs when it should, and depends on what it should.
    fn depend(&self, next: &Expected, one: &Sass, flow: &Flow, lost: &mut Vec<Lost>) {
        let wanted = &self.depends[next.index];
        if let Some(guard) = &one.guard
            && !wanted.conditional
        {
            lost.push(self.lost(Some(next.index), What::Guarded(guard.clone())));
        }
        if !next.access {
            return;
        }
        let wide = one.opcode.split('.').any(|part| part == "64");
        let (address, data): (Vec<&String>, Vec<&String>) =
            one.operands.iter().partition(|text| text.contains('['));
        let has = |texts: &[&String], wide| -> Reads {
            texts.iter().flat_map(|text| flow.of(text, wide)).collect()
        };
        let mut control = flow.guard(one);
        control.extend(&flow.control);
        let found = [
            ("address", &wanted.address, has(&address, false)),
            ("data", &wanted.data, has(&data, wide)),
            ("control", &wanted.control, control),
        ];
        for (how, wanted, found) in found {
            for on in wanted.difference(&found) {
                let on = self.text(*on);
                lost.push(self.lost(Some(next.index), What::Free { how, on }));
            }
        }
    }

    fn lost(&self, index: Option<usize>, what: What) -> Lost {
        let instruction = match index {
            Some(index) => self.text(index),
            None => "the thread has no more accesses".to_owned(),
        };
        Lost {
            thread: self.program.threads[self.role].number,
            instruction,
            what,
        }
    }

    /// An instruction as it is written.
    fn text(&self, index: usize) -> String {
        let span = self.program.threads[self.role].code[index].span;
        let text = &self.program.source.text;
        let range = span.start..span.end;
        text.get(range).unwrap_or_default().trim().to_owned()
    }
}
