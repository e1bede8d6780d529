//! Whatever the input, the frontend answers, and its errors lie in the text.

use gpu_litmus::parse;
use gpu_litmus::syntax::span::Span;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

const VALID: [&str; 3] = [
    "// expect ptx-6.0: reachable\nPTX MP \"see https://a.b/{c}\"\n{ .shared x = 0; P1:r1 = x; \
     s @ surface aliases y; }\nP0@warp 0,cta 0,gpu 0 | P1@cta 0, gpu 0 ;\n\
     st.weak x, 1 | ld.acquire.gpu.u32 r1, [y] ; // µ\nfence.proxy.surface | @!p bra LC00 ;\n\
     sust.weak s, -1 | LC00: ;\nfilter (P0:r0 == 0)\n\
     exists (P1:r1 == 0x1 /\\ ~(P1:r2 != x \\/ true))",
    "PTX spin (* c *) { }\n T0@cta 0,gpu 0 | T1@cta 1,gpu 0 | P2@cta 1,gpu 1 ;\r\n\
     .reg .u32 %r<4> || atom.cas.relaxed.gpu r0, x, 0, 1 ;\r\n\
     setp.eq.s32 p, r1, 1 | bar.cta.sync 1, r2, 2 | red.add.release.sys [x], 2 ;\r\n\
     LC01: | goto LC01 | mul.lo.u32 r0, r1, 3 ;\r\n~exists ([x] < -3 && !(0:r0 >= y))",
    "PTX all{x;y=0x7}P0@gpu 0,cta 0;membar.gl;fence.?;fence.acq_rel.sys;ld r0,1;mov r1,x;\
     ld.volatile.global.f32 %r1,[x];st.rm_release.agent x,r1;forall not x==1",
];

/// The frontend returns, and points at what is there.
fn check(text: &str) -> TestCaseResult {
    let Err(report) = parse("generated.litmus", text) else {
        return Ok(());
    };
    prop_assert!(
        !report.diagnostics.is_empty(),
        "an error without a diagnostic"
    );
    for diagnostic in &report.diagnostics {
        prop_assert!(!diagnostic.message.is_empty());
        for (Span { start, end }, label) in &diagnostic.labels {
            prop_assert!(start <= end, "{start}..{end}: {label}");
            prop_assert!(text.get(*start..*end).is_some(), "{start}..{end}: {label}");
        }
    }
    prop_assert!(!report.render(false).is_empty());
    Ok(())
}

/// The pieces that mutations move: words, blanks, single symbols.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, tail) = rest.split_at(length);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

#[derive(Debug, Clone)]
enum Mutation {
    Delete(prop::sample::Index),
    Repeat(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
    Insert(prop::sample::Index, &'static str),
    Truncate(prop::sample::Index),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let index = any::<prop::sample::Index>;
    let inserted = prop::sample::select(vec![
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "|",
        "||",
        "@",
        ":",
        "=",
        "==",
        "~",
        "!",
        "/\\",
        "\\/",
        "(*",
        "*)",
        "//",
        "\"",
        ".",
        ",",
        "+",
        "-",
        "%",
        "<",
        ">",
        "é",
        "\u{feff}",
        "\u{202e}",
        "exists",
        "filter",
        "not",
        "true",
        "locations [",
        "P0",
        "99999999999999999999",
        "-1",
        "\n",
        "aliases",
        ".shared",
        "ld.weak",
        "fence.?",
        "::",
        "$",
    ]);
    prop_oneof![
        index().prop_map(Mutation::Delete),
        index().prop_map(Mutation::Repeat),
        (index(), index()).prop_map(|(a, b)| Mutation::Swap(a, b)),
        (index(), inserted).prop_map(|(at, text)| Mutation::Insert(at, text)),
        index().prop_map(Mutation::Truncate),
    ]
}

fn mutate(pieces: &mut Vec<&str>, mutation: &Mutation) {
    let length = pieces.len();
    if length == 0 {
        return;
    }
    match mutation {
        Mutation::Delete(at) => drop(pieces.remove(at.index(length))),
        Mutation::Repeat(at) => pieces.insert(at.index(length), pieces[at.index(length)]),
        Mutation::Swap(a, b) => pieces.swap(a.index(length), b.index(length)),
        Mutation::Insert(at, text) => pieces.insert(at.index(length), text),
        Mutation::Truncate(at) => pieces.truncate(at.index(length)),
    }
}

#[test]
fn the_unmutated_tests_parse() {
    for text in VALID {
        let report = parse("valid.litmus", text).err();
        assert!(
            report.is_none(),
            "{}",
            report.map_or_else(String::new, |r| r.render(false))
        );
    }
}

proptest! {
    #[test]
    fn any_text(text in "\\PC*") {
        check(&text)?;
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_body(body in "[\\PC\n]*") {
        check(&format!("PTX any {{ x = 0; }} P0@cta 0,gpu 0 ; {body}"))?;
    }

    #[test]
    fn mutated_tests(
        which in 0..VALID.len(),
        mutations in prop::collection::vec(mutation(), 1..12),
    ) {
        let mut pieces = pieces(VALID[which]);
        for mutation in &mutations {
            mutate(&mut pieces, mutation);
        }
        check(&pieces.concat())?;
    }
}
