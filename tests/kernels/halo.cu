// A stencil whose tile has a cell more on each side, without the barrier between filling and reading it.
#define R 1
#define B 3

extern "C" __global__ void halo(const int *in, int *out) {
  __shared__ int tile[B + 2 * R];
  int at = threadIdx.x + R;
  tile[at] = in[at];
  if (threadIdx.x < R) {
    tile[at - R] = in[at - R];
    tile[at + B] = in[at + B];
  }
  int sum = 0;
  for (int offset = -R; offset <= R; offset++)
    sum += tile[at + offset];
  out[threadIdx.x] = sum;
}
