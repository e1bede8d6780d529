// Two tiles in shared memory: while one is read, the next is filled. One barrier for each tile is enough,
// at the right place.
extern "C" __global__ void wrong(const int *in, int *out, int tiles) {
  __shared__ int tile[2][2];
  int t = threadIdx.x, sum = 0;
  tile[0][t] = in[t];
#pragma unroll 1
  for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles) tile[(k + 1) & 1][t] = in[2 * (k + 1) + t];
    __syncthreads();
    sum += tile[k & 1][t ^ 1];  // the next lap fills this tile, and no barrier comes between
  }
  out[t] = sum;
}

extern "C" __global__ void right(const int *in, int *out, int tiles) {
  __shared__ int tile[2][2];
  int t = threadIdx.x, sum = 0;
  tile[0][t] = in[t];
#pragma unroll 1
  for (int k = 0; k < tiles; k++) {
    __syncthreads();
    if (k + 1 < tiles) tile[(k + 1) & 1][t] = in[2 * (k + 1) + t];
    sum += tile[k & 1][t ^ 1];
  }
  out[t] = sum;
}
