// Waits as libraries write them, and what lies between launches. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 waits.cu
__device__ bool polled(volatile unsigned *free) {
#pragma unroll
  for (int i = 0; i < 12; i++)
    if (*free) return true;
  return false;
}

extern "C" __global__ void permit(unsigned *free, int *sum) {
  while (atomicExch(free, 0) == 0)
    while (!polled(free)) __nanosleep(20);
  __threadfence();
  *sum = *sum + 1;
  __threadfence();
  *(volatile unsigned *)free = 1;
}

extern "C" __global__ void opens(int *left) { *left = 2; }

extern "C" __global__ void passes(int *left, int *part, int *out) {
  part[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  atomicSub(left, 1);
  int tries = 0;
  while (*(volatile int *)left != 0)
    if (tries < 16)
      tries++;
    else
      __nanosleep(20);
  __threadfence();
  out[blockIdx.x] = part[1 - blockIdx.x];
}

extern "C" __global__ void either(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      flag[0] = 1;
      flag[1] = 1;
    }
  } else {
    if (threadIdx.x == 0)
      while (true) {
        if (flag[0] == 1) break;
        if (flag[1] == 1) break;
      }
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x];
  }
}

extern "C" __global__ void each(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
#pragma unroll
    for (int i = 0; i < 3; i++) {
      data[i] = i + 1;
      flag[i] = 1;
    }
  } else {
#pragma unroll
    for (int i = 0; i < 3; i++) {
      while (flag[i] == 0) {
      }
      __threadfence();
      out[i] = data[i];
    }
  }
}

extern "C" __global__ void last(int *data, unsigned *count, int *out) {
  data[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  if (atomicAdd(count, 1) == gridDim.x - 1)
    *out = data[0] + data[1];
}
