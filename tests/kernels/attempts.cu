// Waits that count how often they looked. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 attempts.cu
#include <cuda/atomic>
using flag_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void publish(int *flag, int *data) {
  *data = 7;
  flag_ref(*flag).store(1, cuda::std::memory_order_release);
}

// Looks a million times.
extern "C" __global__ void gives_up(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    publish(flag, data);
  } else {
    int tries = 0;
    while (flag_ref(*flag).load(cuda::std::memory_order_acquire) == 0) {
      if (++tries > 1000000) {
        *out = -1;
        return;
      }
    }
    *out = *data;
  }
}

// Acquires nothing.
extern "C" __global__ void gives_up_relaxed(int *flag, int *data, int *out, int most) {
  if (blockIdx.x == 0) {
    publish(flag, data);
  } else {
    int tries = 0;
    while (flag_ref(*flag).load(cuda::std::memory_order_relaxed) == 0) {
      if (++tries > most) {
        *out = -1;
        return;
      }
    }
    *out = *data;
  }
}

// Traps when nothing comes.
extern "C" __global__ void watched(int *flag, int *data, int *out, int most) {
  if (blockIdx.x == 0) {
    publish(flag, data);
  } else {
    for (int i = 0; flag_ref(*flag).load(cuda::std::memory_order_acquire) == 0; i++)
      if (i == most) __trap();
    *out = *data;
  }
}

// Tells how often it looked, and forgets to acquire.
extern "C" __global__ void told(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    publish(flag, data);
  } else {
    int tries = 0;
    while (flag_ref(*flag).load(cuda::std::memory_order_relaxed) == 0) ++tries;
    out[0] = *data;
    out[1] = tries;
  }
}

// A lock whose attempts are counted.
extern "C" __global__ void contended(int *lock, int *sum, int *tries) {
  int count = 0;
  while (atomicCAS(lock, 0, 1) != 0) ++count;
  __threadfence();
  ++*sum;
  __threadfence();
  atomicExch(lock, 0);
  tries[blockIdx.x] = count;
}

// Goes round as long as two flags say what none of their orders does.
extern "C" __global__ void between(volatile int *flag, volatile int *other, int *out) {
  if (blockIdx.x == 0) {
    *other = 1;
    *flag = 1;
  } else {
    int tries = 0;
    while (*flag == 1 && *other == 0) ++tries;
    *out = tries > 0;
  }
}
