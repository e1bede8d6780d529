// Waits whose loads are functions of their own, which compilers leave so where they are told to, or for a debugger.

__device__ __noinline__ int acquired(int *at) {
    int value;
    asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    return value;
}

__device__ __noinline__ int relaxed(int *at) {
    int value;
    asm volatile("ld.relaxed.gpu.b32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    return value;
}

__device__ __noinline__ void released(int *at, int value) {
    asm volatile("st.release.gpu.b32 [%0], %1;" :: "l"(at), "r"(value) : "memory");
}

extern "C" __global__ void ticket(int *next, int *serving, int *sum) {
    int mine = atomicAdd(next, 1);
    while (acquired(serving) != mine) {}
    *sum += 1;
    released(serving, mine + 1);
}

extern "C" __global__ void ticket_relaxed(int *next, int *serving, int *sum) {
    int mine = atomicAdd(next, 1);
    while (relaxed(serving) != mine) {}
    *sum += 1;
    released(serving, mine + 1);
}
