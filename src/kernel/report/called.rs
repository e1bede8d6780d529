//! What steps without a value are called.

use crate::kernel::interpret::event::Event;

/// What a step of an interleaving is called: a barrier with a count by its number.
pub fn called(event: &Event, opcode: &str) -> String {
    if opcode.starts_with("activemask") {
        return format!("__activemask() = {:#x}", event.barrier);
    }
    match event.waits_for {
        Some(_) if opcode.contains("arrive") => format!("arrives at barrier {}", event.barrier),
        Some(_) => format!("waits at barrier {}", event.barrier),
        None => in_cuda(opcode),
    }
}

/// What an instruction without a value is called in CUDA.
pub fn in_cuda(opcode: &str) -> String {
    let name = match opcode {
        "membar.gl" => "__threadfence()",
        "membar.cta" => "__threadfence_block()",
        "membar.sys" => "__threadfence_system()",
        "bar.sync" | "barrier.sync" => "__syncthreads()",
        "bar.warp.sync" => "__syncwarp()",
        "trap" => "__trap()",
        _ if opcode.starts_with("fence") => "a fence",
        _ if opcode.starts_with("call") => "a failing assertion",
        _ if opcode.starts_with("bar") => "a barrier",
        _ => "together with its warp",
    };
    name.to_owned()
}
