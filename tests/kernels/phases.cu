// Phases of all blocks with a counter between them. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 phases.cu
__device__ unsigned arrived;

__device__ void meet(unsigned phase, bool fenced) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fenced) __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned *)&arrived < phase * gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void phases(int *data, int *out, bool fenced) {
  unsigned other = 1 - blockIdx.x;
  if (threadIdx.x == 0) data[blockIdx.x] = 1;
  meet(1, fenced);
  int seen = data[other];
  meet(2, true);
  if (threadIdx.x == 0) data[blockIdx.x] = seen + 1;
  meet(3, true);
  if (threadIdx.x == 0) out[blockIdx.x] = data[other];
}

extern "C" __global__ void fenced(int *data, int *out) { phases(data, out, true); }

extern "C" __global__ void bare(int *data, int *out) { phases(data, out, false); }
