// Two buffers that a warp fills and another empties, handed over at barriers whose numbers and counts are in registers.
__device__ void wait(int barrier) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(blockDim.x) : "memory"); }
__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(blockDim.x) : "memory"); }

extern "C" __global__ void right(int *in, int *out, int n)
{
    __shared__ int buffer[2];
    int half = blockDim.x / 2;
    if (threadIdx.x < half) {
        for (int i = 0; i < n; i++) {
            wait(1 + 2 * (i & 1));
            if (threadIdx.x == 0)
                buffer[i & 1] = in[i];
            arrive(2 + 2 * (i & 1));
        }
    } else {
        arrive(1);
        arrive(3);
        for (int i = 0; i < n; i++) {
            wait(2 + 2 * (i & 1));
            if (threadIdx.x == half)
                out[i] = buffer[i & 1];
            if (i + 2 < n)
                arrive(1 + 2 * (i & 1));
        }
    }
}

// Says that a buffer is empty before it has been read.
extern "C" __global__ void hasty(int *in, int *out, int n)
{
    __shared__ int buffer[2];
    int half = blockDim.x / 2;
    if (threadIdx.x < half) {
        for (int i = 0; i < n; i++) {
            wait(1 + 2 * (i & 1));
            if (threadIdx.x == 0)
                buffer[i & 1] = in[i];
            arrive(2 + 2 * (i & 1));
        }
    } else {
        arrive(1);
        arrive(3);
        for (int i = 0; i < n; i++) {
            wait(2 + 2 * (i & 1));
            if (i + 2 < n)
                arrive(1 + 2 * (i & 1));
            if (threadIdx.x == half)
                out[i] = buffer[i & 1];
        }
    }
}
