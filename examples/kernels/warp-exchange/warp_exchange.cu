// Neighbouring lanes of a warp exchange a value.
extern "C" __global__ void wrong(const int *in, int *out) {
  __shared__ int value[32];
  int lane = threadIdx.x;
  value[lane] = in[lane];
  out[lane] = value[lane ^ 1];  // lanes of a warp do not run in step
}

extern "C" __global__ void right(const int *in, int *out) {
  __shared__ int value[32];
  int lane = threadIdx.x;
  value[lane] = in[lane];
  __syncwarp();
  out[lane] = value[lane ^ 1];
}

extern "C" __global__ void shuffle(const int *in, int *out) {
  int lane = threadIdx.x;
  out[lane] = __shfl_xor_sync(0xffffffff, in[lane], 1);
}
