// What nobody wrote is not a known 0: store buffering in memory without initial values.
extern "C" __global__ void in_global(volatile int *flags, const int *writes, int *out) {
    int me = blockIdx.x;
    flags[me] = writes[me];
    out[me] = flags[1 - me];
}

extern "C" __global__ void in_shared(const int *writes, int *out) {
    __shared__ volatile int flags[2];
    int me = threadIdx.x;
    flags[me] = writes[me];
    out[me] = flags[1 - me];
}

extern "C" __global__ void fenced(volatile int *flags, const int *writes, int *out) {
    int me = blockIdx.x;
    flags[me] = writes[me];
    __threadfence();
    out[me] = flags[1 - me];
}
