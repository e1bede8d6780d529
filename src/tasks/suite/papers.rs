//! What the tables of the Utah papers say, row by row.

use crate::view::answer::Quantity;

/// A table of a paper.
#[derive(Debug)]
pub struct Table {
    /// Its number in the paper.
    pub name: &'static str,
    /// What its caption says it shows.
    pub title: &'static str,
    /// Where it is.
    pub source: &'static str,
    /// How to read it.
    pub legend: &'static str,
    /// The headings of the first columns.
    pub keys: &'static [&'static str],
    /// The models, by the paper's name and by ours.
    pub models: &'static [(&'static str, &'static str)],
    /// The devices on which tests were run.
    pub devices: &'static [&'static str],
    /// The rows.
    pub rows: &'static [Row],
}

/// A row of a table.
#[derive(Debug)]
pub struct Row {
    /// What stands in the first columns.
    pub keys: &'static [&'static str],
    /// Our tests for it: the paper puts several in one row.
    pub tests: &'static [&'static str],
    /// What the paper says for each model; nothing where it says nothing.
    pub marks: &'static [Option<Quantity>],
    /// In how many of 100,000 runs each device showed the outcome.
    pub observed: &'static [u32],
}

const ALWAYS: Option<Quantity> = Some(Quantity::Always);
const SOMETIMES: Option<Quantity> = Some(Quantity::Sometimes);
const NEVER: Option<Quantity> = Some(Quantity::Never);

/// The tables, in the order of the papers.
pub const TABLES: &[Table] = &[THESIS, INTRA, INTER, LOCK];

const fn verdicts(
    key: &'static [&'static str],
    tests: &'static [&'static str],
    marks: &'static [Option<Quantity>],
) -> Row {
    Row {
        keys: key,
        tests,
        marks,
        observed: &[],
    }
}

/// The rows on visibility are about an assertion of the test (ours: `forall`), the others about
/// an outcome that should not be seen (ours: `exists`).
const THESIS: Table = Table {
    name: "Table 4.2",
    title: "The litmus tests on the models",
    source: "Sorensen 2013",
    legend: "The paper's marks: \u{2713} (guaranteed) is always, \u{d7} (not allowed) never, ? (allowed, not \
             guaranteed) sometimes. The rows on visibility are about an assertion, the others about \
             an outcome that should not be seen.",
    keys: &["Test"],
    models: &[("Weak Model", "ugpu-weak"), ("Strong Model", "ugpu-strong")],
    devices: &[],
    rows: &[
        verdicts(
            &["Classical coherence violation (inter and intra block)"],
            &[
                "ugpu/classical-coherence-none-intra-shared",
                "ugpu/classical-coherence-none-intra-global",
                "ugpu/classical-coherence-none-inter-global",
            ],
            &[SOMETIMES, NEVER],
        ),
        verdicts(
            &["Relaxed coherence violation (inter and intra block)"],
            &[
                "ugpu/weak-coherence-tfb-intra-shared",
                "ugpu/weak-coherence-tfb-intra-global",
                "ugpu/weak-coherence-tfb-inter-global",
                "ugpu/weak-coherence-tf-intra-shared",
                "ugpu/weak-coherence-tf-intra-global",
                "ugpu/weak-coherence-tf-inter-global",
            ],
            &[NEVER, NEVER],
        ),
        verdicts(
            &["Simple visibility, shared memory, no fence"],
            &["ugpu/visibility-none-intra-shared-forall"],
            &[SOMETIMES, SOMETIMES],
        ),
        verdicts(
            &["Simple visibility, shared memory, TFB"],
            &["ugpu/visibility-tfb-intra-shared-forall"],
            &[ALWAYS, ALWAYS],
        ),
        verdicts(
            &["Simple visibility, shared memory, TF"],
            &["ugpu/visibility-tf-intra-shared-forall"],
            &[ALWAYS, ALWAYS],
        ),
        verdicts(
            &["Simple visibility, global memory, no fence (inter and intra block)"],
            &[
                "ugpu/visibility-none-intra-global-forall",
                "ugpu/visibility-none-inter-global-forall",
            ],
            &[SOMETIMES, SOMETIMES],
        ),
        verdicts(
            &["Simple visibility, global memory, TFB (intra block)"],
            &["ugpu/visibility-tfb-intra-global-forall"],
            &[ALWAYS, ALWAYS],
        ),
        verdicts(
            &["Simple visibility, global memory, TFB (inter block)"],
            &["ugpu/visibility-tfb-inter-global-forall"],
            &[SOMETIMES, SOMETIMES],
        ),
        verdicts(
            &["Simple visibility, global memory, TF (inter and intra block)"],
            &[
                "ugpu/visibility-tf-intra-global-forall",
                "ugpu/visibility-tf-inter-global-forall",
            ],
            &[ALWAYS, ALWAYS],
        ),
        verdicts(
            &["Write atomicity violation, IRIW (inter and intra block)"],
            &[
                "ugpu/iriw-tfb-intra-shared",
                "ugpu/iriw-tfb-intra-global",
                "ugpu/iriw-tfb-inter-global",
                "ugpu/iriw-tf-intra-shared",
                "ugpu/iriw-tf-intra-global",
                "ugpu/iriw-tf-inter-global",
            ],
            &[SOMETIMES, NEVER],
        ),
    ],
};

