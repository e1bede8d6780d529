// Many threads, of which most orders come to the same. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 counts.cu
extern "C" __global__ void bins(const int *in, int *out) {
  __shared__ int bin[4];
  int t = threadIdx.x;
  if (t < 4) bin[t] = 0;
  __syncthreads();
  atomicAdd(&bin[in[t] & 3], 1);
  __syncthreads();
  if (t < 4) atomicAdd(&out[t], bin[t]);
}

extern "C" __global__ void most(const int *in, int *out) {
  __shared__ int high, all;
  if (threadIdx.x == 0) high = all = 0;
  __syncthreads();
  atomicMax(&high, in[threadIdx.x]);
  atomicOr(&all, 1 << threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) { out[0] = high; out[1] = all; }
}

__device__ int sum(int value, int *part) {
  for (int away = 16; away > 0; away /= 2) value += __shfl_down_sync(~0u, value, away);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  return part[0] + part[1];
}

extern "C" __global__ void sums(const int *in, int *out) {
  __shared__ int part[2];
  int first = sum(in[threadIdx.x], part);
  int second = sum(2 * in[threadIdx.x], part);
  out[threadIdx.x] = first + second;
}

// Who finds the number changed first is told by what it finds: here order matters.
extern "C" __global__ void ranks(int *next, int *out) {
  out[threadIdx.x] = atomicAdd(next, 1);
}

extern "C" __global__ void sleeper(volatile int *flag, int *out) {
  unsigned pause = 8;
  long long start = clock64();
  while (*flag == 0) {
    if (clock64() - start > 1000) pause = 64;
    __nanosleep(pause);
  }
  out[0] = 1;
}

// It sleeps no longer than so.
extern "C" __global__ void impatient(volatile int *flag, int *out) {
  long long start = clock64();
  while (*flag == 0)
    if (clock64() - start > 1000) break;
  out[0] = 1;
}
