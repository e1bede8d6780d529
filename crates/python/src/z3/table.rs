//! The functions of Z3's interface for C that a solver of clauses needs, by their names.
#![expect(unsafe_code, reason = "functions of another language, found by name")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::Path;

use libloading::Library;

/// A thing of Z3: a context, a term, a solver.
pub type Thing = *mut c_void;

/// Whoever is told of mistakes.
pub type Handler = Option<unsafe extern "C" fn(Thing, c_uint)>;

macro_rules! table {
    ($($name:ident: $symbol:literal ($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, and the library that they are in.
        pub struct Table {
            $(#[doc = concat!("`", $symbol, "`.")] pub $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            _library: Library,
        }

        impl Table {
            /// Loads a library, and looks for all functions.
            ///
            /// # Errors
            ///
            /// It is none, or lacks one of them.
            pub fn load(path: &Path) -> Result<Self, libloading::Error> {
                // SAFETY: what runs when a library is loaded is the user's choice, who installed it for this.
                let library = unsafe { Library::new(path) }?;
                Ok(Self {
                    // SAFETY: the types are those of z3_api.h, which do not change.
                    $($name: unsafe { *library.get(concat!($symbol, "\0").as_bytes())? },)*
                    _library: library,
                })
            }
        }
    };
}

table! {
    version: "Z3_get_full_version" () -> *const c_char;
    mk_config: "Z3_mk_config" () -> Thing;
    del_config: "Z3_del_config" (Thing);
    mk_context: "Z3_mk_context" (Thing) -> Thing;
    mk_context_rc: "Z3_mk_context_rc" (Thing) -> Thing;
    del_context: "Z3_del_context" (Thing);
    set_error_handler: "Z3_set_error_handler" (Thing, Handler);
    error_code: "Z3_get_error_code" (Thing) -> c_uint;
    interrupt: "Z3_interrupt" (Thing);
    mk_bool_sort: "Z3_mk_bool_sort" (Thing) -> Thing;
    mk_int_symbol: "Z3_mk_int_symbol" (Thing, c_int) -> Thing;
    mk_string_symbol: "Z3_mk_string_symbol" (Thing, *const c_char) -> Thing;
    mk_const: "Z3_mk_const" (Thing, Thing, Thing) -> Thing;
    mk_not: "Z3_mk_not" (Thing, Thing) -> Thing;
    mk_or: "Z3_mk_or" (Thing, c_uint, *const Thing) -> Thing;
    mk_params: "Z3_mk_params" (Thing) -> Thing;
    params_inc_ref: "Z3_params_inc_ref" (Thing, Thing);
    params_dec_ref: "Z3_params_dec_ref" (Thing, Thing);
    params_set_bool: "Z3_params_set_bool" (Thing, Thing, Thing, bool);
    params_set_uint: "Z3_params_set_uint" (Thing, Thing, Thing, c_uint);
    mk_solver_for_logic: "Z3_mk_solver_for_logic" (Thing, Thing) -> Thing;
    solver_inc_ref: "Z3_solver_inc_ref" (Thing, Thing);
    solver_dec_ref: "Z3_solver_dec_ref" (Thing, Thing);
    solver_set_params: "Z3_solver_set_params" (Thing, Thing, Thing);
    solver_assert: "Z3_solver_assert" (Thing, Thing, Thing);
    solver_check: "Z3_solver_check_assumptions" (Thing, Thing, c_uint, *const Thing) -> c_int;
    solver_reason_unknown: "Z3_solver_get_reason_unknown" (Thing, Thing) -> *const c_char;
    solver_model: "Z3_solver_get_model" (Thing, Thing) -> Thing;
    solver_core: "Z3_solver_get_unsat_core" (Thing, Thing) -> Thing;
    model_inc_ref: "Z3_model_inc_ref" (Thing, Thing);
    model_dec_ref: "Z3_model_dec_ref" (Thing, Thing);
    model_eval: "Z3_model_eval" (Thing, Thing, Thing, bool, *mut Thing) -> bool;
    bool_value: "Z3_get_bool_value" (Thing, Thing) -> c_int;
    vector_inc_ref: "Z3_ast_vector_inc_ref" (Thing, Thing);
    vector_dec_ref: "Z3_ast_vector_dec_ref" (Thing, Thing);
    vector_size: "Z3_ast_vector_size" (Thing, Thing) -> c_uint;
    vector_get: "Z3_ast_vector_get" (Thing, Thing, c_uint) -> Thing;
}

impl Table {
    /// Has what goes wrong inside Z3 be an error of the call. Otherwise it ends the process, which is the user's: only
    /// making a context whose terms are counted turns that off, for the whole library and for good. Nothing here counts
    /// terms (a context lives shortly), so the one that is made goes again.
    pub fn survive(&self) -> Option<()> {
        // SAFETY: functions of Z3 with things that it has made; what is null is not used.
        unsafe {
            let config = (self.mk_config)();
            if config.is_null() {
                return None;
            }
            let context = (self.mk_context_rc)(config);
            (self.del_config)(config);
            if context.is_null() {
                return None;
            }
            (self.del_context)(context);
        }
        Some(())
    }

    /// What the library says of its version.
    pub fn version(&self) -> String {
        // SAFETY: the function has no conditions; its answer is a text that lives as long as the library.
        let said = unsafe { text((self.version)()) };
        // Older ones say their name as well.
        said.strip_prefix("Z3 ").unwrap_or(&said).to_owned()
    }
}

/// A text of Z3.
///
/// # Safety
///
/// It is null, or ends with a zero and is not changed meanwhile.
pub unsafe fn text(from: *const c_char) -> String {
    if from.is_null() {
        return String::new();
    }
    // SAFETY: as demanded.
    unsafe { CStr::from_ptr(from) }
        .to_string_lossy()
        .into_owned()
}
