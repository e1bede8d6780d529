// A barrier of all blocks that can be used again: the last to arrive resets the count and begins a new
// generation, for which the others wait.
__device__ unsigned arrived;
__device__ unsigned generation;

template <bool fenced> __device__ void cross() {
  unsigned mine = *(volatile unsigned *)&generation;
  if (fenced) {
    // Publishes what came before. It also keeps the read above before the arrival: one that
    // comes later can find the new generation, and then waits for ever.
    __threadfence();
  }
  if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
    arrived = 0;
    __threadfence();
    atomicAdd(&generation, 1);
  } else {
    while (*(volatile unsigned *)&generation == mine) {
    }
  }
}

extern "C" __global__ void wrong(int *data, int *out) {
  data[blockIdx.x] = blockIdx.x + 1;
  cross<false>();
  __threadfence();
  out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
}

extern "C" __global__ void right(int *data, int *out) {
  data[blockIdx.x] = blockIdx.x + 1;
  cross<true>();
  __threadfence();
  out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
}
