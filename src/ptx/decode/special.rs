//! Special registers.

use crate::ptx::operation::{Comparison, Special};

/// Those that are proposed for what is misspelt.
pub const NAMES: [&str; 27] = [
    "%clock",
    "%clock64",
    "%ctaid.x",
    "%ctaid.y",
    "%ctaid.z",
    "%dynamic_smem_size",
    "%globaltimer",
    "%gridid",
    "%laneid",
    "%lanemask_eq",
    "%lanemask_ge",
    "%lanemask_gt",
    "%lanemask_le",
    "%lanemask_lt",
    "%nctaid.x",
    "%nctaid.y",
    "%nctaid.z",
    "%nsmid",
    "%ntid.x",
    "%ntid.y",
    "%ntid.z",
    "%nwarpid",
    "%smid",
    "%tid.x",
    "%tid.y",
    "%tid.z",
    "%warpid",
];

/// The special register of a name, with its `%`.
pub fn named(name: &str) -> Option<Special> {
    let name = name.strip_prefix('%')?;
    let (base, axis) = match name.split_once('.') {
        Some((base, "x")) => (base, Some(0)),
        Some((base, "y")) => (base, Some(1)),
        Some((base, "z")) => (base, Some(2)),
        Some(_) => return None,
        None => (name, None),
    };
    Some(match (base, axis) {
        ("tid", Some(axis)) => Special::Thread(axis),
        ("ntid", Some(axis)) => Special::Threads(axis),
        ("ctaid" | "clusterid", Some(axis)) => Special::Block(axis),
        ("nctaid" | "nclusterid", Some(axis)) => Special::Blocks(axis),
        ("cluster_ctaid", Some(_)) | ("cluster_ctarank" | "is_explicit_cluster", None) => {
            Special::Fixed(0)
        }
        ("cluster_nctaid", Some(_)) | ("cluster_nctarank", None) => Special::Fixed(1),
        ("laneid", None) => Special::Lane,
        ("warpid", None) => Special::Warp,
        ("nwarpid", None) => Special::Warps,
        ("lanemask_eq", None) => Special::Lanes(Comparison::Eq),
        ("lanemask_lt", None) => Special::Lanes(Comparison::Lt),
        ("lanemask_le", None) => Special::Lanes(Comparison::Le),
        ("lanemask_gt", None) => Special::Lanes(Comparison::Gt),
        ("lanemask_ge", None) => Special::Lanes(Comparison::Ge),
        (
            "clock" | "clock64" | "clock_hi" | "globaltimer" | "globaltimer_lo" | "globaltimer_hi",
            None,
        ) => Special::Clock,
        ("envreg1", None) => Special::Environment(1),
        ("envreg2", None) => Special::Environment(2),
        ("dynamic_smem_size", None) => Special::DynamicShared,
        (
            "smid" | "nsmid" | "gridid" | "total_smem_size" | "aggr_smem_size"
            | "current_graph_exec",
            None,
        ) => Special::Any,
        (other, None)
            if other.starts_with("envreg")
                || other.starts_with("pm")
                || other.starts_with("reserved_smem_offset") =>
        {
            Special::Any
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{NAMES, named};

    #[test]
    fn what_is_proposed_is_there() {
        for name in NAMES {
            assert!(named(name).is_some(), "{name}");
        }
    }
}
