// Blocks that take tiles until there are none left: thread 0 takes one for its block.
extern "C" __global__ void take(int *next, int *out, int tiles) {
  __shared__ int tile;
  for (;;) {
    if (threadIdx.x == 0) tile = atomicAdd(next, 1);
    __syncthreads();
    int mine = tile;
    __syncthreads();
    if (mine >= tiles) return;
    out[mine * blockDim.x + threadIdx.x] = mine + 1;
  }
}
// The same without the second barrier: the next tile may come before the last was read.
extern "C" __global__ void hasty(int *next, int *out, int tiles) {
  __shared__ int tile;
  for (;;) {
    if (threadIdx.x == 0) tile = atomicAdd(next, 1);
    __syncthreads();
    int mine = tile;
    if (mine >= tiles) return;
    out[mine * blockDim.x + threadIdx.x] = mine + 1;
  }
}
// Atomics that are not strong for both blocks are not atomic to each other: what is found may be less than before.
extern "C" __global__ void narrow(int *next, int *out, int times) {
  int found = 0;
  for (int i = 0; i < times; i++) {
    if (blockIdx.x == 1 && i > 0) break;
    int one = atomicAdd_block(next, 1);
    if (one < found) out[blockIdx.x] = 1;
    found = one;
  }
}
// A counter that somebody sets back.
extern "C" __global__ void reset(int *next, int *out, int times) {
  int found = 0;
  if (blockIdx.x == 1) { atomicExch(next, 0); return; }
  for (int i = 0; i < times; i++) {
    int one = atomicAdd(next, 1);
    if (one < found) out[0] = 1;
    found = one;
  }
}
