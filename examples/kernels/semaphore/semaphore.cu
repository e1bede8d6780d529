// A counting semaphore, and blocks that take turns.
__device__ void acquire(int *free) {
  for (;;) {
    int seen = *(volatile int *)free;
    if (seen > 0 && atomicCAS(free, seen, seen - 1) == seen) return;
  }
}

extern "C" __global__ void wrong(int *free, int *count) {
  acquire(free);
  __threadfence_block();  // other blocks are not reached
  *count += 1;
  __threadfence_block();
  atomicAdd(free, 1);
}

extern "C" __global__ void right(int *free, int *count) {
  acquire(free);
  __threadfence();
  *count += 1;
  __threadfence();
  atomicAdd(free, 1);
}

// Blocks add their parts one after the other, in the order of their numbers; all threads of a block wait
// together for its turn.
extern "C" __global__ void turns_wrong(volatile int *turn, int *sum) {
  int now = -1;
  do {
    if (threadIdx.x == 0) now = *turn;
  } while (__syncthreads_and(threadIdx.x != 0 || now != (int)blockIdx.x));
  sum[threadIdx.x] += blockIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *turn = blockIdx.x + 1;
  }
}

extern "C" __global__ void turns_right(volatile int *turn, int *sum) {
  int now = -1;
  do {
    if (threadIdx.x == 0) {
      now = *turn;
      __threadfence();
    }
  } while (__syncthreads_and(threadIdx.x != 0 || now != (int)blockIdx.x));
  sum[threadIdx.x] += blockIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *turn = blockIdx.x + 1;
  }
}
