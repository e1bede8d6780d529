// Lanes that wait for lanes which wait for something else.

extern "C" __global__ void ballot_or_block(unsigned *out) {
    unsigned votes = 0;
    if (threadIdx.x == 0) votes = __ballot_sync(3, 1);
    __syncthreads();
    out[threadIdx.x] = votes;
}

extern "C" __global__ void warp_or_block(int *out) {
    if (threadIdx.x == 0) __syncwarp(3);
    __syncthreads();
    out[threadIdx.x] = 1;
}

extern "C" __global__ void some_or_block(const int *values, unsigned *out) {
    if (values[threadIdx.x] > 0) out[threadIdx.x] = __ballot_sync(0xFFFFFFFF, 1);
    __syncthreads();
}

extern "C" __global__ void shuffle_or_warp(int *out) {
    int value = threadIdx.x;
    if (threadIdx.x == 0) value = __shfl_xor_sync(3, value, 1);
    else __syncwarp(3);
    out[threadIdx.x] = value;
}

extern "C" __global__ void own_lanes(int *out) {
    if (threadIdx.x == 0) __syncwarp(1);
    __syncthreads();
    out[threadIdx.x] = 1;
}
