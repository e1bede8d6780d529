//! What is printed is read back as the same tree.

use gpu_litmus::SourceFile;
use gpu_litmus::syntax::ast::{Condition, Test};
use gpu_litmus::syntax::print::{Fences, Init, Spelling, Style, print};

use super::support::{ODD, placeless, sources, tree};

fn reread(name: &str, text: &str) -> Test {
    tree(&SourceFile::new(name, text))
}

/// Prints a test in every style, and reads it back.
pub(crate) fn check(source: &SourceFile) {
    let test = tree(source);
    let hsa = Style {
        spelling: Spelling::Hsa,
        fences: Fences::Membar,
        init: Init::Lines,
        ..Style::default()
    };
    let written = Style::written(source);
    let words = Style {
        rows: false,
        ..written
    };
    for style in [Style::default(), hsa, written, words] {
        let text = print(&test, &style);
        let again = SourceFile::new("again", text.as_str());
        let found = tree(&again);
        let same = placeless(&found) == placeless(&test);
        assert!(same, "{}\n{}\n{text}", source.name, source.text);
        // What is printed once stays as it is.
        let style = Style {
            source: style.source.map(|_| &again),
            ..style
        };
        assert_eq!(print(&found, &style), text, "{}", source.text);
    }
    let text = print(&test, &written);
    let comments = |text: &str| text.matches("//").count() + text.matches("(*").count();
    let (kept, all) = (comments(&text), comments(&source.text));
    assert_eq!(kept, all, "{}\n{}\n{text}", source.name, source.text);
}

#[test]
fn every_test_is_read_back_as_it_was() {
    sources().iter().for_each(check);
}

#[test]
fn as_deep_as_the_parser_goes() {
    let (open, close) = ("(a = 1 /\\ (b = 1 \\/ ".repeat(99), "))".repeat(99));
    let negated = format!("{}x = 1", "~".repeat(200));
    for condition in [format!("{open}x = 1{close}"), negated] {
        let text = format!("PTX deep {{}} P0@cta 0,gpu 0 ; exists {condition}");
        let test = reread("deep", &text);
        let printed = print(&test, &Style::default());
        assert_eq!(placeless(&reread("deep", &printed)), placeless(&test));
    }
}

#[test]
fn a_tree_that_nobody_wrote() {
    let mut test = reread("none", ODD[3]);
    test.condition = Condition::And(Vec::new(), test.condition.span());
    assert!(print(&test, &Style::default()).ends_with("forall (true)\n"));
    test.condition = Condition::Or(Vec::new(), test.condition.span());
    assert!(print(&test, &Style::default()).ends_with("forall (false)\n"));
}

#[test]
fn canonical_form() {
    let printed = print(&reread("all", ODD[1]), &Style::default());
    for line in [
        "{ x = 0; y @ surface aliases x; .shared s = -5; .global g = 16; P7:p = x; P7:q = 0; }",
        " P7@warp 2,cta 1,gpu 3                      ;",
        " st.relaxed.sys.f32 x, -9223372036854775808 ;",
        " st.rm_release.warp.shared.u64 s, r0        ;",
        " atom.relaxed.gpu.exch _, x, 1              ;",
        " atom.relaxed.gpu.cas.f64 _, x, 1, q        ;",
        " red.relaxed.gpu.dec.u16 x, 1               ;",
        " red.rm_acq_rel.gpu.global.xor g, 1         ;",
        " fence.acq_rel.cta                          ;",
        " fence.sc.gpu                               ;",
        " @q fence.proxy.texture                     ;",
        " suld.weak.u8 r1, y                         ;",
        " bar.cta.arrive r0, 2, 3                    ;",
        " mov b, 7                                   ;",
        " shr.s64 c, -1, r0                          ;",
        " setp.ge.u8 q, a, b                         ;",
        " bra M                                      ;",
    ] {
        assert!(printed.lines().any(|own| own == line), "{line}\n{printed}");
    }
}
