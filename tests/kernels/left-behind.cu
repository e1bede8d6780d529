// A barrier that only some threads of a warp come to. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 left-behind.cu
extern "C" __global__ void half(int *a, int *out) {
  int t = threadIdx.x;
  a[t] = t + 1;
  if (t < 1) __syncthreads();
  out[t] = 7;
}

// The other warp exits as a whole: that is said nowhere to be wrong.
extern "C" __global__ void warp(int *a, int *out) {
  int t = threadIdx.x;
  if (t >= 32) return;
  a[t] = t + 1;
  __syncthreads();
  out[t] = a[31 - t];
}
