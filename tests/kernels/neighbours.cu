// Two blocks exchange what they wrote, behind a barrier of the grid: fenced by the threads that wait, or not by those that write.
__device__ static void meet(unsigned *arrived) {
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (*(volatile unsigned *)arrived < gridDim.x) {
        }
    }
}

extern "C" __global__ void exchange(unsigned *arrived, int *mine, int *theirs) {
    unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
    mine[me] = blockIdx.x + 1;
    __threadfence();
    __syncthreads();
    meet(arrived);
    __syncthreads();
    __threadfence();
    theirs[me] = mine[(me + blockDim.x) % (gridDim.x * blockDim.x)];
}

extern "C" __global__ void unfenced(unsigned *arrived, int *mine, int *theirs) {
    unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
    mine[me] = blockIdx.x + 1;
    __syncthreads();
    meet(arrived);
    __syncthreads();
    theirs[me] = mine[(me + blockDim.x) % (gridDim.x * blockDim.x)];
}
