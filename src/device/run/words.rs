//! What was seen, in words.

use crate::program::location_at;

use super::view::{State, View};

impl View {
    /// A value as text: `&x` for the address of a location.
    #[must_use]
    pub fn value(&self, value: i64) -> String {
        let place = location_at(value, self.locations.len());
        let place = place.and_then(|id| self.locations.get(id.0));
        place.map_or_else(|| value.to_string(), |name| format!("&{name}"))
    }

    /// The values of a state as words: `P0:r0=1 x=2`.
    #[must_use]
    pub fn words(&self, state: &State) -> String {
        let pairs = self.observed.iter().zip(&state.list);
        let words = pairs.map(|(name, value)| format!("{name}={}", self.value(*value)));
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            "nothing is told apart".to_owned()
        } else {
            words.join(" ")
        }
    }
}
