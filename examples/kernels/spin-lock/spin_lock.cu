// A lock taken with compare-and-swap and given back with an exchange.
extern "C" __global__ void wrong(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *count += 1;
  atomicExch(lock, 0);
}

extern "C" __global__ void right(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
  __threadfence();
  atomicExch(lock, 0);
}
