//! What GPU code counts with, growing: counters, tickets, the last block, chains of exchanges. Each
//! thread is in a block of its own.

use super::draft::{Column, Draft};

/// What a test asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Is the counter as high as there are increments, in the end? Always.
    Total,
    /// Is it one lower? Never.
    Less,
    /// Do two threads draw the same ticket? Never.
    Twice,
    /// Does nobody draw the last ticket? Never.
    NoLast,
    /// Are the tickets drawn in the order of the threads? Sometimes.
    InTurn,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Total,
        Self::Less,
        Self::Twice,
        Self::NoLast,
        Self::InTurn,
    ];
}

/// `threads` threads increment a counter `each` times; `order` is that of the atomics, with their
/// scope: `relaxed.gpu`.
#[must_use]
pub fn counter(threads: usize, each: usize, order: &str, question: Question) -> String {
    let count = threads * each;
    let cells = (0..each).map(|at| format!("atom.{order}.add r{at}, x, 1"));
    let cells: Vec<String> = cells.collect();
    let draws = |thread: usize, at: usize| format!("P{thread}:r{at}");
    let all = (0..threads).flat_map(|thread| (0..each).map(move |at| draws(thread, at)));
    let (quantifier, condition): (_, Vec<String>) = match question {
        Question::Total => ("forall", vec![format!("x == {count}")]),
        Question::Less => ("exists", vec![format!("x == {}", count - 1)]),
        Question::Twice => {
            let ticket = count / 2;
            let drawn = [0, 1].map(|thread| format!("{} == {ticket}", draws(thread, 0)));
            ("exists", drawn.to_vec())
        }
        Question::NoLast => {
            let others = all.map(|draw| format!("{draw} != {}", count - 1));
            ("~exists", others.collect())
        }
        Question::InTurn => {
            let turns = all.enumerate();
            let turns = turns.map(|(turn, draw)| format!("{draw} == {turn}"));
            ("exists", turns.collect())
        }
    };
    let name = format!("counter-{threads}x{each}");
    test(name, vec![cells; threads], quantifier, condition)
}

/// The last block: each of `threads` threads stores its part and draws a ticket; who draws the last one
/// looks at the first one's part. Can it be missing? Or (`nobody`) does nobody draw the last ticket?
#[must_use]
pub fn last_block(threads: usize, nobody: bool) -> String {
    let last = threads - 1;
    let columns = (0..threads).map(|thread| {
        vec![
            format!("st.weak d{thread}, 1"),
            "fence.acq_rel.gpu".to_owned(),
            "atom.relaxed.gpu.inc r0, x, 100".to_owned(),
            format!("bne r0, {last}, L{thread}"),
            "fence.acq_rel.gpu".to_owned(),
            "ld.weak r1, d0".to_owned(),
            format!("L{thread}:"),
        ]
    });
    let columns = columns.collect();
    let name = format!("last-block-{threads}");
    if nobody {
        let others = (0..threads).map(|thread| format!("P{thread}:r0 != {last}"));
        return test(name, columns, "exists", others.collect());
    }
    let stale = [format!("P{last}:r0 == {last}"), format!("P{last}:r1 == 0")];
    test(name, columns, "exists", stale.to_vec())
}

