//! What messages carry.

use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::out::Failure;
use super::protocol::FENCES;

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

/// The text and the model of the command.
///
/// # Errors
///
/// It is another command, or has other arguments.
pub fn fences(params: &Value) -> Result<(&str, &str), Failure> {
    let at = |path: &str| params.pointer(path).and_then(Value::as_str);
    if at("/command") != Some(FENCES) {
        let text = format!("there is one command: {FENCES}");
        return Err(Failure::new(ErrorCode::InvalidParams, text));
    }
    if let (Some(uri), Some(model)) = (at("/arguments/0"), at("/arguments/1")) {
        return Ok((uri, model));
    }
    let text = format!("the arguments of {FENCES} are a text and a model");
    Err(Failure::new(ErrorCode::InvalidParams, text))
}
