// Barriers that are missing: one or two between accesses of a block, before a ticket, in a branch, in an unrolled loop, in a warp.
// Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 meets.cu
extern "C" __global__ void scan(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t + 1;
  __syncthreads();
  int x = s[t];
  if (t >= 1)
    x += s[t - 1];
  s[t] = x;
  if (t >= 2)
    x += s[t - 2];
  out[t] = x;
}
extern "C" __global__ void last(int *part, unsigned *ticket, int *out) {
  __shared__ bool is_last;
  part[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x + threadIdx.x + 1;
  __threadfence();
  if (threadIdx.x == 0)
    is_last = atomicAdd(ticket, 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    __threadfence();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i)
      sum += part[i];
    *out = sum;
  }
}
extern "C" __global__ void inbranch(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 2) {
    s[t] = t + 1;
    out[t] = s[t ^ 1];
  }
}
extern "C" __global__ void unrolled(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll
  for (int k = 2; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
  }
  if (t == 0)
    out[0] = s[0];
}
extern "C" __global__ void warp(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t + 1;
  out[t] = s[(t + 1) % 32];
}
// Who comes to the branch hangs on the order.
extern "C" __global__ void order(int *count, int *out) {
  __shared__ int s[4];
  unsigned t = threadIdx.x;
  int before = atomicAdd(count, 1);
  if (t == 0 || before != 0) {
    s[t] = t;
    out[t] = s[t ^ 1];
  }
}
// The same before a barrier.
extern "C" __global__ void before(int *count, int *out) {
  __shared__ int s[4];
  unsigned t = threadIdx.x;
  int before = atomicAdd(count, 1);
  if (t == 0 || before != 0) {
    s[t] = t;
    out[t] = s[t ^ 1];
  }
  __syncthreads();
  out[t] += s[t];
}
// One polls, and no thread but two comes to where they race.
extern "C" __global__ void half(volatile int *flag, int *out) {
  __shared__ int s[4];
  unsigned t = threadIdx.x;
  if (t == 0) {
    while (*flag == 0) {}
    return;
  }
  if (t == 1) {
    *flag = 1;
    return;
  }
  s[t] = t;
  out[t] = s[t ^ 1];
}
