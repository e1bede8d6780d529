//! Orders that are looked at moment by moment against the same by the races of runs: of random threads that poll, lock, meet
//! and end, and of all launches of the examples and tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use gpu_litmus::kernel::interpret::exploration::{Exploration, Limits};
use gpu_litmus::kernel::interpret::explore::{by_moments, by_races};
use gpu_litmus::kernel::interpret::finding::Gap;
use gpu_litmus::kernel::load::load;
use gpu_litmus::kernel::setup::Setup;

use super::generator::Random;
use super::support::setup;

/// The code of threads, each with its own.
struct Code {
    random: Random,
    lines: Vec<String>,
    labels: usize,
    values: usize,
}

impl Code {
    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    fn say(&mut self, line: String) {
        self.lines.push(line);
    }

    /// A place in memory, with its space.
    fn place(&mut self) -> (&'static str, &'static str) {
        let places = [
            ("[%rdx]", "global"),
            ("[%rdx+4]", "global"),
            ("[%rdx+8]", "global"),
            ("[sh]", "shared"),
            ("[sh+4]", "shared"),
        ];
        self.random.pick(&places)
    }

    /// A value that is read, of which what the thread leaves is made.
    fn value(&mut self) -> String {
        self.values += 1;
        format!("%v{}", self.values)
    }

    fn keep(&mut self, value: &str) {
        self.say(format!("mad.lo.u32 %acc, %acc, 5, {value};"));
    }

    /// Goes back to a label while a value is so.
    fn while_so(&mut self, label: &str, is: &str, value: &str) {
        self.say(format!("setp.{is}.u32 %p, {value}, 0;"));
        self.say(format!("@%p bra {label};"));
    }

    /// What a lane does with others, which may be none, or have ended.
    fn meet(&mut self) {
        let value = self.value();
        let with = self.random.pick(&["%own", "%own", "-1"]);
        self.say(format!("vote.sync.ballot.b32 {value}, 1, {with};"));
        self.keep(&value);
    }

    fn step(&mut self, depth: usize) {
        let (at, space) = self.place();
        let order = self.random.pick(&["relaxed.gpu", "volatile", "weak"]);
        match self.random.below(if depth == 0 { 15 } else { 8 }) {
            0 | 1 => {
                let value = self.value();
                self.say(format!("ld.{order}.{space}.u32 {value}, {at};"));
                self.keep(&value);
            }
            2 | 3 => {
                let what = self.random.pick(&["1", "2", "%gid"]);
                self.say(format!("st.{order}.{space}.u32 {at}, {what};"));
            }
            4 => {
                let value = self.value();
                let what = self.random.pick(&["add.u32", "exch.b32", "max.u32"]);
                self.say(format!("atom.{space}.{what} {value}, {at}, 1;"));
                self.keep(&value);
            }
            5 => self.say(format!("red.{space}.add.u32 {at}, 1;")),
            6 => self.say("bar.sync 0;".to_owned()),
            7 => {
                let (value, label) = (self.value(), self.label());
                self.say(format!("ld.volatile.{space}.u32 {value}, {at};"));
                self.while_so(&label, "eq", &value);
                self.step(1);
                self.say(format!("{label}:"));
            }
            8 | 9 => {
                let (value, label) = (self.value(), self.label());
                self.say(format!("{label}:"));
                self.say(format!("ld.volatile.{space}.u32 {value}, {at};"));
                if self.random.below(4) == 0 {
                    self.say(format!("st.volatile.{space}.u32 {at}, {value};"));
                }
                self.while_so(&label, "eq", &value);
                self.keep(&value);
            }
            10 => {
                let (one, other, label) = (self.value(), self.value(), self.label());
                let (second, of) = self.place();
                self.say(format!("{label}:"));
                self.say(format!("ld.volatile.{space}.u32 {one}, {at};"));
                self.say(format!("ld.volatile.{of}.u32 {other}, {second};"));
                self.say(format!("sub.u32 {one}, {one}, {other};"));
                let is = self.random.pick(&["eq", "ne"]);
                self.while_so(&label, is, &one);
                self.keep(&other);
            }
            11 => {
                let (value, label) = (self.value(), self.label());
                self.say(format!("{label}:"));
                self.say(format!("atom.{space}.cas.b32 {value}, {at}, 0, 1;"));
                self.while_so(&label, "ne", &value);
                for _ in 0..self.random.below(3) {
                    self.step(1);
                }
                self.say(format!("atom.{space}.exch.b32 {value}, {at}, 0;"));
            }
            12 => {
                let (value, label) = (self.value(), self.label());
                self.say(format!("ld.volatile.{space}.u32 {value}, {at};"));
                self.while_so(&label, "eq", &value);
                let ends = self
                    .random
                    .pick(&["trap;", "st.global.u32 [%rdx+4096], 0;"]);
                self.say(ends.to_owned());
                self.say(format!("{label}:"));
            }
            _ => self.meet(),
        }
    }
}

/// A launch of a seed, and its module.
fn launch(seed: u64) -> (String, String) {
    let mut code = Code {
        random: Random::new(seed),
        lines: Vec::new(),
        labels: 0,
        values: 0,
    };
    let (blocks, threads) = code
        .random
        .pick(&[(1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)]);
    let all = blocks * threads;
    // What lanes do together all of them come to, or all wait for ever.
    for thread in 0..all {
        code.say(format!("T{thread}:"));
        if thread + 1 < all {
            code.say(format!("setp.ne.u32 %p, %gid, {thread};"));
            code.say(format!("@%p bra T{};", thread + 1));
        }
        for _ in 0..=code.random.below(4) {
            code.step(0);
        }
        code.say("st.global.u32 [%rdo], %acc;".to_owned());
        code.say("ret;".to_owned());
    }
    texts(&code.lines, code.values, (blocks, threads))
}

