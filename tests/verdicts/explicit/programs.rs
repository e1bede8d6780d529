//! The enumerator on classical tests, whose answers are known.

use super::build::{
    Op, X, Y, Z, arithmetic, atomic, branch, ends, exchange, fence, holds, jump, load, load_as,
    load_at, program, register, store, store_as, store_register,
};
use gpu_litmus::explicit::{Answer, Limits, Model, Quantity, Switch, Switches, Verdict, check};
use gpu_litmus::program::{Condition, InstructionKind, Program, RegisterId, Value};
use gpu_litmus::stop::Open;
use gpu_litmus::syntax::ast::{Arithmetic, AtomicOp, Comparison, Fence, Order, Proxy};

#[expect(clippy::expect_used, reason = "a test")]
fn ask(program: &Program, model: Model) -> Answer {
    let answer = check(program, model, &Limits::default(), 2, &Switches::ALL);
    answer.expect("the models give it a meaning")
}

/// The models, of `sc plain strict tso`, under which the condition is reachable.
fn reachable(program: &Program) -> String {
    let models = Model::COHERENCE.into_iter();
    let names = models
        .filter(|model| ask(program, *model).verdict == Verdict::Reachable)
        .map(Model::name);
    names.collect::<Vec<_>>().join(" ")
}

fn test(threads: Vec<Vec<Op>>, condition: Vec<Condition>) -> String {
    reachable(&program(threads, condition))
}

/// A zero in register 5 that depends on register 0, and its sum with register `base`.
fn pointer(base: usize) -> [Op; 2] {
    [
        arithmetic(Arithmetic::Xor, 5, 0, register(0)),
        arithmetic(Arithmetic::Add, 5, 5, register(base)),
    ]
}

#[test]
fn store_buffering() {
    let outcome = || vec![holds(0, 0, 0), holds(1, 0, 0)];
    let side = |a, b| vec![store(a, 1), load(0, b)];
    let fenced = |a, b| vec![store(a, 1), fence(), load(0, b)];
    let both = test(vec![side(X, Y), side(Y, X)], outcome());
    assert_eq!(both, "plain strict tso");
    let all = test(vec![fenced(X, Y), fenced(Y, X)], outcome());
    assert_eq!(all, "plain");
    let one = test(vec![fenced(X, Y), side(Y, X)], outcome());
    assert_eq!(one, "plain strict tso");
}

#[test]
fn a_locked_operation_flushes_the_buffer_even_if_it_fails() {
    let outcome = || vec![holds(0, 0, 0), holds(1, 0, 0)];
    let side = |a, b| {
        let failing = atomic(Order::Relaxed, AtomicOp::Cas, 1, Z, &[7, 8]);
        vec![store(a, 1), failing, load(0, b)]
    };
    assert_eq!(
        test(vec![side(X, Y), side(Y, X)], outcome()),
        "plain strict"
    );
}

#[test]
fn store_forwarding() {
    let side = |a, b| vec![store(a, 1), load(1, a), load(0, b)];
    let outcome = vec![
        holds(0, 0, 0),
        holds(0, 1, 1),
        holds(1, 0, 0),
        holds(1, 1, 1),
    ];
    assert_eq!(
        test(vec![side(X, Y), side(Y, X)], outcome),
        "plain strict tso"
    );
}

#[test]
fn message_passing() {
    let outcome = || vec![holds(1, 0, 1), holds(1, 1, 0)];
    let plain = vec![vec![store(X, 1), store(Y, 1)], vec![load(0, Y), load(1, X)]];
    assert_eq!(test(plain, outcome()), "plain strict");
    let synchronized = vec![
        vec![store(X, 1), store_as(Order::Release, Y, 1)],
        vec![load_as(Order::Acquire, 0, Y), load(1, X)],
    ];
    assert_eq!(test(synchronized, outcome()), "plain");
    let acquire_only = vec![
        vec![store(X, 1), store(Y, 1)],
        vec![load_as(Order::Acquire, 0, Y), load(1, X)],
    ];
    assert_eq!(test(acquire_only, outcome()), "plain strict");
    let [zero, address] = pointer(10);
    let addressed = vec![
        vec![store(X, 1), fence(), store(Y, 1)],
        vec![load(0, Y), zero, address, load_at(1, 5)],
    ];
    assert_eq!(test(addressed, outcome()), "plain");
    let controlled = vec![
        vec![store(X, 1), fence(), store(Y, 1)],
        vec![load(0, Y), branch(Comparison::Eq, 0, 0, 3), load(1, X)],
    ];
    assert_eq!(test(controlled, outcome()), "plain strict");
}

