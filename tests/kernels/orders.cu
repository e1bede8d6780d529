// Launches with too many orders, or too large for the model, in which a run that is drawn, or one in another order, shows what is
// wrong. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 orders.cu
#include <cuda/atomic>

// The producer does not wait before it writes the buffer again.
extern "C" __global__ void arrives(const int *in, int *out) {
  __shared__ int buffer[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int lap = 0; lap < 2; ++lap) {
    if (warp == 0) {
      buffer[lane] = in[lap * 32 + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[lap * 32 + lane] = buffer[31 - lane];
    }
  }
}

// Two that read may write what they read at the same time.
extern "C" __global__ void readers(int *lock, const int *data, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> count(*lock);
  int before = count.load(cuda::memory_order_relaxed);
  while (!count.compare_exchange_weak(before, before + 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) {}
  *out = *data;
  count.fetch_sub(1, cuda::memory_order_release);
}

// Lanes that are taken to go in step, and need not.
extern "C" __global__ void step(int *out) {
  __shared__ volatile int sums[64];
  int lane = threadIdx.x;
  sums[lane] = 1;
  sums[lane + 32] = 0;
  __syncthreads();
  for (int far = 16; far > 0; far /= 2)
    sums[lane] = sums[lane] + sums[lane + far];
  if (lane == 0)
    *out = sums[0];
}
