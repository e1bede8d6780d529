//! What fences, orders and scopes cost.

use crate::execution::variants::Form;
use crate::syntax::ast::{Access, Fence, Order, Scope};
use crate::syntax::diagnostic::nearest;

/// The price of each part of a fence or access. A fence costs its scope, a `fence.sc` more on top;
/// a strong access costs its order and its scope, a weak one nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Scope `.thread`.
    pub thread: u64,
    /// Scope `.warp`.
    pub warp: u64,
    /// Scope `.cta`.
    pub cta: u64,
    /// Scope `.gpu`.
    pub gpu: u64,
    /// Scope `.sys`.
    pub sys: u64,
    /// What `sc` costs more than `acq_rel`, of fences and accesses.
    pub sc: u64,
    /// A relaxed access.
    pub relaxed: u64,
    /// A load that acquires.
    pub acquire: u64,
    /// A store that releases.
    pub release: u64,
    /// A read-modify-write that does both.
    pub acq_rel: u64,
    /// What a remote order costs more.
    pub remote: u64,
    /// A proxy fence.
    pub proxy: u64,
    /// A barrier, in each thread that comes to it.
    pub barrier: u64,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            thread: 0,
            warp: 0,
            cta: 1,
            gpu: 4,
            sys: 16,
            sc: 2,
            relaxed: 1,
            acquire: 2,
            release: 2,
            acq_rel: 3,
            remote: 8,
            proxy: 4,
            barrier: 8,
        }
    }
}

/// The largest price: sums of thousands of them are numbers still.
pub const MOST: u64 = 1_000_000;

/// Why a price cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// It is not `NAME=NUMBER`.
    #[error("`{0}` is no price; write NAME=NUMBER, as in `gpu=4`")]
    Form(String),
    /// There is no price of that name.
    #[error("there is no price of `{name}`{}; the prices are {}", suggestion(.name), Prices::NAMES.join(", "))]
    Name {
        /// The name given.
        name: String,
    },
    /// The number is none, or too large.
    #[error("the price of {name} is a number from 0 to {MOST}, not `{value}`")]
    Value {
        /// Which price.
        name: String,
        /// What was given.
        value: String,
    },
    /// It is set twice.
    #[error("the price of {0} is given twice")]
    Twice(String),
}

fn suggestion(name: &str) -> String {
    nearest(name, Prices::NAMES.iter().copied())
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default()
}

impl Prices {
    /// The names of the prices.
    pub const NAMES: [&'static str; 13] = [
        "thread", "warp", "cta", "gpu", "sys", "sc", "relaxed", "acquire", "release", "acq_rel",
        "remote", "proxy", "barrier",
    ];

    /// The default prices, some of them set: `["cta=1", "gpu=4"]`.
    ///
    /// # Errors
    ///
    /// All that is wrong with the settings.
    pub fn with<'a>(settings: impl IntoIterator<Item = &'a str>) -> Result<Self, Vec<PriceError>> {
        let mut prices = Self::default();
        let mut errors = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for setting in settings {
            match parse(setting.trim()) {
                Ok((name, _)) if seen.contains(&name) => {
                    errors.push(PriceError::Twice(name.to_owned()));
                }
                Ok((name, value)) => {
                    seen.push(name);
                    if let Some(price) = prices.get_mut(name) {
                        *price = value;
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() {
            Ok(prices)
        } else {
            Err(errors)
        }
    }

    const fn get_mut(&mut self, name: &str) -> Option<&mut u64> {
        Some(match name.as_bytes() {
            b"thread" => &mut self.thread,
            b"warp" => &mut self.warp,
            b"cta" => &mut self.cta,
            b"gpu" => &mut self.gpu,
            b"sys" => &mut self.sys,
            b"sc" => &mut self.sc,
            b"relaxed" => &mut self.relaxed,
            b"acquire" => &mut self.acquire,
            b"release" => &mut self.release,
            b"acq_rel" => &mut self.acq_rel,
            b"remote" => &mut self.remote,
            b"proxy" => &mut self.proxy,
            b"barrier" => &mut self.barrier,
            _ => return None,
        })
    }

    /// The price of a form.
    #[must_use]
    pub const fn of(&self, form: Form) -> u64 {
        match form {
            Form::Fence(Fence::AcqRel(scope)) => self.scope(scope),
            Form::Fence(Fence::Sc(scope)) => self.scope(scope) + self.sc,
            Form::Fence(Fence::Proxy(_) | Fence::Alias) => self.proxy,
            Form::Barrier(_) => self.barrier,
            Form::Absent | Form::Fence(Fence::Hole) => 0,
            Form::Access(access) => self.access(access),
        }
    }

    const fn access(&self, access: Access) -> u64 {
        let remote = if access.remote { self.remote } else { 0 };
        let order = match access.order {
            Order::Weak => return 0,
            Order::Relaxed => self.relaxed,
            Order::Acquire => self.acquire,
            Order::Release => self.release,
            Order::AcqRel => self.acq_rel,
            Order::Sc => self.acq_rel + self.sc,
        };
        order + remote + self.scope(access.scope)
    }

    const fn scope(&self, scope: Scope) -> u64 {
        match scope {
            Scope::Thread => self.thread,
            Scope::Warp => self.warp,
            Scope::Cta => self.cta,
            Scope::Gpu => self.gpu,
            Scope::Sys => self.sys,
        }
    }
}

fn parse(setting: &str) -> Result<(&str, u64), PriceError> {
    let Some((name, value)) = setting.split_once('=') else {
        return Err(PriceError::Form(setting.to_owned()));
    };
    let (name, value) = (name.trim(), value.trim());
    if !Prices::NAMES.contains(&name) {
        return Err(PriceError::Name {
            name: name.to_owned(),
        });
    }
    match value.parse() {
        Ok(price) if price <= MOST => Ok((name, price)),
        _ => Err(PriceError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
        }),
    }
}
