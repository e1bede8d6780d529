//! What the variables of a formula mean, for who reads it elsewhere.

use crate::program::Program;
use crate::program::events::Unrolled;
use crate::sat::Lit;

use super::encoding::Encoding;

/// What literals mean, and the events that they speak of.
#[derive(Debug, Clone, Default)]
pub struct Legend {
    /// One line an event.
    pub events: Vec<String>,
    /// Literals, each with what it means.
    pub lits: Vec<(Lit, String)>,
}

impl Legend {
    /// The events of a program: number, thread and line.
    #[must_use]
    pub fn events(program: &Program, unrolled: &Unrolled) -> Vec<String> {
        let describe = |(index, event): (usize, &crate::program::events::Event)| {
            let Some(thread) = event.thread else {
                return format!("event {index}: an initial write");
            };
            let code = program.threads.get(thread.0).map(|thread| &thread.code);
            let instruction = code.and_then(|code| code.get(event.instruction));
            let line = instruction.map_or(0, |instruction| {
                program.source.position(instruction.span.start).line
            });
            format!("event {index}: P{}, line {line}", thread.0)
        };
        let events = unrolled.events.iter().enumerate();
        events.map(describe).collect()
    }

    /// The events and relations of a formula of a model with axioms.
    #[must_use]
    pub fn of(encoding: &Encoding) -> Self {
        let frame = &encoding.frame;
        let event = |node: usize| frame.nodes.list.get(node).map_or(0, |node| node.event.0);
        let mut lits = vec![(encoding.condition, "the condition".to_owned())];
        for (node, &lit) in frame.executed.iter().enumerate() {
            lits.push((lit, format!("executed {}", event(node))));
        }
        for (name, relation) in [("rf", &frame.rf), ("co", &frame.co)] {
            for &from in frame.writers() {
                for to in 0..frame.nodes.list.len() {
                    let lit = relation.get(from, to);
                    lits.push((lit, format!("{name} {} {}", event(from), event(to))));
                }
            }
        }
        Self {
            events: Self::events(frame.program, frame.unrolled),
            lits,
        }
    }
}
