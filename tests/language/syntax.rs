//! What the parser makes of a test that is right.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use gpu_litmus::parse;
use gpu_litmus::syntax::ast::{
    Access, Arithmetic, AtomicOp, Comparison, Condition, Declaration, Fence, InitialValue, Operand,
    Operation, Order, Proxy, Quantifier, Scope, Space, Statement, Term, Test, Type, TypeKind,
};
use rstest::rstest;

fn test(text: &str) -> Test {
    parse("test.litmus", text).unwrap_or_else(|report| panic!("{}", report.render(false)))
}

/// The statement that a single cell holds.
fn statement(cell: &str) -> Statement {
    let test = test(&format!(
        "PTX t {{ }} P0@cta 0,gpu 0 ; {cell} ; exists (true)"
    ));
    let cells = &test.threads[0].cells;
    assert_eq!(cells.len(), 1, "{cell}");
    cells[0].node.clone()
}

fn operation(cell: &str) -> Operation {
    match statement(cell) {
        Statement::Instruction {
            guard: None,
            operation,
        } => operation,
        other => panic!("{other:?}"),
    }
}

const S32: Type = Type {
    kind: TypeKind::Signed,
    bits: 32,
};

const fn access(order: Order, scope: Scope) -> Access {
    Access {
        order,
        scope,
        remote: false,
        proxy: Proxy::Generic,
        space: None,
        ty: S32,
    }
}

const fn remote(order: Order, scope: Scope) -> Access {
    Access {
        remote: true,
        ..access(order, scope)
    }
}

#[rstest]
#[case("ld.weak r0, x", access(Order::Weak, Scope::Sys))]
#[case("ld r0, x", access(Order::Weak, Scope::Sys))]
#[case("ld.relaxed.wi r0, x", access(Order::Relaxed, Scope::Thread))]
#[case("ld.acquire.wave r0, x", access(Order::Acquire, Scope::Warp))]
#[case("ld.wg.acquire r0, x", access(Order::Acquire, Scope::Cta))]
#[case("ld.sc.agent r0, [x]", access(Order::Sc, Scope::Gpu))]
#[case("ld.volatile r0, x", access(Order::Relaxed, Scope::Sys))]
#[case("ld.rm_acquire.cmp r0, x", remote(Order::Acquire, Scope::Gpu))]
#[case("st.rm_release.gl x, 1", remote(Order::Release, Scope::Gpu))]
#[case("st.release.sys.global.cg [x], %r1", Access { space: Some(Space::Global), ..access(Order::Release, Scope::Sys) })]
#[case("st.shared::cta.b64 [%rd1], 1", Access { space: Some(Space::Shared), ty: Type { kind: TypeKind::Unsigned, bits: 64 }, ..access(Order::Weak, Scope::Sys) })]
#[case("ld.global.relaxed.gpu.L1::no_allocate.f32 r0, x", Access { space: Some(Space::Global), ty: Type { kind: TypeKind::Float, bits: 32 }, ..access(Order::Relaxed, Scope::Gpu) })]
#[case("atom.exch r0, x, 1", access(Order::Relaxed, Scope::Gpu))]
#[case("atom.cta.add r0, x, 1", access(Order::Relaxed, Scope::Cta))]
#[case("atom.add.acq_rel.sys r0, x, 1", access(Order::AcqRel, Scope::Sys))]
#[case("red.rm_acq_rel.gpu.inc x, 1", remote(Order::AcqRel, Scope::Gpu))]
#[case("sust.weak s, 1", Access { proxy: Proxy::Surface, ..access(Order::Weak, Scope::Sys) })]
#[case("suld.weak r0, s", Access { proxy: Proxy::Surface, ..access(Order::Weak, Scope::Sys) })]
#[case("tld.weak r0, t", Access { proxy: Proxy::Texture, ..access(Order::Weak, Scope::Sys) })]
#[case("cold.weak r0, c", Access { proxy: Proxy::Constant, ..access(Order::Weak, Scope::Sys) })]
fn accesses(#[case] cell: &str, #[case] expected: Access) {
    let (Operation::Load { access, .. }
    | Operation::Store { access, .. }
    | Operation::Atomic { access, .. }) = operation(cell)
    else {
        panic!("{cell} accesses no memory");
    };
    assert_eq!(access, expected);
}

