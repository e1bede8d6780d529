//! A proof as a view.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::Verdict;
use crate::model::Model;
use crate::program::edit;
use crate::program::edit::AccessEdit;
use crate::program::events::Unrolled;
use crate::program::{Program, ThreadId};
use crate::syntax::ast::Quantifier;
use crate::tasks::prove as proof;

use crate::view::answer::Answer;
use crate::view::names;
use crate::view::names::Site;
use crate::view::reason::{PartKind, Reason};

/// A proof that a condition is forbidden, or what keeps it from being one.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    /// Is it proven?
    pub verdict: Verdict,
    /// What is to be proven, in words.
    pub claim: &'static str,
    /// What is so instead where it is refuted, in words.
    pub opposite: &'static str,
    /// What the proof needs.
    pub needed: Option<Needed>,
    /// All fences of the program.
    pub fences: Vec<Fence>,
    /// Accesses that may be weaker.
    pub weaker: Vec<Weaker>,
    /// Remarks on the proof.
    pub notes: Vec<String>,
    /// The model's answer: of a claim that is refuted, with a smallest execution that shows it.
    pub answer: Answer,
}

/// What a proof needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Needed {
    /// No proof does with fewer fences, none that does with as few needs fewer orderings.
    pub minimum: bool,
    /// How many fences.
    pub fences: usize,
    /// How many other orderings: pairs of program order, dependencies, accesses that acquire,
    /// release and so on, queues of a machine.
    pub orderings: usize,
    /// The parts.
    #[serde(flatten)]
    pub reason: Reason,
}

/// A weaker access in the place of one: with it, and nothing else changed, the claim is proved too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Weaker {
    /// Its label; none if control never comes to it.
    pub id: Option<String>,
    /// Its thread.
    pub thread: String,
    /// Where it is written.
    #[serde(flatten)]
    pub site: Site,
    /// The access that would do.
    pub instead: String,
}

/// A fence of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fence {
    /// Its label; none if control never comes to it.
    pub id: Option<String>,
    /// Its thread.
    pub thread: String,
    /// Where it is written.
    #[serde(flatten)]
    pub site: Site,
    /// Whether the reason names it; none where there is no reason.
    pub needed: Option<bool>,
    /// Whether the program without it, and it alone, is proven too; none where that is open.
    pub superfluous: Option<bool>,
    /// Whether it is one of those that can all go together.
    pub together: bool,
}

impl Proof {
    /// The view of a proof.
    #[must_use]
    pub fn of(program: &Program, model: &Model, proof: &proof::Proof, took: Duration) -> Self {
        let unrolled = proof.outcome.unrolled.as_deref();
        let needed = proof
            .needed
            .as_ref()
            .and_then(|needed| self::needed(program, model, unrolled, proof, needed));
        let (claim, opposite) = match program.quantifier {
            Quantifier::Exists | Quantifier::NotExists => (
                "no execution satisfies the condition",
                "some execution satisfies the condition",
            ),
            Quantifier::Forall => (
                "every execution satisfies the condition",
                "not every execution satisfies the condition",
            ),
        };
        Self {
            verdict: proof.verdict,
            claim,
            opposite,
            needed,
            fences: fences(program, proof),
            weaker: weaker(program, proof),
            notes: proof.notes.clone(),
            answer: Answer::of(program, model, &proof.outcome, took),
        }
    }
}

fn needed(
    program: &Program,
    model: &Model,
    unrolled: Option<&Unrolled>,
    proof: &proof::Proof,
    needed: &proof::Needed,
) -> Option<Needed> {
    let reason = Reason::of(program, unrolled?, model, &needed.reason);
    let orderings = reason.items.iter().filter(|part| orders(part.kind)).count();
    Some(Needed {
        minimum: needed.minimum,
        fences: proof.named().map_or(0, |named| named.len()),
        orderings,
        reason,
    })
}

/// Whether a part is an ordering of the program, and no fence.
const fn orders(kind: PartKind) -> bool {
    match kind {
        PartKind::Acquire
        | PartKind::Release
        | PartKind::Sc
        | PartKind::Remote
        | PartKind::Order
        | PartKind::Dependency
        | PartKind::Queue => true,
        PartKind::Condition
        | PartKind::Filter
        | PartKind::Fence
        | PartKind::Rule
        | PartKind::Axiom => false,
    }
}

fn fences(program: &Program, proof: &proof::Proof) -> Vec<Fence> {
    let Some(found) = &proof.fences else {
        return Vec::new();
    };
    let named = proof.named();
    let view = |&(thread, index): &(ThreadId, usize)| {
        let code = &program.thread(thread).code;
        Fence {
            id: label(program, proof, thread, index),
            thread: names::thread(program, thread),
            site: code
                .get(index)
                .map(|found| Site::of(&program.source, found.span))
                .unwrap_or_default(),
            needed: named.as_ref().map(|named| named.contains(&(thread, index))),
            superfluous: (!found.open.contains(&(thread, index)))
                .then(|| found.superfluous.contains(&(thread, index))),
            together: found.together.contains(&(thread, index)),
        }
    };
    found.all.iter().map(view).collect()
}

/// The label of an instruction's first event.
fn label(
    program: &Program,
    proof: &proof::Proof,
    thread: ThreadId,
    instruction: usize,
) -> Option<String> {
    let unrolled = proof.outcome.unrolled.as_deref()?;
    let mut events = unrolled.events.iter();
    let event = events
        .position(|event| event.thread == Some(thread) && event.instruction == instruction)?;
    names::labels(program, unrolled).get(event).cloned()
}

fn weaker(program: &Program, proof: &proof::Proof) -> Vec<Weaker> {
    let spelling = edit::spelling(program);
    let view = |edit: &AccessEdit| {
        let (thread, index) = (edit.at.thread, edit.at.index);
        let instruction = program.thread(thread).code.get(index)?;
        let site = Site::of(&program.source, instruction.span);
        Some(Weaker {
            id: label(program, proof, thread, index),
            thread: names::thread(program, thread),
            instead: edit.written(&site.text, spelling),
            site,
        })
    };
    proof.weaker.iter().filter_map(view).collect()
}

/// A proof is serialised as an object of its own; the model's answer is a part of it where the
/// claim is not proven.
impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = &self.answer;
        Object {
            file: &answer.file,
            test: &answer.test,
            model: &answer.model,
            verdict: self.verdict.name(),
            claim: self.claim,
            statement: &answer.statement,
            needed: self.needed.as_ref(),
            fences: &self.fences,
            weaker: &self.weaker,
            answer: (self.verdict != Verdict::Proved).then_some(answer),
            notes: &self.notes,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    test: &'a str,
    model: &'a str,
    verdict: &'static str,
    claim: &'static str,
    statement: &'a str,
    needed: Option<&'a Needed>,
    fences: &'a [Fence],
    weaker: &'a [Weaker],
    answer: Option<&'a Answer>,
    notes: &'a [String],
}
