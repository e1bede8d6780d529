//! How two threads synchronize: the scope in which they meet, and the orders of the two sides.

use super::weave::Weave;

/// A scope, by its number in [`SCOPES`].
pub type Scope = usize;

/// The scopes from narrow to wide.
pub const SCOPES: [&str; 5] = ["thread", "warp", "cta", "gpu", "sys"];

/// The widest of them.
pub const WIDEST: Scope = SCOPES.len() - 1;

/// How an atomic synchronizes.
#[derive(Debug, Clone, Copy)]
pub struct Sync {
    /// Its scope.
    pub scope: Scope,
    /// Whether it is one of the remote forms.
    pub remote: bool,
}

/// What an atomic's order is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It publishes.
    Release,
    /// It learns.
    Acquire,
    /// Both.
    Both,
}

impl Weave<'_> {
    /// The narrowest scope in which two threads meet.
    pub fn meeting(&self, a: usize, b: usize) -> Scope {
        let (left, right) = (&self.columns[a], &self.columns[b]);
        if a == b {
            0
        } else if left.gpu != right.gpu {
            4
        } else if left.cta != right.cta {
            3
        } else if left.warp.is_none() || left.warp != right.warp {
            2
        } else {
            1
        }
    }

    /// The narrowest scope in which all threads meet.
    pub fn common(&self) -> Scope {
        let others = 1..self.threads();
        others
            .map(|other| self.meeting(0, other))
            .max()
            .unwrap_or(0)
    }

    /// The two sides of a synchronization of threads that meet in a scope: most often they match.
    pub fn sides(&mut self, meeting: Scope) -> (Sync, Sync) {
        let plain = |scope| Sync {
            scope,
            remote: false,
        };
        let wider = self.rng.between(meeting, WIDEST);
        let narrower = self.rng.below(meeting + 1);
        let remote = Sync {
            scope: wider,
            remote: true,
        };
        match self.rng.weighted(&[
            (46, 0),
            (10, 1),
            (6, 2),
            (6, 3),
            (12, 4),
            (12, 5),
            (4, 6),
            (4, 7),
        ]) {
            0 => (plain(meeting), plain(meeting)),
            1 => (plain(wider), plain(wider)),
            2 => (plain(wider), plain(meeting)),
            3 => (plain(meeting), plain(wider)),
            4 => (plain(narrower), remote),
            5 => (remote, plain(narrower)),
            6 => (remote, remote),
            _ => (plain(narrower), plain(wider)),
        }
    }

    /// One side, for threads that meet in a scope.
    pub fn side(&mut self, meeting: Scope) -> Sync {
        let (left, right) = self.sides(meeting);
        if self.rng.chance(50) { left } else { right }
    }

    /// The order of an atomic: most often what its side asks for.
    pub(super) fn order(&mut self, side: Side, sync: Sync) -> String {
        let word = match side {
            Side::Release => "release",
            Side::Acquire => "acquire",
            Side::Both => "acq_rel",
        };
        let word = match (sync.remote, self.rng.chance(88)) {
            (true, _) => format!("rm_{word}"),
            (false, true) => word.to_owned(),
            (false, false) => self.rng.pick(&["sc", "sc", "relaxed"]).to_owned(),
        };
        format!("{word}.{}", SCOPES[sync.scope])
    }

    /// As [`Self::order`], with more of the orders that promise more or less.
    pub(super) fn strong(&mut self, side: Side, sync: Sync) -> String {
        if sync.remote {
            return self.order(side, sync);
        }
        match self.rng.weighted(&[(34, "sc"), (30, "relaxed"), (36, "")]) {
            "" => self.order(side, sync),
            word => format!("{word}.{}", SCOPES[sync.scope]),
        }
    }
}
