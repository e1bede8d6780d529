//! A litmus test as a module of PTX, and the launch that runs it.

use std::fmt::Write as _;

use std::collections::BTreeMap;

use crate::program::types::location_at;
use crate::program::{
    Condition, Location, LocationId, Program, RegisterId, Target, Term, Thread, ThreadId, Value,
};
use crate::syntax::access::{Proxy, Space};
use crate::syntax::span::Span;

use super::code::Writer;
use super::launch;

/// A test as kernels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The module: an entry for each block.
    pub module: String,
    /// The launch file, whose property is what the test states. The location of index 3 is the buffer `m3`.
    pub launch: String,
    /// The registers that the test asks about, in the order in which the buffer `registers` holds them.
    pub registers: Vec<(ThreadId, RegisterId)>,
}

/// What of a test no kernel can do, or not in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unprintable {
    /// Where.
    pub span: Span,
    /// What, for people.
    pub what: &'static str,
}

/// Where a test's threads and locations are.
pub struct Layout<'a> {
    pub program: &'a Program,
    /// Its blocks, each with its device and its threads.
    pub blocks: Vec<(u32, Vec<ThreadId>)>,
    /// The width of what is in memory, in bits.
    pub bits: u8,
    /// The registers that are asked about, in the order in which they are put in memory.
    pub asked: Vec<(ThreadId, RegisterId)>,
}

/// Prints a test. All accesses must have one width, as kernels have no cells of several.
///
/// # Errors
///
/// It has what no kernel has.
pub fn print(program: &Program) -> Result<Printed, Unprintable> {
    let layout = Layout::of(program)?;
    let mut module = String::from(".version 8.0\n.target sm_70\n.address_size 64\n");
    for (at, location) in program.locations.iter().enumerate() {
        if location.space == Space::Shared {
            let (bits, name) = (layout.bits, name(LocationId(at)));
            let _ = writeln!(module, ".shared .align 8 .b{bits} {name};");
        }
    }
    for (block, (_, threads)) in layout.blocks.iter().enumerate() {
        module.push_str(&entry(&layout, block, threads)?);
    }
    Ok(Printed {
        module,
        launch: launch::text(&layout),
        registers: layout.asked,
    })
}

/// The kernel of a block.
fn entry(layout: &Layout, block: usize, threads: &[ThreadId]) -> Result<String, Unprintable> {
    let globals = layout.globals();
    let parameters = globals.len() + 1;
    let names: Vec<String> = (0..parameters)
        .map(|at| format!(".param .u64 block{block}_{at}"))
        .collect();
    let registers = threads
        .iter()
        .map(|&thread| layout.program.thread(thread).registers.len());
    let registers = registers.max().unwrap_or(0) + 1;
    let mut text = format!(
        "\n.visible .entry block{block}({})\n{{\n\t.reg .pred %p<3>;\n\t.reg .b32 %t<4>;\n\
         \t.reg .b64 %w<4>;\n\t.reg .b64 %a<{parameters}>;\n\t.reg .b64 %g<{parameters}>;\n\
         \t.reg .b64 %r<{registers}>;\n",
        names.join(", ")
    );
    for at in 0..parameters {
        let _ = writeln!(
            text,
            "\tld.param.u64 \t%a{at}, [block{block}_{at}];\n\tcvta.to.global.u64 \t%g{at}, %a{at};"
        );
    }
    text.push_str("\tmov.u32 \t%t0, %tid.x;\n");
    for place in 1..threads.len() {
        let _ = writeln!(
            text,
            "\tsetp.eq.u32 \t%p0, %t0, {place};\n\t@%p0 bra \tT{place};"
        );
    }
    for (place, &thread) in threads.iter().enumerate() {
        if place > 0 {
            let _ = writeln!(text, "T{place}:");
        }
        text.push_str(&Writer::new(layout, thread).thread()?);
    }
    text.push_str("}\n");
    Ok(text)
}

impl<'a> Layout<'a> {
    fn of(program: &'a Program) -> Result<Self, Unprintable> {
        let mut blocks: BTreeMap<(u32, u32), Vec<ThreadId>> = BTreeMap::new();
        for (at, thread) in program.threads.iter().enumerate() {
            let place = (thread.placement.gpu, thread.placement.cta);
            blocks.entry(place).or_default().push(ThreadId(at));
        }
        for (at, location) in program.locations.iter().enumerate() {
            plain(program, LocationId(at), location)?;
        }
        let mut asked = Vec::new();
        for condition in program.filter.iter().chain([&program.condition]) {
            terms(condition, &mut |term, span| {
                ask(program, term, span, &mut asked)
            })?;
        }
        Ok(Self {
            program,
            blocks: blocks
                .into_iter()
                .map(|((gpu, _), threads)| (gpu, threads))
                .collect(),
            bits: width(program)?,
            asked,
        })
    }

