//! Fences between accesses that reach memory by different paths.

use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::syntax::ast::{Fence, Proxy};

/// The fence of the proxy through which one of two accesses goes, or that of names.
pub fn proxy_fence(unrolled: &Unrolled, accesses: [EventId; 2]) -> Fence {
    let mut proxies = accesses.into_iter().filter_map(|event| {
        let (_, access) = unrolled.events[event.0].memory()?;
        (access.proxy != Proxy::Generic).then_some(access.proxy)
    });
    proxies.next().map_or(Fence::Alias, Fence::Proxy)
}