#[test]
fn a_failed_cas_acquires_but_does_not_release() {
    let outcome = || vec![holds(1, 0, 1), holds(1, 1, 0)];
    let writer = || vec![store(X, 1), fence(), store(Y, 1)];
    let failing = |location| atomic(Order::AcqRel, AtomicOp::Cas, 0, location, &[7, 8]);
    let acquires = vec![writer(), vec![failing(Y), load(1, X)]];
    assert_eq!(test(acquires, outcome()), "plain");
    let releases = vec![
        vec![load(0, X), failing(Y)],
        vec![load(0, Y), fence(), store(X, 1)],
    ];
    let seen = vec![holds(0, 0, 0)];
    assert_eq!(test(releases, seen), "sc plain strict tso");
}

#[test]
fn load_buffering() {
    let outcome = || vec![holds(0, 0, 1), holds(1, 0, 1)];
    let side = |a, b| vec![load(0, a), store(b, 1)];
    assert_eq!(
        test(vec![side(X, Y), side(Y, X)], outcome()),
        "plain strict"
    );
    let copy = |a, b| vec![load(0, a), store_register(b, 0)];
    assert_eq!(
        test(vec![copy(X, Y), side(Y, X)], outcome()),
        "plain strict"
    );
    assert_eq!(test(vec![copy(X, Y), copy(Y, X)], outcome()), "");
    // The branch jumps to the next instruction: what follows depends on it all the same.
    let joined = |a, b| vec![load(0, a), branch(Comparison::Eq, 0, 1, 2), store(b, 1)];
    assert_eq!(test(vec![joined(X, Y), joined(Y, X)], outcome()), "");
}

#[test]
fn a_predicate_is_a_control_and_a_data_dependency() {
    let outcome = vec![holds(0, 0, 1), holds(1, 0, 1)];
    let mut guarded = program(
        vec![
            vec![load(0, X), store(Y, 1)],
            vec![
                load(0, Y),
                Op::Move {
                    dst: RegisterId(1),
                    src: Value::Constant(1),
                    ty: gpu_litmus::syntax::ast::Type::default(),
                },
                store_register(X, 1),
            ],
        ],
        outcome,
    );
    guarded.threads[0].code[1].guard = Some((RegisterId(0), true));
    assert_eq!(reachable(&guarded), "plain strict");
    // Register 1 is 1 only if the move runs, and depends on register 0 whether it does or not.
    guarded.threads[1].code[1].guard = Some((RegisterId(0), true));
    assert_eq!(reachable(&guarded), "");
}

#[test]
fn independent_reads_of_independent_writes() {
    let outcome = || {
        vec![
            holds(2, 0, 1),
            holds(2, 1, 0),
            holds(3, 0, 1),
            holds(3, 1, 0),
        ]
    };
    let writers = || vec![vec![store(X, 1)], vec![store(Y, 1)]];
    let mut bare = writers();
    bare.extend([vec![load(0, X), load(1, Y)], vec![load(0, Y), load(1, X)]]);
    assert_eq!(test(bare, outcome()), "plain strict");
    let mut fenced = writers();
    fenced.extend([
        vec![load(0, X), fence(), load(1, Y)],
        vec![load(0, Y), fence(), load(1, X)],
    ]);
    assert_eq!(test(fenced, outcome()), "plain");
}

#[test]
fn coherence_of_one_location() {
    let reads = vec![vec![store(X, 1)], vec![load(0, X), load(1, X)]];
    assert_eq!(test(reads, vec![holds(1, 0, 1), holds(1, 1, 0)]), "");
    let writes = vec![vec![store(X, 1), store(X, 2)]];
    assert_eq!(test(writes, vec![ends(X, 1)]), "");
    let write_read = vec![vec![store(X, 1), load(0, X)], vec![store(X, 2)]];
    assert_eq!(test(write_read, vec![holds(0, 0, 2), ends(X, 1)]), "");
    let read_write = vec![vec![load(0, X), store(X, 1)]];
    assert_eq!(test(read_write, vec![holds(0, 0, 1)]), "");
}

#[test]
fn atomics_are_atomic() {
    let two = vec![vec![exchange(0, X, 1)], vec![exchange(0, X, 2)]];
    assert_eq!(test(two.clone(), vec![holds(0, 0, 0), holds(1, 0, 0)]), "");
    let one_then_other = vec![holds(0, 0, 0), holds(1, 0, 1)];
    assert_eq!(test(two, one_then_other), "sc plain strict tso");
    let stolen = vec![vec![exchange(0, X, 2)], vec![store(X, 1)]];
    assert_eq!(test(stolen, vec![holds(0, 0, 0), ends(X, 2)]), "");
    let increments: Vec<Vec<Op>> = (0..3)
        .map(|_| {
            vec![atomic(
                Order::Relaxed,
                AtomicOp::Arithmetic(Arithmetic::Add),
                0,
                X,
                &[1],
            )]
        })
        .collect();
    let all = ask(&program(increments, vec![ends(X, 3)]), Model::Plain);
    assert_eq!(all.quantity, Some(Quantity::Always));
    assert_eq!(all.executions, 6);
}

