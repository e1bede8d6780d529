// One thread of a block looks, and leaves in shared memory what it has found for all others; all look again if it was not enough.
#include <cuda/atomic>

using word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
__device__ __forceinline__ unsigned look(unsigned *at) { return word(*at).load(cuda::memory_order_acquire); }
__device__ __forceinline__ void put(unsigned *at, unsigned value) { word(*at).store(value, cuda::memory_order_release); }

// What the first block does.
__device__ __forceinline__ void write(unsigned *flag, unsigned *data) {
  if (threadIdx.x == 0) {
    *data = 7;
    put(flag, 1);
  }
}

// What the other does: with or without what keeps the next lap from overwriting what others have not read.
template <bool keeps> __device__ __forceinline__ void wait(unsigned *flag, unsigned *said) {
  unsigned found;
  do {
    if (threadIdx.x == 0)
      *said = look(flag);
    __syncthreads();
    found = *said;
    if (keeps)
      __syncthreads();
  } while (!found);
}

extern "C" __global__ void told(unsigned *flag, unsigned *data, unsigned *out) {
  __shared__ unsigned said;
  if (blockIdx.x == 0)
    return write(flag, data);
  wait<true>(flag, &said);
  out[threadIdx.x] = *data;
}

extern "C" __global__ void too_early(unsigned *flag, unsigned *data, unsigned *out) {
  __shared__ unsigned said;
  if (blockIdx.x == 0)
    return write(flag, data);
  wait<false>(flag, &said);
  out[threadIdx.x] = *data;
}

// Two words in turn do with one barrier.
extern "C" __global__ void in_turn(unsigned *flag, unsigned *data, unsigned *out) {
  __shared__ unsigned said[2];
  if (blockIdx.x == 0)
    return write(flag, data);
  unsigned found;
  int at = 0;
  do {
    if (threadIdx.x == 0)
      said[at] = look(flag);
    __syncthreads();
    found = said[at];
    at ^= 1;
  } while (!found);
  out[threadIdx.x] = *data;
}

// Each leaves what it has found, and looks at what all have.
extern "C" __global__ void each(unsigned *flag, unsigned *data, unsigned *out) {
  __shared__ unsigned said[32];
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 3;
    put(flag + threadIdx.x, 1);
    return;
  }
  unsigned all;
  do {
    said[threadIdx.x] = look(flag + threadIdx.x);
    __syncthreads();
    all = 1;
    for (unsigned at = 0; at < blockDim.x; at++)
      all &= said[at];
    __syncthreads();
  } while (!all);
  out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
}

// Blocks take one tile after the other until there are no more.
extern "C" __global__ void tiles(unsigned *counter, unsigned *out, unsigned count) {
  __shared__ unsigned taken;
  for (;;) {
    if (threadIdx.x == 0)
      taken = atomicAdd(counter, 1);
    __syncthreads();
    unsigned tile = taken;
    __syncthreads();
    if (tile >= count)
      break;
    out[tile * blockDim.x + threadIdx.x] = tile + 1;
  }
}