const FIGURES: &str = "The paper's YES is sometimes here, its NO never. The counts are of 100,000 \
                       runs; what was observed must not be never in ours.";
const UGPU: &[(&str, &str)] = &[("UGPU Model", "ugpu-weak")];
const CHIPS: &[&str] = &["Kepler", "Maxwell"];
const SEEN: &[Option<Quantity>] = &[SOMETIMES];
const UNSEEN: &[Option<Quantity>] = &[NEVER];

const fn run(
    keys: &'static [&'static str],
    tests: &'static [&'static str],
    marks: &'static [Option<Quantity>],
    observed: &'static [u32],
) -> Row {
    Row {
        keys,
        tests,
        marks,
        observed,
    }
}

const INTRA: Table = Table {
    name: "Fig. 8",
    title: "MP and CoRR, threads in one block",
    source: "Sorensen et al. 2014",
    legend: FIGURES,
    keys: &["Test", "Memory Region"],
    models: UGPU,
    devices: CHIPS,
    rows: &[
        run(
            &["MP (no fences)", "Shared"],
            &["ugpu/mp-none-intra-shared"],
            SEEN,
            &[2265, 0],
        ),
        run(
            &["MP (no fences)", "Global"],
            &["ugpu/mp-none-intra-global"],
            SEEN,
            &[3142, 0],
        ),
        run(
            &["MP (TF or TFB)", "Shared"],
            &["ugpu/mp-tf-intra-shared", "ugpu/mp-tfb-intra-shared"],
            UNSEEN,
            &[0, 0],
        ),
        run(
            &["MP (TF or TFB)", "Global"],
            &["ugpu/mp-tf-intra-global", "ugpu/mp-tfb-intra-global"],
            UNSEEN,
            &[0, 0],
        ),
        run(
            &["CoRR (no fences)", "Shared"],
            &["ugpu/corr-none-intra-shared"],
            SEEN,
            &[4368, 0],
        ),
        run(
            &["CoRR (no fences)", "Global"],
            &["ugpu/corr-none-intra-global"],
            SEEN,
            &[9707, 0],
        ),
        run(
            &["CoRR (TF or TFB)", "Shared"],
            &["ugpu/corr-tf-intra-shared", "ugpu/corr-tfb-intra-shared"],
            UNSEEN,
            &[0, 0],
        ),
        run(
            &["CoRR (TF or TFB)", "Global"],
            &["ugpu/corr-tf-intra-global", "ugpu/corr-tfb-intra-global"],
            UNSEEN,
            &[0, 0],
        ),
    ],
};

const INTER: Table = Table {
    name: "Fig. 9",
    title: "MP and CoRR, each thread in a block of its own",
    source: "Sorensen et al. 2014",
    legend: FIGURES,
    keys: &["Test"],
    models: UGPU,
    devices: CHIPS,
    rows: &[
        run(
            &["MP (no fences)"],
            &["ugpu/mp-none-inter-global"],
            SEEN,
            &[4388, 290],
        ),
        run(
            &["MP (TFB)"],
            &["ugpu/mp-tfb-inter-global"],
            SEEN,
            &[1860, 0],
        ),
        run(&["MP (TF)"], &["ugpu/mp-tf-inter-global"], UNSEEN, &[0, 0]),
        run(
            &["CoRR (no fences)"],
            &["ugpu/corr-none-inter-global"],
            SEEN,
            &[1033, 0],
        ),
        run(
            &["CoRR (TFB)"],
            &["ugpu/corr-tfb-inter-global"],
            UNSEEN,
            &[0, 0],
        ),
        run(
            &["CoRR (TF)"],
            &["ugpu/corr-tf-inter-global"],
            UNSEEN,
            &[0, 0],
        ),
    ],
};

/// The paper's model has neither RMWs nor branches, so it gives counts only.
const LOCK: Table = Table {
    name: "Fig. 11",
    title: "CAS spin lock, each thread in a block of its own",
    source: "Sorensen et al. 2014",
    legend: "The paper gives counts only (of 100,000 runs): its model has neither read-modify-writes \
             nor branches. What was observed must not be never in ours.",
    keys: &["Test"],
    models: UGPU,
    devices: CHIPS,
    rows: &[
        run(
            &["CAS-SL (no fences)"],
            &["ugpu/cas-lock-none-inter-global"],
            &[None],
            &[2260, 0],
        ),
        run(
            &["CAS-SL (TFB)"],
            &["ugpu/cas-lock-tfb-inter-global"],
            &[None],
            &[1672, 0],
        ),
        run(
            &["CAS-SL (TF)"],
            &["ugpu/cas-lock-tf-inter-global"],
            &[None],
            &[0, 0],
        ),
    ],
};
