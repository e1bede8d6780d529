//! Tests that notice what few generated ones do: each is about one rule of the HRF models.

/// Name, test, and the verdicts of the four models: u(nreachable), R(eachable), X (racy).
pub const SHARP: &[(&str, &str, &str)] = &[(
    "every step of happens-before without a circle, by promises alone",
    "PTX C\n{}\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
        ld.acquire.gpu r0, g | st.relaxed.gpu f, 2 | ld.acquire.gpu r0, f ;
        st.release.gpu f, 1 | | st.release.gpu g, 1 ;
        exists (P0:r0 == 1 /\\ P2:r0 == 2 /\\ f == 2)",
    "uuuu",
)];
