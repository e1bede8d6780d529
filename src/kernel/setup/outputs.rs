//! The memory that outputs and properties speak of.

use crate::ptx::module::Variable;
use crate::syntax::Diagnostic;
use crate::syntax::diagnostic::nearest;

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
        if let Some(at) = find(setup, &output.node) {
            setup.outputs.push(at);
        } else {
            let known: Vec<&str> = setup.regions.iter().map(|one| one.name.as_str()).collect();
            let mistake = Diagnostic::new(
                format!("there is no buffer `{}`", output.node),
                output.span,
                "named as an output",
            );
            mistakes.push(match nearest(&output.node, known) {
                Some(near) => mistake.with_help(format!("did you mean `{near}`?")),
                None => mistake,
            });
        }
    }
}

/// The region of a buffer or variable.
#[must_use]
pub fn find(setup: &Setup, name: &str) -> Option<usize> {
    setup.regions.iter().position(|region| match region.owner {
        Owner::Buffer(_) => region.name == name,
        Owner::Variable(at, _) => names(&setup.module.variables[at], name),
        Owner::Shared(_) | Owner::Workspace(_) | Owner::Parameters(_) => false,
    })
}

/// Whether the contents of a region at the end of a run are kept: of outputs, and where none is named of buffers.
fn kept(setup: &Setup, name: &str, region: &Region) -> bool {
    if setup.outputs.is_empty() {
        matches!(region.owner, Owner::Buffer(_))
    } else {
        find(setup, name).is_some_and(|at| setup.outputs.contains(&at))
    }
}

/// Properties speak of what there is.
pub fn properties(setup: &Setup, mistakes: &mut Vec<Diagnostic>) {
    for property in &setup.description.properties {
        for (name, index) in property.formula.elements() {
            let region = find(setup, name).map(|at| &setup.regions[at]);
            let problem = match region {
                None => format!("there is no buffer `{name}`"),
                Some(region) if (index + 1).saturating_mul(region.ty.bytes()) > region.bytes => {
                    format!("`{name}` has no element {index}")
                }
                Some(region) if !kept(setup, name, region) => {
                    let why =
                        format!("`{name}` is no output, and only outputs are kept to the end");
                    let mistake = Diagnostic::new(why, property.text.span, "in this property");
                    mistakes.push(mistake.with_help(format!("name `{name}` in `outputs` too")));
                    continue;
                }
                Some(_) => continue,
            };
            mistakes.push(Diagnostic::new(
                problem,
                property.text.span,
                "in this property",
            ));
        }
    }
}
