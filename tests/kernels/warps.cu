// Sums of all that came before: by shuffles in each warp, and through shared memory from the first to the second.
extern "C" __global__ void scan(const int *in, int *out) {
  __shared__ int sums[2];
  int lane = threadIdx.x & 31, x = in[threadIdx.x];
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) { int y = __shfl_up_sync(~0u, x, d); if (lane >= d) x += y; }
  if (lane == 31) sums[threadIdx.x >> 5] = x;
  __syncthreads();
  if (threadIdx.x >= 32) x += sums[0];
  out[threadIdx.x] = x;
}
