//! Calls and returns.

use std::sync::Arc;

use crate::ptx::operation::{CallOperand, Operand, Operation};
use crate::ptx::types::Type;

use super::finding::Finding;
use super::machine::Machine;
use super::state::{Bytes, LOOSE, State, Status, Value};

/// Deeper recursion is not followed.
const DEPTH: usize = 64;

impl Machine<'_> {
    pub fn call(
        &mut self,
        state: &mut State,
        thread: usize,
        function: usize,
        results: &[Option<CallOperand>],
        arguments: &[CallOperand],
    ) {
        self.forget_carry(state, thread);
        let callee = &self.setup.module.functions[function];
        if callee.body.is_none() {
            let name = callee.name.clone();
            self.outside(state, thread, &name, results);
            return;
        }
        if state.threads[thread].frames.len() >= DEPTH {
            self.refuse(state, thread, format!("a recursion deeper than {DEPTH}"));
            return;
        }
        let mut given = Vec::new();
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            let length = usize::try_from(parameter.bytes.unwrap_or(0)).unwrap_or(0);
            let mut bytes = Bytes::unknown(length);
            match argument {
                CallOperand::Variable(at) => {
                    let frame = state.threads[thread].frame();
                    if let Some(own) = frame.and_then(|frame| frame.params.get(*at)) {
                        bytes = own.clone();
                    }
                }
                CallOperand::Value(operand) => {
                    match self.operand(state, thread, *operand, parameter.ty) {
                        Ok(value) => {
                            let _ = bytes.write(0, length.min(8), value);
                        }
                        Err(why) => {
                            self.refuse(state, thread, why);
                            return;
                        }
                    }
                }
            }
            bytes.taint.iter().for_each(|taint| self.keeps(*taint));
            given.push(bytes);
        }
        let it = Arc::make_mut(&mut state.threads[thread]);
        let frame = self.frame(function, it, given);
        it.frames.push(frame);
    }

    /// Behind a call nobody knows what the carry is: functions do not keep it (ISA, *Extended-Precision Integer
    /// Arithmetic Instructions*).
    fn forget_carry(&self, state: &mut State, thread: usize) {
        let body = state.threads[thread].frame().and_then(|frame| {
            let function = self.setup.module.functions.get(frame.function)?;
            function.body.as_ref()
        });
        if let Some(carry) = body.and_then(|body| body.carry) {
            let open = Value {
                bits: 0,
                taint: LOOSE,
            };
            self.assign(state, thread, Some(carry), open, Type::PREDICATE);
        }
    }

    /// A function that is only declared.
    fn outside(
        &mut self,
        state: &mut State,
        thread: usize,
        name: &str,
        results: &[Option<CallOperand>],
    ) {
        match name {
            // It prints, and nobody reads what it says but a person.
            "vprintf" => {
                for result in results.iter().flatten() {
                    let zero = Bytes {
                        bytes: vec![0; 4],
                        taint: vec![0; 4],
                    };
                    self.give(state, thread, *result, &zero);
                }
                Self::go_on(state, thread);
            }
            "__assertfail" | "__assert_fail" => {
                self.tell(state, thread, Vec::new());
                self.find(Finding::Trap, thread, state);
                state.over = true;
            }
            "malloc" | "free" => {
                self.refuse(state, thread, format!("`{name}`: the heap of the device"));
            }
            _ => self.refuse(
                state,
                thread,
                format!("`{name}`, which is defined in another module"),
            ),
        }
    }

    /// Writes a result of a call where the caller wants it.
    fn give(&self, state: &mut State, thread: usize, result: CallOperand, bytes: &Bytes) {
        bytes.taint.iter().for_each(|taint| self.keeps(*taint));
        let it = Arc::make_mut(&mut state.threads[thread]);
        match result {
            CallOperand::Variable(at) => {
                if let Some(own) = it
                    .frames
                    .last_mut()
                    .and_then(|frame| frame.params.get_mut(at))
                {
                    let length = own.bytes.len().min(bytes.bytes.len());
                    own.bytes[..length].copy_from_slice(&bytes.bytes[..length]);
                    own.taint[..length].copy_from_slice(&bytes.taint[..length]);
                }
            }
            CallOperand::Value(Operand::Register(register)) => {
                let value = bytes.read(0, bytes.bytes.len().min(8)).unwrap_or_default();
                self.set_bytes(it, Some(register), value, Type::B64);
            }
            CallOperand::Value(_) => {}
        }
    }

    /// Goes to the next instruction.
    pub fn go_on(state: &mut State, thread: usize) {
        if let Some(frame) = Arc::make_mut(&mut state.threads[thread]).frames.last_mut() {
            frame.at += 1;
        }
    }

    /// Leaves the innermost function.
    pub fn leave(&mut self, state: &mut State, thread: usize) {
        if state.threads[thread].frames.len() <= 1 {
            self.exit(state, thread);
            return;
        }
        let it = Arc::make_mut(&mut state.threads[thread]);
        let Some(left) = it.frames.pop() else { return };
        it.local.bytes.truncate(left.local);
        it.local.taint.truncate(left.local);
        let call = self.instruction(&state.threads[thread]);
        if let Some(Operation::Call { results, .. }) = call.map(|call| &call.operation) {
            for (result, bytes) in results.iter().zip(&left.results) {
                if let Some(result) = result {
                    self.give(state, thread, *result, bytes);
                }
            }
        }
        Self::go_on(state, thread);
    }

    /// Ends a thread.
    pub fn exit(&mut self, state: &mut State, thread: usize) {
        let it = Arc::make_mut(&mut state.threads[thread]);
        it.status = Status::Exited;
        it.frames.clear();
        it.local = Bytes::default();
        self.release_block(state, self.setup.threads[thread].block);
        self.release_warp(state, thread);
    }
}
