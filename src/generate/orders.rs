//! Which orders accesses are written with.

/// How often each order is written.
#[derive(Debug)]
pub struct Orders {
    /// Of loads.
    pub loads: &'static [(usize, &'static str)],
    /// Of stores.
    pub stores: &'static [(usize, &'static str)],
    /// Of atomics.
    pub updates: &'static [(usize, &'static str)],
}

/// For the models of coherence.
pub const COHERENCE: Orders = Orders {
    loads: LOADS,
    stores: STORES,
    updates: UPDATES,
};

/// For the PTX models, which have no `.sc` accesses.
pub const PTX: Orders = Orders {
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
};

const LOADS: &[(usize, &str)] = &[
    (50, "weak"),
    (14, "relaxed"),
    (22, "acquire"),
    (5, "volatile"),
    (9, "sc"),
];

const STORES: &[(usize, &str)] = &[
    (50, "weak"),
    (14, "relaxed"),
    (22, "release"),
    (5, "volatile"),
    (9, "sc"),
];

const UPDATES: &[(usize, &str)] = &[
    (45, "relaxed"),
    (15, "acquire"),
    (15, "release"),
    (18, "acq_rel"),
    (7, "sc"),
];
