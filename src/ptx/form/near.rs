//! The nearest thing that is known.

use crate::ptx::types::Type;
use crate::syntax::diagnostic::nearest;

use super::choose::all;
use super::table::Form;

/// Opcodes that have no form here, because nothing is asked of their operands or they are refused.
const OTHERS: &str = "
alloca applypriority brkpt call clusterlaunchcontrol cp createpolicy discard dp2a dp4a fabric fns getctarank
griddepcontrol istypep ldmatrix mad24 mapa mbarrier mma movmatrix mul24 multimem nanosleep pmevent prefetch prefetchu
set setmaxnreg slct spdecompress stackrestore stacksave stmatrix suld suq sured sust tcgen05 tensormap testp tex
tld4 txq vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad vmax vmax2 vmax4 vmin vmin2 vmin4 vset vset2 vset4
vshl vshr vsub vsub2 vsub4 wgmma wmma";

/// Modifiers and types of instructions that have forms, in combinations that are not interpreted.
const WORDS: &str = "
alias async async::generic bulk cc cluster e2m1x2 e2m1x4 e2m3x2 e2m3x4 e3m2x2 e3m2x4 e4m3x2 e4m3x4 e5m2x2 e5m2x4 generic
mbarrier::complete_tx::bytes mbarrier_init oob pack proxy rna rs s2f6x2 satfinite scaled::n2::ue8m0
sync_restrict::shared::cluster sync_restrict::shared::cta tensormap::generic tf32 ue8m0x2 v2 v4 v8 wait";

/// An opcode that is nearly this one.
pub fn opcode(name: &str) -> Option<&'static str> {
    let others = OTHERS.split_whitespace();
    let mut known: Vec<&'static str> = all().map(|form| form.op).chain(others).collect();
    if known.contains(&name) {
        return None;
    }
    known.sort_unstable();
    known.dedup();
    nearest(name, known)
}

/// Whether instructions of this opcode have forms.
pub fn is_opcode(name: &str) -> bool {
    all().any(|form| form.op == name)
}

/// Whether some instruction has this modifier or type.
pub fn is_word(name: &str) -> bool {
    let mut others = WORDS.split_whitespace();
    Type::named(name).is_some()
        || others.any(|other| other == name)
        || all().any(|form| words(form).any(|word| word == name))
}

/// A modifier of an opcode that is nearly this one.
pub fn modifier(base: &str, name: &str) -> Option<&'static str> {
    let forms = all().filter(|form| form.op == base);
    let mut known: Vec<&'static str> = forms.flat_map(words).collect();
    known.sort_unstable();
    known.dedup();
    nearest(name, known)
}

/// The modifiers and types of a form.
fn words(form: &'static Form) -> impl Iterator<Item = &'static str> {
    let types = form.types.split(' ').chain(form.second.split(' '));
    form.known().chain(types.filter(|ty| !ty.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opcodes_stand_once() {
        let others: Vec<&str> = OTHERS.split_whitespace().collect();
        assert!(others.is_sorted_by(|one, next| one < next));
        for name in others {
            assert!(all().all(|form| form.op != name), "{name} has a form");
        }
    }
}
