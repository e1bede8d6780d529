// Updates of one counter in a row. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 straight.cu
extern "C" __global__ void twice(int *count) {
  atomicAdd(count, 1);
  atomicAdd(count, 1);
}
