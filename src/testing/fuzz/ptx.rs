//! Any text as a module of PTX.

use crate::ptx::module::{Function, Module};
use crate::ptx::parse;
use crate::syntax::span::SourceFile;

use super::{Checked, report};

/// A text is a module, or its mistakes are reported. With a comment before it a module means the same, each
/// instruction a line later.
///
/// # Errors
///
/// What is wrong.
pub fn ptx(bytes: &[u8]) -> Checked {
    let text = String::from_utf8_lossy(bytes);
    let module = match parse(&SourceFile::new("fuzz.ptx", &*text)) {
        Ok(module) => module,
        Err(found) => return report(&found).map(|()| 0),
    };
    let later = format!("// a comment\n{text}");
    let again = parse(&SourceFile::new("fuzz.ptx", later))
        .map_err(|found| format!("a comment is a mistake:\n{}", found.render(false)))?;
    let pairs = module.functions.iter().zip(&again.functions);
    let mut compared = usize::from(module.functions.len() == again.functions.len());
    if compared == 0 {
        return Err("a comment changes the functions".to_owned());
    }
    for (one, other) in pairs {
        compared += same((&module, one), (&again, other))?;
    }
    Ok(compared)
}

fn same((module, one): (&Module, &Function), (again, other): (&Module, &Function)) -> Checked {
    let code = |function: &Function| function.body.clone().map(|body| body.code);
    let (Some(first), Some(second)) = (code(one), code(other)) else {
        return Ok(0);
    };
    if first.len() != second.len() {
        return Err(format!("a comment changes the length of `{}`", one.name));
    }
    for (before, after) in first.iter().zip(&second) {
        let lines = [
            module.position(before.span.start).line + 1,
            again.position(after.span.start).line,
        ];
        // A value that is not a number is not itself.
        let shown = [before, after].map(|one| format!("{:?}", one.operation));
        if shown[0] != shown[1] || lines[0] != lines[1] {
            return Err(format!("a comment changes {shown:?} at {lines:?}"));
        }
    }
    Ok(first.len())
}
