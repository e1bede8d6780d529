// A fence in a function that is inlined twice is one change of the text.
__device__ void raise(volatile int *flag) {
  *flag = 1;
}

__device__ void await(volatile int *flag) {
  while (*flag == 0) {
  }
}

extern "C" __global__ void twice(int *data, int *flags, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 1;
    raise(flags);
    data[1] = 2;
    raise(flags + 1);
  } else {
    await(flags);
    out[0] = data[0];
    await(flags + 1);
    out[1] = data[1];
  }
}
