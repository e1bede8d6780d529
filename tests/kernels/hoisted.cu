// Threads that go round where nothing that they read can change. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 hoisted.cu

/// The compiler reads `*flag` once, as it is plain: no write of another block is seen.
extern "C" __global__ void plain(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 7;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

/// What is read once is volatile.
extern "C" __global__ void once(volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *flag = 1;
  } else {
    int seen = *flag;
    while (seen == 0) {
      __threadfence();
    }
    out[0] = 1;
  }
}

/// Nothing is read at all.
extern "C" __global__ void never(int *out) {
  if (blockIdx.x == 1) {
    while (true) {
      __threadfence();
    }
  }
  out[0] = 1;
}

/// A loop that polls what another block never writes is something else.
extern "C" __global__ void polls(volatile int *flag, int *out) {
  if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
  }
  out[blockIdx.x] = 1;
}
