//! The mappings that are built in.

use crate::syntax::Report;
use crate::syntax::diagnostic::nearest;
use crate::syntax::read::{ReadError, read_source};
use crate::syntax::span::SourceFile;

use super::read::read;
use super::table::Mapping;

/// The mappings that are built in, by name, with their texts.
pub const SHIPPED: [(&str, &str); 3] = [
    (
        "hrf-to-ptx",
        include_str!("../../../../mappings/hrf-to-ptx.toml"),
    ),
    (
        "sc-to-ptx",
        include_str!("../../../../mappings/sc-to-ptx.toml"),
    ),
    (
        "strict-to-ugpu",
        include_str!("../../../../mappings/strict-to-ugpu.toml"),
    ),
];

/// Why there is no mapping.
#[derive(Debug, thiserror::Error)]
pub enum NoMapping {
    /// No such name.
    #[error("there is no mapping `{name}`{}; those built in are {}; or name a .toml file", near(.name), known())]
    Unknown {
        /// The name.
        name: String,
    },
    /// A file that is no table.
    #[error("{name} is no mapping: those are .toml files, or one of {}", known())]
    Other {
        /// The file.
        name: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] ReadError),
    /// It has mistakes.
    #[error(transparent)]
    Report(#[from] Report),
}

fn known() -> String {
    SHIPPED.map(|(name, _)| name).join(", ")
}

fn near(name: &str) -> String {
    nearest(name, SHIPPED.map(|(own, _)| own))
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

impl Mapping {
    /// A mapping by its name, or of a file (`-`: the standard input).
    ///
    /// # Errors
    ///
    /// There is none, or its text has mistakes.
    pub fn find(name: &str) -> Result<Self, NoMapping> {
        if let Some((name, text)) = SHIPPED.iter().find(|(own, _)| *own == name) {
            let source = SourceFile::new(format!("{name}.toml"), *text);
            return Ok(read(name, &source)?);
        }
        let file = name == "-"
            || name.contains(['/', '\\'])
            || std::path::Path::new(name)
                .extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        if !file {
            if std::path::Path::new(name).is_file() {
                return Err(NoMapping::Other {
                    name: name.to_owned(),
                });
            }
            return Err(NoMapping::Unknown {
                name: name.to_owned(),
            });
        }
        let source = read_source(name)?;
        Ok(read(source.name.as_ref(), &source)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_are_built_in_can_be_read() {
        for (name, _) in SHIPPED {
            let mapping = Mapping::find(name).unwrap();
            assert!(
                !mapping.about.is_empty() && mapping.rows.len() > 10,
                "{name}"
            );
        }
    }
}
