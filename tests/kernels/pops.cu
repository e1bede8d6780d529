// A stack of numbered nodes: each block pushes one, the first takes one from it.
__device__ void push(int *next, int *head, int n, bool fenced) {
  int h, o = atomicAdd(head, 0);
  do {
    h = o;
    next[n] = h;
    if (fenced) __threadfence();
    o = atomicCAS(head, h, n);
  } while (o != h);
}

__device__ int pop(volatile int *next, int *head) {
  int h, o = atomicAdd(head, 0);
  do {
    h = o;
    if (h == 0) return 0;
    __threadfence();
    o = atomicCAS(head, h, next[h]);
  } while (o != h);
  return h;
}

extern "C" __global__ void fenced(int *next, int *head, int *got) {
  push(next, head, blockIdx.x + 1, true);
  if (blockIdx.x == 0) got[0] = pop(next, head);
}

extern "C" __global__ void bare(int *next, int *head, int *got) {
  push(next, head, blockIdx.x + 1, false);
  if (blockIdx.x == 0) got[0] = pop(next, head);
}
