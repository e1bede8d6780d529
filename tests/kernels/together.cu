// What whole warps leave for each other: the orders of their lanes are many, and hardly any matters.
// Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 together.cu

// Each block writes its part, meets all others, and reads the part of another.
extern "C" __global__ void met(int *data, unsigned *arrived, int *out) {
  unsigned from = gridDim.x - 1 - blockIdx.x;
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (*(volatile unsigned *)arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[from * blockDim.x + threadIdx.x];
}

// The same, where the other's part may be older.
extern "C" __global__ void met_early(int *data, unsigned *arrived, int *out) {
  unsigned from = gridDim.x - 1 - blockIdx.x;
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + 1;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (*(volatile unsigned *)arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[from * blockDim.x + threadIdx.x];
}

// Blocks add to the same sums, one after the other.
extern "C" __global__ void guarded(int *lock, int *sums, const int *in) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  sums[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Lanes write, one of them says so to another warp.
extern "C" __global__ void published(int *data, int *ready, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence();
      *(volatile int *)ready = 1;
    }
  } else {
    if (threadIdx.x == 0) {
      while (*(volatile int *)ready == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    out[threadIdx.x] = data[31 - threadIdx.x];
  }
}

// Blocks take turns, and each asks together whether it is its own.
extern "C" __global__ void turns(int *turn, int *sums, const int *in) {
  int now = -1;
  while (__syncthreads_and(now != (int)blockIdx.x)) {
    if (threadIdx.x == 0) {
      now = *(volatile int *)turn;
      __threadfence();
    }
  }
  sums[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *(volatile int *)turn = blockIdx.x + 1;
  }
}
