// Test and test-and-set: wait by reading, and try to take the lock only when it looks free.
__device__ void take(int *lock) {
  do {
    while (*(volatile int *)lock != 0) {
    }
  } while (atomicCAS(lock, 0, 1) != 0);
}

extern "C" __global__ void wrong(int *lock, int *count) {
  take(lock);
  __threadfence();
  *count += 1;
  *(volatile int *)lock = 0;
}

extern "C" __global__ void right(int *lock, int *count) {
  take(lock);
  __threadfence();
  *count += 1;
  __threadfence();  // the lock may look free only once the work is done
  *(volatile int *)lock = 0;
}
