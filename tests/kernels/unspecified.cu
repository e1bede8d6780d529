// Values that the language does not say. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 unspecified.cu

/// A division by zero ends in an output.
extern "C" __global__ void divided(int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x] / in[2 + threadIdx.x];
}

/// A remainder of zero decides a branch.
extern "C" __global__ void branches(int *in, int *out) {
  if (in[threadIdx.x] % in[2 + threadIdx.x] == 1) {
    out[threadIdx.x] = 1;
  }
}

/// What would be divided by zero is not used.
extern "C" __global__ void guarded(int *in, int *out) {
  int by = in[2 + threadIdx.x];
  out[threadIdx.x] = by == 0 ? 0 : in[threadIdx.x] / by;
}

/// A sum over a warp, of which the block has two lanes.
extern "C" __global__ void summed(int *in, int *out) {
  int sum = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) {
    sum += __shfl_down_sync(~0u, sum, by);
  }
  if (threadIdx.x == 0) {
    out[0] = sum;
  }
}

/// The first lane reads one that its mask has not.
extern "C" __global__ void masked(int *out) {
  if (threadIdx.x == 0) {
    if (__shfl_sync(1u, (int)threadIdx.x + 10, 1) == 3) {
      out[0] = 1;
    }
  }
}

/// The first lane reads one that has left.
extern "C" __global__ void exited(int *out) {
  if (threadIdx.x == 1) {
    return;
  }
  out[0] = __shfl_sync(3u, (int)threadIdx.x + 10, 1);
}
