//! The memory that outputs and properties speak of.

use crate::kernel::launch::{Property, Side};
use crate::ptx::module::Variable;
use crate::syntax::Diagnostic;
use crate::syntax::span::Span;

use super::bind::Setup;
use super::memory::{Owner, Region};

/// Whether a name is a variable's, mangled or not.
#[must_use]
pub fn names(variable: &Variable, name: &str) -> bool {
    variable.name == name || crate::ptx::demangle::short(&variable.name) == name
}

/// Finds the regions whose contents are compared.
pub fn outputs(setup: &mut Setup, mistakes: &mut Vec<Diagnostic>) {
    for output in &setup.description.outputs {
        let copies: Vec<usize> = copies(setup, &output.node).collect();
        if copies.is_empty() {
            let label = "named as an output";
            mistakes.push(absent(setup, &output.node, output.span, label));
        }
        setup.outputs.extend(copies);
    }
}

/// That a name is no buffer's, and which is the nearest.
fn absent(setup: &Setup, name: &str, span: Span, label: &str) -> Diagnostic {
    let known = setup.regions.iter().filter(|region| can_be_named(region));
    let known = known.map(|region| region.name.as_str());
    Diagnostic::new(format!("there is no buffer `{name}`"), span, label)
        .with_suggestion(name, known)
}

/// Whether outputs and properties can speak of a region.
const fn can_be_named(region: &Region) -> bool {
    match region.owner {
        Owner::Buffer(_) | Owner::Variable(..) => true,
        Owner::Shared(_) | Owner::Workspace(_) | Owner::Parameters(_) => false,
    }
}

/// The region of a buffer or variable.
#[must_use]
pub fn find(setup: &Setup, name: &str) -> Option<usize> {
    copies(setup, name).next()
}

/// The regions of a buffer or variable: each device that threads run on has a variable of its own, unless it is one for all.
fn copies<'s>(setup: &'s Setup, name: &'s str) -> impl Iterator<Item = usize> + 's {
    let runs = |device: u32| setup.launches.iter().any(|launch| launch.device == device);
    let named = move |region: &Region| match region.owner {
        Owner::Buffer(_) => region.name == name,
        Owner::Variable(at, device) => {
            let variable = &setup.module.variables[at];
            (variable.is_managed || runs(device)) && names(variable, name)
        }
        Owner::Shared(_) | Owner::Workspace(_) | Owner::Parameters(_) => false,
    };
    let regions = setup.regions.iter().enumerate();
    regions
        .filter(move |(_, region)| named(region))
        .map(|(at, _)| at)
}

/// Whether the contents of a region at the end of a run are kept: of outputs, and where none is named of buffers.
fn kept(setup: &Setup, name: &str, region: &Region) -> bool {
    if setup.outputs.is_empty() {
        matches!(region.owner, Owner::Buffer(_))
    } else {
        find(setup, name).is_some_and(|at| setup.outputs.contains(&at))
    }
}

/// Properties speak of what there is, and compare it with numbers that it can be.
pub fn properties(setup: &Setup, mistakes: &mut Vec<Diagnostic>) {
    for property in &setup.description.properties {
        for (a, b) in property.formula.comparisons() {
            let found: Vec<Diagnostic> = [a, b]
                .into_iter()
                .filter_map(|side| element(setup, property, side))
                .collect();
            if found.is_empty() {
                mistakes.extend(literal(setup, property, a, b));
            }
            mistakes.extend(found);
        }
    }
}

/// What is wrong with an element that a property speaks of.
fn element(setup: &Setup, property: &Property, side: &Side) -> Option<Diagnostic> {
    let Side::Element(name, index) = side else {
        return None;
    };
    let wrong = |what: String| Diagnostic::new(what, property.text.span, "in this property");
    let Some(at) = find(setup, name) else {
        return Some(absent(setup, name, property.text.span, "in this property"));
    };
    let region = &setup.regions[at];
    if copies(setup, name).nth(1).is_some() {
        let mistake = wrong(format!("`{name}` is a variable of several devices"));
        let help =
            "each has its own, and a property speaks of one: let the kernel write to a buffer";
        return Some(mistake.with_help(help));
    }
    let size = region.ty.bytes();
    if index.saturating_add(1).saturating_mul(size) > region.bytes {
        let count = region.bytes / size.max(1);
        let mistake = wrong(format!("`{name}` has no element {index}"));
        return Some(mistake.with_help(format!("elements are counted from 0, and it has {count}")));
    }
    if !kept(setup, name, region) {
        let why = format!("`{name}` is no output, and only outputs are kept to the end");
        return Some(wrong(why).with_help(format!("name `{name}` in `outputs` too")));
    }
    (region.ty.bits > 64).then(|| {
        let bits = region.ty.bits;
        wrong(format!(
            "elements of `{name}` have {bits} bits, and at most 64 are compared"
        ))
    })
}

/// What is wrong with a literal beside an element.
fn literal(setup: &Setup, property: &Property, a: &Side, b: &Side) -> Option<Diagnostic> {
    let ((Side::Element(name, _), Side::Number(number, text))
    | (Side::Number(number, text), Side::Element(name, _))) = (a, b)
    else {
        return None;
    };
    let ty = setup.regions[find(setup, name)?].ty;
    let expected = number.at(ty).err()?;
    let what = format!("an element of `{name}`, which is {ty}, is never `{text}`");
    let label = format!("in this property: expected {expected}");
    Some(Diagnostic::new(what, property.text.span, label))
}
