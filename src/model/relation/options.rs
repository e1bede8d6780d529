//! What a model says about how executions are built for it.

/// How executions are built for a model (`option …` in the model's text).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// `option rmw-one-event`: a read-modify-write is a single event, both read and write.
    /// Otherwise it is two, joined by `rmw`.
    pub rmw_one_event: bool,
    /// `option co-partial`, and every model titled `PTX`: `co` is any strict partial order of the
    /// writes to one location, the initial one first. Otherwise it is total.
    pub co_partial: bool,
}
