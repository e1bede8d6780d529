//! Branches, barriers and results of a role.

use crate::program::Value;
use crate::syntax::ast::{Comparison, Type};

use super::super::place::LANES;
use super::super::quorum::{barrier, quorum};
use super::asm::{Asm, Kind};
use super::layout::Field;
use super::role::Role;

impl Role<'_> {
    pub(super) fn branch(
        &mut self,
        asm: &mut Asm,
        index: usize,
        guard: Option<&str>,
        (condition, target): (Option<(Comparison, Value, Value)>, usize),
    ) {
        let condition = condition.map(|(cmp, a, b)| {
            // Compared as `.s32`.
            self.registers.compare(asm, cmp, (a, b), Type::default())
        });
        let taken = match (guard, condition) {
            (None, None) => None,
            (Some(guard), None) => Some(guard.to_owned()),
            (None, Some(condition)) => Some(condition),
            (Some(guard), Some(condition)) => {
                let both = format!("{guard}, {condition}");
                Some(asm.into_fresh(Kind::Predicate, "and.pred", &both))
            }
        };
        let label = self.label(target);
        let (true, Some(spin)) = (target <= index, &self.spin) else {
            asm.guarded(taken.as_deref(), format!("bra {label}"));
            return;
        };
        let laps = asm.fresh(Kind::Word);
        self.registers.prelude.push(format!("  mov.u32 {laps}, 0;"));
        let past = asm.new_label(&format!("P{}_PAST", self.index));
        if let Some(taken) = &taken {
            asm.op(format!("@!{taken} bra {past}"));
        }
        asm.op(format!("add.u32 {laps}, {laps}, 1"));
        let many = asm.into_fresh(Kind::Predicate, "setp.gt.u32", &format!("{laps}, {spin}"));
        asm.op(format!("@{many} bra GIVEN_UP_{}", self.index));
        asm.op(format!("bra {label}"));
        asm.label(&past);
    }

    pub(super) fn barrier(
        &mut self,
        asm: &mut Asm,
        guard: Option<&str>,
        index: usize,
        arrive: bool,
    ) {
        let program = self.layout.program;
        let thread = &program.threads[self.index];
        let kind = &thread.code[index].kind;
        let (Some(wanted), Some(roles)) = (barrier(thread, kind), quorum(program, thread, kind))
        else {
            return;
        };
        let all = &self.layout.places.barriers;
        let number = all.iter().position(|one| *one == wanted).unwrap_or(0);
        let first = self.barriers.clone().unwrap_or_default();
        let name = asm.into_fresh(Kind::Word, "add.u32", &format!("{first}, {}", number + 1));
        let word = if arrive {
            "barrier.arrive"
        } else {
            "barrier.sync"
        };
        asm.guarded(
            guard,
            format!("{word} {name}, {}", roles * u64::from(LANES)),
        );
    }

    /// Stores what the role saw.
    pub(super) fn results(&self, asm: &mut Asm) {
        let record = &self.playing.record;
        for field in &self.layout.fields {
            let (kind, from) = match field {
                Field::Register(role, register) if *role == self.index => {
                    let name = self.registers.name(*register).to_owned();
                    (self.registers.kind(*register), name)
                }
                Field::Kept(role, at) if *role == self.index => {
                    let found = self.kept.iter().find(|one| one.0 == *at);
                    let wide = |kept: &String| kept.starts_with("%d");
                    let Some((_, kept)) = found else { continue };
                    let kind = if wide(kept) { Kind::Long } else { Kind::Word };
                    (kind, kept.clone())
                }
                Field::Status(role) if *role == self.index => (Kind::Word, self.status.clone()),
                Field::Register(..) | Field::Kept(..) | Field::Status(_) | Field::Final(_) => {
                    continue;
                }
            };
            let bits = if kind == Kind::Long { 64 } else { 32 };
            let at = self.layout.field(*field);
            asm.op(format!("st.global.b{bits} [{record}+{at}], {from}"));
        }
    }
}
