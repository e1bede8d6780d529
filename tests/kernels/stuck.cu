// Threads that wait for ever for what atomics never give them, and values that only end in outputs.

// Two locks, taken in two orders.
extern "C" __global__ void crossed(int *locks) {
    int first = blockIdx.x, second = 1 - blockIdx.x;
    while (atomicCAS(locks + first, 0, 1) != 0);
    while (atomicCAS(locks + second, 0, 1) != 0);
    atomicExch(locks + second, 0);
    atomicExch(locks + first, 0);
}

// A lock that nobody gives back.
extern "C" __global__ void kept(int *lock) {
    while (atomicExch(lock, 1) != 0);
}

// What an approximation yields, and a sum whose subnormals are flushed.
extern "C" __global__ void approximate(const float *in, float *out) {
    float sum;
    asm("add.ftz.f32 %0, %1, %2;" : "=f"(sum) : "f"(in[threadIdx.x]), "f"(1.0f));
    out[threadIdx.x] = __expf(sum);
}

// The same, one block from the other.
extern "C" __global__ void passed(const float *in, float *data, int *flag, float *out) {
    if (blockIdx.x == 0) {
        data[0] = __expf(in[0]);
        __threadfence();
        *(volatile int *)flag = 1;
    } else {
        while (*(volatile int *)flag == 0);
        __threadfence();
        out[0] = data[0];
    }
}

// Blocks that are one cluster.
extern "C" __global__ void __cluster_dims__(2, 1, 1) together(int *out) {
    out[blockIdx.x] = 1;
}
