//! Threads that meet: launches as events against launches as interleavings, where barriers reduce or count, lanes
//! exchange values, launches come after others, and threads wait for ever.
#![expect(
    clippy::format_push_string,
    reason = "texts of tests may be built plainly"
)]

use gpu_litmus::kernel::interpret::exploration::Limits;
use gpu_litmus::kernel::interpret::explore::explore;
use gpu_litmus::kernel::interpret::finding::Finding;
use gpu_litmus::kernel::launch::description::Check;
use gpu_litmus::kernel::launch::read;
use gpu_litmus::kernel::report::outside::sequential;
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::{Setup, bind};
use gpu_litmus::syntax::span::SourceFile;
use gpu_litmus::verdict::query::Options;
use rstest::rstest;

use super::lowered::agree;

/// A kernel of one parameter `a`, of words, and one `out`, of one word a thread, that leaves `%r8` there.
fn kernel(body: &str) -> String {
    format!(
        ".version 7.5\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<32>;\n.reg .b64 %rd<8>;\n\
         \tld.param.u64 %rd1, [a];\n\tld.param.u64 %rd2, [out];\n\
         \tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %tid.x;\n\tmov.u32 %r4, %ntid.x;\n\
         \tmad.lo.u32 %r1, %r2, %r4, %r3;\n\tmov.u32 %r8, 0;\n{body}\
         LAST:\n\tmul.wide.u32 %rd3, %r1, 4;\n\tadd.u64 %rd4, %rd2, %rd3;\n\tst.global.u32 [%rd4], %r8;\n\tret;\n}}\n"
    )
}

pub fn launch(body: &str, blocks: usize, threads: usize) -> Setup {
    let text = format!(
        "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [{blocks}]\n\
         block = [{threads}]\nargs = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 4\n[buffer.out]\ncount = {}\n",
        blocks * threads
    );
    setup(&text, &kernel(body))
}

fn setup(text: &str, ptx: &str) -> Setup {
    let description = read(&SourceFile::new("k.toml", text)).unwrap();
    let module = gpu_litmus::ptx::parse(&SourceFile::new("k.ptx", ptx)).unwrap();
    bind(description, module).unwrap()
}

/// Each with what it is about.
const EXCHANGES: [(&str, &str); 7] = [
    (
        "shfl.bfly",
        "\tshfl.sync.bfly.b32 %r9|%p2, %r8, 1, 31, -1;\n",
    ),
    ("shfl.idx", "\tshfl.sync.idx.b32 %r9, %r8, 0, 31, -1;\n"),
    ("shfl.up", "\tshfl.sync.up.b32 %r9, %r8, 1, 0, -1;\n"),
    (
        "vote.any",
        "\tsetp.eq.u32 %p2, %r8, 1;\n\tvote.sync.any.pred %p3, %p2, -1;\n\tselp.u32 %r9, 1, 0, %p3;\n",
    ),
    (
        "vote.ballot",
        "\tsetp.eq.u32 %p2, %r8, 1;\n\tvote.sync.ballot.b32 %r9, %p2, -1;\n",
    ),
    ("match.any", "\tmatch.any.sync.b32 %r9, %r8, -1;\n"),
    ("redux.add", "\tredux.sync.add.u32 %r9, %r8, -1;\n"),
];

/// What lanes exchange is what interleavings exchange: what they read from others, too.
#[rstest]
fn lanes_exchange(#[values(0, 1, 2, 3, 4, 5, 6)] which: usize) {
    let (name, exchange) = EXCHANGES[which];
    // Lane 0 adds to a counter, the others look at it; then all exchange what they have, and lane 1 writes.
    let body = format!(
        "\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra ELSE;\n\tatom.global.add.u32 %r8, [%rd1], 1;\n\tbra JOIN;\n\
         ELSE:\n\tld.volatile.global.u32 %r8, [%rd1];\nJOIN:\n\tbar.warp.sync -1;\n{exchange}\
         \tbar.warp.sync -1;\n\tshl.b32 %r8, %r8, 8;\n\tadd.u32 %r8, %r8, %r9;\n\
         \tsetp.ne.u32 %p1, %r3, 1;\n\t@%p1 bra LAST;\n\tst.volatile.global.u32 [%rd1+4], %r9;\n"
    );
    agree(&launch(&body, 2, 2), name);
}

