// A thread that always traps beside others that race. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 trapping.cu

/// Blocks 1 and 2 race where the second sees the first's flag.
extern "C" __global__ void beside(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    __trap();
  } else if (blockIdx.x == 1) {
    data[0] = 1;
    *flag = 1;
  } else if (*flag == 1) {
    out[0] = data[0];
  }
}

/// Blocks 1 and 2 race only where each misses the flag of the other, which no interleaving shows.
extern "C" __global__ void buffered(int *data, volatile int *flags) {
  if (blockIdx.x == 0) {
    __trap();
  }
  flags[blockIdx.x] = 1;
  if (flags[3 - blockIdx.x] == 0) {
    data[0] = blockIdx.x;
  }
}

/// Nobody races, and somebody traps.
extern "C" __global__ void alone(int *out) {
  if (blockIdx.x == 0) {
    __trap();
  }
  out[blockIdx.x] = 1;
}
