//! The driver: all that is unsafe.
#![allow(unsafe_code, reason = "calls of the CUDA driver")]

use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use cudarc::driver::result::{self, DriverError, device, function, module, occupancy, primary_ctx};
use cudarc::driver::sys;

/// What keeps a request from being done.
#[derive(Debug)]
pub struct Failed(pub String);

/// The first GPU.
#[derive(Debug)]
pub struct Gpu {
    device: sys::CUdevice,
    /// Memory that was given out: where each piece begins, and its bytes.
    memory: Vec<(u64, usize)>,
    loaded: Option<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    module: sys::CUmodule,
    code: Vec<u8>,
}

fn failed(what: &str) -> impl Fn(DriverError) -> Failed {
    let what = what.to_owned();
    move |error| {
        let name = error.error_name();
        let name = name.map_or_else(
            |_| format!("{:?}", error.0),
            |name| name.to_string_lossy().into_owned(),
        );
        Failed(format!("{what}: {name}"))
    }
}

impl Gpu {
    /// Looks for a driver and a device.
    pub fn first() -> Result<Self, Failed> {
        // SAFETY: it only tries to open the library. Every other call would panic without it.
        if !unsafe { sys::is_culib_present() } {
            let text = "there is no CUDA driver here: libcuda.so.1 (nvcuda.dll) was not found";
            return Err(Failed(text.to_owned()));
        }
        result::init().map_err(failed("the CUDA driver does not start"))?;
        let count = device::get_count().map_err(failed("devices cannot be counted"))?;
        if count == 0 {
            return Err(Failed("the CUDA driver has no device".to_owned()));
        }
        let device = device::get(0).map_err(failed("the first device cannot be used"))?;
        // SAFETY: the device is one that the driver gave; the context lives as long as the process.
        unsafe {
            let context = primary_ctx::retain(device).map_err(failed("no context"))?;
            result::ctx::set_current(context).map_err(failed("no context"))?;
        }
        Ok(Self {
            device,
            memory: Vec::new(),
            loaded: None,
        })
    }