#[test]
fn a_switch_takes_its_part_away() {
    let lost = program(
        vec![vec![exchange(0, X, 2)], vec![store(X, 1)]],
        vec![holds(0, 0, 0), ends(X, 2)],
    );
    let fences = program(
        vec![
            vec![store(X, 1), fence(), load(0, Y)],
            vec![store(Y, 1), fence(), load(0, X)],
        ],
        vec![holds(0, 0, 0), holds(1, 0, 0)],
    );
    let own = program(
        vec![vec![
            load(1, X),
            arithmetic(Arithmetic::Max, 0, 1, Value::Constant(1)),
            store_register(X, 0),
        ]],
        vec![holds(0, 1, 1)],
    );
    let verdict = |program: &Program, model, off: &[Switch]| {
        let switches = off
            .iter()
            .fold(Switches::ALL, |on, switch| on.without(*switch));
        let answer = check(program, model, &Limits::default(), 2, &switches);
        answer.is_ok_and(|answer| answer.verdict == Verdict::Reachable)
    };
    assert!(verdict(&fences, Model::Strict, &[Switch::StrictFence]));
    assert!(verdict(&fences, Model::Strict, &[Switch::StrictFr]));
    assert!(verdict(&fences, Model::Tso, &[Switch::TsoFenced]));
    assert!(verdict(&fences, Model::Sc, &[Switch::ScPo]));
    assert!(!verdict(&own, Model::Plain, &[Switch::ThinAirRf]));
    assert!(verdict(
        &own,
        Model::Plain,
        &[Switch::PlainPoLoc, Switch::ThinAirData]
    ));
    // An atomic is one point, so coherence by itself keeps it whole.
    assert!(!verdict(&lost, Model::Plain, &[Switch::Atomicity]));
    assert!(!verdict(&lost, Model::Plain, &[Switch::PlainFr]));
    assert!(verdict(
        &lost,
        Model::Plain,
        &[Switch::Atomicity, Switch::PlainFr]
    ));
}

#[test]
fn a_loop_that_only_waits_is_cut() {
    let wait = vec![
        load(0, X),
        fence(),
        branch(Comparison::Eq, 0, 0, 0),
        load(1, Y),
    ];
    let send = vec![store(Y, 1), fence(), store(X, 1)];
    let sc = ask(
        &program(vec![send, wait.clone()], vec![holds(1, 1, 1)]),
        Model::Sc,
    );
    assert_eq!(sc.verdict, Verdict::Reachable);
    assert_eq!(sc.quantity, Some(Quantity::Always));
    let alone = ask(&program(vec![wait], vec![holds(0, 0, 0)]), Model::Sc);
    assert_eq!((alone.verdict, alone.executions), (Verdict::Unreachable, 0));
    assert_eq!(alone.quantity, Some(Quantity::Never));
}

#[test]
fn a_lap_counts_only_from_the_head() {
    // The jump goes back to a place never reached before: nothing was repeated.
    let code = vec![
        jump(3),
        store(Y, 1),
        jump(5),
        load(0, X),
        branch(Comparison::Eq, 0, 0, 1),
    ];
    assert_eq!(test(vec![code], vec![ends(Y, 1)]), "sc plain strict tso");
}

/// Counts to `laps` in register 1.
fn count(laps: i64) -> [Op; 2] {
    [
        arithmetic(Arithmetic::Add, 1, 1, Value::Constant(1)),
        branch(Comparison::Lt, 1, laps, 0),
    ]
}

#[test]
fn beyond_the_bound_nothing_is_known() {
    let counting = |laps, model, bound| {
        let mut code = count(laps).to_vec();
        code.push(store(X, 1));
        let program = program(vec![code, vec![load(0, X)]], vec![holds(1, 0, 1)]);
        let answer = check(&program, model, &Limits::default(), bound, &Switches::ALL);
        answer.map(|answer| (answer.verdict, answer.quantity))
    };
    let known = Ok((Verdict::Reachable, Some(Quantity::Sometimes)));
    let unknown = Ok((Verdict::Unknown, None));
    for model in Model::COHERENCE {
        assert_eq!(counting(3, model, 2), known);
        assert_eq!(counting(4, model, 2), unknown);
        assert_eq!(counting(4, model, 3), known);
    }
}

