// A compiler for sm_100 and later says how the memory is aligned that parameters point to. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_120 pointed.cu
extern "C" __global__ void saxpy(int n, float a, const float *x, float b, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + b;
}