/// The same of barriers that reduce; one thread may leave before.
#[rstest]
fn barriers_reduce(
    #[values("and.pred %p3", "or.pred %p3", "popc.u32 %r9")] reduction: &str,
    #[values(false, true)] leaves: bool,
) {
    let leave = if leaves {
        "\tsetp.eq.u32 %p1, %r3, 2;\n\tsetp.eq.u32 %p2, %r8, 0;\n\tand.pred %p1, %p1, %p2;\n\t@%p1 bra LAST;\n"
    } else {
        ""
    };
    let take = if reduction.starts_with("popc") {
        ""
    } else {
        "\tselp.u32 %r9, 1, 0, %p3;\n"
    };
    let body = format!(
        "\tatom.global.add.u32 %r8, [%rd1], 1;\n{leave}\tsetp.ne.u32 %p2, %r8, 0;\n\tbar.red.{reduction}, 0, %p2;\n\
         {take}\tshl.b32 %r8, %r8, 8;\n\tadd.u32 %r8, %r8, %r9;\n"
    );
    agree(&launch(&body, 1, 3), reduction);
}

/// Loops over barriers end although no thread knows how often the others go round.
#[test]
fn loops_over_barriers() {
    let wait = "LOOP:\n\tmov.u32 %r9, 1;\n\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra VOTE;\n\
                \tld.volatile.global.u32 %r9, [%rd1];\nVOTE:\n\tsetp.ne.u32 %p2, %r9, 0;\n";
    let first = "\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra SET;\n";
    let set = "\tbra LAST;\nSET:\n\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra LAST;\n\
               \tst.volatile.global.u32 [%rd1], 1;\n";
    let barrier = "\tbar.red.and.pred %p3, 0, %p2;\n\t@!%p3 bra LOOP;\n\tmov.u32 %r8, 5;\n";
    agree(
        &launch(&format!("{first}{wait}{barrier}{set}"), 2, 2),
        "bar.red",
    );
    let vote = "\tvote.sync.all.pred %p3, %p2, -1;\n\t@!%p3 bra LOOP;\n\tmov.u32 %r8, 5;\n";
    agree(
        &launch(&format!("{first}{wait}{vote}{set}"), 2, 2),
        "vote.sync",
    );
}

/// Producers that do not wait, and consumers that do.
#[test]
fn barriers_that_count() {
    let body = "\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra TAKE;\n\tst.global.u32 [%rd1], 7;\n\tbar.arrive 1, 2;\n\
                \tbar.sync 2, 2;\n\tld.global.u32 %r8, [%rd1+4];\n\tbra LAST;\n\
                TAKE:\n\tbar.sync 1, 2;\n\tld.global.u32 %r8, [%rd1];\n\tst.global.u32 [%rd1+4], 9;\n\
                \tbar.arrive 2, 2;\n";
    agree(&launch(body, 1, 2), "bar.arrive");
}

/// What a launch leaves is what the next finds.
#[test]
fn launches_after_others() {
    let body = "\tatom.global.add.u32 %r8, [%rd1], 1;\n\tld.global.u32 %r9, [%rd1+4];\n\tadd.u32 %r8, %r8, %r9;\n\
                \tst.global.u32 [%rd1+4], 8;\n";
    let text = "ptx = \"k.ptx\"\noutputs = [\"a\", \"out\"]\n[[launch]]\nentry = \"k\"\ngrid = [2]\nblock = [1]\n\
                args = [\"&a\", \"&first\"]\n[[launch]]\nentry = \"k\"\nafter = [0]\ngrid = [2]\nblock = [1]\n\
                args = [\"&a\", \"&out\"]\n[buffer.a]\ncount = 2\n[buffer.out]\ncount = 2\n[buffer.first]\ncount = 2\n";
    agree(&setup(text, &kernel(body)), "after");
}

