//! What messages carry.

use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::out::Failure;
use super::protocol::{EDIT, FENCES};

/// The parameters of a method.
///
/// # Errors
///
/// They are those of none, or of another.
pub fn read<T: DeserializeOwned>(params: &Value) -> Result<T, Failure> {
    T::deserialize(params).map_err(|error| Failure::parameters(&error))
}

/// The text that parameters name, if they name one.
pub fn named(params: &Value) -> Option<&str> {
    params.pointer("/textDocument/uri")?.as_str()
}

/// The text that parameters must name.
///
/// # Errors
///
/// They name none.
pub fn text(params: &Value) -> Result<&str, Failure> {
    named(params).ok_or_else(|| {
        let why = "the parameters name no text: `textDocument` with its `uri` is missing";
        Failure::new(ErrorCode::InvalidParams, why)
    })
}

/// A command.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// The cheapest fences of a text under a model.
    Fences(&'a str, &'a str),
    /// A change of a state of a text, and what it does.
    Edit {
        uri: &'a str,
        version: i64,
        label: &'a str,
        edit: &'a Value,
    },
}

/// The command that parameters name.
///
/// # Errors
///
/// There is no such command, or it has other arguments.
pub fn command(params: &Value) -> Result<Asked<'_>, Failure> {
    let at = |path: &str| params.pointer(path).and_then(Value::as_str);
    let refuse = |text: String| Err(Failure::new(ErrorCode::InvalidParams, text));
    match at("/command") {
        Some(FENCES) => match (at("/arguments/0"), at("/arguments/1")) {
            (Some(uri), Some(model)) => Ok(Asked::Fences(uri, model)),
            _ => refuse(format!("the arguments of {FENCES} are a text and a model")),
        },
        Some(EDIT) => {
            let version = params.pointer("/arguments/1").and_then(Value::as_i64);
            let edit = params.pointer("/arguments/3");
            match (at("/arguments/0"), version, at("/arguments/2"), edit) {
                (Some(uri), Some(version), Some(label), Some(edit)) => Ok(Asked::Edit {
                    uri,
                    version,
                    label,
                    edit,
                }),
                _ => refuse(format!(
                    "the arguments of {EDIT} are a text, the number of its state, what is done, and the change"
                )),
            }
        }
        _ => refuse(format!("the commands are {FENCES} and {EDIT}")),
    }
}
