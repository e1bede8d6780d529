//! A launch that is described on the command line, written as a launch file.

use std::fmt::Write as _;

/// The options of a launch, as they were given.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// The module.
    pub ptx: String,
    /// `--entry`.
    pub entry: String,
    /// `--grid`: `2` or `2,1,1`.
    pub grid: Option<String>,
    /// `--block`.
    pub block: Option<String>,
    /// `--arg`.
    pub args: Vec<String>,
    /// `--buffer`: `in:f32=1,2,3` or `out:f32x2`.
    pub buffers: Vec<String>,
    /// `--output`.
    pub outputs: Vec<String>,
    /// `--shared`.
    pub shared: Option<u64>,
    /// `--cooperative`.
    pub cooperative: bool,
    /// `--property`.
    pub properties: Vec<String>,
    /// `--clock`.
    pub clock: Option<String>,
}

impl Flags {
    /// The launch file that says the same.
    ///
    /// # Errors
    ///
    /// A buffer that is not of one of the two forms, or a size that is none.
    pub fn text(&self) -> Result<String, String> {
        let mut text = String::new();
        let _ = writeln!(text, "ptx = {}", quoted(&self.ptx));
        let outputs: Vec<String> = self.outputs.iter().map(|name| quoted(name)).collect();
        if !outputs.is_empty() {
            let _ = writeln!(text, "outputs = [{}]", outputs.join(", "));
        }
        if let Some(clock) = &self.clock {
            let _ = writeln!(text, "clock = {}", quoted(clock));
        }
        let _ = writeln!(text, "[[launch]]\nentry = {}", quoted(&self.entry));
        for (key, size) in [("grid", &self.grid), ("block", &self.block)] {
            if let Some(size) = size {
                if size
                    .split(['x', ','])
                    .any(|one| one.trim().parse::<u64>().is_err())
                {
                    return Err(format!(
                        "`{size}` is no {key}: expected one to three numbers, such as `2` or `16x16`"
                    ));
                }
                let _ = writeln!(text, "{key} = [{}]", size.replace('x', ","));
            }
        }
        let args: Vec<String> = self.args.iter().map(|arg| value(arg)).collect();
        let _ = writeln!(text, "args = [{}]", args.join(", "));
        if let Some(bytes) = self.shared {
            let _ = writeln!(text, "shared = {bytes}");
        }
        if self.cooperative {
            let _ = writeln!(text, "cooperative = true");
        }
        for buffer in &self.buffers {
            text.push_str(&section(buffer)?);
        }
        for property in &self.properties {
            let _ = writeln!(text, "[[property]]\nforall = {}", quoted(property));
        }
        Ok(text)
    }
}

/// `in:f32=1,2,3` has values, `out:f32x2` a count, `x=1` no type.
fn section(buffer: &str) -> Result<String, String> {
    let bad = || {
        format!(
            "`{buffer}` describes no buffer: expected one such as `in:f32=1,2,3,4` or `out:f32x2`"
        )
    };
    let (head, values) = match buffer.split_once('=') {
        Some((head, values)) => (head, Some(values)),
        None => (buffer, None),
    };
    let (name, kind) = match head.split_once(':') {
        Some((name, kind)) => (name, Some(kind)),
        None => (head, None),
    };
    let (ty, count) = match kind.and_then(|kind| kind.split_once('x')) {
        Some((ty, count)) => (Some(ty), Some(count)),
        None => (kind, None),
    };
    if name.is_empty() || values.is_none() && count.is_none() {
        return Err(bad());
    }
    let mut text = format!("[buffer.{}]\n", quoted(name));
    if let Some(ty) = ty {
        let _ = writeln!(text, "type = {}", quoted(ty));
    }
    if let Some(count) = count {
        count.parse::<u64>().map_err(|_| bad())?;
        let _ = writeln!(text, "count = {count}");
    }
    match values {
        Some("any") => text.push_str("init = \"any\"\n"),
        Some(values) => {
            let values: Vec<String> = values.split(',').map(|one| value(one.trim())).collect();
            let _ = writeln!(text, "init = [{}]", values.join(", "));
        }
        None => {}
    }
    Ok(text)
}

/// A number as it is, anything else as a string; a structure is a table already.
fn value(text: &str) -> String {
    let text = text.trim();
    let number = text.parse::<f64>().is_ok() && !text.ends_with('.') && !text.starts_with('.');
    let hex = text
        .strip_prefix("0x")
        .is_some_and(|digits| u64::from_str_radix(digits, 16).is_ok());
    if number
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
        || hex
        || text.starts_with('{')
    {
        text.to_owned()
    } else {
        quoted(text)
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::launch::read;
    use crate::syntax::span::SourceFile;

    #[test]
    fn flags_are_a_launch_file() {
        let flags = Flags {
            ptx: "a\\b \"c\".ptx".to_owned(),
            entry: "k".to_owned(),
            grid: Some("2".to_owned()),
            block: Some("2,2".to_owned()),
            args: vec!["&in".to_owned(), "-3".to_owned(), "0.5".to_owned()],
            buffers: vec![
                "in:f32=1,2.5".to_owned(),
                "out:u64x2".to_owned(),
                "p=&in+4".to_owned(),
            ],
            outputs: vec!["out".to_owned()],
            ..Flags::default()
        };
        let mut text = flags.text().unwrap();
        text = text.replace("\"&in+4\"", "7");
        let read = read(&SourceFile::new("flags", text)).unwrap();
        assert_eq!(read.ptx.node, flags.ptx);
        assert_eq!(read.launches[0].block.node, [2, 2, 1]);
        assert_eq!(read.buffers.len(), 3);
        assert!(section("x").is_err());
    }
}
