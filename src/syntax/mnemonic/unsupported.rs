//! Parts of PTX that are known, not modelled, and refused with a reason.

/// Why a modifier is refused, if it is one of PTX.
pub(super) fn modifier(name: &str) -> Option<&'static str> {
    Some(match name {
        "v2" | "v4" | "v8" => "vector accesses are not modelled: write one access for each element",
        "cluster" => "clusters are not modelled: `.gpu` is the next wider scope",
        "nc" => "`ld.global.nc` reads through the texture proxy: write `tld.weak`",
        "mmio" => "memory-mapped I/O is not modelled",
        "const" => "constant memory is read with `cold.weak`",
        "local" => "local memory is private to a thread: use a register",
        "param" => "parameters are not modelled: give a register its value in the init block",
        "shared::cluster" => "clusters are not modelled: only `.shared::cta` is",
        "hi" | "wide" => "only the low half of a product is modelled: write `mul.lo`",
        "sat" | "cc" | "ftz" | "noftz" | "rn" | "rz" | "rm" | "rp" => {
            "arithmetic wraps around: saturation, carry and rounding are not modelled"
        }
        "f16x2" | "bf16" | "bf16x2" | "b128" | "pred" => "this type is not modelled",
        "async" | "tensormap" => "the asynchronous proxy is not modelled",
        _ => return None,
    })
}

/// Why an instruction is refused, if it is one of PTX.
pub(super) fn instruction(name: &str) -> Option<&'static str> {
    Some(match name {
        "ret" | "exit" | "trap" => "a thread ends with its column: jump to a label at the end",
        "mad" | "fma" | "div" | "rem" | "neg" | "not" | "abs" | "cvt" | "cvta" | "selp" | "set" => {
            "use `add`, `sub`, `mul`, `and`, `or`, `xor`, `min`, `max`, `shl`, `shr` and `mov`"
        }
        "cp" | "mbarrier" | "multimem" | "wgmma" | "tensormap" => {
            "asynchronous copies and their barriers are not modelled"
        }
        "shfl" | "vote" | "match" | "activemask" | "redux" => "warp intrinsics are not modelled",
        "tex" => "a texture is read with `tld.weak`",
        "call" => "functions are not modelled",
        _ => return None,
    })
}