#[test]
fn waiting_for_a_truncated_thread_is_unknown_too() {
    let mut code = count(9).to_vec();
    code.push(store(X, 1));
    let wait = vec![load(0, X), branch(Comparison::Eq, 0, 0, 0)];
    let answer = ask(&program(vec![code, wait], vec![]), Model::Sc);
    assert_eq!(answer.verdict, Verdict::Unknown);
    assert!(matches!(answer.open, Some(Open::Bound(_))));
}

#[test]
fn an_address_that_is_none_does_not_count() {
    let code = vec![load(0, X), load_at(1, 0)];
    let answer = ask(&program(vec![code], vec![]), Model::Sc);
    assert_eq!(
        (answer.verdict, answer.executions),
        (Verdict::Unreachable, 0)
    );
}

#[test]
fn a_store_after_a_bad_address_can_still_make_it_good() {
    // P0 dereferences what P1 writes only after P0's own later store; nothing orders the two.
    let [zero, address] = pointer(12);
    let first = vec![load(0, X), load_at(1, 0), store(Y, 1)];
    let second = vec![
        load(0, Y),
        branch(Comparison::Eq, 0, 0, 5),
        zero,
        address,
        store_register(X, 5),
    ];
    let program = program(vec![first, second], vec![holds(1, 0, 1)]);
    assert_eq!(reachable(&program), "plain strict");
}

#[test]
fn limits_end_in_unknown() {
    let limits = Limits {
        candidates: 3,
        ..Limits::default()
    };
    let side = |a, b| vec![store(a, 1), load(0, b)];
    let program = program(vec![side(X, Y), side(Y, X)], vec![holds(0, 0, 7)]);
    let answer = check(&program, Model::Sc, &limits, 2, &Switches::ALL);
    let verdict = answer.map(|answer| answer.verdict);
    assert_eq!(verdict, Ok(Verdict::Unknown));
    let endless = vec![
        arithmetic(Arithmetic::Add, 1, 1, Value::Constant(1)),
        store(X, 1),
        jump(0),
    ];
    let endless = super::build::program(vec![endless], vec![]);
    let answer = check(
        &endless,
        Model::Sc,
        &Limits::default(),
        usize::MAX,
        &Switches::ALL,
    );
    let verdict = answer.map(|answer| answer.verdict);
    assert_eq!(verdict, Ok(Verdict::Unknown));
}

/// Each round has more values than the one before: what is held of them has a limit.
#[test]
fn values_that_feed_themselves_fill_no_memory() {
    let text = "PTX feeds\n{}\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nld.relaxed.gpu r2, x | ld.relaxed.gpu r0, x ;\n\
        LP: | red.relaxed.gpu.add x, r0 ;\natom.relaxed.gpu.xor r1, x, r2 | red.relaxed.gpu.add x, 3 ;\n\
        bne r1, 0, LP | ;\nexists (P1:r0 == 77777)\n";
    let program = gpu_litmus::load("feeds.litmus", text);
    let answer = program.map(|program| {
        let answer = check(&program, Model::Sc, &Limits::default(), 6, &Switches::ALL);
        answer.map(|answer| answer.verdict)
    });
    assert_eq!(answer.ok(), Some(Ok(Verdict::Unknown)));
}

#[test]
fn barriers_and_proxies_are_refused() {
    let refused = |op: Op| {
        let program = program(vec![vec![op]], vec![]);
        let answer = check(
            &program,
            Model::Plain,
            &Limits::default(),
            2,
            &Switches::ALL,
        );
        answer.err().map(|refused| refused.what)
    };
    let barrier = InstructionKind::Barrier {
        arrive: false,
        id: Value::Constant(0),
        barrier: Value::Constant(0),
        quorum: None,
    };
    let mut surface = super::build::access(Order::Weak);
    surface.proxy = Proxy::Surface;
    let proxied = InstructionKind::Load {
        dst: RegisterId(0),
        target: gpu_litmus::program::Target::Location(X),
        access: surface,
    };
    assert_eq!(refused(barrier), Some("barrier"));
    assert_eq!(refused(Op::Fence(Fence::Alias)), Some("proxy fence"));
    assert_eq!(refused(proxied), Some("proxied access"));
    assert_eq!(refused(Op::Fence(Fence::Hole)), None);
}

#[test]
fn a_filter_takes_executions_away() {
    let mut program = program(
        vec![vec![store(X, 1)], vec![load(0, X)]],
        vec![holds(1, 0, 1)],
    );
    assert_eq!(ask(&program, Model::Sc).quantity, Some(Quantity::Sometimes));
    program.filter = Some(holds(1, 0, 1));
    assert_eq!(ask(&program, Model::Sc).quantity, Some(Quantity::Always));
    program.filter = Some(holds(1, 0, 2));
    let none = ask(&program, Model::Sc);
    assert_eq!((none.quantity, none.executions), (Some(Quantity::Never), 0));
}
