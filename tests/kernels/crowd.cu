// Many threads that meet only at barriers and in atomics. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 crowd.cu
extern "C" __global__ void count(int *out) { atomicAdd(out, 1); }

extern "C" __global__ void counted(int *out) {
  __shared__ int all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  atomicAdd(&all, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = all;
}

extern "C" __global__ void bins(const int *in, int *out) {
  __shared__ int bin[16];
  int t = threadIdx.x;
  if (t < 16) bin[t] = 0;
  __syncthreads();
  atomicAdd(&bin[in[t] & 15], 1);
  __syncthreads();
  if (t < 16) atomicAdd(&out[t], bin[t]);
}

extern "C" __global__ void push(const int *in, int *next, int *out) { out[atomicAdd(next, 1)] = in[threadIdx.x]; }

// Half of the threads take the two counters in the other order: no interleaving has two of them first at both.
extern "C" __global__ void crossed(int *one, int *other, int *out) {
  int t = threadIdx.x, first, second;
  if (t % 2) {
    first = atomicAdd(one, 1);
    second = atomicAdd(other, 1);
  } else {
    first = atomicAdd(other, 1);
    second = atomicAdd(one, 1);
  }
  if (t < 2) out[t] = first * 100 + second;
}
