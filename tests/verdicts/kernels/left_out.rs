//! Laps that threads of a block do together and that change nothing are left out: with one of them more, executions leave
//! the same. Some threads exit early, with what they have found in such a lap.

use super::generator::Random;
use super::support::{BOUND, all, interleaved, setup, weak};
use gpu_litmus::kernel::lower::emit::emit;
use gpu_litmus::kernel::lower::lowered::Look;

/// A block that sets a word, and one whose threads tell each other what one of them has found.
fn launch(threads: u64) -> String {
    format!(
        "ptx = \"k.ptx\"\noutputs = [\"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [{threads}]\n\
         args = [\"&a\", \"&out\"]\nshared_init = 0\n[buffer.a]\ncount = 1\n[buffer.out]\ncount = 3\n"
    )
}

const HEAD: &str = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{\n\
    \t.reg .pred %p<9>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>;\n\t.shared .align 4 .b8 said[8];\n\
    \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %tid.x;\n\
    \tmul.wide.u32 %rd6, %r2, 4;\n\tadd.u64 %rd5, %rd2, %rd6;\n\tmov.u32 %r9, 0;\n\tmov.u32 %r5, 0;\n\
    \tsetp.ne.u32 %p1, %r1, 0;\n\t@%p1 bra LANES;\n\tsetp.ne.u32 %p1, %r2, 0;\n\t@%p1 bra END;\n\
    \tst.release.gpu.global.u32 [%rd1], 1;\n\tbra END;\nLANES:\n";

const TAIL: &str = "\tsetp.eq.u32 %p3, %r9, 0;\n\t@%p3 bra LOOP;\nOUT:\n\tst.global.u32 [%rd5], %r9;\nEND:\n\tret;\n}\n";

const MEETS: &str = "\tbar.sync 0;\n";

struct Text {
    random: Random,
    labels: usize,
}

impl Text {
    /// A label that no other place has.
    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    /// What one thread does.
    fn only(&mut self, thread: u64, body: &str) -> String {
        let over = self.label();
        format!("\tsetp.ne.u32 %p4, %r2, {thread};\n\t@%p4 bra {over};\n{body}{over}:\n")
    }

    /// Something in a lap of two threads.
    fn statement(&mut self) -> String {
        let (thread, at) = (self.random.below(2), 4 * self.random.below(2));
        let value = self.random.below(3);
        let body = match self.random.below(7) {
            0 => return MEETS.to_owned(),
            1 => return format!("\tld.volatile.shared.u32 %r9, [said+{at}];\n"),
            2 => format!("\tst.volatile.shared.u32 [said+{at}], {value};\n"),
            3 => format!(
                "\tst.volatile.shared.u32 [said+{at}], 2;\n\tst.volatile.shared.u32 [said+{at}], 0;\n"
            ),
            4 => format!(
                "\tld.volatile.shared.u32 %r9, [said+{at}];\n\tsetp.eq.u32 %p5, %r9, {value};\n\t@%p5 bra OUT;\n"
            ),
            5 => format!("\tsetp.eq.u32 %p5, %r9, {value};\n\t@%p5 bra OUT;\n"),
            _ => {
                let over = self.label();
                format!(
                    "\tsetp.eq.u32 %p5, %r9, {value};\n\t@%p5 bra {over};\n\tst.volatile.shared.u32 [said+{at}], 2;\n\
                     \tst.volatile.shared.u32 [said+{at}], 0;\n{over}:\n"
                )
            }
        };
        self.only(thread, &body)
    }

    /// The module, and how many threads a block has.
    fn module(&mut self) -> (String, u64) {
        let threads = self.random.pick(&[2, 2, 3]);
        let mut text = HEAD.to_owned();
        if threads == 3 {
            let at = 4 * self.random.below(2);
            let looks = format!("\tld.volatile.shared.u32 %r9, [said+{at}];\n\tbra OUT;\n");
            text += &self.only(2, &looks);
        }
        let teller = self.random.below(2);
        let begins = self.random.below(2) == 0;
        if begins {
            text += &self.only(
                teller,
                "\tst.volatile.shared.u32 [said], 0;\n\tst.volatile.shared.u32 [said+4], 0;\n",
            );
        }
        text += "LOOP:\n";
        let mut tells =
            "\tld.acquire.gpu.global.u32 %r5, [%rd1];\n\tst.volatile.shared.u32 [said], %r5;\n"
                .to_owned();
        if self.random.below(2) == 0 {
            // What only a lap more writes that is not the last.
            tells += "\tsetp.ne.u32 %p6, %r5, 0;\n\t@%p6 bra FOUND;\n\tst.volatile.shared.u32 [said+4], 2;\n\
                      \tst.volatile.shared.u32 [said+4], 0;\nFOUND:\n";
        }
        let mut laps = vec![self.only(teller, &tells), MEETS.to_owned()];
        if begins {
            laps.insert(0, MEETS.to_owned());
        }
        for _ in 0..self.random.below(4) {
            let places = u64::try_from(laps.len()).unwrap_or(0) + 1;
            let at = usize::try_from(self.random.below(places)).unwrap_or(0);
            let statement = self.statement();
            laps.insert(at, statement);
        }
        text += &laps.concat();
        text += "\tld.volatile.shared.u32 %r9, [said];\n";
        if self.random.below(2) == 0 {
            text += MEETS;
        }
        (text + TAIL, threads)
    }
}

/// Compares a kernel with the same and a lap more; what both leave, if that is known.
fn agree(seed: u64) -> Option<usize> {
    let mut text = Text {
        random: Random::new(seed),
        labels: 0,
    };
    let (module, threads) = text.module();
    let setup = setup(&launch(threads), &module);
    let exploration = interleaved(&setup)?;
    let fewer = weak(&setup, &exploration, "ptx-7.5")?;
    let mut more = weak(&setup, &exploration, "ptx-7.5")?;
    let look = Look {
        bound: BOUND,
        idle: 1,
        stuck: false,
        skips: false,
    };
    more.plain = emit(&setup, &more.threads, &exploration.outputs, look).ok()?;
    let [one, other] = [&fewer, &more].map(|weak| {
        let mut left = all(weak, &[])?;
        left.sort();
        Some(left)
    });
    let (one, other) = (one?, other?);
    assert_eq!(one, other, "seed {seed}\n{module}");
    Some(one.len())
}

/// Compares kernels from a seed on.
pub fn compare(first: u64, count: u64) {
    let known: Vec<usize> = (first..first + count).filter_map(agree).collect();
    println!("of {count} known, with so many ends: {known:?}");
    let enough = usize::try_from(count).unwrap_or(0) / 4;
    assert!(known.len() > enough, "too few are known: {known:?}");
}

#[test]
fn a_lap_more_that_changes_nothing_changes_nothing() {
    compare(0, 48);
}
