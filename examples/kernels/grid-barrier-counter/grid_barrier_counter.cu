// A barrier of all blocks that counts arrivals: one thread of each block adds one and waits until all have
// come. For one use.
__device__ unsigned arrived;

__device__ void arrive_and_poll() {
  atomicAdd(&arrived, 1);
  while (*(volatile unsigned *)&arrived < gridDim.x) {
  }
}

extern "C" __global__ void wrong(int *data, int *out) {
  if (threadIdx.x == 0) data[blockIdx.x] = blockIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    arrive_and_poll();
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
}

extern "C" __global__ void right(int *data, int *out) {
  if (threadIdx.x == 0) data[blockIdx.x] = blockIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    arrive_and_poll();
    __threadfence();  // what follows the barrier must not read older values
  }
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
}