/// A launch of threads with this code, and its module.
fn texts(lines: &[String], values: usize, (blocks, threads): (usize, usize)) -> (String, String) {
    let all = blocks * threads;
    let module = format!(
        ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 x, .param .u64 o)\n{{\n\
         .reg .pred %p;\n.reg .b32 %v<{}>, %gid, %acc, %ct, %nt, %own;\n.reg .b64 %rdx, %rdo, %rdt;\n\
         .shared .align 4 .b8 sh[8];\nld.param.u64 %rdx, [x];\nld.param.u64 %rdo, [o];\nmov.u32 %acc, %tid.x;\n\
         mov.u32 %ct, %ctaid.x;\nmov.u32 %nt, %ntid.x;\nmad.lo.u32 %gid, %ct, %nt, %acc;\nmov.u32 %own, %lanemask_eq;\nmov.u32 %acc, 0;\n\
         mul.wide.u32 %rdt, %gid, 4;\nadd.u64 %rdo, %rdo, %rdt;\n{}\n}}\n",
        values + 1,
        lines.join("\n")
    );
    let launch = format!(
        "ptx = \"k.ptx\"\noutputs = [\"x\", \"o\"]\n[[launch]]\nentry = \"k\"\ngrid = [{blocks}]\n\
         block = [{threads}]\nshared_init = 0\nargs = [\"&x\", \"&o\"]\n[buffer.x]\ncount = 3\n\
         [buffer.o]\ncount = {all}\n"
    );
    (launch, module)
}

/// All that complete runs leave, with the bytes that are not known.
fn left(exploration: &Exploration) -> BTreeSet<(Vec<Vec<u8>>, BTreeSet<u64>)> {
    let outcomes = exploration.outcomes.iter();
    let left = outcomes.map(|one| (one.contents.clone(), one.unclear.clone()));
    left.collect()
}

/// Whether a launch could be looked at in both ways, which must come to the same.
fn agree(setup: &Setup, name: &str, states: usize) -> bool {
    let limits = Limits {
        states,
        ..Limits::default()
    };
    let moments = by_moments(setup, &limits);
    if moments.gaps.contains(&Gap::Orders) {
        return false;
    }
    let Some(races) = by_races(setup, &limits) else {
        return false;
    };
    assert_eq!(left(&moments), left(&races), "{name}: what runs leave");
    let found = |one: &Exploration| one.found.keys().cloned().collect::<Vec<_>>();
    assert_eq!(found(&moments), found(&races), "{name}: what is wrong");
    assert_eq!(moments.gaps, races.gaps, "{name}: what is not known");
    assert_eq!(moments.contended, races.contended, "{name}: what is shared");
    assert_eq!(moments.reached, races.reached, "{name}: what is reached");
    assert!(
        races.waits_apart || !moments.waits_apart,
        "{name}: who waits for whom"
    );
    true
}

/// Compares launches from a seed on.
pub fn compare(first: u64, count: u64) {
    let mut both = 0;
    for seed in first..first + count {
        let (launch, module) = launch(seed);
        let name = format!("seed {seed}\n{launch}\n{module}");
        both += u64::from(agree(&setup(&launch, &module), &name, 20_000));
    }
    println!("{both} of {count} compared");
    assert!(
        both * 3 >= count * 2,
        "only {both} of {count} are looked at"
    );
}

#[test]
fn races_show_the_orders_that_moments_do() {
    compare(0, 400);
}

#[test]
fn who_has_ended_comes_before_those_only_that_wait_for_it() {
    let code = "setp.ne.u32 %p, %gid, 0;
        @%p bra other;
        st.volatile.global.u32 [%rdx], 1;
        ret;
        other:
        atom.global.add.u32 %v0, [%rdx+4], 1;
        bar.warp.sync %own;
        ld.volatile.global.u32 %v0, [%rdx];
        mad.lo.u32 %acc, %acc, 5, %v0;
        ld.volatile.global.u32 %v0, [%rdx+4];
        mad.lo.u32 %acc, %acc, 5, %v0;
        st.global.u32 [%rdo], %acc;
        ret;";
    let lines: Vec<String> = code.lines().map(str::to_owned).collect();
    let (launch, module) = texts(&lines, 0, (1, 3));
    assert!(agree(&setup(&launch, &module), "a lane alone", 20_000));
}

#[test]
#[ignore = "three minutes; run by hand where orders are changed"]
fn races_show_the_orders_that_moments_do_in_many_kernels() {
    compare(1_000_000, 40_000);
}

/// The launch files in a folder and those below.
fn launches(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            launches(&path, found);
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
}

#[test]
fn races_show_the_orders_that_moments_do_in_launches() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    launches(&root.join("examples/kernels"), &mut files);
    launches(&root.join("tests/kernels/launch"), &mut files);
    let mut both = 0;
    for file in &files {
        let Ok(setup) = load(file) else { continue };
        both += usize::from(agree(&setup, &file.display().to_string(), 4_000));
    }
    println!("{both} of {} compared", files.len());
    assert!(both * 2 > files.len(), "only {both} of {}", files.len());
}
