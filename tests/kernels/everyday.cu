// What is in many programs. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 everyday.cu

// One launch writes what the next reads by the path that is not coherent.
extern "C" __global__ void fills(int *data) { data[blockIdx.x] = blockIdx.x + 1; }

extern "C" __global__ void uses(const int *__restrict__ data, int *__restrict__ out) {
  out[blockIdx.x] = data[1 - blockIdx.x];
}

// A delay.
extern "C" __global__ void delays(int *out) {
  long long began = clock64();
  while (clock64() - began < 100) {
  }
  out[blockIdx.x] = 1;
}

// Nobody writes the second element.
extern "C" __global__ void forgets(const int *in, int *out) {
  __shared__ int tile[2];
  if (threadIdx.x == 0) tile[0] = in[0];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
