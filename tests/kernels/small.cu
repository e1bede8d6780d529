// Small kernels with known answers. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 small.cu
#include <cassert>

__device__ unsigned round_number = 5;
__constant__ int weights[3] = {2, 3, 5};

struct Pair { int* to; unsigned short scale; };

// Each thread writes its own element.
__global__ void apart(int* out, int factor) { out[threadIdx.x] = factor * (int)threadIdx.x - weights[threadIdx.x % 3]; }

// One thread publishes, the other polls.
__global__ void poll(volatile int* flag, int* data, int* out) {
  if (threadIdx.x == 0) { data[0] = 11; __threadfence(); flag[0] = 1; }
  else { while (flag[0] == 0) {} __threadfence(); out[0] = data[0]; }
}

// The same without fences.
__global__ void poll_bare(volatile int* flag, int* data, int* out) {
  if (threadIdx.x == 0) { data[0] = 11; flag[0] = 1; }
  else { while (flag[0] == 0) {} out[0] = data[0]; }
}

// The last block adds up.
__global__ void last(const int* in, int* part, int* out, unsigned* tickets) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    __threadfence();
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += part[i];
    *out = sum;
  }
}

// A tree in shared memory.
__global__ void tree(const int* in, int* out) {
  extern __shared__ int sums[];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = sums[0] + round_number;
}

// Lanes add up by shuffles; a vote and a count of the block besides.
__global__ void lanes(int* out) {
  int sum = threadIdx.x + 1;
  for (int by = 2; by; by /= 2) sum += __shfl_xor_sync(0xf, sum, by);
  unsigned odd = __ballot_sync(0xf, threadIdx.x & 1);
  int many = __syncthreads_count(sum > 3);
  out[threadIdx.x] = sum * 10000 + odd * 100 + many;
}

__device__ __noinline__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

// Calls, a structure by value, local memory, floats.
__global__ void calls(Pair pair, float* f, unsigned char* bytes, int n) {
  int local[4];
  for (int i = 0; i < 4; i++) local[i] = ackermann(i & 1, n + i);
  pair.to[0] = local[n & 3] * pair.scale;
  f[0] = f[1] * 2.5f + (float)n;
  bytes[1] = bytes[0] - 3;
}

// Fails where the element is not positive.
__global__ void checked(const int* in) { assert(in[threadIdx.x] > 0); }

// A barrier in a branch that one thread does not take, and one more thread than elements.
__global__ void beyond(int* out, int n) { if ((int)threadIdx.x <= n) out[threadIdx.x] = 1; }

// Everybody waits for a flag that nobody sets.
__global__ void waits(volatile int* flag, int* out) { while (flag[0] == 0) {} out[threadIdx.x] = 1; }

// A ticket lock around an increment.
__global__ void ticket(unsigned* next, volatile unsigned* now, int* count) {
  unsigned mine = atomicAdd(next, 1u);
  while (*now != mine) {}
  __threadfence();
  count[0] = count[0] + 1;
  __threadfence();
  *now = mine + 1;
}
