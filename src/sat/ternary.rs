//! What a gate is where only some literals are known: true, false, or open.

use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Lit, Node};

/// How deep a gate is looked into, and how many gates are: enough for what a pair of events has in
/// a model, and never long.
const DEPTH: usize = 48;
const GATES: usize = 4000;

/// Whether a literal surely holds (or surely does not) where all the given ones do; nothing where
/// that is not plain to see.
#[must_use]
pub fn settled(circuit: &Circuit, lit: Lit, given: &[Lit]) -> Option<bool> {
    let known = given.iter().map(|lit| (lit.node(), Some(!lit.negated())));
    let mut search = Search {
        circuit,
        known: known.collect(),
        left: GATES,
    };
    search.lit(lit, DEPTH)
}

struct Search<'a> {
    circuit: &'a Circuit,
    known: FxHashMap<usize, Option<bool>>,
    left: usize,
}

impl Search<'_> {
    fn lit(&mut self, lit: Lit, depth: usize) -> Option<bool> {
        let value = self.node(lit.node(), depth)?;
        Some(value != lit.negated())
    }

    fn node(&mut self, node: usize, depth: usize) -> Option<bool> {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let value = match self.circuit.node(node) {
            Node::True => Some(true),
            Node::Variable => None,
            Node::And(..) if depth == 0 || self.left == 0 => return None,
            Node::And(start, end) => {
                self.left -= 1;
                self.gate(start, end, depth - 1)
            }
        };
        self.known.insert(node, value);
        value
    }

    fn gate(&mut self, start: u32, end: u32, depth: usize) -> Option<bool> {
        let circuit = self.circuit;
        let mut all = Some(true);
        for &input in circuit.inputs(start, end) {
            match self.lit(input, depth) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_is_known_as_soon_as_its_inputs_say_so() {
        let mut circuit = Circuit::default();
        let (a, b, c) = (circuit.variable(), circuit.variable(), circuit.variable());
        let both = circuit.and(a, b);
        let either = circuit.or(both, c);
        assert_eq!(settled(&circuit, either, &[c]), Some(true));
        assert_eq!(settled(&circuit, either, &[a, b]), Some(true));
        assert_eq!(settled(&circuit, either, &[!a, !c]), Some(false));
        assert_eq!(settled(&circuit, !either, &[!both, !c]), Some(true));
        assert_eq!(settled(&circuit, either, &[a, !c]), None);
        assert_eq!(settled(&circuit, Lit::TRUE, &[]), Some(true));
    }
}
