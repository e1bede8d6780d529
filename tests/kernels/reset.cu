// The last block gives back the counter by which it knows that it is the last. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 reset.cu
extern "C" __global__ void reset(volatile int *parts, unsigned *count, int *sum) {
  parts[blockIdx.x] = blockIdx.x + 1;
  __threadfence();
  if (atomicAdd(count, 1) == gridDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    *sum = all;
    *count = 0;
  }
}
