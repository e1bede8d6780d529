//! Two threads that tell each other what they read, through an instruction that a guard, an address or a comparison decides: as
//! kernels they do what they do as tests, to the solver and to the enumerator.

use gpu_litmus::load;
use gpu_litmus::testing::module::print;

use super::generator::Random;
use super::printed::{Tally, compare};

/// What a thread does at `z` because of what is in `r20`, in a column.
fn decided(random: &mut Random, number: usize) -> Vec<String> {
    let (value, zero) = (random.below(3), random.below(2));
    let compare = random.pick(&["eq", "ne"]);
    let guard = random.pick(&["@", "@!"]);
    let p = format!("p{number}");
    let mut column = vec![format!("setp.{compare} {p}, r20, {zero}")];
    let guarded = |what: String| format!("{guard}{p} {what}");
    match random.below(8) {
        0 => column.push(guarded(format!("st.relaxed.gpu z, {value}"))),
        1 => column.push(guarded("st.relaxed.gpu z, r20".to_owned())),
        2 => column.push(guarded(format!("red.relaxed.gpu.add z, {value}"))),
        3 => column.push(guarded(format!(
            "atom.relaxed.gpu.cas r4{number}, z, 0, {value}"
        ))),
        4 => column.push(guarded(format!(
            "atom.relaxed.gpu.exch r4{number}, z, {value}"
        ))),
        5 => column.push(format!("atom.relaxed.gpu.cas r4{number}, z, r20, {value}")),
        6 => {
            column.push(format!("mov r5{number}, 0"));
            column.push(guarded(format!("mov r5{number}, {value}")));
            column.push(format!("st.relaxed.gpu z, r5{number}"));
        }
        _ => {
            column.push(guarded(format!("bra S{number}")));
            column.push(format!("st.relaxed.gpu z, {value}"));
            column.push(format!("S{number}:"));
        }
    }
    column
}

/// What the first thread tells, in a column.
fn told(random: &mut Random) -> Vec<String> {
    let mut column = vec!["ld.relaxed.gpu r20, y".to_owned()];
    column.extend(decided(random, 1));
    if random.below(3) == 0 {
        column.extend(decided(random, 2));
    }
    let look = random.pick(&[
        "ld.relaxed.gpu r21, z",
        "ld.relaxed.gpu r21, z",
        "atom.relaxed.gpu.add r21, z, 1",
    ]);
    column.push(look.to_owned());
    if random.below(2) == 0 {
        column.push("xor r22, r21, 1".to_owned());
    } else {
        column.push("mov r22, r21".to_owned());
    }
    column.push("st.relaxed.gpu w, r22".to_owned());
    column
}

/// What the second thread tells, in a column.
fn back(random: &mut Random) -> Vec<&'static str> {
    let mut column = vec!["ld.relaxed.gpu r30, w"];
    column.extend(match random.below(4) {
        0 => &[
            "setp.ne p8, r30, 1",
            "@p8 bra E",
            "st.relaxed.gpu y, 1",
            "E:",
        ][..],
        1 => &["setp.eq p8, r30, 1", "@p8 st.relaxed.gpu y, 1"],
        _ => &["st.relaxed.gpu y, r30"],
    });
    column
}

fn test(random: &mut Random) -> String {
    let (one, other) = (told(random), back(random));
    let third = random.pick(&["", "ld.relaxed.gpu r40, z", "red.relaxed.gpu.add z, 1"]);
    let rows = (0..one.len()).map(|at| {
        let cell = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let (one, other) = (
            cell(one.get(at).map(String::as_str)),
            cell(other.get(at).copied()),
        );
        format!(
            " {one} | {other} | {} ;\n",
            if at == 0 { third } else { "" }
        )
    });
    let rows: String = rows.collect();
    let (a, b) = (random.below(2), random.below(2));
    format!(
        "PTX circle\n{{ x = 0; y = 0; z = 0; w = 0; }}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n\
         {rows}exists (P0:r21 == {a} /\\ P1:r30 == {b})\n"
    )
}

#[test]
fn circles_of_kernels_are_those_of_tests() {
    let mut random = Random::new(5);
    let mut tally = Tally::default();
    for _ in 0..100 {
        let text = test(&mut random);
        let program = load("circle", &text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        let printed = print(&program).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        compare(&program, &printed, &mut tally);
    }
    let wrong = tally.wrong.len();
    assert_eq!(wrong, 0, "{}", tally.wrong.join("\n"));
    let enough = |answer: &str| tally.same.get(answer).is_some_and(|count| *count > 20);
    assert!(
        enough("solver sometimes") && enough("solver never") && tally.open < 20,
        "too much alike: {tally:?}"
    );
}
