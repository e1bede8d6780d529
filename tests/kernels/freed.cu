// Locks and flags that are set once with a plain store, before a barrier or by an earlier launch, and then polled by atomics.

__global__ void locked(int *data) {
    __shared__ int lock;
    if (threadIdx.x == 0) lock = 0;
    __syncthreads();
    while (atomicExch(&lock, 1) != 0)
        ;
    __threadfence_block();
    data[0] += 1;
    __threadfence_block();
    atomicExch(&lock, 0);
}

__global__ void early(int *data) {
    __shared__ int lock;
    if (threadIdx.x == 0) lock = 0;
    // Nobody waits for it.
    while (atomicExch(&lock, 1) != 0)
        ;
    __threadfence_block();
    data[0] += 1;
    __threadfence_block();
    atomicExch(&lock, 0);
}

__global__ void frees(int *lock) { *lock = 0; }

__global__ void takes(int *lock, int *data) {
    while (atomicExch(lock, 1) != 0)
        ;
    __threadfence();
    data[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
}

// Another block is there, which has nothing to do with it.
__global__ void waits(int *data, int *flag, int *out) {
    if (blockIdx.x != 0) return;
    if (threadIdx.x == 0) {
        data[0] = 7;
        __threadfence_block();
        atomicAdd_block(flag, 1);
    } else {
        while (atomicAdd_block(flag, 0) == 0)
            ;
        __threadfence_block();
        out[0] = data[0];
    }
}
