//! What the base vocabulary says of the orders and scopes of events, and what stays when they change: searches for
//! what mends a race keep the latter.

use std::collections::BTreeSet;

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::execution::evaluate::Base as _;
use gpu_litmus::execution::judge::Judged;
use gpu_litmus::load;
use gpu_litmus::model::relation::base::{BaseRelation, BaseSet};
use gpu_litmus::program::edit::{AccessEdit, InstructionId, apply};
use gpu_litmus::program::unroll::{IdleLaps, unroll_laps};
use gpu_litmus::program::{Program, ThreadId};
use gpu_litmus::stop::Stop;
use gpu_litmus::syntax::ast::{Order, Scope};
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::verdict::query::Options;

/// The program with all accesses at these orders and this scope, the first that each can have.
fn reordered(program: &Program, orders: &[Order], scope: Scope, remote: bool) -> Program {
    let mut changed = program.clone();
    for (thread, code) in program.threads.iter().enumerate() {
        for index in 0..code.code.len() {
            let at = InstructionId {
                thread: ThreadId(thread),
                index,
            };
            let mut edits = orders.iter().map(|&order| AccessEdit {
                at,
                order,
                scope,
                remote,
            });
            if let Some(next) = edits.find_map(|edit| apply(&changed, &[edit]).ok()) {
                changed = next;
            }
        }
    }
    changed
}

#[test]
fn what_depends_on_orders_and_scopes_is_said_to() {
    let model = Model::find("hrf-rsp").unwrap();
    let strong = [Order::Sc, Order::AcqRel, Order::Release, Order::Acquire];
    let weak = [Order::Relaxed];
    let ways: [(&[Order], Scope, bool); 4] = [
        (&strong, Scope::Sys, false),
        (&strong, Scope::Cta, true),
        (&strong, Scope::Gpu, false),
        (&weak, Scope::Cta, false),
    ];
    let mut changing = BTreeSet::new();
    let mut executions = 0;
    for seed in 0..60 {
        let text = generate(seed, Family::Hrf);
        let program = load("seed", &text).unwrap_or_else(|report| panic!("{report}"));
        let outcome = check(&program, &model, &Options::default()).unwrap();
        let Some(execution) = outcome.execution() else {
            continue;
        };
        executions += 1;
        let unroll = |program: &Program| {
            unroll_laps(program, 2, IdleLaps::One, &Stop::never())
                .unwrap_or_else(|_| panic!("{text}"))
        };
        let options = model.axiomatic().unwrap().definition.options;
        let events = unroll(&program);
        let before = Judged::new(&program, &events, execution, options);
        for (orders, scope, remote) in ways {
            let other = reordered(&program, orders, scope, remote);
            let events = unroll(&other);
            let after = Judged::new(&other, &events, execution, options);
            for &set in BaseSet::ALL {
                if before.set(set) != after.set(set) {
                    changing.insert(set.name());
                    assert!(set.is_of_forms(), "{}\n{text}", set.name());
                }
            }
            for &relation in BaseRelation::ALL {
                if before.relation(relation) != after.relation(relation) {
                    changing.insert(relation.name());
                    assert!(relation.is_of_forms(), "{}\n{text}", relation.name());
                }
            }
        }
    }
    assert!(executions > 20, "{executions}");
    // The others are never seen to change here: `.thread`, `.warp` and `.sys` in tests of blocks, and fences.
    for name in [
        "WEAK",
        "ACQ",
        "REL",
        "REMOTE",
        "CTA",
        "sr",
        "reaches",
        "covers",
        "same-scope",
    ] {
        assert!(changing.contains(name), "{name} in {changing:?}");
    }
}
