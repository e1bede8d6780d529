//! Which orders and fences random tests are written with.

/// Which orders and fences the instructions have.
#[derive(Debug)]
pub struct Dialect {
    /// Of loads.
    pub loads: &'static [(usize, &'static str)],
    /// Of stores.
    pub stores: &'static [(usize, &'static str)],
    /// Of atomics.
    pub updates: &'static [(usize, &'static str)],
    /// How many of a hundred atomics that `red` can do are written so.
    pub reductions: usize,
    /// The fences.
    pub fences: &'static [&'static str],
}

/// All orders and fences of the models of coherence.
pub static ORDERED: Dialect = Dialect {
    loads: &[
        (50, "weak"),
        (14, "relaxed"),
        (22, "acquire"),
        (5, "volatile"),
        (9, "sc"),
    ],
    stores: &[
        (50, "weak"),
        (14, "relaxed"),
        (22, "release"),
        (5, "volatile"),
        (9, "sc"),
    ],
    updates: &[
        (45, "relaxed"),
        (15, "acquire"),
        (15, "release"),
        (18, "acq_rel"),
        (7, "sc"),
    ],
    reductions: 0,
    fences: ORDERED_FENCES,
};

const ORDERED_FENCES: &[&str] = &[
    "membar.cta",
    "membar.gl",
    "membar.sys",
    "fence.sc.gpu",
    "fence.acq_rel.cta",
    "fence.acq_rel.gpu",
];

/// The orders of PTX, which has no `.sc` accesses.
pub static PTX: Dialect = PTX_BASE;

const PTX_BASE: Dialect = Dialect {
    loads: &[
        (25, "weak"),
        (30, "relaxed"),
        (37, "acquire"),
        (8, "volatile"),
    ],
    stores: &[
        (25, "weak"),
        (30, "relaxed"),
        (37, "release"),
        (8, "volatile"),
    ],
    updates: &[
        (40, "relaxed"),
        (18, "acquire"),
        (18, "release"),
        (24, "acq_rel"),
    ],
    reductions: 0,
    fences: ORDERED_FENCES,
};

/// The same, with reductions.
pub static REDUCTIONS: Dialect = Dialect {
    reductions: 50,
    ..PTX_BASE
};

/// Nothing but fences to order with.
pub static FENCED: Dialect = Dialect {
    loads: &[(80, "weak"), (14, "relaxed"), (6, "volatile")],
    stores: &[(80, "weak"), (14, "relaxed"), (6, "volatile")],
    updates: &[(100, "relaxed")],
    reductions: 0,
    fences: &[
        "membar.cta",
        "membar.cta",
        "membar.gl",
        "membar.gl",
        "fence.acq_rel.cta",
        "fence.sc.gpu",
    ],
};
