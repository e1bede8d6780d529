// A ring of two between two blocks, without a fence before what frees a slot. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 ring-ahead.cu
extern "C" __global__ void ring_ahead(volatile int *ring, volatile unsigned *head, volatile unsigned *tail, int *out, unsigned n) {
  if (blockIdx.x == 0) {
    for (unsigned t = 0; t < n; ++t) {
      while (t - *head == 2) {}
      ring[t & 1] = 50 + t;
      __threadfence();
      *tail = t + 1;
    }
  } else {
    for (unsigned h = 0; h < n; ++h) {
      while (*tail == h) {}
      __threadfence();
      out[h] = ring[h & 1];
      *head = h + 1;
    }
  }
}
