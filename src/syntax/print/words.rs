//! Declarations, placements and instructions in the printer's own words.

use super::names::{self, arithmetic, atomic, name, proxy, space, ty};
use super::style::{Fences, Style};
use crate::syntax::ast::{
    Access, Address, AtomicOp, Column, Declaration, Fence, Ident, InitialValue, Operand, Operation,
    Order, Proxy, Scope, Statement,
};

/// A declaration, without its `;`.
#[must_use]
pub fn declaration(declaration: &Declaration) -> String {
    match declaration {
        Declaration::Location {
            name,
            space: own,
            value,
        } => {
            let own = own.as_ref();
            let own = own.map_or_else(String::new, |own| format!(".{} ", space(own.node)));
            format!("{own}{} = {value}", ident(name))
        }
        Declaration::Register {
            thread,
            register,
            value,
        } => {
            let value = match value {
                InitialValue::Constant(value) => value.to_string(),
                InitialValue::AddressOf(name) => ident(name),
            };
            format!("P{}:{} = {value}", thread.node, ident(register))
        }
        Declaration::Alias {
            name,
            proxy: own,
            target,
        } => {
            let (name, target) = (ident(name), ident(target));
            format!("{name} @ {} aliases {target}", proxy(own.node))
        }
    }
}

/// The header cell of a thread.
#[must_use]
pub fn header(column: &Column) -> String {
    let warp = column.warp.map(|warp| format!("warp {warp},"));
    format!(
        "P{}@{}cta {},gpu {}",
        column.number.node,
        warp.unwrap_or_default(),
        column.cta,
        column.gpu
    )
}

/// What stands in a cell.
#[must_use]
pub fn statement(statement: &Statement, style: &Style<'_>) -> String {
    match statement {
        Statement::Label(name) => format!("{}:", ident(name)),
        Statement::Instruction { guard, operation } => {
            instruction(guard.as_ref(), operation, style)
        }
    }
}

/// An instruction under its guard.
#[must_use]
pub fn instruction(
    guard: Option<&(Ident, bool)>,
    operation: &Operation,
    style: &Style<'_>,
) -> String {
    let guard = guard.map(|(name, positive)| {
        let sign = if *positive { "" } else { "!" };
        format!("@{sign}{} ", ident(name))
    });
    let operation = self::operation(operation, style);
    format!("{}{operation}", guard.unwrap_or_default())
}

/// An instruction without a guard.
///
/// ```
/// use gpu_litmus::syntax::ast::{Fence, Operation, Scope};
/// use gpu_litmus::syntax::print::{Fences, Style, operation};
///
/// let fence = Operation::Fence(Fence::Sc(Scope::Gpu));
/// assert_eq!(operation(&fence, &Style::default()), "fence.sc.gpu");
/// let style = Style { fences: Fences::Membar, ..Style::default() };
/// assert_eq!(operation(&fence, &style), "membar.gl");
/// ```
#[must_use]
pub fn operation(operation: &Operation, style: &Style<'_>) -> String {
    let (word, operands) = match operation {
        Operation::Load {
            dst,
            address,
            access,
        } => (load(*access, style), vec![ident(dst), target(address)]),
        Operation::Store {
            address,
            value,
            access,
        } => (store(*access, style), vec![target(address), operand(value)]),
        Operation::Atomic {
            dst,
            address,
            op,
            operands,
            access,
        } => update(dst.as_ref(), address, *op, operands, *access, style),
        Operation::Fence(own) => (fence(*own, style), Vec::new()),
        Operation::Barrier {
            arrive,
            id,
            barrier,
            quorum,
        } => {
            let word = if *arrive {
                "bar.cta.arrive"
            } else {
                "bar.cta.sync"
            };
            let all = [Some(id), barrier.as_ref(), quorum.as_ref()];
            (
                word.to_owned(),
                all.into_iter().flatten().map(operand).collect(),
            )
        }
        Operation::Move { dst, src, ty: own } => {
            (format!("mov{}", ty(*own)), vec![ident(dst), operand(src)])
        }
        Operation::Arithmetic {
            op,
            dst,
            a,
            b,
            ty: own,
        } => {
            let word = format!("{}{}", arithmetic(*op), ty(*own));
            (word, vec![ident(dst), operand(a), operand(b)])
        }
        Operation::SetPredicate {
            cmp,
            dst,
            a,
            b,
            ty: own,
        } => {
            let word = format!("setp.{}{}", cmp.letters(), ty(*own));
            (word, vec![ident(dst), operand(a), operand(b)])
        }
        Operation::Branch { condition, target } => match condition {
            None => ("bra".to_owned(), vec![ident(target)]),
            Some((cmp, a, b)) => (
                format!("b{}", cmp.letters()),
                vec![operand(a), operand(b), ident(target)],
            ),
        },
    };
    if operands.is_empty() {
        word
    } else {
        format!("{word} {}", operands.join(", "))
    }
}