    /// What it is: keys and values.
    pub fn told(&self) -> Result<Vec<(&'static str, String)>, Failed> {
        use sys::CUdevice_attribute_enum as Key;
        let get = |key| {
            // SAFETY: the device is one that the driver gave.
            unsafe { device::get_attribute(self.device, key) }.map_err(failed("an attribute"))
        };
        let mut driver = 0;
        // SAFETY: it writes one number.
        let version = unsafe { sys::cuDriverGetVersion(&raw mut driver) };
        version.result().map_err(failed("the driver's version"))?;
        let (free, _) = result::mem_get_info().map_err(failed("free memory"))?;
        let name = device::get_name(self.device).map_err(failed("its name"))?;
        let major = get(Key::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = get(Key::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok(vec![
            ("name", name.replace(' ', "_")),
            ("sm", format!("{major}{minor}")),
            (
                "driver",
                format!("{}.{}", driver / 1000, driver % 1000 / 10),
            ),
            (
                "units",
                get(Key::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?.to_string(),
            ),
            (
                "shared",
                get(Key::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)?.to_string(),
            ),
            (
                "limit",
                get(Key::CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT)?.to_string(),
            ),
            ("free", free.to_string()),
        ])
    }

    /// Makes machine code of PTX, and loads it. Memory of an earlier module is given back.
    pub fn load(&mut self, ptx: &[u8]) -> Result<usize, Failed> {
        self.clear();
        let code = link(ptx)?;
        // SAFETY: the image is a whole cubin of the driver's own.
        let module = unsafe { module::load_data(code.as_ptr().cast()) };
        let module = module.map_err(failed("the module cannot be loaded"))?;
        let size = code.len();
        self.loaded = Some(Loaded { module, code });
        Ok(size)
    }

    /// The machine code that was loaded.
    pub fn code(&self) -> Result<&[u8], Failed> {
        let loaded = self.loaded.as_ref();
        loaded
            .map(|loaded| loaded.code.as_slice())
            .ok_or_else(nothing)
    }

    fn kernel(&self, name: &str) -> Result<sys::CUfunction, Failed> {
        let loaded = self.loaded.as_ref().ok_or_else(nothing)?;
        let text = CString::new(name).map_err(|_| Failed(format!("no kernel `{name}`")))?;
        // SAFETY: the module is loaded.
        let found = unsafe { module::get_function(loaded.module, text) };
        found.map_err(failed(&format!("no kernel `{name}`")))
    }

    /// How many blocks of a kernel can be resident at once.
    pub fn fits(&self, kernel: &str, threads: u32, shared: u32) -> Result<u32, Failed> {
        use sys::CUdevice_attribute_enum as Key;
        let kernel = self.kernel(kernel)?;
        let threads = i32::try_from(threads).map_err(|_| Failed("too many threads".to_owned()))?;
        // SAFETY: the kernel is of the loaded module, the device one that the driver gave.
        let (each, units) = unsafe {
            let each =
                occupancy::max_active_block_per_multiprocessor(kernel, threads, shared as usize);
            let units =
                device::get_attribute(self.device, Key::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
            (
                each.map_err(failed("occupancy"))?,
                units.map_err(failed("an attribute"))?,
            )
        };
        Ok(u32::try_from(i64::from(each) * i64::from(units)).unwrap_or(0))
    }

    /// Memory, all 0.
    pub fn alloc(&mut self, bytes: usize) -> Result<u64, Failed> {
        // SAFETY: it is zeroed at once, and given back by `clear` alone.
        let at = unsafe { result::malloc_sync(bytes.max(1)) }.map_err(failed("no memory"))?;
        self.memory.push((at, bytes));
        self.zero(at, bytes)?;
        Ok(at)
    }

    /// Whether bytes are within a piece of memory that was given out.
    fn owned(&self, at: u64, bytes: usize) -> Result<(), Failed> {
        let end = at.checked_add(bytes as u64);
        let inside = |(start, size): &(u64, usize)| {
            at >= *start && end.is_some_and(|end| end <= start + *size as u64)
        };
        if self.memory.iter().any(inside) {
            return Ok(());
        }
        Err(Failed(format!(
            "{bytes} bytes at {at} are no memory of this program"
        )))
    }

    /// Sets bytes to 0.
    pub fn zero(&self, at: u64, bytes: usize) -> Result<(), Failed> {
        self.owned(at, bytes)?;
        // SAFETY: the bytes are ours.
        unsafe { result::memset_d8_sync(at, 0, bytes) }.map_err(failed("clearing"))
    }

    /// Writes bytes.
    pub fn put(&self, at: u64, bytes: &[u8]) -> Result<(), Failed> {
        self.owned(at, bytes.len())?;
        // SAFETY: the bytes there are ours.
        unsafe { result::memcpy_htod_sync(at, bytes) }.map_err(failed("writing"))
    }

    /// Reads words.
    pub fn words(&self, at: u64, count: usize) -> Result<Vec<u64>, Failed> {
        let bytes = count
            .checked_mul(8)
            .ok_or_else(|| Failed("too many words".to_owned()))?;
        self.owned(at, bytes)?;
        let mut words = vec![0_u64; count];
        // SAFETY: the bytes there are ours.
        unsafe { result::memcpy_dtoh_sync(&mut words, at) }.map_err(failed("reading"))?;
        Ok(words)
    }

    /// Launches a kernel, and waits for its end.
    pub fn launch(
        &self,
        kernel: &str,
        (blocks, threads, shared): (u32, u32, u32),
        parameters: &[u8],
    ) -> Result<(), Failed> {
        let kernel = self.kernel(kernel)?;
        let mut words: Vec<u64> = vec![0; parameters.len().div_ceil(8)];
        for (word, bytes) in words.iter_mut().zip(parameters.chunks(8)) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(whole);
        }
        let mut list = [words.as_mut_ptr().cast::<c_void>()];
        // SAFETY: the kernel is of the loaded module and takes one structure; the launch is over when this returns.
        // What its addresses are, whoever asks answers for: they are those that `alloc` gave.
        unsafe {
            if shared > 0 {
                use sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as SHARED;
                let bytes = i32::try_from(shared).unwrap_or(i32::MAX);
                function::set_function_attribute(kernel, SHARED, bytes)
                    .map_err(failed("shared memory"))?;
            }
            result::launch_kernel(
                kernel,
                (blocks, 1, 1),
                (threads, 1, 1),
                shared,
                null_mut(),
                &mut list,
            )
            .map_err(failed("the launch"))?;
        }
        result::ctx::synchronize().map_err(failed("the launch failed"))
    }

    /// Gives memory and module back.
    fn clear(&mut self) {
        for (at, _) in self.memory.drain(..) {
            // SAFETY: it was given out, and is given back once. An error leaves it to the end of the process.
            let _ = unsafe { result::free_sync(at) };
        }
        if let Some(loaded) = self.loaded.take() {
            // SAFETY: no kernel of it runs: each launch is waited for.
            let _ = unsafe { module::unload(loaded.module) };
        }
    }
}

fn nothing() -> Failed {
    Failed("no module is loaded".to_owned())
}

/// Machine code of PTX for this device, by the driver's own assembler.
fn link(ptx: &[u8]) -> Result<Vec<u8>, Failed> {
    let mut text = ptx.to_vec();
    text.push(0);
    let mut state: sys::CUlinkState = null_mut();
    // SAFETY: the text ends with a zero and outlives the calls; the code is copied before the state that owns it goes.
    unsafe {
        sys::cuLinkCreate_v2(0, null_mut(), null_mut(), &raw mut state)
            .result()
            .map_err(failed("no assembler"))?;
        let linked = add(state, &mut text);
        let _ = sys::cuLinkDestroy(state);
        linked
    }
}

/// # Safety
///
/// The state is one that `cuLinkCreate_v2` gave, the text ends with a zero.
unsafe fn add(state: sys::CUlinkState, text: &mut [u8]) -> Result<Vec<u8>, Failed> {
    let (mut code, mut size) = (null_mut(), 0);
    // SAFETY: as promised by the caller; what comes back is so many bytes that the state owns.
    unsafe {
        sys::cuLinkAddData_v2(
            state,
            sys::CUjitInputType_enum::CU_JIT_INPUT_PTX,
            text.as_mut_ptr().cast(),
            text.len(),
            c"test".as_ptr(),
            0,
            null_mut(),
            null_mut(),
        )
        .result()
        .map_err(failed("the driver's assembler refuses the kernels"))?;
        sys::cuLinkComplete(state, &raw mut code, &raw mut size)
            .result()
            .map_err(failed("the kernels cannot be linked"))?;
        Ok(std::slice::from_raw_parts(code.cast::<u8>(), size).to_vec())
    }
}
