//! Base relations as squares of literals, those that cost the formula nothing once for all models.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::model::relation::base::BaseRelation;
use crate::sat::bitset::BitMatrix;

use super::frame::{Frame, Square};

/// When each pair is in a relation, and which pairs can be at all.
pub type Pairs = Arc<(Square, Arc<BitMatrix>)>;

/// The relations that all copies of some candidate executions have in common: whoever asked for one
/// first added nothing to the formula, and got literals only that all copies have.
#[derive(Debug, Clone, Default)]
pub struct Plain {
    known: Arc<Mutex<FxHashMap<BaseRelation, Pairs>>>,
    /// How large the formula was when it was copied.
    pub(super) gates: usize,
}

impl Frame<'_> {
    /// When each pair of nodes is in a base relation, and which pairs can be.
    pub fn pairs(&mut self, relation: BaseRelation) -> Pairs {
        let shared = self.plain.known.clone();
        let mut known = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pairs) = known.get(&relation) {
            return pairs.clone();
        }
        let before = self.circuit.len();
        let square = self.relation(relation);
        let may = Arc::new(square.possible());
        // Who asks for the order of fences is to know it, too.
        let told = relation == BaseRelation::SyncFence;
        let old = |lit: &crate::sat::Lit| lit.node() < self.plain.gates;
        let free = self.circuit.len() == before && square.lits().iter().all(old);
        let pairs = Arc::new((square, may));
        if free && !told && !self.circuit.is_full() {
            known.insert(relation, pairs.clone());
        }
        pairs
    }
}
