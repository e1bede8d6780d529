//! Whether a store still stands in its own cell.

use crate::program::LocationId;
use crate::sat::Lit;

use super::encoding::Encoding;

impl Encoding<'_> {
    /// Whether, at a point, a cell holds what its own view's store wrote: nothing has overwritten
    /// it since. Where there is no point, at the end.
    pub fn owned(&mut self, store: usize, location: LocationId, at: Option<usize>) -> Lit {
        let clauses = self.ownership(store, location, at);
        if clauses.contains(&[Lit::FALSE; 3]) {
            return Lit::FALSE;
        }
        let all: Vec<Lit> = clauses
            .into_iter()
            .map(|clause| self.circuit.any(clause))
            .collect();
        self.circuit.all(all)
    }

    /// The same as clauses, all of which must hold.
    pub fn ownership(
        &mut self,
        store: usize,
        location: LocationId,
        at: Option<usize>,
    ) -> Vec<[Lit; 3]> {
        let operation = &self.operations[store];
        let view = operation.view;
        let writes = operation.writes_at(&mut self.circuit, location);
        let before = at.map_or(Lit::TRUE, |at| self.before(store, at));
        if writes == Lit::FALSE || before == Lit::FALSE {
            return vec![[Lit::FALSE; 3]];
        }
        let mut clauses = vec![
            [writes, Lit::FALSE, Lit::FALSE],
            [before, Lit::FALSE, Lit::FALSE],
        ];
        for write in self.cells.of(view, location).to_vec() {
            if write.point != store {
                let over = self.before(write.point, store);
                let later = at.map_or(Lit::FALSE, |at| self.before(at, write.point));
                clauses.push([!write.active, over, later]);
            }
        }
        clauses
    }
}
