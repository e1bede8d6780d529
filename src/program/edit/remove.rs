//! A program without some of its instructions.
//!
//! The copy keeps the text and the places of the original: what is left means what it meant, and
//! jumps lead to where they led, or to what follows if that is gone.
//!
//! ```
//! use gpu_litmus::load;
//! use gpu_litmus::program::ThreadId;
//! use gpu_litmus::program::edit::without;
//!
//! let test = "PTX T\n{}\nP0@cta 0,gpu 0 ;\nst.weak x, 1 ;\nmembar.gl ;\nst.weak y, 1 ;\n\
//!             exists (x == 1)";
//! let program = load("t", test)?;
//! let rest = without(&program, &[(ThreadId(0), 1)]);
//! assert_eq!(rest.threads[0].code.len(), 2);
//! # Ok::<(), gpu_litmus::Report>(())
//! ```

use crate::program::{InstructionKind, Program, ThreadId};

/// A copy of the program without some instructions: each a thread, and an index in its code.
#[must_use]
pub fn without(program: &Program, removed: &[(ThreadId, usize)]) -> Program {
    let mut result = program.clone();
    for (index, thread) in result.threads.iter_mut().enumerate() {
        let gone = |at: usize| removed.contains(&(ThreadId(index), at));
        let moved = |target: usize| (0..target).filter(|&at| !gone(at)).count();
        let code = std::mem::take(&mut thread.code).into_iter().enumerate();
        thread.code = code
            .filter(|&(at, _)| !gone(at))
            .map(|(_, mut instruction)| {
                if let InstructionKind::Branch { target, .. } = &mut instruction.kind {
                    *target = moved(*target);
                }
                instruction
            })
            .collect();
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Instruction;
    use crate::program::load;

    const LOOP: &str = "PTX T\n{}\nP0@cta 0,gpu 0 ;\nmov r1, 0 ;\nL: ;\nmembar.gl ;\nld.weak r0, x ;\n\
                        membar.cta ;\nbeq r0, 0, L ;\nbra END ;\nmembar.sys ;\nEND: ;\n\
                        exists (P0:r0 == 1)";

    fn targets(program: &Program) -> Vec<usize> {
        let code = program.threads[0].code.iter();
        code.filter_map(Instruction::target).collect()
    }

    #[test]
    fn jumps_lead_to_where_they_led() {
        let program = load("t", LOOP).expect("a test");
        assert_eq!(targets(&program), [1, 7]);
        let at = |index| (ThreadId(0), index);
        // The fence that the loop begins with is gone: it begins with the load.
        let rest = without(&program, &[at(1), at(3), at(6)]);
        assert_eq!(rest.threads[0].code.len(), 4);
        assert_eq!(targets(&rest), [1, 4]);
        let rest = without(&program, &[at(0)]);
        assert_eq!(targets(&rest), [0, 6]);
        assert_eq!(targets(&without(&program, &[])), [1, 7]);
    }
}
