//! Scopes that are wider than the model can tell cost what they must, and change nothing that can be done.

use std::collections::BTreeMap;

use gpu_litmus::Model;
use gpu_litmus::tasks::fences::sites::Rules;
use gpu_litmus::testing::{Family, generate};

use super::support::{program, request, solve, summary};

const STORE_BUFFERING: &str = r"PTX SB
{ x = 0; y = 0; }
 P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
 st.relaxed.gpu x, 1  | st.relaxed.gpu y, 1  ;
 fence.acq_rel.gpu    | fence.acq_rel.gpu    ;
 ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;
exists (P0:r0 == 0 /\ P1:r0 == 0)
";

const MESSAGE: &str = r"PTX MP
{ x = 0; y = 0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
 st.weak x, 1        | ld.relaxed.gpu r0, y ;
 st.relaxed.gpu y, 1 | ld.weak r1, x        ;
exists (P1:r0 == 1 /\ P1:r1 == 0)
";

const EXCHANGE: &str = r"PTX t
{ y = 0; }
 P0@cta 0,gpu 0                 | P1@cta 0,gpu 0       ;
 atom.relaxed.cta.exch r0, y, 1 | ld.acquire.cta r0, y ;
                                | st.weak y, 3         ;
exists (P0:r0 == 3 /\ P1:r0 == 1)
";

/// What a change costs, and in how many ways it can be made; nothing where none does it.
fn dearer(text: &str, model: &str) -> Result<Option<(u64, usize)>, String> {
    let found = solve(text, model, &request(Rules::default(), true));
    let cheapest = summary(&found)?;
    Ok(cheapest.map(|(cost, choices)| (cost - found.given, choices.len())))
}

/// The text with all scopes one step wider.
fn wider(text: &str) -> String {
    text.replace(".gpu", ".sys").replace(".cta", ".gpu")
}

/// Relaxed accesses of the system's scope are what volatile ones are.
fn volatile(text: &str) -> String {
    wider(text)
        .replace("ld.relaxed.sys", "ld.volatile")
        .replace("st.relaxed.sys", "st.volatile")
}

#[test]
fn what_is_wider_can_be_mended_too() {
    for (text, model, cost) in [
        (STORE_BUFFERING, "ptx-6.0", 4),
        (STORE_BUFFERING, "ptx-7.5", 4),
        (MESSAGE, "ptx-7.5", 2),
        (EXCHANGE, "ptx-7.5", 1),
    ] {
        for text in [text.to_owned(), wider(text), volatile(text)] {
            let said = dearer(&text, model).unwrap();
            assert_eq!(said.map(|(cost, _)| cost), Some(cost), "{model}\n{text}");
        }
    }
    for text in [&MESSAGE, &STORE_BUFFERING] {
        let text = text.replace(" fence.acq_rel.gpu    | fence.acq_rel.gpu    ;\n", "");
        let given = dearer(&text, "hrf-relaxed").unwrap();
        assert!(given.is_some(), "{text}");
        assert_eq!(
            dearer(&wider(&text), "hrf-relaxed").unwrap(),
            given,
            "{text}"
        );
        assert_eq!(
            dearer(&volatile(&text), "hrf-relaxed").unwrap(),
            given,
            "{text}"
        );
    }
}

/// Whether all threads are on one device, of which some are in different blocks: `.cta` and `.gpu` differ, `.gpu` and
/// `.sys` do not.
fn one_device(text: &str) -> bool {
    let program = program(text);
    let mut threads = program.threads.iter();
    let first = program.threads.first();
    first.is_some_and(|first| threads.all(|thread| thread.placement.same_gpu(&first.placement)))
}

/// On one device, each `.gpu` may be `.sys`.
#[test]
fn generated_tests_cost_alike() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (family, model) in [(Family::Ptx, "ptx-7.5"), (Family::Ugpu, "ugpu-weak")] {
        for seed in 0..60 {
            let text = generate(seed, family);
            let wide = text
                .replace(".gpu", ".sys")
                .replace("membar.gl", "membar.sys");
            let model = Model::find(model).unwrap();
            let same = wide == text || !one_device(&text);
            if same || model.refuses(&program(&text)).is_some() {
                continue;
            }
            let (Ok(narrow), Ok(wide)) = (dearer(&text, &model.name), dearer(&wide, &model.name))
            else {
                continue;
            };
            assert_eq!(narrow, wide, "{text}");
            let kind = match narrow {
                None => "impossible",
                Some((0, _)) => "nothing to do",
                Some(_) => "dearer",
            };
            *counts.entry(kind).or_default() += 1;
        }
    }
    println!("{counts:?}");
    assert!(
        counts.get("dearer").is_some_and(|count| *count >= 10),
        "{counts:?}"
    );
}