#[rstest]
#[case("fence.?", Fence::Hole)]
#[case("fence.sc.gpu", Fence::Sc(Scope::Gpu))]
#[case("fence.acq_rel.wg", Fence::AcqRel(Scope::Cta))]
#[case("fence.sys", Fence::AcqRel(Scope::Sys))]
#[case("membar.gl", Fence::Sc(Scope::Gpu))]
#[case("membar.cta", Fence::Sc(Scope::Cta))]
#[case("fence.proxy.alias", Fence::Alias)]
#[case("fence.proxy.generic", Fence::Proxy(Proxy::Generic))]
#[case("fence.proxy.texture", Fence::Proxy(Proxy::Texture))]
fn fences(#[case] cell: &str, #[case] expected: Fence) {
    assert_eq!(operation(cell), Operation::Fence(expected));
}

#[rstest]
#[case("add.u32 r0, r1, 1", Arithmetic::Add, TypeKind::Unsigned)]
#[case("mul.lo.s32 r0, r1, 1", Arithmetic::Mul, TypeKind::Signed)]
#[case("and.b32 r0, r1, 1", Arithmetic::And, TypeKind::Unsigned)]
#[case("shr r0, r1, 1", Arithmetic::Shr, TypeKind::Signed)]
fn sums(#[case] cell: &str, #[case] expected: Arithmetic, #[case] kind: TypeKind) {
    let Operation::Arithmetic { op, ty, dst, .. } = operation(cell) else {
        panic!("{cell} computes nothing");
    };
    assert_eq!((op, ty.kind, dst.node.as_str()), (expected, kind, "r0"));
}

fn shown(operand: &Operand) -> String {
    match operand {
        Operand::Constant(value) => value.node.to_string(),
        Operand::Name(name) => name.node.clone(),
    }
}

#[rstest]
#[case("ld r0, 1", "r0=1")]
#[case("ld.u32 %r0, -0x10", "r0=-16")]
#[case("mov r0, x", "r0=x")]
#[case("mov.b64 %rd1, 0xFFFFFFFFFFFFFFFF", "rd1=-1")]
fn moves(#[case] cell: &str, #[case] expected: &str) {
    let Operation::Move { dst, src, .. } = operation(cell) else {
        panic!("{cell} moves nothing");
    };
    assert_eq!(format!("{}={}", dst.node, shown(&src)), expected);
}

#[rstest]
#[case("bar.cta.sync 1", (false, "1", None, None))]
#[case("bar.sync 1, r2", (false, "1", Some("r2"), None))]
#[case("barrier.cta.arrive 1, 2, 64", (true, "1", Some("2"), Some("64")))]
#[case("barrier.sync.aligned 0", (false, "0", None, None))]
fn barriers(#[case] cell: &str, #[case] expected: (bool, &str, Option<&str>, Option<&str>)) {
    let Operation::Barrier {
        arrive,
        id,
        barrier,
        quorum,
    } = operation(cell)
    else {
        panic!("{cell} is no barrier");
    };
    let (barrier, quorum) = (barrier.as_ref().map(shown), quorum.as_ref().map(shown));
    let actual = (arrive, &*shown(&id), barrier.as_deref(), quorum.as_deref());
    assert_eq!(actual, expected);
}

#[test]
fn atomics_have_operands() {
    let Operation::Atomic {
        dst, op, operands, ..
    } = operation("atom.gpu.cas.b32 _, [x], 0, r1")
    else {
        panic!("no atomic");
    };
    assert_eq!(dst, None);
    assert_eq!(op, AtomicOp::Cas);
    assert_eq!(operands.iter().map(shown).collect::<Vec<_>>(), ["0", "r1"]);
}

#[test]
fn jumps_and_guards() {
    let Statement::Instruction {
        guard,
        operation: jump,
    } = statement("@!%p bra.uni $L1")
    else {
        panic!("no instruction");
    };
    assert_eq!(
        guard.map(|(name, positive)| (name.node, positive)),
        Some(("p".to_owned(), false))
    );
    assert!(matches!(jump, Operation::Branch { condition: None, target } if target.node == "$L1"));
    let jump = operation_of_branch("bge r0, -1, LC00");
    assert_eq!(jump, (Comparison::Ge, "r0".to_owned(), "-1".to_owned()));
    assert!(matches!(statement("LC00:"), Statement::Label(name) if name.node == "LC00"));
    assert!(matches!(
        operation("setp.ne.u32 p, r0, 1"),
        Operation::SetPredicate {
            cmp: Comparison::Ne,
            ..
        }
    ));
}

