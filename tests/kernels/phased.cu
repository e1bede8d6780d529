// Barriers in memory: cuda::barrier, and mbarrier with parities as pipelines have it.
#include <cuda/barrier>
#include <cstdint>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(const int *in, int *out) {
  __shared__ barrier met;
  __shared__ int tile[8];
  if (threadIdx.x == 0) init(&met, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  met.arrive_and_wait();
  out[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

// Nobody waits until the barrier is there.
__global__ void unready(const int *in, int *out) {
  __shared__ barrier met;
  __shared__ int tile[8];
  if (threadIdx.x == 0) init(&met, blockDim.x);
  tile[threadIdx.x] = in[threadIdx.x];
  met.arrive_and_wait();
  out[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

// One more is expected than there are.
__global__ void lonely(const int *in, int *out) {
  __shared__ barrier met;
  __shared__ int tile[8];
  if (threadIdx.x == 0) init(&met, blockDim.x + 1);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  met.arrive_and_wait();
  out[threadIdx.x] = tile[(threadIdx.x + 1) % blockDim.x];
}

// The next lap writes what the other may still read.
__global__ void hasty(const int *in, int *out) {
  __shared__ barrier met;
  __shared__ int tile[8];
  if (threadIdx.x == 0) init(&met, blockDim.x);
  __syncthreads();
  int value = in[threadIdx.x];
  for (int lap = 0; lap < 2; ++lap) {
    tile[threadIdx.x] = value;
    met.arrive_and_wait();
    value = tile[(threadIdx.x + 1) % blockDim.x] + 1;
  }
  out[threadIdx.x] = value;
}

// One thread fills a slot, one empties it; each arrives where it does not wait.
__global__ void split(const int *in, int *out) {
  __shared__ barrier full, empty;
  __shared__ int slot;
  if (threadIdx.x == 0) {
    init(&full, 2);
    init(&empty, 2);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int at = 0; at < 2; ++at) {
      empty.arrive_and_wait();
      slot = in[at];
      (void)full.arrive();
    }
  } else {
    (void)empty.arrive();
    for (int at = 0; at < 2; ++at) {
      full.arrive_and_wait();
      out[at] = slot;
      if (at < 1) (void)empty.arrive();
    }
  }
}

// One leaves, the others go on without it.
__global__ void leaver(const int *in, int *out) {
  __shared__ barrier met;
  __shared__ int sum;
  if (threadIdx.x == 0) init(&met, 2);
  __syncthreads();
  if (threadIdx.x == 0) {
    sum = in[0];
    met.arrive_and_drop();
  } else {
    met.arrive_and_wait();
    met.arrive_and_wait();
    out[0] = sum;
  }
}

__device__ void wait(uint64_t *object, uint32_t parity) {
  uint32_t at = (uint32_t)__cvta_generic_to_shared(object);
  asm volatile(
      "{\n.reg .pred over;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n@over bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at),
      "r"(parity)
      : "memory");
}

__device__ void arrive(uint64_t *object) {
  uint32_t at = (uint32_t)__cvta_generic_to_shared(object);
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
}

__device__ void make(uint64_t *object) {
  uint32_t at = (uint32_t)__cvta_generic_to_shared(object);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(1));
}

// A ring of two slots; `turned` is the parity with which the first wait for an empty slot begins: 1, so that it is over at once.
__global__ void ring(const int *in, int *out, uint32_t turned) {
  __shared__ uint64_t full[2], empty[2];
  __shared__ int slot[2];
  if (threadIdx.x == 0) {
    for (int at = 0; at < 2; ++at) {
      make(full + at);
      make(empty + at);
    }
  }
  __syncthreads();
  uint32_t phase = threadIdx.x == 0 ? turned : 0;
  int here = 0;
  for (int at = 0; at < 3; ++at) {
    if (threadIdx.x == 0) {
      wait(&empty[here], phase);
      slot[here] = in[at];
      arrive(&full[here]);
    } else {
      wait(&full[here], phase);
      out[at] = slot[here];
      arrive(&empty[here]);
    }
    if (++here == 2) {
      here = 0;
      phase ^= 1;
    }
  }
}
