//! What the process says first: which GPU there is.

/// What a GPU is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// Its name.
    pub name: String,
    /// Its compute capability, as in `sm_90`.
    pub sm: u32,
    /// The version of its driver.
    pub driver: String,
    /// Shared memory of a block, in bytes.
    pub shared: u64,
    /// Memory that is free, in bytes.
    pub free: u64,
    /// The driver ends launches that take long.
    pub limit: bool,
}

/// What the first line says.
pub(super) fn hello(line: &str) -> Result<Told, String> {
    let rest = line
        .strip_prefix("hello 1 ")
        .ok_or_else(|| format!("`{line}` where `hello 1 KEY=VALUE …` was expected"))?;
    let get = |key: &str| {
        let mut pairs = rest.split(' ').filter_map(|pair| pair.split_once('='));
        let found = pairs.find(|(name, _)| *name == key);
        found
            .map(|(_, value)| value)
            .ok_or_else(|| format!("it does not say `{key}`"))
    };
    let number = |key: &str| {
        let value = get(key)?;
        value
            .parse::<u64>()
            .map_err(|_| format!("`{key}={value}` is no number"))
    };
    Ok(Told {
        name: get("name")?.replace('_', " "),
        sm: u32::try_from(number("sm")?).map_err(|_| "`sm` is too large".to_owned())?,
        driver: get("driver")?.to_owned(),
        shared: number("shared")?,
        free: number("free")?,
        limit: number("limit")? != 0,
    })
}
