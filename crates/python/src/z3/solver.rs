//! Z3 as a solver of clauses.
#![expect(unsafe_code, reason = "functions of another language")]

use std::ffi::{c_int, c_uint};
use std::ptr::null_mut;

use gpu_litmus::embed::{CHEAP, Sat, gave_up};
use gpu_litmus::{Open, Stop};

use super::context::Context;
use super::table::{Thing, text};

/// Z3's words for yes and no.
const TRUE: c_int = 1;
const FALSE: c_int = -1;

/// A solver, with the context that it is in.
pub struct Solver {
    /// None once it is dropped.
    context: Option<Context>,
    this: Thing,
    model: Thing,
    variables: i32,
    core: Vec<i32>,
    /// Something could not be made: nothing that is said from now on counts.
    broken: bool,
    /// No question has cost more than [`CHEAP`] yet.
    cheap: bool,
}

impl Solver {
    /// A solver without clauses.
    pub fn new(context: Context) -> Option<Self> {
        let (table, at) = (context.table, context.this);
        let logic = context.symbol(c"QF_FD");
        // SAFETY: things of this context; what is null is not used.
        let this = unsafe {
            let this = (table.mk_solver_for_logic)(at, logic);
            if this.is_null() {
                return None;
            }
            (table.solver_inc_ref)(at, this);
            this
        };
        let mut solver = Self {
            context: Some(context),
            this,
            model: null_mut(),
            variables: 0,
            core: Vec::new(),
            broken: false,
            cheap: true,
        };
        solver.limit(CHEAP);
        (!solver.broken).then_some(solver)
    }

    /// Sets what a question may cost; 0: whatever it takes.
    fn limit(&mut self, cost: c_uint) {
        let Some(context) = &self.context else {
            return;
        };
        let (table, at) = (context.table, context.this);
        // What Ctrl-C means is not for Z3 to say: it would take the signal from Python.
        let (signals, limit) = (context.symbol(c"ctrl_c"), context.symbol(c"rlimit"));
        // SAFETY: things of this context; what is null is not used.
        unsafe {
            let params = (table.mk_params)(at);
            if params.is_null() {
                self.broken = true;
                return;
            }
            (table.params_inc_ref)(at, params);
            (table.params_set_bool)(at, params, signals, false);
            self.broken |= !context.healthy();
            (table.params_set_uint)(at, params, limit, cost);
            self.broken |= !context.healthy();
            (table.solver_set_params)(at, self.this, params);
            // The next call forgets what this one said.
            self.broken |= !context.healthy();
            (table.params_dec_ref)(at, params);
        }
    }

    /// Z3's word on the clauses and some assumptions.
    fn ask(&mut self, terms: &[Thing], stop: &Stop) -> Result<c_int, Open> {
        let Some(context) = &self.context else {
            return Err(broken());
        };
        let (table, at, this) = (context.table, context.this, self.this);
        let count = c_uint::try_from(terms.len()).unwrap_or(c_uint::MAX);
        // SAFETY: so many terms of this context.
        let check = || unsafe { (table.solver_check)(at, this, count, terms.as_ptr()) };
        if self.cheap {
            let said = check();
            if said == TRUE || said == FALSE {
                return Ok(said);
            }
            stop.check()?;
            self.cheap = false;
            self.limit(0);
            if self.broken {
                return Err(broken());
            }
        }
        let Some(context) = &self.context else {
            return Err(broken());
        };
        context.watched(stop, check)
    }

    /// Why Z3 gave up a search that nobody had told it to.
    fn given_up(&self) -> Open {
        let Some(context) = &self.context else {
            return broken();
        };
        // SAFETY: the text lives until the next question.
        let said = unsafe {
            text((context.table.solver_reason_unknown)(
                context.this,
                self.this,
            ))
        };
        gave_up(&said)
    }

    fn take_model(&mut self) -> Result<(), Open> {
        let Some(context) = &self.context else {
            return Err(broken());
        };
        let (table, at) = (context.table, context.this);
        // SAFETY: things of this context; what is null is not used.
        unsafe {
            let model = (table.solver_model)(at, self.this);
            if model.is_null() {
                return Err(Open::Internal("Z3 gave no model".to_owned()));
            }
            (table.model_inc_ref)(at, model);
            self.model = model;
        }
        Ok(())
    }

    fn drop_model(&mut self) {
        if let Some(context) = &self.context
            && !self.model.is_null()
        {
            // SAFETY: it was counted when it was taken.
            unsafe { (context.table.model_dec_ref)(context.this, self.model) };
        }
        self.model = null_mut();
    }

    fn take_core(&mut self, assumptions: &[i32], terms: &[Thing]) -> Result<(), Open> {
        let Some(context) = &self.context else {
            return Err(broken());
        };
        let (table, at) = (context.table, context.this);
        // SAFETY: things of this context; what is null is not used.
        let used: Vec<Thing> = unsafe {
            let vector = (table.solver_core)(at, self.this);
            if vector.is_null() {
                return Err(Open::Internal("Z3 gave no core".to_owned()));
            }
            (table.vector_inc_ref)(at, vector);
            let size = (table.vector_size)(at, vector);
            let used = (0..size).map(|place| (table.vector_get)(at, vector, place));
            let used = used.collect();
            (table.vector_dec_ref)(at, vector);
            used
        };
        // Terms that are alike are one.
        let both = assumptions.iter().zip(terms);
        let both = both.filter(|(_, term)| used.contains(term));
        self.core = both.map(|(&lit, _)| lit).collect();
        Ok(())
    }
}

fn broken() -> Open {
    Open::Internal("Z3 could not take all that it was told".to_owned())
}

impl Sat for Solver {
    fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, lits: &[i32]) {
        let Some(context) = &mut self.context else {
            return;
        };
        let clause = context.any(lits);
        if clause.is_null() {
            self.broken = true;
            return;
        }
        // SAFETY: things of this context.
        unsafe { (context.table.solver_assert)(context.this, self.this, clause) };
        self.broken |= !context.healthy();
    }

    fn solve(&mut self, assumptions: &[i32], stop: &Stop) -> Result<bool, Open> {
        stop.check()?;
        self.drop_model();
        self.core.clear();
        let Some(context) = &mut self.context else {
            return Err(broken());
        };
        let terms: Vec<Thing> = assumptions.iter().map(|&lit| context.term(lit)).collect();
        if self.broken || terms.iter().any(|term| term.is_null()) {
            return Err(broken());
        }
        match self.ask(&terms, stop)? {
            TRUE => self.take_model().map(|()| true),
            FALSE => self.take_core(assumptions, &terms).map(|()| false),
            _ => {
                stop.check()?;
                Err(self.given_up())
            }
        }
    }

    fn value(&self, number: i32) -> bool {
        let Some(context) = &self.context else {
            return false;
        };
        if self.model.is_null() {
            return false;
        }
        let mut value = null_mut();
        let Some(term) = context.known(number) else {
            return false;
        };
        // SAFETY: things of this context.
        unsafe {
            let (table, at) = (context.table, context.this);
            (table.model_eval)(at, self.model, term, true, &raw mut value)
                && !value.is_null()
                && (table.bool_value)(at, value) == TRUE
        }
    }

    fn core(&self) -> &[i32] {
        &self.core
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.drop_model();
        if let Some(context) = self.context.take() {
            // SAFETY: it was counted when it was made.
            unsafe { (context.table.solver_dec_ref)(context.this, self.this) };
            context.done(self.broken);
        }
    }
}