fn weak(setup: &Setup) -> Weak<'_> {
    let model = sequential().unwrap();
    let exploration = explore(setup, &Limits::default());
    let weak = Weak::under(
        setup,
        &exploration.outputs,
        &exploration.contended,
        model,
        &Options::default(),
    );
    weak.unwrap_or_else(|why| panic!("{why:?}"))
}

/// Whether threads wait for ever is what interleavings say.
fn waits_alike(setup: &Setup, name: &str) {
    let exploration = explore(setup, &Limits::default());
    assert!(exploration.complete(), "{name}: {:?}", exploration.gaps);
    let expected = exploration.found.contains_key(&Finding::Deadlock);
    let weak = weak(setup);
    match weak.blocked() {
        Said::Run(execution) => {
            assert!(weak.stays(&execution), "{name}");
            assert!(expected, "{name}: a deadlock that interleavings lack");
        }
        Said::Never => assert!(!expected, "{name}: a deadlock is lost"),
        Said::Open(open) => panic!("{name}: {open}"),
    }
    let trapped = exploration.found.contains_key(&Finding::Trap);
    match weak.wrong(Check::Asserts).0 {
        Said::Run(_) => assert!(trapped, "{name}: a trap that interleavings lack"),
        Said::Never => assert!(!trapped, "{name}: a trap is lost"),
        Said::Open(open) => panic!("{name}: {open}"),
    }
}

/// Loops that wait, of several reads, of writes that change nothing, of barriers; and barriers that nobody completes.
#[rstest]
#[case::one_read(
    "L:\n\tld.volatile.global.u32 %r9, [%rd1];\n\tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra L;\n"
)]
#[case::set_before(
    "\tst.volatile.global.u32 [%rd1], 1;\nL:\n\tld.volatile.global.u32 %r9, [%rd1];\n\
     \tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra L;\n"
)]
#[case::two_reads(
    "\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra S;\nL:\n\tld.volatile.global.u32 %r9, [%rd1];\n\
     \tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra L;\n\tld.volatile.global.u32 %r9, [%rd1+4];\n\
     \tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra L;\n\tbra LAST;\nS:\n\tst.volatile.global.u32 [%rd1], 1;\n"
)]
#[case::two_reads_that_come(
    "\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra S;\nL:\n\tld.volatile.global.u32 %r9, [%rd1];\n\
     \tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra L;\n\tld.volatile.global.u32 %r9, [%rd1+4];\n\
     \tsetp.eq.u32 %p1, %r9, 0;\n\t@%p1 bra L;\n\tbra LAST;\nS:\n\tst.volatile.global.u32 [%rd1+4], 1;\n\
     \tst.volatile.global.u32 [%rd1], 1;\n"
)]
#[case::exchange_of_a_lock_that_is_kept(
    "L:\n\tatom.global.exch.b32 %r9, [%rd1], 1;\n\tsetp.eq.u32 %p1, %r9, 1;\n\t@%p1 bra L;\n"
)]
#[case::exchange_of_a_lock(
    "L:\n\tatom.global.exch.b32 %r9, [%rd1], 1;\n\tsetp.eq.u32 %p1, %r9, 1;\n\t@%p1 bra L;\n\
     \tst.volatile.global.u32 [%rd1], 0;\n"
)]
#[case::only_one_comes("\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra L;\n\tbar.sync 0, 2;\nL:\n")]
#[case::one_waits_and_one_traps(
    "\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra S;\n\tbar.sync 1, 2;\n\tbra LAST;\nS:\n\
     \tld.volatile.global.u32 %r9, [%rd1];\n\tsetp.eq.u32 %p1, %r9, 0;\n\t@!%p1 bra LAST;\n\ttrap;\n"
)]
#[case::a_lap_of_barriers(
    "L:\n\tld.volatile.global.u32 %r9, [%rd1];\n\tsetp.ne.u32 %p2, %r9, 0;\n\
     \tbar.red.or.pred %p3, 0, %p2;\n\t@!%p3 bra L;\n"
)]
#[case::two_barriers_in_turn(
    "\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra S;\n\tbar.sync 1, 2;\n\tbar.sync 2, 2;\n\tbra LAST;\nS:\n\
     \tbar.sync 2, 2;\n\tbar.sync 1, 2;\n"
)]
fn deadlocks(#[case] body: &str) {
    waits_alike(&launch(body, 1, 2), body);
}

