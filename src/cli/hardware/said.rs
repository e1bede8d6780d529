//! Settings as the command line says them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::cli::failure::Failure;
use crate::cli::hardware_args;
use crate::device::run::device::Backend;
use crate::device::run::settings::{Settings, Value};

/// The most launches under each settings that are tried, where nobody says how long to look.
const LAUNCHES: u64 = 100;
/// The most time for them.
const TIME: Duration = Duration::from_secs(1);

/// What the command line says of settings: names and values that make sense for a device.
pub(super) struct Said {
    backend: Backend,
    pairs: Vec<(String, String)>,
}

impl Said {
    /// Reads `--set` and `--launches`.
    pub(super) fn of(
        args: &hardware_args::Run,
        backend: Backend,
        failures: &mut Vec<Failure>,
    ) -> Self {
        let mut said = Self {
            backend,
            pairs: Vec::new(),
        };
        let mut settings = Settings::of(backend);
        for text in &args.set {
            let set = match text.split_once('=') {
                Some((name, value)) => {
                    let (name, value) = (name.trim(), value.trim());
                    let once = said.once(name, value);
                    said.pairs.push((name.to_owned(), value.to_owned()));
                    once.and_then(|()| settings.set(backend, name, value))
                }
                None => Err(format!("`--set {text}` has no value: KEY=VALUE")),
            };
            failures.extend(set.err().map(Failure::Usage));
        }
        if let Some(launches) = args.launches.map(|count| count.to_string()) {
            failures.extend(said.once("launches", &launches).err().map(Failure::Usage));
            said.pairs.push(("launches".to_owned(), launches));
        }
        said
    }

    /// Whether nothing else was said of a setting.
    fn once(&self, name: &str, value: &str) -> Result<(), String> {
        let mut same = self.pairs.iter().filter(|(known, _)| known == name);
        match same.find(|(_, known)| known != value) {
            Some((_, known)) => Err(format!(
                "`{name}` is said twice, as `{known}` and as `{value}`"
            )),
            None => Ok(()),
        }
    }

    /// The names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|(name, _)| name.as_str())
    }

    /// The settings of a profile, and over them what is said.
    pub(super) fn over(
        &self,
        own: &BTreeMap<String, Value>,
        failures: &mut Vec<Failure>,
    ) -> Settings {
        let mut settings = Settings::of(self.backend);
        for (name, value) in own {
            if let Err(why) = settings.set(self.backend, name, &value.to_string()) {
                failures.push(Failure::Usage(format!("the profile: {why}")));
            }
        }
        for (name, value) in &self.pairs {
            // What makes no sense was told when it was read.
            let _ = settings.set(self.backend, name, value);
        }
        settings
    }

    /// Settings to try: what is said stays as it is.
    pub(super) fn drawn(
        &self,
        first: Settings,
        (seed, count): (u64, usize),
        failures: &mut Vec<Failure>,
    ) -> Vec<Settings> {
        if !Settings::can_be_drawn(self.backend) {
            let text = format!(
                "`--tune` means nothing to `{}`: each move that is possible is as likely, whatever is set",
                self.backend.name()
            );
            failures.push(Failure::Usage(text));
        }
        let fixed: BTreeSet<String> = self.names().map(str::to_owned).collect();
        first.drawn(self.backend, &fixed, (seed, count))
    }
}

/// How long each settings are tried.
pub(super) fn most_tried(
    launches: Option<u64>,
    time: Option<Duration>,
) -> (Option<u64>, Option<Duration>) {
    match (launches, time) {
        (None, None) => (Some(LAUNCHES), Some(TIME)),
        said => said,
    }
}
