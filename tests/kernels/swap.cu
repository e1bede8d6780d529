// Two halves of shared memory, one read while the other is written, which of them in a register. Rebuilt with:
// nvcc -ptx -lineinfo -arch=sm_75 swap.cu
__device__ void swaps(const int *in, int *out, int laps, bool waits) {
  __shared__ int half[2][32];
  int here = 0;
  half[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (int lap = 0; lap < laps; lap++) {
    half[here ^ 1][threadIdx.x] = half[here][(threadIdx.x + 1) % blockDim.x];
    here ^= 1;
    if (waits || lap == 0) __syncthreads();
  }
  out[threadIdx.x] = half[here][threadIdx.x];
}

extern "C" __global__ void right(const int *in, int *out, int laps) { swaps(in, out, laps, true); }

extern "C" __global__ void wrong(const int *in, int *out, int laps) { swaps(in, out, laps, false); }
