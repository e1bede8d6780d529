//! The values that vary, by their names.

use crate::syntax::ast::{Fence, Scope, Space};
use crate::syntax::diagnostic::nearest_in_any_case;

/// A name that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} `{name}`{}; {known}", suggestion(.near.as_deref()))]
pub struct BadValue {
    kind: &'static str,
    name: String,
    near: Option<String>,
    known: &'static str,
}

fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

impl BadValue {
    fn new(kind: &'static str, name: &str, words: &[&str], known: &'static str) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            near: nearest_in_any_case(name, words).map(str::to_owned),
            known,
        }
    }
}

/// What a hole is filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FenceKind {
    /// Nothing.
    None,
    /// `membar.S`, which is `fence.sc.S`.
    Sc(Scope),
    /// `fence.acq_rel.S`.
    AcqRel(Scope),
}

/// The names of fences; of several for one fence, the first is the one shown.
const FENCES: &[(&str, FenceKind)] = &[
    ("none", FenceKind::None),
    ("cta", FenceKind::Sc(Scope::Cta)),
    ("gl", FenceKind::Sc(Scope::Gpu)),
    ("sys", FenceKind::Sc(Scope::Sys)),
    ("acq_rel.cta", FenceKind::AcqRel(Scope::Cta)),
    ("acq_rel.gpu", FenceKind::AcqRel(Scope::Gpu)),
    ("acq_rel.sys", FenceKind::AcqRel(Scope::Sys)),
    ("gpu", FenceKind::Sc(Scope::Gpu)),
    ("tfb", FenceKind::Sc(Scope::Cta)),
    ("tf", FenceKind::Sc(Scope::Gpu)),
    ("sc.cta", FenceKind::Sc(Scope::Cta)),
    ("sc.gpu", FenceKind::Sc(Scope::Gpu)),
    ("sc.sys", FenceKind::Sc(Scope::Sys)),
    ("acq_rel.gl", FenceKind::AcqRel(Scope::Gpu)),
];

impl FenceKind {
    /// The fence of a name.
    ///
    /// # Errors
    ///
    /// No fence has it.
    pub fn from_name(name: &str) -> Result<Self, BadValue> {
        let known = FENCES.iter().find(|(known, _)| *known == name);
        known.map(|(_, fence)| *fence).ok_or_else(|| {
            let words: Vec<&str> = FENCES.iter().map(|(word, _)| *word).collect();
            let known = "the fences are none, cta, gl, sys (membar) and acq_rel.cta, acq_rel.gpu, \
                         acq_rel.sys";
            BadValue::new("fence", name, &words, known)
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let known = FENCES.iter().find(|(_, fence)| *fence == self);
        known.map_or("?", |(name, _)| name)
    }

    /// The fence; nothing for none.
    #[must_use]
    pub const fn fence(self) -> Option<Fence> {
        match self {
            Self::None => None,
            Self::Sc(scope) => Some(Fence::Sc(scope)),
            Self::AcqRel(scope) => Some(Fence::AcqRel(scope)),
        }
    }
}

/// Where the threads go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// All in one block.
    Intra,
    /// Each in a block of its own.
    Inter,
    /// Every way to group the threads into blocks.
    All,
    /// The block of each thread: `0/1/0/1`.
    Groups(Vec<u32>),
}

impl Place {
    /// The placement of a name.
    ///
    /// # Errors
    ///
    /// It is neither a name nor a list of blocks.
    pub fn from_name(name: &str) -> Result<Self, BadValue> {
        match name {
            "intra" => return Ok(Self::Intra),
            "inter" => return Ok(Self::Inter),
            "all" => return Ok(Self::All),
            _ => {}
        }
        let blocks: Option<Vec<u32>> = name.split('/').map(|part| part.parse().ok()).collect();
        blocks.map(Self::Groups).ok_or_else(|| {
            let known = "the placements are intra (one block), inter (a block for each thread), \
                         all, and lists of each thread's block, such as 0/1/0/1";
            BadValue::new("placement", name, &["intra", "inter", "all"], known)
        })
    }
}

/// The memory space of a name.
///
/// # Errors
///
/// It is neither `shared` nor `global`.
pub fn space_from_name(name: &str) -> Result<Space, BadValue> {
    match name {
        "shared" => Ok(Space::Shared),
        "global" => Ok(Space::Global),
        _ => {
            let known = "the memory spaces are shared and global";
            Err(BadValue::new(
                "memory space",
                name,
                &["shared", "global"],
                known,
            ))
        }
    }
}

/// The name of a memory space.
#[must_use]
pub const fn space_name(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Shared => "shared",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_values_and_back() {
        for (name, fence) in FENCES {
            assert_eq!(FenceKind::from_name(name), Ok(*fence));
            assert_eq!(FenceKind::from_name(fence.name()), Ok(*fence));
        }
        let groups = Place::from_name("0/1/0");
        assert_eq!(groups, Ok(Place::Groups(vec![0, 1, 0])));
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        let said = FenceKind::from_name("gp").unwrap_err().to_string();
        assert!(
            said.contains("did you mean `gl`") || said.contains("`gpu`"),
            "{said}"
        );
        let said = Place::from_name("intre").unwrap_err().to_string();
        assert!(
            said.contains("did you mean `intra`") || said.contains("`inter`"),
            "{said}"
        );
        let said = Place::from_name("0/1/x").unwrap_err().to_string();
        assert!(said.contains("such as 0/1/0/1"), "{said}");
        let said = space_from_name("golbal").unwrap_err().to_string();
        assert!(said.contains("did you mean `global`?"), "{said}");
    }
}