    /// The locations that are buffers.
    pub fn globals(&self) -> Vec<LocationId> {
        let all = self.program.locations.iter().enumerate();
        all.filter(|(_, location)| location.space == Space::Global)
            .map(|(at, _)| LocationId(at))
            .collect()
    }
}

/// A name of a location that both languages and the launch can say.
pub fn name(LocationId(at): LocationId) -> String {
    format!("m{at}")
}

/// That a location is memory under one name.
fn plain(program: &Program, id: LocationId, location: &Location) -> Result<(), Unprintable> {
    let refuse = |what| {
        Err(Unprintable {
            span: location.span,
            what,
        })
    };
    if location.physical != id || location.address != id || location.proxy.is_some() {
        return refuse("an alias");
    }
    if location.space == Space::Shared && location.initial != 0 {
        return refuse("shared memory with values of its own at the start");
    }
    if location_at(location.initial, program.locations.len()).is_some() {
        return refuse("an address in memory");
    }
    Ok(())
}

/// The one width of all accesses.
fn width(program: &Program) -> Result<u8, Unprintable> {
    let mut found = None;
    for instruction in program.threads.iter().flat_map(|thread| &thread.code) {
        let Some((_, access)) = instruction.kind.accessed() else {
            continue;
        };
        let bits = access.ty.bits;
        let refuse = |what| {
            Err(Unprintable {
                span: instruction.span,
                what,
            })
        };
        if *found.get_or_insert(bits) != bits {
            return refuse("memory that is used at several sizes");
        }
        if access.proxy != Proxy::Generic {
            return refuse("an access through another proxy");
        }
        if access.remote {
            return refuse("a remote access");
        }
    }
    Ok(found.unwrap_or(32))
}

/// Does something with what a condition compares.
fn terms(
    condition: &Condition,
    each: &mut impl FnMut(Term, Span) -> Result<(), Unprintable>,
) -> Result<(), Unprintable> {
    match condition {
        Condition::Literal(..) => Ok(()),
        Condition::Compare(_, a, b, span) => {
            each(*a, *span)?;
            each(*b, *span)
        }
        Condition::Not(inner, _) => terms(inner, each),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            parts.iter().try_for_each(|part| terms(part, each))
        }
        Condition::Terminates(span) => Err(Unprintable {
            span: *span,
            what: "a question whether executions end",
        }),
    }
}

fn ask(
    program: &Program,
    term: Term,
    span: Span,
    asked: &mut Vec<(ThreadId, RegisterId)>,
) -> Result<(), Unprintable> {
    let refuse = |what| Err(Unprintable { span, what });
    match term {
        Term::Constant(number) if location_at(number, program.locations.len()).is_some() => {
            refuse("a comparison with an address")
        }
        Term::Location(id) if program.location(id).space == Space::Shared => {
            refuse("what shared memory holds at the end")
        }
        Term::Register(thread, register) => {
            if !asked.contains(&(thread, register)) {
                asked.push((thread, register));
            }
            Ok(())
        }
        Term::Constant(_) | Term::Location(_) => Ok(()),
    }
}

/// Whether something is the address of a location, and of which.
pub fn address(program: &Program, value: i64) -> Option<LocationId> {
    location_at(value, program.locations.len())
}

/// The place of a register among those that are put in memory.
pub fn slot(layout: &Layout, thread: ThreadId, register: RegisterId) -> Option<usize> {
    layout
        .asked
        .iter()
        .position(|one| *one == (thread, register))
}

/// What an operand and a target are called.
pub fn operand(value: Value) -> String {
    match value {
        Value::Constant(number) => number.to_string(),
        Value::Register(RegisterId(at)) => format!("%r{at}"),
    }
}

/// The space that is named, and the address.
pub fn target(layout: &Layout, target: Target) -> (&'static str, String) {
    match target {
        Target::Register(RegisterId(at)) => ("", format!("[%r{at}]")),
        Target::Location(id) => match layout.program.location(id).space {
            Space::Shared => (".shared", format!("[{}]", name(id))),
            Space::Global => {
                let place = layout.globals().iter().position(|one| *one == id);
                (".global", format!("[%g{}]", place.unwrap_or(0)))
            }
        },
    }
}

/// A thread by its index.
pub fn thread_of<'a>(layout: &Layout<'a>, id: ThreadId) -> &'a Thread {
    layout.program.thread(id)
}
