//! HSA's names beside PTX's, remote orders on every kind of access, and what the HRF models refuse.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use gpu_litmus::Model;
use gpu_litmus::check;
use gpu_litmus::load;
use gpu_litmus::program::ThreadId;
use gpu_litmus::program::edit::InstructionId;
use gpu_litmus::program::unroll::unroll;
use gpu_litmus::render::layout::Layout;
use gpu_litmus::render::outline as outline_text;
use gpu_litmus::syntax::ast::{Access, Order, Scope};
use gpu_litmus::verdict::outcome::Verdict;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::view::Outline;

const SCOPES: [(Scope, &[&str]); 5] = [
    (Scope::Thread, &["thread", "wi"]),
    (Scope::Warp, &["warp", "wv", "wave"]),
    (Scope::Cta, &["cta", "wg"]),
    (Scope::Gpu, &["gpu", "cmp", "agent", "gl"]),
    (Scope::Sys, &["sys"]),
];

const RELAXED: (&str, Order, bool) = ("relaxed", Order::Relaxed, false);
const ACQUIRE: (&str, Order, bool) = ("acquire", Order::Acquire, false);
const RELEASE: (&str, Order, bool) = ("release", Order::Release, false);
const ACQ_REL: (&str, Order, bool) = ("acq_rel", Order::AcqRel, false);
const RM_ACQUIRE: (&str, Order, bool) = ("rm_acquire", Order::Acquire, true);
const RM_RELEASE: (&str, Order, bool) = ("rm_release", Order::Release, true);
const RM_ACQ_REL: (&str, Order, bool) = ("rm_acq_rel", Order::AcqRel, true);
const SC: (&str, Order, bool) = ("sc", Order::Sc, false);

/// Each kind of access: what comes before the modifiers, what after, and its orders.
type Form = (
    &'static str,
    &'static str,
    &'static [(&'static str, Order, bool)],
);
const FORMS: [Form; 5] = [
    ("ld", " r0, x", &[RELAXED, ACQUIRE, RM_ACQUIRE, SC]),
    ("st", " x, 1", &[RELAXED, RELEASE, RM_RELEASE, SC]),
    ("atom", ".add r0, x, 1", &ALL),
    ("atom", ".cas r0, x, 0, 1", &ALL),
    ("red", ".add x, 1", &ALL),
];
const ALL: [(&str, Order, bool); 8] = [
    RELAXED, ACQUIRE, RELEASE, ACQ_REL, RM_ACQUIRE, RM_RELEASE, RM_ACQ_REL, SC,
];

fn read(instruction: &str) -> (Access, String) {
    let text = format!("PTX T\n{{}}\nP0@cta 0,gpu 0 ;\n{instruction} ;\nexists (x == 1)");
    let program = load("t", &text).unwrap_or_else(|report| panic!("{report}\n{text}"));
    let at = InstructionId {
        thread: ThreadId(0),
        index: 0,
    };
    let unrolled = unroll(&program, 2).unwrap();
    let outline = Outline::of(&program, &unrolled, 2);
    let shown = outline_text::render(&outline, Layout::default());
    (at.access(&program).unwrap(), shown)
}

#[test]
fn every_order_with_every_name_of_a_scope() {
    let mut count = 0;
    for (word, rest, orders) in FORMS {
        for &(name, order, remote) in orders {
            for (scope, names) in SCOPES {
                for own in names {
                    let text = format!("{word}.{name}.{own}{rest}");
                    let (access, shown) = read(&text);
                    let found = (access.order, access.remote, access.scope);
                    assert_eq!(found, (order, remote, scope), "{text}");
                    assert!(shown.contains(&text), "{text} is not in\n{shown}");
                    // Modifiers come in any order.
                    let (turned, _) = read(&format!("{word}.{own}.{name}{rest}"));
                    assert_eq!(turned, access, "{text}");
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, (4 + 4 + 8 * 3) * 12);
}

#[test]
fn the_names_mean_the_same_to_every_model() {
    let mp = |release: &str, acquire: &str| {
        format!(
            "PTX MP\n{{}}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\nst.weak d, 1 | ld.{acquire} r0, f ;
st.{release} f, 1 | bne r0, 1, E ;\n | ld.weak r1, d ;\n | E: ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)"
        )
    };
    let verdict = |text: &str| {
        let program = load("t", text).unwrap();
        let model = Model::find("hrf-rsp").unwrap();
        check(&program, &model, &Options::default())
            .unwrap()
            .verdict()
    };
    for (hsa, ptx) in [
        ("wg", "cta"),
        ("cmp", "gpu"),
        ("wv", "warp"),
        ("wi", "thread"),
    ] {
        let remote = verdict(&mp(&format!("release.{hsa}"), "rm_acquire.cmp"));
        assert_eq!(remote, Verdict::Unreachable, "{hsa}");
        assert_eq!(
            remote,
            verdict(&mp(&format!("release.{ptx}"), "rm_acquire.gpu"))
        );
        let near = verdict(&mp(&format!("release.{hsa}"), &format!("acquire.{hsa}")));
        let same = verdict(&mp(&format!("release.{ptx}"), &format!("acquire.{ptx}")));
        assert_eq!(near, same, "{hsa}");
    }
}

#[test]
fn a_fence_is_refused_where_it_stands() {
    let text = "PTX T\n{}\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nfence.acq_rel.wg ;\nexists (x == 1)";
    let program = load("t.litmus", text).unwrap();
    for model in ["hrf-direct", "hrf-indirect", "hrf-relaxed", "hrf-rsp"] {
        let model = Model::find(model).unwrap();
        let outcome = check(&program, &model, &Options::default()).unwrap();
        assert_eq!(outcome.verdict(), Verdict::Unsupported);
        let refused = outcome.unsupported().unwrap();
        assert_eq!(
            program.source.slice(refused.span).trim(),
            "fence.acq_rel.wg"
        );
        assert!(refused.advice.contains("order the atomics themselves"));
    }
}