fn operation_of_branch(cell: &str) -> (Comparison, String, String) {
    match operation(cell) {
        Operation::Branch {
            condition: Some((cmp, a, b)),
            ..
        } => (cmp, shown(&a), shown(&b)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_frame_of_a_test() {
    let test = test(
        "// expect ugpu-weak: racy\nPTX frame+x \"what // it is\"\n// expect ptx-6.0: reachable\n\
         {.shared x = 0x2; y; P1:%r0 = x;; T0:r1 = -1; 1:r2; s @ surface aliases x}\n\
         T0@gpu 2, warp 1, cta 3|P1@cta 0,gpu 0; | ; .reg .u32 %r1 | ; A: | ; (* c *)\n\
         filter (true) ~ exists x = 1 // expect hrf: unknown",
    );
    assert_eq!(
        (&*test.name.node, &*test.description),
        ("frame+x", "\"what // it is\"")
    );
    let expectations: Vec<_> = test.expectations.iter().map(|e| &*e.node.model).collect();
    assert_eq!(expectations, ["ugpu-weak", "ptx-6.0", "hrf"]);
    assert_eq!(test.init.len(), 6);
    assert!(matches!(
        &test.init[0].node,
        Declaration::Location { space: Some(space), value: 2, .. } if space.node == Space::Shared
    ));
    assert!(matches!(
        &test.init[2].node,
        Declaration::Register { value: InitialValue::AddressOf(name), .. } if name.node == "x"
    ));
    assert!(matches!(
        &test.init[5].node,
        Declaration::Alias { proxy, .. } if proxy.node == Proxy::Surface
    ));
    let first = &test.threads[0];
    assert_eq!(
        (first.number.node, first.warp, first.cta, first.gpu),
        (0, Some(1), 3, 2)
    );
    assert_eq!((test.threads[1].warp, first.cells.len()), (None, 1));
    assert_eq!(test.quantifier.node, Quantifier::NotExists);
    assert_eq!(test.filter.as_ref().map(show), Some("true".to_owned()));
}

/// A condition with all its parentheses.
fn show(condition: &Condition) -> String {
    let joined = |parts: &[Condition], joint: &str| {
        format!(
            "({})",
            parts.iter().map(show).collect::<Vec<_>>().join(joint)
        )
    };
    match condition {
        Condition::Literal(value, _) => value.to_string(),
        Condition::Terminates(_) => "terminates".to_owned(),
        Condition::Compare(cmp, a, b, _) => format!("{} {cmp:?} {}", term(a), term(b)),
        Condition::Not(inner, _) => format!("!{}", show(inner)),
        Condition::And(parts, _) => joined(parts, " & "),
        Condition::Or(parts, _) => joined(parts, " | "),
    }
}

fn term(term: &Term) -> String {
    match term {
        Term::Constant(value) => value.node.to_string(),
        Term::Register(thread, name) => format!("{}:{}", thread.node, name.node),
        Term::Location(name, _) => name.node.clone(),
    }
}

#[rstest]
#[case("(x == 1)", "x Eq 1")]
#[case(r"x = 1 \/ y != 2 /\ z < 3", "(x Eq 1 | (y Ne 2 & z Lt 3))")]
#[case(
    "(x <= 1 || [y] > 2) && -1 >= P0:%r0",
    "((x Le 1 | y Gt 2) & -1 Ge 0:r0)"
)]
#[case(r"~ x == 1 /\ not (T1:r0 == 1:r1)", "(!x Eq 1 & !1:r0 Eq 1:r1)")]
#[case("!!true && false", "(!!true & false)")]
#[case(r"x == 1 /\ y == 1 /\ z == 0xff", "(x Eq 1 & y Eq 1 & z Eq 255)")]
fn conditions(#[case] text: &str, #[case] expected: &str) {
    let test = test(&format!("PTX t {{ }} P0@cta 0,gpu 0 ; forall {text}"));
    assert_eq!(show(&test.condition), expected);
    assert_eq!(test.quantifier.node, Quantifier::Forall);
}

#[test]
fn the_example_of_the_documentation_parses() {
    let page = include_str!("../../docs/litmus-format.md");
    let example = page.split("```").find(|block| block.contains("\nPTX "));
    let test = test(example.unwrap_or_default());
    assert_eq!((test.threads.len(), test.expectations.len()), (2, 1));
}
