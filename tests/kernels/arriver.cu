// The last to draw a ticket sums up what the others left, in shared memory that nobody wrote before.
extern "C" __global__ void bare(int *out) {
    __shared__ int count, part[8];
    int me = threadIdx.x;
    if (me == 0)
        count = 0;
    __syncthreads();
    part[me] = me;
    __threadfence_block();
    if (atomicAdd(&count, 1) == blockDim.x - 1) {
        int sum = 0;
        for (int at = 0; at < blockDim.x; at++)
            sum += part[at];
        *out = sum;
    }
}

// Two counters, and a fence between them.
extern "C" __global__ void two(unsigned *counts, unsigned *out) {
    unsigned first = atomicAdd(&counts[0], 1);
    __threadfence();
    unsigned second = atomicAdd(&counts[1], 1);
    __threadfence();
    out[blockIdx.x] = first + second;
}

// Each counts in its own counter, and looks at the other's by an atomic behind a fence: one sees the other.
extern "C" __global__ void reduced(unsigned *counts, unsigned *out) {
    __threadfence();
    atomicAdd(&counts[blockIdx.x], 1);
    __threadfence();
    out[blockIdx.x] = atomicAdd(&counts[1 - blockIdx.x], 0);
}