fn load(access: Access, style: &Style<'_>) -> String {
    let base = match access.proxy {
        Proxy::Generic => "ld",
        Proxy::Surface => "suld",
        Proxy::Texture => "tld",
        Proxy::Constant => "cold",
    };
    format!("{base}{}", modifiers(access, style))
}

fn store(access: Access, style: &Style<'_>) -> String {
    let base = match access.proxy {
        Proxy::Surface => "sust",
        // Nothing is stored through a texture or a constant.
        Proxy::Generic | Proxy::Texture | Proxy::Constant => "st",
    };
    format!("{base}{}", modifiers(access, style))
}

fn update(
    dst: Option<&Ident>,
    address: &Address,
    op: AtomicOp,
    values: &[Operand],
    access: Access,
    style: &Style<'_>,
) -> (String, Vec<String>) {
    // Without a result `red` is the shorter name, where it is one.
    let result = match (dst, op) {
        (Some(dst), _) => Some(ident(dst)),
        (None, AtomicOp::Exch | AtomicOp::Cas) => Some("_".to_owned()),
        (None, AtomicOp::Arithmetic(_) | AtomicOp::Inc | AtomicOp::Dec) => None,
    };
    let base = if result.is_some() { "atom" } else { "red" };
    let word = format!(
        "{base}.{}.{}{}.{}{}",
        names::order(access.order, access.remote),
        style.spelling.scope(access.scope),
        in_space(access),
        atomic(op),
        ty(access.ty)
    );
    let operands = result.into_iter().chain([target(address)]);
    (word, operands.chain(values.iter().map(operand)).collect())
}

/// The modifiers of a load or store, each with its dot.
fn modifiers(access: Access, style: &Style<'_>) -> String {
    let order = names::order(access.order, access.remote);
    let scope = match access.order {
        Order::Weak => String::new(),
        Order::Relaxed | Order::Acquire | Order::Release | Order::AcqRel | Order::Sc => {
            format!(".{}", style.spelling.scope(access.scope))
        }
    };
    format!(".{order}{scope}{}{}", in_space(access), ty(access.ty))
}

fn in_space(access: Access) -> String {
    let own = access.space.map(|own| format!(".{}", space(own)));
    own.unwrap_or_default()
}

/// A fence.
#[must_use]
pub fn fence(fence: Fence, style: &Style<'_>) -> String {
    match (fence, style.fences) {
        (Fence::Sc(Scope::Cta), Fences::Membar) => "membar.cta".to_owned(),
        (Fence::Sc(Scope::Gpu), Fences::Membar) => "membar.gl".to_owned(),
        (Fence::Sc(Scope::Sys), Fences::Membar) => "membar.sys".to_owned(),
        (Fence::Sc(scope), _) => format!("fence.sc.{}", style.spelling.scope(scope)),
        (Fence::AcqRel(scope), _) => format!("fence.acq_rel.{}", style.spelling.scope(scope)),
        (Fence::Proxy(own), _) => format!("fence.proxy.{}", proxy(own)),
        (Fence::Alias, _) => "fence.proxy.alias".to_owned(),
        (Fence::Hole, _) => "fence.?".to_owned(),
    }
}

fn ident(ident: &Ident) -> String {
    name(&ident.node)
}

fn target(address: &Address) -> String {
    let name = ident(&address.name);
    if address.bracketed {
        format!("[{name}]")
    } else {
        name
    }
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Constant(value) => value.node.to_string(),
        Operand::Name(name) => ident(name),
    }
}
