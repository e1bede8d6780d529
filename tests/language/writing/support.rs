//! Texts of tests, and trees without places.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot run should fail"
)]

use std::path::Path;

use gpu_litmus::syntax::ast::Test;
use gpu_litmus::syntax::parse_source;
use gpu_litmus::testing::{Family, generate};
use gpu_litmus::{SourceFile, tasks};
use walkdir::WalkDir;

/// What the printer has to get right and no other test has.
pub const ODD: &[&str] = &[
    // Names that are words of the grammar, with their `%`.
    "PTX odd-names { %true = 1; P0:%not = %true; %filter @ texture aliases %true }\n\
     P0@cta 0,gpu 0 ; @!%not st.weak [%true], %not ; %exists: ; tld %forall, %filter ; \
     bra %exists2 ; %exists2: ; exists (%true == 1 /\\ P0:%not = 0)",
    // Every instruction and modifier.
    "PTX all { x; y @ surface aliases x; .shared s = -5; .global g = 0x10; P7:p = x; P7:q; } \
     T7@gpu 3,warp 2,cta 1 ; ld.b8 r0,x; ld.sc.wi r0,[p]; st.volatile.f32 x,-9223372036854775808; \
     st.rm_release.wave.shared::cta.u64 s, r0; atom.exch _, x, 1; atom.cas.f64 _, x, 1, q; \
     atom.dec.u16 _, x, 1; red.rm_acq_rel.agent.global.xor g, 1; fence.sc.thread; fence.wg; \
     membar.gl; membar.sys; fence.proxy.alias; fence.proxy.generic; fence.?; @q fence.proxy.texture; \
     sust y, 1; suld.u8 r1, y; bar.sync 1; barrier.cta.arrive.aligned r0, 2, 3; mov.f16 a, 1; \
     ld b, 7; mov.s32 c, x; mul.lo.u32 c, b, -1; shr.s64 c, 0xFFFFFFFFFFFFFFFF, r0; \
     setp.ge.u8 q, a, b; L: ; goto M; bgt a, 1, M; M: ; exists (true)",
    // Conditions of every form.
    r"PTX c {} P0@cta 0,gpu 0 ; filter not ~(x == 1 /\ (y != 2 || z < 3) && true) \/ 1 >= [x]
      ~exists ((a = 1 /\ b = 2) /\ c = 3 \/ (d = 4 \/ e = 5)) /\ ~~~false",
    "PTX none {} P0@cta 0,gpu 0 ; forall 0:r0 <= T1:r1",
    // Descriptions and expectations wherever they may stand.
    "// expect sc: reachable\n(* (* *) *)PTX d \"one {brace}\" and https://x.org // expect tso: racy\n\
     // expect plain: always\n // {\nmore // expect strict: never\n{ (* expect *) }\n\
     P0@cta 0,gpu 0 ; // expect hrf-rsp:unknown\nexists true // expect ptx-6.0: reachable // why\n",
    "PTX q \"lost quote\n{ x = 0; } P0@cta 0,gpu 0 ; exists true // \"b\"",
    "PTX e // {no} comment\n\"\"\r\n a\r\n b {;;x;;} P0@cta 0,gpu 0 | P1@cta 0,gpu 0|P2@cta 1,gpu 0;;;.reg .u32 %r<4>||;\
     ||LC: ; |bra LC2| ;||bra LC ; |LC2:|; exists (P1:r0==0)",
];

/// All texts of tests that there are, with names to report them by.
pub fn sources() -> Vec<SourceFile> {
    let mut found: Vec<SourceFile> = tasks::suite::all()
        .map(|test| SourceFile::new(test.path(), test.text))
        .collect();
    assert!(found.len() > 100);
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in WalkDir::new(examples).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        if path
            .extension()
            .is_some_and(|extension| extension == "litmus")
        {
            found.push(read(&path));
        }
    }
    found.extend(generated(40));
    found.extend(ODD.iter().map(|text| SourceFile::new("odd", *text)));
    found
}

/// A test of a file.
pub fn read(path: &Path) -> SourceFile {
    let text = std::fs::read_to_string(path).unwrap();
    SourceFile::new(path.to_string_lossy(), text)
}

/// Some generated tests of every family.
pub fn generated(seeds: u64) -> Vec<SourceFile> {
    let families = [Family::Coherence, Family::Ptx, Family::Ugpu, Family::Hrf];
    let test = |seed, family| {
        let name = format!("{family:?} {seed}");
        SourceFile::new(name, generate(seed, family))
    };
    (0..seeds)
        .flat_map(|seed| families.map(|family| test(seed, family)))
        .collect()
}

#[track_caller]
pub fn tree(source: &SourceFile) -> Test {
    match parse_source(source) {
        Ok(test) => test,
        Err(report) => panic!("{}\n{}", report.render(false), source.text),
    }
}

/// A tree as data without places: two of one meaning are equal, and no others.
pub fn placeless(test: &Test) -> String {
    let shown = format!("{test:?}");
    let mut out = String::new();
    let mut pieces = shown.split("Span {");
    out.extend(pieces.next());
    for piece in pieces {
        let end = piece.find('}').unwrap();
        out.push_str(&piece[end..]);
    }
    out
}
