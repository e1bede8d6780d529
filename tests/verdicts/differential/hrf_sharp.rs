//! Tests that notice what few generated ones do: each is about one rule of the HRF models.

/// What it is about, the test, and the verdicts of the four models: u(nreachable), R(eachable),
/// X (racy).
pub const SHARP: &[(&str, &str, &str)] = &[
    (
        "no circle of happens-before",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 1,gpu 0 ;
        ld.acquire.gpu r0, g | st.relaxed.gpu f, 2 | ld.acquire.gpu r0, f | st.relaxed.gpu g, 2 ;
        st.release.gpu f, 1 |  | st.release.gpu g, 1 |  ;
        exists (P0:r0 == 2 /\\ P2:r0 == 2 /\\ f == 2 /\\ g == 2)",
        "uuuu",
    ),
    (
        "no reading from what happens after",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        ld.relaxed.gpu r0, x | ld.acquire.gpu r0, y ;
        st.release.gpu y, 1 | st.relaxed.gpu x, 1 ;
        exists (P0:r0 == 1 /\\ P1:r0 == 1)",
        "uuuu",
    ),
    (
        "no overwriting of what happens after",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.gpu x, 2 | ld.acquire.gpu r0, y ;
        st.release.gpu y, 1 | st.relaxed.gpu x, 1 ;
        exists (P1:r0 == 1 /\\ x == 2)",
        "uuuu",
    ),
    (
        "no reading of what was overwritten before",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.gpu x, 1 | ld.acquire.gpu r0, y ;
        st.release.gpu y, 1 | ld.relaxed.gpu r1, x ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "uuuu",
    ),
    (
        "store buffering of sc atomics",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.sc.gpu x, 1 | st.sc.gpu y, 1 ;
        ld.sc.gpu r0, y | ld.sc.gpu r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)",
        "uuuu",
    ),
    (
        "store buffering of ordered atomics",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.release.gpu x, 1 | st.release.gpu y, 1 ;
        ld.acquire.gpu r0, y | ld.acquire.gpu r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)",
        "uuRR",
    ),
    (
        "writes of sc atomics",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.sc.gpu x, 1 | st.sc.gpu y, 1 ;
        st.sc.gpu y, 2 | st.sc.gpu x, 2 ;
        exists (x == 1 /\\ y == 1)",
        "uuuu",
    ),
    (
        "sc atomics with other synchronization between",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
        st.sc.gpu x, 1 | ld.acquire.gpu r0, f | st.sc.gpu y, 1 ;
        st.release.gpu f, 1 | ld.sc.gpu r1, y | ld.sc.gpu r0, x ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0)",
        "uuuu",
    ),
    (
        "sc atomics of scopes that do not include each other",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 0,gpu 0 ;
        st.sc.cta x, 1 | ld.acquire.gpu r0, f | st.sc.gpu y, 1 ;
        st.release.gpu f, 1 | ld.sc.gpu r1, y | ld.sc.cta r0, x ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 0)",
        "uuRR",
    ),
    (
        "coherent reads",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;
         | ld.relaxed.gpu r1, x ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "uuuu",
    ),
    (
        "a read before a write",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;
         | st.relaxed.gpu x, 2 ;
        exists (P1:r0 == 1 /\\ x == 1)",
        "uuuu",
    ),
    (
        "no value out of data and control",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y ;
        and r1, r0, 0 | bne r0, 1, E ;
        add r1, r1, 1 | st.relaxed.gpu x, 1 ;
        st.relaxed.gpu y, r1 | E: ;
        exists (P0:r0 == 1 /\\ P1:r0 == 1)",
        "uuuu",
    ),
    (
        "no value out of addresses",
        "PTX T
{ x = 0; y = 0; P1:r2 = x; }
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y ;
        and r1, r0, 0 | and r1, r0, 0 ;
        add r1, r1, 1 | add r1, r1, r2 ;
        st.relaxed.gpu y, r1 | st.relaxed.gpu [r1], 1 ;
        exists (P0:r0 == 1 /\\ P1:r0 == 1)",
        "uuuu",
    ),
    (
        "an acquire meets the releases that were overwritten",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak d, 1 | ld.acquire.gpu r0, f ;
        st.release.gpu f, 1 | bne r0, 2, E ;
        st.relaxed.gpu f, 2 | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 2 /\\ P1:r1 == 0)",
        "uuuu",
    ),
    (
        "a chain through two kinds of scope",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;
        st.weak d, 1 | ld.acquire.cta r0, f | ld.acquire.gpu r0, g ;
        st.release.cta f, 1 | bne r0, 1, E | bne r0, 1, F ;
         | st.release.gpu g, 1 | ld.weak r1, d ;
         | E: | F: ;
        exists (P2:r0 == 1 /\\ P2:r1 == 0)",
        "Xuuu",
    ),
    (
        "scopes that include each other",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
        st.weak d, 1 | ld.acquire.gpu r0, f ;
        st.release.cta f, 1 | bne r0, 1, E ;
         | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "XXuu",
    ),
    (
        "a failed cas does not release",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.gpu x, 1 | st.relaxed.gpu f, 1 ;
        atom.release.gpu.cas r0, f, 5, 6 | ld.acquire.gpu r0, f ;
         | ld.relaxed.gpu r1, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 1 /\\ P1:r1 == 0)",
        "uuRR",
    ),
    (
        "a failed cas acquires",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak d, 1 | atom.acq_rel.gpu.cas r0, f, 5, 6 ;
        st.release.gpu f, 1 | bne r0, 1, E ;
         | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "uuuu",
    ),
    (
        "a remote acquire promotes a release",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak d, 1 | ld.rm_acquire.gpu r0, f ;
        st.release.cta f, 1 | bne r0, 1, E ;
         | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "XXXu",
    ),
    (
        "a remote release promotes an acquire",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak d, 1 | ld.acquire.cta r0, f ;
        st.rm_release.gpu f, 1 | bne r0, 1, E ;
         | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "XXXu",
    ),
    (
        "the last release is promoted, not the first",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.release.cta f, 1 | ld.rm_acquire.gpu r0, f ;
        st.weak d, 1 | bne r0, 2, E ;
        st.release.cta f, 2 | ld.weak r1, d ;
         | E: ;
        exists (P1:r0 == 2 /\\ P1:r1 == 0)",
        "XXXu",
    ),
    (
        "only the last release is promoted",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;
        st.weak d, 1 | atom.release.cta.cas r0, f, 1, 2 | ld.rm_acquire.gpu r0, f ;
        st.release.cta f, 1 |  | bne r0, 2, E ;
         |  | ld.weak r1, d ;
         |  | E: ;
        exists (P2:r0 == 2 /\\ P2:r1 == 0)",
        "XXXX",
    ),
    (
        "the next acquire is promoted, not the last",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak d, 1 | ld.acquire.cta r0, f ;
        st.rm_release.gpu f, 1 | bne r0, 1, E ;
         | ld.weak r1, d ;
         | st.relaxed.cta f, 2 ;
         | ld.acquire.cta r2, f ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "XXXu",
    ),
    (
        "only the next acquire is promoted",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 ;
        st.weak d, 1 | atom.acquire.cta.cas r0, f, 1, 2 | ld.acquire.cta r0, f ;
        st.rm_release.gpu f, 1 |  | bne r0, 2, E ;
         |  | ld.weak r1, d ;
         |  | E: ;
        exists (P2:r0 == 2 /\\ P2:r1 == 0)",
        "XXXX",
    ),
    (
        "acquires that read the same write are all the next",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
        st.weak d, 1 | ld.acquire.cta r0, f | ld.acquire.cta r0, f ;
        st.rm_release.gpu f, 1 | bne r0, 1, E | bne r0, 1, F ;
         | ld.weak r1, d | ld.weak r1, d ;
         | E: | F: ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)",
        "XXXu",
    ),
    (
        "a release of the same thread may be the last",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak d, 1 | atom.rm_release.gpu.cas r0, f, 1, 2 ;
        st.release.cta f, 1 | bne r0, 1, E ;
         | ld.rm_acquire.gpu r1, f ;
         | ld.weak r2, d ;
         | E: ;
        exists (P1:r0 == 1 /\\ P1:r2 == 0)",
        "XXXX",
    ),
    (
        "promotions do not cascade",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 | P3@cta 0,gpu 0 ;
        st.weak d, 1 | atom.rm_release.cta.cas r0, f, 1, 2 | ld.relaxed.gpu r0, g | ld.rm_acquire.gpu r0, f ;
        st.rm_release.gpu f, 1 |  | bne r0, 1, E | bne r0, 1, F ;
         |  | ld.acquire.thread r1, f | ld.rm_acquire.gpu r1, f ;
         |  | bne r1, 2, E | bne r1, 2, F ;
         |  | ld.weak r2, d | st.relaxed.gpu g, 1 ;
         |  | E: | F: ;
        exists (P2:r1 == 2 /\\ P2:r2 == 0)",
        "XXXX",
    ),
    (
        "a scope that does not contain another does not promote it",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 | P3@cta 0,gpu 0 ;
        st.weak d, 1 | ld.acquire.gpu r0, g | ld.relaxed.gpu r0, h | atom.rm_release.gpu.cas r0, f, 1, 2 ;
        st.release.cta f, 1 | bne r0, 1, E | bne r0, 1, F |  ;
        st.release.gpu g, 1 | ld.rm_acquire.cta r1, f | ld.rm_acquire.gpu r1, f |  ;
         | bne r1, 1, E | bne r1, 2, F |  ;
         | st.relaxed.gpu h, 1 | ld.weak r2, d |  ;
         | E: | F: |  ;
        exists (P2:r1 == 2 /\\ P2:r2 == 0)",
        "XXXX",
    ),
    (
        "a release that is promoted is promoted as an acquire too",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 0,gpu 0 | P3@cta 0,gpu 0 ;
        st.weak d, 1 | atom.acq_rel.cta.cas r0, f, 2, 3 | ld.rm_acquire.gpu r0, f | atom.rm_acquire.gpu.cas r0, f, 1, 2 ;
        st.rm_release.gpu f, 1 | bne r0, 2, E | bne r0, 3, F |  ;
         | ld.relaxed.gpu r1, h | st.relaxed.gpu h, 1 |  ;
         | bne r1, 1, E | F: |  ;
         | ld.weak r2, d |  |  ;
         | E: |  |  ;
        exists (P1:r0 == 2 /\\ P1:r1 == 1 /\\ P1:r2 == 0)",
        "XXXu",
    ),
    (
        "a remote operation may meet any atomic within its scope",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.cta f, 1 | ld.rm_acquire.gpu r0, f ;
        exists (P1:r0 == 1)",
        "XXXR",
    ),
    (
        "an acquire that is not remote promotes no release",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 | P3@cta 0,gpu 0 ;
        st.weak d, 1 | ld.acquire.gpu r0, g | ld.relaxed.gpu r0, h | atom.rm_release.gpu.cas r0, f, 1, 2 ;
        st.release.cta f, 1 | bne r0, 1, E | bne r0, 1, F |  ;
        st.release.gpu g, 1 | ld.acquire.gpu r1, f | ld.rm_acquire.gpu r1, f |  ;
         | bne r1, 1, E | bne r1, 2, F |  ;
         | st.relaxed.gpu h, 1 | ld.weak r2, d |  ;
         | E: | F: |  ;
        exists (P2:r1 == 2 /\\ P2:r2 == 0)",
        "XXXX",
    ),
    (
        "a release that is not remote promotes no acquire",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 0,gpu 0 ;
        ld.relaxed.gpu r0, k | ld.acquire.gpu r0, g | ld.rm_acquire.gpu r0, f | st.weak d, 1 ;
        bne r0, 1, D | bne r0, 1, E | bne r0, 1, F | st.rm_release.gpu f, 1 ;
        atom.release.gpu.cas r1, f, 1, 2 | ld.acquire.cta r1, f | st.relaxed.gpu k, 1 |  ;
        st.release.gpu g, 1 | bne r1, 2, E | F: |  ;
        D: | ld.weak r2, d |  |  ;
         | E: |  |  ;
        exists (P1:r1 == 2 /\\ P1:r2 == 0)",
        "XXXX",
    ),
    (
        "a scope that does not contain an acquire's does not promote it",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 0,gpu 0 ;
        ld.relaxed.gpu r0, k | ld.acquire.gpu r0, g | ld.rm_acquire.gpu r0, f | st.weak d, 1 ;
        bne r0, 1, D | bne r0, 1, E | bne r0, 1, F | st.rm_release.gpu f, 1 ;
        atom.rm_release.cta.cas r1, f, 1, 2 | ld.acquire.cta r1, f | st.relaxed.gpu k, 1 |  ;
        st.release.gpu g, 1 | bne r1, 2, E | F: |  ;
        D: | ld.weak r2, d |  |  ;
         | E: |  |  ;
        exists (P1:r1 == 2 /\\ P1:r2 == 0)",
        "XXXX",
    ),
    (
        "a remote operation may not meet a thread outside its scope",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.relaxed.cta f, 1 | ld.rm_acquire.cta r0, f ;
        exists (P1:r0 == 1)",
        "XXXX",
    ),
    (
        "a remote operation may not meet an ordinary access",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak f, 1 | ld.rm_acquire.gpu r0, f ;
        exists (P1:r0 == 1)",
        "XXXX",
    ),
    (
        "a promoted operation meets what its new scope matches",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 1,gpu 0 ;
        st.release.cta f, 1 | ld.rm_acquire.gpu r0, f | ld.relaxed.gpu r0, h ;
         | bne r0, 1, E | bne r0, 1, F ;
         | st.relaxed.gpu h, 1 | ld.relaxed.gpu r1, f ;
         | E: | F: ;
        exists (P2:r0 == 1 /\\ P2:r1 == 1)",
        "XXXR",
    ),
    (
        "a race counts whatever the filter says",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak x, 1 | ld.weak r0, x ;
        filter (x == 5) exists (P1:r0 == 1)",
        "XXXX",
    ),
    (
        "a lap that only waits may race",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak x, 1 | L: ;
        st.release.gpu f, 1 | ld.acquire.gpu r0, f ;
         | ld.weak r1, x ;
         | bne r0, 1, L ;
        exists (P1:r1 == 0)",
        "XXXX",
    ),
    (
        "a lap that only tries to lock may race",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak x, 1 | L: ;
        st.release.gpu f, 1 | atom.acq_rel.gpu.cas r0, f, 1, 2 ;
         | ld.weak r1, x ;
         | bne r0, 1, L ;
        exists (P1:r1 == 0)",
        "XXXX",
    ),
    (
        "a lap that only waits",
        "PTX T
{}
P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
        st.weak x, 1 | L: ;
        st.release.gpu f, 1 | ld.acquire.gpu r0, f ;
         | bne r0, 1, L ;
         | ld.weak r1, x ;
        exists (P1:r1 == 0)",
        "uuuu",
    ),
];
