// Nobody goes on from a barrier because another has exited, who waits for him elsewhere before.
extern "C" __global__ void waits(int *x) {
  int t = threadIdx.x;
  if (t == 1) __syncthreads();
  __syncwarp(3);
  x[0] = t + 1;
}

extern "C" __global__ void says(int *x) {
  int t = threadIdx.x;
  if (t == 1) __syncthreads();
  x[1] = __shfl_sync(3, t, 0);
}
