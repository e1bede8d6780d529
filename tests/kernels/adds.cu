// Sums of numbers that differ: as many values can be in memory as there are sets of threads.

extern "C" __global__ void sum(const int *in, int *out) {
    atomicAdd(out, in[threadIdx.x]);
}

extern "C" __global__ void sum_of_block(const int *in, int *out) {
    __shared__ int all;
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    atomicAdd(&all, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = all;
}

// Nothing orders the last load behind what the others add.
extern "C" __global__ void sum_too_early(const int *in, int *out) {
    __shared__ int all;
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    atomicAdd(&all, in[threadIdx.x]);
    if (threadIdx.x == 0)
        *out = all;
}
