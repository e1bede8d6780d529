// One GPU produces, another consumes.
#include <cuda/atomic>

template <cuda::thread_scope scope>
__device__ void send(int *data, int *flag) {
  *data = 42;
  cuda::atomic_ref<int, scope>(*flag).store(1, cuda::memory_order_release);
}

template <cuda::thread_scope scope>
__device__ void receive(int *data, int *flag, int *out) {
  while (cuda::atomic_ref<int, scope>(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  *out = *data;
}

extern "C" __global__ void produce_wrong(int *data, int *flag) { send<cuda::thread_scope_device>(data, flag); }

extern "C" __global__ void consume_wrong(int *data, int *flag, int *out) {
  receive<cuda::thread_scope_device>(data, flag, out);
}

extern "C" __global__ void produce_right(int *data, int *flag) { send<cuda::thread_scope_system>(data, flag); }

extern "C" __global__ void consume_right(int *data, int *flag, int *out) {
  receive<cuda::thread_scope_system>(data, flag, out);
}

// The same with fences: `__threadfence` reaches this GPU only, `__threadfence_system` all of them.
extern "C" __global__ void produce_fence_wrong(int *data, volatile int *flag) {
  *data = 42;
  __threadfence();
  *flag = 1;
}

extern "C" __global__ void consume_fence_wrong(int *data, volatile int *flag, int *out) {
  while (*flag == 0) {
  }
  __threadfence();
  *out = *data;
}

extern "C" __global__ void produce_fence_right(int *data, volatile int *flag) {
  *data = 42;
  __threadfence_system();
  *flag = 1;
}

extern "C" __global__ void consume_fence_right(int *data, volatile int *flag, int *out) {
  while (*flag == 0) {
  }
  __threadfence_system();
  *out = *data;
}
