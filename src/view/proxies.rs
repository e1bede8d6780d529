//! Fences between accesses that reach memory by different paths.

use crate::program::events::Unrolled;
use crate::program::symbolic::EventId;
use crate::syntax::ast::Proxy;

/// The fence of the proxy through which one of two accesses goes, or that of names.
pub fn proxy_fence(unrolled: &Unrolled, accesses: [EventId; 2]) -> String {
    let proxies = accesses.map(|event| {
        let memory = unrolled.events[event.0].memory();
        memory.map_or(Proxy::Generic, |(_, access)| access.proxy)
    });
    let fence = match proxies {
        [Proxy::Generic, Proxy::Generic] => "alias",
        [Proxy::Surface, _] | [Proxy::Generic, Proxy::Surface] => "surface",
        [Proxy::Texture, _] | [Proxy::Generic, Proxy::Texture] => "texture",
        [Proxy::Constant, _] | [Proxy::Generic, Proxy::Constant] => "constant",
    };
    format!("fence.proxy.{fence}")
}