/// The same in one block, whose first thread sets the counter to 0 before a barrier; who draws the last ticket looks at the
/// parts of all, behind a fence but for one thread, if any (`unfenced`). Can one be missing?
#[must_use]
pub fn last_thread(threads: usize, unfenced: Option<usize>) -> String {
    let last = threads - 1;
    let column = |thread: usize| {
        let line = |text: &str, there: bool| {
            if there {
                text.to_owned()
            } else {
                String::new()
            }
        };
        let mut cells = vec![
            line("st.weak x, 0", thread == 0),
            "bar.sync 0".to_owned(),
            format!("st.weak d{thread}, 1"),
            "fence.acq_rel.cta".to_owned(),
            "atom.relaxed.cta.add r0, x, 1".to_owned(),
            format!("bne r0, {last}, L{thread}"),
            line("fence.acq_rel.cta", unfenced != Some(thread)),
        ];
        cells.extend((0..threads).map(|part| format!("ld.weak r{}, d{part}", part + 1)));
        cells.push(format!("L{thread}:"));
        cells
    };
    let missing = |thread: usize| {
        let parts = (1..=threads).map(|part| format!("P{thread}:r{part} == 0"));
        let parts: Vec<String> = parts.collect();
        format!("P{thread}:r0 == {last} /\\ ({})", parts.join(" \\/ "))
    };
    let missing: Vec<String> = (0..threads)
        .map(missing)
        .map(|one| format!("({one})"))
        .collect();
    let columns = (0..threads).map(|thread| Column {
        cells: column(thread),
        ..Column::default()
    });
    let draft = Draft {
        name: format!("last-thread-{threads}"),
        threads: columns.collect(),
        quantifier: "exists",
        condition: vec![format!("({})", missing.join(" \\/ "))],
        ..Draft::default()
    };
    draft.render()
}

/// `threads` threads each exchange a number of their own for what they find. Can it be that nobody
/// finds the initial value?
#[must_use]
pub fn exchanges(threads: usize) -> String {
    let columns = (1..=threads).map(|own| vec![format!("atom.relaxed.gpu.exch r0, x, {own}")]);
    let found = (0..threads).map(|thread| format!("P{thread}:r0 != 0"));
    let name = format!("exchanges-{threads}");
    test(name, columns.collect(), "exists", found.collect())
}

/// As [`counter`], where the first thread sets the counter to 0 before it increments it: by an exchange,
/// which draws what was there, or by a plain store. Is more or less counted than there can be? Never.
#[must_use]
pub fn reset(threads: usize, each: usize, order: &str, exchange: bool) -> String {
    let count = threads * each;
    let adds = || (0..each).map(|at| format!("atom.{order}.add r{at}, x, 1"));
    let first = if exchange {
        format!("atom.{order}.exch r{each}, x, 0")
    } else {
        let (semantics, scope) = order.split_once('.').unwrap_or((order, "gpu"));
        let semantics = if semantics == "acq_rel" {
            "release"
        } else {
            semantics
        };
        format!("st.{semantics}.{scope} x, 0")
    };
    let mut columns: Vec<Vec<String>> = vec![adds().collect(); threads];
    columns[0].insert(0, first);
    let condition = if exchange {
        // What was drawn and what is left are all increments.
        vec![
            format!("P0:r{each} == {}", each),
            format!("x == {}", count - each - 1),
        ]
    } else {
        vec![format!("x == {}", each - 1)]
    };
    test(
        format!("reset-{threads}x{each}"),
        columns,
        "exists",
        condition,
    )
}

/// Store buffering round a ring of `n` threads, with `fence.sc` and `rounds` locations each. Can all
/// read 0?
#[must_use]
pub fn fenced_ring(n: usize, rounds: usize) -> String {
    let place = |thread: usize, round: usize| format!("x{}", (thread % n) * rounds + round);
    let column = |thread: usize| {
        let steps = (0..rounds).flat_map(|round| {
            [
                format!("st.relaxed.gpu {}, 1", place(thread, round)),
                "fence.sc.gpu".to_owned(),
                format!("ld.relaxed.gpu r{round}, {}", place(thread + 1, round)),
            ]
        });
        steps.collect()
    };
    let outcome =
        (0..n).flat_map(|thread| (0..rounds).map(move |round| format!("P{thread}:r{round} == 0")));
    let name = format!("fenced-ring-{n}x{rounds}");
    test(
        name,
        (0..n).map(column).collect(),
        "exists",
        outcome.collect(),
    )
}

fn test(
    name: String,
    columns: Vec<Vec<String>>,
    quantifier: &'static str,
    condition: Vec<String>,
) -> String {
    let column = |(cta, cells)| Column {
        cta,
        cells,
        ..Column::default()
    };
    let draft = Draft {
        name,
        threads: columns.into_iter().enumerate().map(column).collect(),
        quantifier,
        condition,
        ..Draft::default()
    };
    draft.render()
}
