//! What is wrong with lines that are no objects of a log.

use crate::trace::read::mistake::Mistake;

use super::fields::NOT_WHOLE;

/// What is wrong with a line that is neither event nor header.
pub(super) fn no_object(line: &str, error: &serde_json::Error) -> Mistake {
    let start = line.len() - line.trim_start().len();
    if !line[start..].starts_with('{') {
        let text = "not an event or header of a log";
        let one = Mistake::new(start..line.trim_end().len(), text, "expected an object");
        return one.with_help(
            "a line is one object: {\"trace\":1} at first, then events, such as {\"thread\":0,\"op\":\"fence\"}",
        );
    }
    let column = error.column().saturating_sub(1).min(line.len());
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if let Some(stranger) = stranger(line.get(..error.column()).unwrap_or(line), text) {
        return stranger;
    }
    let number = (text == NOT_WHOLE).then(|| unfit(line.get(..error.column())?));
    let text = number.flatten().unwrap_or_else(|| text.to_owned());
    let text = format!("not an event or header of a log: {text}");
    Mistake::new(column..column + 1, text, "here")
}

/// What is wrong with a field that there is not, by what is said of it: its name, and those that there are.
fn stranger(before: &str, said: &str) -> Option<Mistake> {
    let mut quoted = said
        .strip_prefix("unknown field ")?
        .split('`')
        .skip(1)
        .step_by(2);
    let name = quoted.next()?;
    let key = format!("\"{name}\"");
    let at = before.rfind(&key)?;
    let text = format!("a log has no field `{name}` here");
    let one = Mistake::new(at..at + key.len(), text, "unknown field");
    let names: Vec<&str> = quoted.collect();
    Some(one.with_names(name, &names))
}

/// What is wrong with the number that a text ends with, as it is written.
fn unfit(text: &str) -> Option<String> {
    let text = text.trim_end_matches([',', '}', ']', ' ', '\t']);
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit() || "+-.eE".contains(c));
    let number = text.get(before.len()..)?;
    number.parse::<f64>().ok()?;
    Some(if number.contains(['.', 'e', 'E']) || number == "-0" {
        format!("{number} is not written as a whole number")
    } else {
        format!("{number} is no whole number that fits in 64 bits")
    })
}
