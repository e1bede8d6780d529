// Each block works on a row, a column behind its left neighbour. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 wavefront.cu
extern "C" __global__ void row(int *cell, volatile int *done, int columns) {
  int i = blockIdx.x;
  for (int c = 0; c < columns; ++c) {
    if (i > 0) {
      while (done[i - 1] <= c) __nanosleep(40);
    }
    int up = i ? cell[(i - 1) * columns + c] : 1, left = c ? cell[i * columns + c - 1] : 1;
    cell[i * columns + c] = up + left;
    __threadfence();
    done[i] = c + 1;
  }
}
