//! The rules of the machines in words, for whoever asks what a model says.

use crate::ugpu::machine::Model;

/// A rule of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// The rules of a machine, in the order in which an operation meets them (Sorensen 2013, chapter 3;
/// `docs/ugpu.md` for the source of each and for what is an extension).
///
/// ```
/// use gpu_litmus::{model::rules, ugpu::machine::Model};
/// let strong = rules::of(Model::Strong);
/// assert!(strong.iter().all(|rule| rule.name != "borrow"));
/// ```
#[must_use]
pub fn of(model: Model) -> Vec<Rule> {
    let strong = model.view_per_block();
    let mut rules = vec![if strong {
        rule(
            "views",
            "each block has one cell for each location, which all its threads use at once; a cell \
             is global once the other blocks have its value",
        )
    } else {
        rule(
            "views",
            "each thread has a cell of its own for each location; a cell is local once its block \
             has the value, and global once the other blocks have it",
        )
    }];
    rules.push(if model.has_load_array() {
        rule(
            "queues",
            "the operations of a thread on one location keep their order, apart from loads among \
             themselves; different locations are not ordered; a fence keeps its place among all",
        )
    } else {
        rule(
            "queues",
            "the operations of a thread on one location keep their order; different locations are \
             not ordered; a fence keeps its place among all",
        )
    });
    rules.push(rule(
        "dependencies",
        "an operation waits for the loads that its address and operands come from, and one that \
         writes for those that the branches before it depend on; a load does not wait for branches",
    ));
    rules.push(rule(
        "store",
        "a store goes to the own cell, and nobody else has it yet",
    ));
    rules.push(rule("load", "a load takes the own cell's value"));
    if !strong {
        rules.push(rule(
            "borrow",
            "or a load takes the value from the cell of a thread that has not yet shared it with \
             the loading one; the own cell holds it from then on, and may not borrow again until \
             it is overwritten",
        ));
    }
    rules.push(rule(
        "share",
        "at any time a cell's value is delivered to all that do not have it; a delivery overwrites \
         what the receiver's cell held, also a store that was not shared",
    ));
    rules.extend(if strong {
        [
            rule(
                "block fence",
                "`.cta` and narrower: it orders, and delivers nothing",
            ),
            rule(
                "device fence",
                "wider than `.cta`: all cells of the block are delivered to the other blocks",
            ),
        ]
    } else {
        [
            rule(
                "block fence",
                "`.cta` and narrower: all own cells are delivered to the block",
            ),
            rule(
                "device fence",
                "wider than `.cta`: all own cells are delivered to the block and the other blocks",
            ),
        ]
    });
    rules.push(rule(
        "update",
        "a read-modify-write reads and writes the own cell in one step and is delivered at once, \
         to the other blocks only if its scope is wider than `.cta`",
    ));
    rules.push(rule(
        "end",
        "when every thread is done and every cell is shared, a location holds the value that was \
         delivered last",
    ));
    rules
}

const fn rule(name: &'static str, text: &'static str) -> Rule {
    Rule { name, text }
}
