//! Cells and registers that are not of 32 bits: what a test begins with is cut as a store would cut it, also where a pointer alone
//! leads there, and what is shifted by is a number of 32 bits whatever is shifted (PTX ISA, *shl*, *shr*).

use gpu_litmus::explicit;
use gpu_litmus::sat::engine::Engine;
use gpu_litmus::verdict::outcome::Quantity;
use gpu_litmus::verdict::query::Options;
use gpu_litmus::{Model, check, load};

/// Tests of one thread, by what they begin with, the thread, and a condition that always holds.
const ALWAYS: [(&str, &str, &str); 13] = [
    (
        "u = 300; s = 200; h = -1;",
        "ld.u8 r1, u ; ld.s8 r2, s ; ld.u16 r3, h",
        "P0:r1 == 44 /\\ P0:r1 == u /\\ P0:r2 == -56 /\\ P0:r2 == s /\\ P0:r3 == 65535 /\\ P0:r3 == h",
    ),
    ("u = 300;", "ld.u8 r1, u", "u == 44 /\\ P0:r1 == u"),
    (
        "u = 300; P0:r2 = u;",
        "ld.u8 r1, [r2]",
        "u == 44 /\\ P0:r1 == u",
    ),
    (
        "x = 4294967297; P0:r2 = x;",
        "ld.u64 r1, [r2]",
        "P0:r1 == 4294967297 /\\ P0:r1 == x",
    ),
    // A pointer that is computed may lead there.
    (
        "x = 4294967297; P0:r2 = x;",
        "mov.u64 r3, r2 ; ld.u64 r1, [r3]",
        "P0:r1 == 4294967297 /\\ P0:r1 == x",
    ),
    (
        "x = 4294967297;",
        "mov.u64 r3, x ; ld.u64 r1, [r3]",
        "P0:r1 == 4294967297",
    ),
    // And one that does not does nothing.
    (
        "x = 300; y = 0; P0:r2 = x; P0:r3 = y;",
        "mov.u64 r4, r3 ; st.u8 [r4], 3",
        "x == 300 /\\ y == 3",
    ),
    // By one sign or the other.
    (
        "x = 200;",
        "ld.s8 r1, x ; ld.u8 r2, x",
        "x == 200 /\\ P0:r1 == -56 /\\ P0:r2 == 200",
    ),
    (
        "x = 65536;",
        "ld.u32 r9, x ; shr.u16 r1, 255, r9 ; shl.b16 r2, 3, r9 ; shr.s16 r3, -4, r9",
        "P0:r1 == 0 /\\ P0:r2 == 0 /\\ P0:r3 == -1",
    ),
    (
        "x = 65537;",
        "ld.u32 r9, x ; mov.u32 r8, 1 ; shr.u16 r1, 255, r9 ; shl.b16 r2, 3, r8",
        "P0:r1 == 0 /\\ P0:r2 == 6",
    ),
    // A number with more bits than what it is compared with is cut as a store cuts it where it is to be the same, and nowhere else.
    (
        "x = 5; y = 0xFFFFFFFF;",
        "ld.weak r1, x",
        "P0:r1 < 3000000000 /\\ x < 2147483648 /\\ x > -3000000000 /\\ x == 4294967301 /\\ P0:r1 == 4294967301 \
         /\\ ~(x > 4294967290) /\\ y == 0xFFFFFFFF /\\ y == -1 /\\ y < 4294967295",
    ),
    (
        "x = 5;",
        "ld.weak r1, x",
        "3000000000 > 5 /\\ 5 != 4294967301 /\\ 4294967301 > x",
    ),
    // Nor is a register that nobody writes, and that is stored with as many.
    (
        "y = 0; P0:r0 = 4294967301; P0:r2 = 0xFFFFFFFF; z = 0;",
        "st.weak.u64 y, r0 ; st.weak z, r0",
        "y == 4294967301 /\\ P0:r0 == 4294967301 /\\ z == 5 /\\ P0:r2 == -1",
    ),
];

#[test]
fn what_is_narrow_or_wide_is_cut_where_it_must_be() {
    for (start, code, condition) in ALWAYS {
        let code = code.replace(" ; ", " ;\n");
        let text =
            format!("PTX cut\n{{ {start} }}\nP0@cta 0,gpu 0 ;\n{code} ;\nexists ({condition})\n");
        let program = load("cut.litmus", &text).unwrap();
        for model in ["sc", "tso", "ptx-7.5", "hrf-rsp", "ugpu-weak"] {
            let model = Model::find(model).unwrap();
            for engine in [Engine::Sat, Engine::Z3] {
                let options = Options {
                    engine,
                    ..Options::default()
                };
                let outcome = check(&program, &model, &options).unwrap();
                assert_eq!(outcome.quantity, Some(Quantity::Always), "{text}{engine:?}");
            }
        }
        for model in explicit::Model::COHERENCE {
            let limits = explicit::Limits::default();
            let switches = &explicit::Switches::ALL;
            let answer = explicit::check(&program, model, &limits, 2, switches).unwrap();
            assert_eq!(answer.quantity, Some(explicit::Quantity::Always), "{text}");
        }
    }
}
