//! Writes functions out: from a checked model to expressions of the algebra.

use rustc_hash::FxHashMap;

use super::ast::{Binary, Unary};
use super::hir::{Checked, Hir, Item, Located};
use crate::model::relation::base::BaseRelation;
use crate::model::relation::expr::{
    Arena, Axiom, Definition, Expr, ExprId, Kind, RecId, Recursive,
};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::span::{SourceFile, Span};

/// The surroundings of the definition being written out.
#[derive(Debug, Default)]
struct Frame {
    args: Vec<ExprId>,
    open: Vec<(usize, Kind)>,
}

/// One use of a definition; equal uses are written out once.
type Use = (usize, Vec<ExprId>, Vec<Kind>);

struct Lowering<'a> {
    checked: &'a Checked,
    definition: &'a mut Definition,
    done: FxHashMap<Use, ExprId>,
    steps: usize,
    deepest: usize,
}

/// How many steps it may take to write a model out: functions that call functions can describe
/// expressions of exponential size.
const STEP_LIMIT: usize = 1_000_000;

/// How many levels a definition may have, those of the definitions that it uses included.
const DEPTH_LIMIT: usize = 500;

/// Longer chains of one operator are put together from parts of this length: each part is a level, not
/// each operand.
const PART: usize = 64;

/// Fills a definition with axioms, names and options. The error is a mistake with the number of the
/// text it is in.
pub fn lower(
    checked: &Checked,
    sources: &[SourceFile],
    definition: &mut Definition,
) -> Result<(), (usize, Diagnostic)> {
    definition.options = checked.options;
    let mut lowering = Lowering {
        checked,
        definition,
        done: FxHashMap::default(),
        steps: 0,
        deepest: 0,
    };
    for located in &checked.items {
        lowering.item(located, &sources[located.file]);
        if lowering.steps > STEP_LIMIT {
            return Err((located.file, too_large(located.span)));
        }
        if lowering.deepest > DEPTH_LIMIT {
            return Err((located.file, too_deep(located.span)));
        }
    }
    Ok(())
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::new(
        "the model is too large",
        span,
        format!("takes more than {STEP_LIMIT} steps to write out"),
    )
    .with_help("functions that call functions several times grow exponentially")
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(
        "the definitions of this model build on each other too deeply",
        span,
        format!("more than {DEPTH_LIMIT} levels"),
    )
    .with_help("write fewer definitions in terms of the one before, or longer ones")
}

