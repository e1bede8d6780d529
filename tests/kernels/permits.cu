// Permits that blocks take and give back. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 -std=c++17 permits.cu
#include <cuda/semaphore>
extern "C" __global__ void permits(cuda::counting_semaphore<cuda::thread_scope_device, 2> *free, int *inside) {
  free->acquire();
  atomicAdd(inside, 1);
  free->release();
}
// A permit is only taken where one is left, and waited for without looking twice.
extern "C" __global__ void rooms(unsigned *free, int *data) {
  unsigned left = *(volatile unsigned *)free;
  for (;;) {
    while (left == 0) left = *(volatile unsigned *)free;
    unsigned found = atomicCAS(free, left, left - 1);
    if (found == left) break;
    left = found;
  }
  __threadfence();
  *data += 1;
  __threadfence();
  atomicAdd(free, 1u);
}
