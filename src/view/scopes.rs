//! The tree of devices, blocks and warps that a test's threads run in.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::program::Thread;
use crate::program::Warp;

/// A device with its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gpu {
    /// Its number.
    pub gpu: u32,
    /// Its blocks.
    pub ctas: Vec<Cta>,
}

/// A block with its warps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cta {
    /// Its number.
    pub cta: u32,
    /// Its warps.
    pub warps: Vec<WarpOf>,
}

/// A warp with its threads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WarpOf {
    /// Its number; a thread without one is alone.
    pub warp: Option<u32>,
    /// Its threads.
    pub threads: Vec<String>,
}

/// The number of a thread's warp, where one is written.
pub(super) const fn warp(thread: &Thread) -> Option<u32> {
    match thread.placement.warp {
        Warp::Numbered(number) => Some(number),
        Warp::Own(_) => None,
    }
}

/// The tree, each level in the order of its numbers.
pub(super) fn scopes(threads: &[Thread]) -> Vec<Gpu> {
    type Warps = BTreeMap<Warp, Vec<String>>;
    let mut tree: BTreeMap<u32, BTreeMap<u32, Warps>> = BTreeMap::new();
    for thread in threads {
        let place = &thread.placement;
        let warps = tree
            .entry(place.gpu)
            .or_default()
            .entry(place.cta)
            .or_default();
        let name = format!("P{}", thread.number);
        warps.entry(place.warp).or_default().push(name);
    }
    let warp = |(warp, threads)| WarpOf {
        warp: match warp {
            Warp::Numbered(number) => Some(number),
            Warp::Own(_) => None,
        },
        threads,
    };
    let cta = |(cta, warps): (u32, Warps)| Cta {
        cta,
        warps: warps.into_iter().map(warp).collect(),
    };
    tree.into_iter()
        .map(|(gpu, ctas)| Gpu {
            gpu,
            ctas: ctas.into_iter().map(cta).collect(),
        })
        .collect()
}
