//! Races asked location by location: where none is said to be, there is none in the whole.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use super::generator::Random;
use super::support::{interleaved, options, setup};
use gpu_litmus::kernel::lower::blur::Values;
use gpu_litmus::kernel::report::weak::{Said, Weak};

const HEAD: &str = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{\n\
                    \t.reg .pred %p<4>;\n\t.reg .b32 %r<20>;\n\t.reg .b64 %rd<3>;\n\tld.param.u64 %rd1, [a];\n\
                    \tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %tid.x;\n\
                    \tsetp.ne.u32 %p1, %r1, 0;\n\tsetp.ne.u32 %p2, %r2, 0;\n";

const LAUNCH: &str = "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [2]\n\
                      args = [\"&a\", \"&out\"]\n[buffer.a]\ninit = [0, 0, 0]\n[buffer.out]\ninit = [0, 0]\n";

/// One of these, or nothing.
fn perhaps<'t>(random: &mut Random, texts: &[&'t str]) -> &'t str {
    if random.below(4) == 0 {
        return "";
    }
    random.pick(texts)
}

/// Each thread of a block writes a word, one of them raises a flag; who sees it in the other block reads what the other of its place has not written.
fn module(random: &mut Random) -> String {
    let fence = |random: &mut Random| {
        perhaps(
            random,
            &[
                "\tfence.acq_rel.gpu;\n",
                "\tfence.sc.gpu;\n",
                "\tfence.sc.cta;\n",
            ],
        )
    };
    let meet = |random: &mut Random| perhaps(random, &["\tbar.sync 0;\n"]);
    let guard =
        |random: &mut Random| perhaps(random, &["\tsetp.eq.u32 %p3, %r3, 0;\n\t@%p3 bra END;\n"]);
    let writes = [
        "\t@%p2 st.global.u32 [%rd1+8], 1;\n",
        "\t@!%p2 st.global.u32 [%rd1+4], 1;\n",
    ];
    let raise = random.pick(&["relaxed.gpu", "release.gpu", "relaxed.cta"]);
    let look = random.pick(&["relaxed.gpu", "acquire.gpu", "relaxed.cta"]);
    let mut text = format!("{HEAD}\t@%p1 bra READS;\n{}{}", writes[0], writes[1]);
    text += fence(random);
    text += meet(random);
    text += fence(random);
    text += &format!("\t@!%p2 st.{raise}.global.u32 [%rd1], 1;\n\tret;\nREADS:\n");
    text += &format!("\tld.{look}.global.u32 %r3, [%rd1];\n");
    text += guard(random);
    text += fence(random);
    text += "\t@!%p2 ld.global.u32 %r4, [%rd1+4];\n\t@%p2 ld.global.u32 %r4, [%rd1+8];\n";
    text + "\tmad.wide.u32 %rd2, %r2, 4, %rd2;\n\tst.global.u32 [%rd2], %r4;\nEND:\n\tret;\n}\n"
}

#[test]
fn what_does_not_race_in_parts_does_not_race() {
    let (mut raceless, mut racy, mut left) = (0, 0, 0);
    for seed in 0..160 {
        let module = module(&mut Random::new(seed));
        let setup = setup(LAUNCH, &module);
        let Some(runs) = interleaved(&setup) else {
            continue;
        };
        // What is found is left open: it decides nothing here but for the flag.
        let values = (&runs.contended, Values::Deciding);
        let weak = Weak::open(&setup, &runs.outputs, values, "ptx-7.5", &options());
        let weak = weak.expect("it is small").expect("values may be left open");
        let in_parts = weak.raceless_in_parts(&weak.stuck, &weak.model);
        match (in_parts, weak.race().0) {
            (true, Said::Never) => raceless += 1,
            (false, Said::Run(_)) => racy += 1,
            (false, Said::Never) => left += 1,
            (true, said @ (Said::Run(_) | Said::Open(_))) => panic!("{seed}: {said:?}\n{module}"),
            (false, Said::Open(why)) => panic!("{seed}: {why}\n{module}"),
        }
    }
    assert!(raceless > 5 && racy > 50, "{raceless} {racy} {left}");
    assert_eq!(left, 0, "{raceless} {racy} {left}");
}