/// Two lanes wait, and one of another block sets what they wait for, or does not.
#[rstest]
#[case("\tst.volatile.global.u32 [%rd1], 1;\n")]
#[case("")]
fn lanes_wait_together(#[case] set: &str) {
    let body = format!(
        "\tsetp.eq.u32 %p1, %r2, 0;\n\t@%p1 bra SET;\nLOOP:\n\tld.volatile.global.u32 %r9, [%rd1];\n\
         \tsetp.ne.u32 %p2, %r9, 0;\n\tvote.sync.all.pred %p3, %p2, -1;\n\t@!%p3 bra LOOP;\n\tbra LAST;\nSET:\n\
         \tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra LAST;\n{set}"
    );
    waits_alike(&launch(&body, 2, 2), set);
}

/// Small numbers from a seed (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    const fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % most
    }
}

/// Kernels that are compared.
const SEEDS: u64 = 24;

/// A kernel whose threads do a few accesses, meet, and do a few more.
fn random(seed: u64) -> String {
    let mut random = Random(seed);
    let mut body = String::new();
    for step in 0..2 {
        for thread in 0..3 {
            body += &format!("\tsetp.ne.u32 %p1, %r3, {thread};\n\t@%p1 bra L{step}{thread};\n");
            let cell = ["%rd1", "%rd1+4"][usize::from(random.below(2) == 1)];
            body += &match random.below(4) {
                0 => format!("\tst.volatile.global.u32 [{cell}], %r8;\n"),
                1 => format!("\tatom.global.add.u32 %r8, [{cell}], 1;\n"),
                2 => format!("\tst.volatile.global.u32 [{cell}], 1;\n"),
                _ => format!("\tld.volatile.global.u32 %r8, [{cell}];\n"),
            };
            body += &format!("L{step}{thread}:\n");
        }
        body += "\tsetp.eq.u32 %p2, %r8, 1;\n";
        body += match random.below(6) {
            0 => "\tbar.red.popc.u32 %r9, 0, %p2;\n",
            1 => "\tbar.red.or.pred %p3, 0, %p2;\n\tselp.u32 %r9, 1, 0, %p3;\n",
            2 => {
                "\tbar.warp.sync 7;\n\tshfl.sync.idx.b32 %r9, %r8, 1, 31, 7;\n\tbar.warp.sync 7;\n"
            }
            3 => "\tbar.warp.sync 7;\n\tvote.sync.ballot.b32 %r9, %p2, 7;\n\tbar.warp.sync 7;\n",
            4 => "\tbar.sync 0;\n\tmov.u32 %r9, 3;\n",
            _ => "\tbar.warp.sync 7;\n\tredux.sync.max.u32 %r9, %r8, 7;\n\tbar.warp.sync 7;\n",
        };
        body += "\tand.b32 %r8, %r9, 3;\n";
    }
    body
}

mod long {
    use super::{SEEDS, agree, launch, random};

    #[test]
    #[ignore = "takes a minute where nothing is optimized"]
    fn random_kernels_that_meet() {
        for seed in 0..SEEDS {
            let body = random(seed);
            agree(&launch(&body, 1, 3), &format!("seed {seed}:\n{body}"));
        }
    }
}
