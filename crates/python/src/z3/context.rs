//! A context of Z3, which all terms and solvers belong to.
#![expect(unsafe_code, reason = "functions of another language")]

use std::cell::RefCell;
use std::ffi::{CStr, c_int, c_uint};
use std::ptr::null_mut;

use gpu_litmus::embed::watched;
use gpu_litmus::{Open, Stop};

use super::table::{Table, Thing};

/// A thread keeps a context for so many solvers: what it holds of each adds up.
const USES: u32 = 64;

/// So many terms a context may have that is kept: one that has held a large formula stays slow for small ones.
const TERMS: usize = 4096;

/// A context. Terms in it live as long as it does.
pub struct Context {
    pub table: &'static Table,
    pub this: Thing,
    bools: Thing,
    /// Each variable with its negation.
    terms: Vec<[Thing; 2]>,
    uses: u32,
    kept: bool,
}

thread_local! {
    /// One that is used again.
    static KEPT: RefCell<Option<Context>> = const { RefCell::new(None) };
}

impl Context {
    /// A new one.
    pub fn new(table: &'static Table) -> Option<Self> {
        // SAFETY: functions of Z3 with things that it has made; what is null is not used. Without a handler, mistakes
        // are null and an error code.
        unsafe {
            let config = (table.mk_config)();
            if config.is_null() {
                return None;
            }
            let this = (table.mk_context)(config);
            (table.del_config)(config);
            if this.is_null() {
                return None;
            }
            (table.set_error_handler)(this, None);
            let bools = (table.mk_bool_sort)(this);
            // From here on it is deleted when it is dropped.
            let context = Self {
                table,
                this,
                bools,
                terms: Vec::new(),
                uses: 0,
                kept: false,
            };
            (!bools.is_null()).then_some(context)
        }
    }

    /// One that this thread has used before, or a new one; it is kept afterwards.
    pub fn kept(table: &'static Table) -> Option<Self> {
        let known = KEPT.with_borrow_mut(Option::take);
        let mut context = known.or_else(|| Self::new(table))?;
        context.uses += 1;
        context.kept = true;
        Some(context)
    }

    /// Puts it back, where it is worth it and nothing has gone wrong in it.
    pub fn done(self, broken: bool) {
        if self.kept && !broken && self.uses < USES && self.terms.len() <= TERMS && self.healthy() {
            KEPT.with_borrow_mut(|place| *place = Some(self));
        }
    }

    /// Whether nothing has gone wrong in the last call of Z3: most calls begin with forgetting what was.
    pub fn healthy(&self) -> bool {
        // SAFETY: the context is there.
        unsafe { (self.table.error_code)(self.this) == 0 }
    }

    /// The term of a literal; null where none can be made.
    pub fn term(&mut self, lit: i32) -> Thing {
        let index = lit.unsigned_abs() as usize - 1;
        while self.terms.len() <= index {
            let name = c_int::try_from(self.terms.len()).unwrap_or(c_int::MAX);
            // SAFETY: things of this context; what is null makes null.
            let both = unsafe {
                let symbol = (self.table.mk_int_symbol)(self.this, name);
                let plain = (self.table.mk_const)(self.this, symbol, self.bools);
                [plain, (self.table.mk_not)(self.this, plain)]
            };
            self.terms.push(both);
        }
        self.terms[index][usize::from(lit < 0)]
    }

    /// The term of a literal that was spoken of.
    pub fn known(&self, lit: i32) -> Option<Thing> {
        let index = (lit.unsigned_abs() as usize).checked_sub(1)?;
        let both = self.terms.get(index)?;
        Some(both[usize::from(lit < 0)])
    }

    /// One of some terms; null where it cannot be made.
    pub fn any(&mut self, lits: &[i32]) -> Thing {
        let terms: Vec<Thing> = lits.iter().map(|&lit| self.term(lit)).collect();
        if let [one] = terms.as_slice() {
            return *one;
        }
        if terms.iter().any(|term| term.is_null()) {
            return null_mut();
        }
        let count = c_uint::try_from(terms.len()).unwrap_or(c_uint::MAX);
        // SAFETY: so many terms of this context.
        unsafe { (self.table.mk_or)(self.this, count, terms.as_ptr()) }
    }

    /// A name of a parameter or a logic.
    pub fn symbol(&self, name: &CStr) -> Thing {
        // SAFETY: a text that ends with a zero, which Z3 copies.
        unsafe { (self.table.mk_string_symbol)(self.this, name.as_ptr()) }
    }

    /// Does something that Z3 may take long for, and interrupts it when a stop is reached.
    pub fn watched<T>(&self, stop: &Stop, work: impl FnOnce() -> T) -> Result<T, Open> {
        if !stop.can_interrupt() && stop.left().is_none() {
            return Ok(work());
        }
        let (table, this) = (self.table, Interrupted(self.this));
        // SAFETY: the one function that any thread may call; the context outlives the work.
        let interrupt = move || unsafe { (table.interrupt)(this.thing()) };
        watched(stop, interrupt, work)
    }
}

/// A context that another thread may only interrupt.
struct Interrupted(Thing);

impl Interrupted {
    /// The context. (A closure that takes the field alone would not take what says that it may be sent.)
    const fn thing(&self) -> Thing {
        self.0
    }
}

// SAFETY: it is given to `Z3_interrupt` alone, which is for other threads.
unsafe impl Send for Interrupted {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nobody else has it, and its solvers are gone.
        unsafe { (self.table.del_context)(self.this) };
    }
}