impl Lowering<'_> {
    /// Stores an expression, and looks how deep it is.
    fn add(&mut self, expr: Expr) -> ExprId {
        let arena = &mut self.definition.arena;
        let id = arena.add(expr);
        self.deepest = self.deepest.max(arena.depth(id));
        id
    }

    fn arena(&mut self) -> &mut Arena {
        &mut self.definition.arena
    }

    fn item(&mut self, located: &Located, source: &SourceFile) {
        match &located.item {
            Item::Def(def, visible) => {
                let known = &self.checked.defs[*def];
                if known.builtin || !known.params.is_empty() {
                    return;
                }
                let id = self.call(*def, Vec::new(), vec![Kind::Relation; known.open.len()]);
                if *visible {
                    self.definition.names.push((known.name.clone(), id));
                }
            }
            Item::Group(recs) => self.group(recs),
            Item::Claim(claim) => {
                let expr = self.expr(&claim.expr, &Frame::default());
                self.definition.axioms.push(Axiom {
                    name: claim.name.clone(),
                    assertion: claim.assertion,
                    negated: claim.negated,
                    flag: claim.flag,
                    expr,
                    span: located.span,
                    source: source.clone(),
                });
            }
        }
    }

    /// All names of a group come before all bodies: what the group uses from outside it may come
    /// after the names, but no group is used before it is complete.
    fn group(&mut self, recs: &[(usize, bool)]) {
        let mut ids = Vec::new();
        let mut levels = 1;
        for (rec, visible) in recs {
            let known = &self.checked.recs[*rec];
            let kind = self.checked.kind(known.kind, &[]);
            self.arena().recursive.push(Recursive {
                name: known.name.clone(),
                kind,
                body: None,
                group: known.group,
            });
            let id = self.arena().add(Expr::Recursive(rec_id(*rec)));
            ids.push((*visible, known.name.clone(), id));
        }
        for (rec, _) in recs {
            if let Some(body) = &self.checked.recs[*rec].body {
                let id = self.expr(body, &Frame::default());
                self.arena().recursive[*rec].body = Some(id);
                levels += self.arena().depth(id);
            }
        }
        // The longest way through a group that meets no definition twice is no longer.
        self.deepest = self.deepest.max(levels);
        for (_, _, id) in &ids {
            self.arena().deepen(*id, levels);
        }
        for (visible, name, id) in ids {
            if visible {
                self.definition.names.push((name, id));
            }
        }
    }

    fn expr(&mut self, hir: &Hir, frame: &Frame) -> ExprId {
        self.steps += 1;
        if self.steps > STEP_LIMIT {
            return self.arena().add(Expr::Empty(Kind::Relation));
        }
        let expr = match hir {
            Hir::Set(set) => Expr::Set(*set),
            Hir::Relation(relation) => Expr::Relation(*relation),
            Hir::Empty(ty) => Expr::Empty(self.checked.kind(*ty, &frame.open)),
            Hir::Param(param) => return frame.args[*param],
            Hir::Recursive(rec) => Expr::Recursive(rec_id(*rec)),
            Hir::Call(def, args, open) => {
                let args = args.iter().map(|arg| self.expr(arg, frame)).collect();
                let kinds = open
                    .iter()
                    .map(|ty| self.checked.kind(*ty, &frame.open))
                    .collect();
                return self.call(*def, args, kinds);
            }
            Hir::Domain(relation) => Expr::Domain(self.expr(relation, frame)),
            Hir::Range(relation) => Expr::Range(self.expr(relation, frame)),
            Hir::Unary(op, operand) => {
                let operand = self.expr(operand, frame);
                unary(*op, operand)
            }
            Hir::Chain(op, operands) => return self.chain(*op, operands, frame),
        };
        self.add(expr)
    }

    fn call(&mut self, def: usize, args: Vec<ExprId>, kinds: Vec<Kind>) -> ExprId {
        let usage = (def, args, kinds);
        if let Some(&id) = self.done.get(&usage) {
            return id;
        }
        let known = &self.checked.defs[def];
        let frame = Frame {
            args: usage.1.clone(),
            open: known
                .open
                .iter()
                .copied()
                .zip(usage.2.iter().copied())
                .collect(),
        };
        let id = self.expr(&known.body, &frame);
        self.done.insert(usage, id);
        id
    }

    fn chain(&mut self, op: Binary, operands: &[Hir], frame: &Frame) -> ExprId {
        let mut ids: Vec<ExprId> = operands
            .iter()
            .map(|operand| self.expr(operand, frame))
            .collect();
        let splits = match op {
            Binary::Union | Binary::Compose | Binary::Intersection => true,
            Binary::Difference | Binary::Product => false,
        };
        while splits && ids.len() > PART {
            let parts = ids.chunks(PART);
            ids = parts.map(|part| self.joined(op, part)).collect();
        }
        self.joined(op, &ids)
    }

    /// Operands, put together from the left.
    fn joined(&mut self, op: Binary, operands: &[ExprId]) -> ExprId {
        let Some((&first, others)) = operands.split_first() else {
            return self.add(Expr::Relation(BaseRelation::Identity));
        };
        let mut all = first;
        for &operand in others {
            all = self.add(binary(op, all, operand));
        }
        all
    }
}

fn rec_id(rec: usize) -> RecId {
    RecId(u32::try_from(rec).unwrap_or(u32::MAX))
}

const fn unary(op: Unary, operand: ExprId) -> Expr {
    match op {
        Unary::Complement => Expr::Complement(operand),
        Unary::Inverse => Expr::Inverse(operand),
        Unary::Optional => Expr::Optional(operand),
        Unary::Plus => Expr::Plus(operand),
        Unary::Star => Expr::Star(operand),
        Unary::Identity => Expr::Identity(operand),
    }
}

const fn binary(op: Binary, left: ExprId, right: ExprId) -> Expr {
    match op {
        Binary::Union => Expr::Union(left, right),
        Binary::Compose => Expr::Compose(left, right),
        Binary::Difference => Expr::Difference(left, right),
        Binary::Intersection => Expr::Intersection(left, right),
        Binary::Product => Expr::Product(left, right),
    }
}
