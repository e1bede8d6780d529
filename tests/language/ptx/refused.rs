//! What is not interpreted, and why.

use gpu_litmus::ptx::module::RegisterId;
use gpu_litmus::ptx::operation::Operation;

use super::understood::{HEAD, computed, first, read_text};

/// What is not known is told with what may be meant.
#[test]
fn refusals_name_the_nearest_that_is_known() {
    for (text, why) in [
        (
            "shfll.sync.idx.b32 %r1, %r2, 0, 31, -1;",
            "(did you mean `shfl`?)",
        ),
        (
            "ld.global.acquir.gpu.u32 %r1, [%rd1];",
            "(did you mean `.acquire`?)",
        ),
        ("add.u23 %r1, %r2, %r3;", "(did you mean `.u32`?)"),
        (
            "add.rn.f32.f16 %r1, %r2, %r3;",
            "`add` with `.f16`, which is not interpreted",
        ),
        (
            "fma.rn.oob.f16x2 %r1, %r2, %r3, %r1;",
            "`fma` with `.oob`, which is not interpreted",
        ),
        (
            "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
            "fences between proxies",
        ),
        (
            "vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;",
            "`vadd`, which is not interpreted",
        ),
        (
            "vsad.u32.u32.u32 %r1, %r2, %r3;",
            "`vsad`, which is not interpreted (did you mean `vmad`?)",
        ),
        (
            "{ .reg .b128 %q<2>; mov.b128 %q1, %q1; }",
            "values of 128 bits",
        ),
    ] {
        let operation = first(text);
        let Operation::Refused { why: said } = operation else {
            panic!("{text}: {operation:?}");
        };
        assert!(said.ends_with(why), "{text}: {said}");
    }
}

/// Of three floats the greatest is not computed; of three whole numbers there is none.
#[test]
fn the_greatest_of_three_floats_is_any_value() {
    for text in [
        "max.f32 %r1, %r2, %r3, %r1;",
        "max.NaN.f32 %r1, %r2, %r3, %r1;",
        "min.ftz.abs.f32 %r1, %r2, %r3, %r1;",
    ] {
        let operation = first(text);
        let Operation::Loose { sources, .. } = &operation else {
            panic!("{text}: {operation:?}");
        };
        assert_eq!(sources.len(), 3, "{text}");
    }
}

/// A function may take registers, which nobody interprets, and a caller may drop a result.
#[test]
fn parameters_may_be_registers() {
    let text = format!(
        "{HEAD}.func (.reg .b32 y) twice(.reg .b32 x) {{ add.u32 y, x, x; ret; }}\n\
         .func (.param .b32 y) zero() {{ st.param.b32 [y], 0; ret; }}\n\
         .visible .entry k() {{ .reg .b32 %r<3>; call (%r1), twice, (%r2); call (_), zero; ret; }}\n"
    );
    let module = read_text("registers.ptx", text);
    let body = |at: usize| module.functions[at].body.as_ref().unwrap();
    assert_eq!(body(0).registers.len(), 2);
    assert_eq!(computed(body(0)), [RegisterId(0)]);
    let Operation::Refused { why } = &body(2).code[0].operation else {
        panic!("{:?}", body(2).code[0]);
    };
    assert_eq!(
        why,
        "a call of a function whose parameters or results are registers"
    );
    let Operation::Call { results, .. } = &body(2).code[1].operation else {
        panic!("{:?}", body(2).code[1]);
    };
    assert_eq!(results, &[None]);
}
