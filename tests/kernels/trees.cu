// Sums of blocks by a tree in shared memory, and of these sums in the same memory by the block that comes last. Rebuilt
// with: nvcc -ptx -lineinfo -arch=sm_90 trees.cu
__device__ unsigned done;

__device__ float tree(float *shared, float own) {
  unsigned at = threadIdx.x;
  shared[at] = own;
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (at < half) shared[at] += shared[at + half];
    __syncthreads();
  }
  return shared[0];
}

template <bool fenced> __device__ void trees(const float *in, volatile float *sums, float *out) {
  extern __shared__ float shared[];
  __shared__ bool last;
  float sum = tree(shared, in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
    if (fenced) __threadfence();
  }
  __syncthreads();
  if (last) {
    sum = tree(shared, threadIdx.x < gridDim.x ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) *out = sum;
  }
}

extern "C" __global__ void right(const float *in, volatile float *sums, float *out) { trees<true>(in, sums, out); }
extern "C" __global__ void wrong(const float *in, volatile float *sums, float *out) { trees<false>(in, sums, out); }
