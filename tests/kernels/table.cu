// A table of open slots: each thread puts its word where it belongs, or in the next slot that is free. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 table.cu
extern "C" __global__ void count(unsigned *words, unsigned *counts, const unsigned *in) {
  unsigned word = in[blockIdx.x * blockDim.x + threadIdx.x], slot = word & 3;
  for (;;) {
    unsigned found = atomicCAS(&words[slot], 0u, word);
    if (found == 0u || found == word) break;
    slot = (slot + 1) & 3;
  }
  atomicAdd(&counts[slot], 1u);
}
