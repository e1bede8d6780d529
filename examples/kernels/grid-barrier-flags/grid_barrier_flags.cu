// A barrier of all blocks without atomics: each block raises a flag of its own, block 0 collects them, one
// thread for each, and lets everybody go. Blocks have at least as many threads as there are blocks.
extern "C" __global__ void wrong(volatile int *in, volatile int *go, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    in[blockIdx.x] = 1;
  }
  if (blockIdx.x == 0) {
    while (in[threadIdx.x] == 0) {
    }
    __threadfence();
    __syncthreads();
    __threadfence();
    go[threadIdx.x] = 1;
  }
  if (threadIdx.x == 0) {
    while (go[blockIdx.x] == 0) {
    }
    out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
  }
}

extern "C" __global__ void right(volatile int *in, volatile int *go, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    in[blockIdx.x] = 1;
  }
  if (blockIdx.x == 0) {
    while (in[threadIdx.x] == 0) {
    }
    __threadfence();
    __syncthreads();
    __threadfence();
    go[threadIdx.x] = 1;
  }
  if (threadIdx.x == 0) {
    while (go[blockIdx.x] == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
  }
}

// Fewer fences are enough, for `__threadfence` is sequentially consistent: what thread 0 of block 0 does
// behind the barrier comes after all that the flags have told any thread of its block, so its fences and
// those of the other blocks stand in one order.
extern "C" __global__ void enough(volatile int *in, volatile int *go, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    in[blockIdx.x] = 1;
  }
  if (blockIdx.x == 0) {
    while (in[threadIdx.x] == 0) {
    }
    __syncthreads();
    go[threadIdx.x] = 1;
  }
  if (threadIdx.x == 0) {
    while (go[blockIdx.x] == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
  }
}
