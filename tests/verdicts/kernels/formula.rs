//! Properties as the model is asked for them, against all that runs leave.

use gpu_litmus::kernel::launch::{Formula, Scalar, Side};
use gpu_litmus::kernel::report::weak::{Said, Weak};
use gpu_litmus::kernel::setup::Setup;
use gpu_litmus::kernel::setup::outputs;
use gpu_litmus::program::Condition;
use gpu_litmus::ptx::types::Type;
use gpu_litmus::syntax::ast::Comparison;
use gpu_litmus::syntax::span::Span;

use super::generator::kernel;
use super::support::{all, interleaved, setup, weak};

/// An element of an output, as far as it has 64 bits at most.
fn element(
    setup: &Setup,
    weak: &Weak,
    contents: &[Vec<u8>],
    name: &str,
    index: u64,
) -> Option<(Scalar, Type)> {
    let region = outputs::find(setup, name)?;
    let at = weak.outputs.iter().position(|&output| output == region)?;
    let ty = setup.regions[region].ty;
    let size = usize::try_from(ty.bytes()).ok()?;
    let start = usize::try_from(index).ok()? * size;
    let mut pattern = [0; 8];
    pattern[..size].copy_from_slice(contents[at].get(start..start + size)?);
    Some((Scalar::element(u64::from_le_bytes(pattern), ty)?, ty))
}

/// Formulas over the first elements of the outputs.
fn formulas(setup: &Setup, weak: &Weak) -> Vec<Formula> {
    let mut sides = Vec::new();
    for &region in &weak.outputs {
        let region = &setup.regions[region];
        for index in 0..(region.bytes / region.ty.bytes()).min(3) {
            sides.push(Side::Element(region.name.clone(), index));
        }
    }
    let number = |value: i128| Side::Number(Scalar::Integer(value), value.to_string());
    let mut made = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        for value in [0, 1, 5] {
            made.push(Formula::Compare(
                Comparison::Eq,
                side.clone(),
                number(value),
            ));
            made.push(Formula::Compare(
                Comparison::Lt,
                side.clone(),
                number(value),
            ));
        }
        let other = &sides[(at + 1) % sides.len()];
        made.push(Formula::Compare(
            Comparison::Ne,
            side.clone(),
            other.clone(),
        ));
        made.push(Formula::Compare(
            Comparison::Ge,
            side.clone(),
            other.clone(),
        ));
    }
    let pairs = made.windows(2).step_by(3);
    let joined: Vec<Formula> = pairs
        .flat_map(|two| {
            let not = Formula::Not(Box::new(two[0].clone()));
            [
                Formula::And(two.to_vec()),
                Formula::Or(vec![not, two[1].clone()]),
            ]
        })
        .collect();
    made.extend(joined);
    made
}

/// Compares a kernel; how many formulas some run makes true, and how many none does.
fn compare(seed: u64) -> Option<(u32, u32)> {
    let kernel = kernel(seed);
    let setup = setup(&kernel.launch, &kernel.module);
    let exploration = interleaved(&setup)?;
    let weak = weak(&setup, &exploration, "ptx-7.5")?;
    let known: Vec<_> = exploration
        .outcomes
        .iter()
        .map(|one| one.contents.clone())
        .collect();
    if known.len() > 12 {
        return None;
    }
    let all = all(&weak, &known)?;
    let read = |contents: &[Vec<u8>], name: &str, index: u64| {
        element(&setup, &weak, contents, name, index)
    };
    let (mut some, mut none) = (0, 0);
    for formula in formulas(&setup, &weak) {
        let condition = weak.states(&formula, &read)?;
        let expected = all.iter().any(|contents| {
            formula.holds(&|name, index| read(contents, name, index)) == Some(true)
        });
        let whole = Condition::And(vec![weak.complete(), condition], Span::default());
        let said = match weak.one(&weak.plain, &whole) {
            Said::Run(_) => true,
            Said::Never => false,
            Said::Open(_) => continue,
        };
        assert_eq!(
            said, expected,
            "seed {seed}: {formula:?}\n{}",
            kernel.module
        );
        some += u32::from(said);
        none += u32::from(!said);
    }
    Some((some, none))
}

#[test]
fn formulas_are_true_of_what_runs_leave() {
    let found: Vec<(u32, u32)> = (0..12).filter_map(compare).collect();
    let some: u32 = found.iter().map(|(some, _)| some).sum();
    let none: u32 = found.iter().map(|(_, none)| none).sum();
    println!(
        "{} kernels: {some} formulas true of some run, {none} of none",
        found.len()
    );
    assert!(found.len() >= 3 && some > 20 && none > 20, "{found:?}");
}
