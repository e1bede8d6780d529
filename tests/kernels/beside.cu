// Threads of one block that exchange values without a barrier. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 beside.cu

extern "C" __global__ void exchanged(int *out) {
  __shared__ int values[64];
  int at = threadIdx.x;
  values[at] = at + 1;
  out[at] = values[blockDim.x - 1 - at];
}
