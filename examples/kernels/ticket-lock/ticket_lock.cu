// A lock that serves in the order of arrival: take a ticket, wait for its number, call the next.
extern "C" __global__ void wrong(unsigned *next, volatile unsigned *serving, int *count) {
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  *count += 1;
  __threadfence();
  *serving = mine + 1;
}

extern "C" __global__ void right(unsigned *next, volatile unsigned *serving, int *count) {
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  __threadfence();  // the number was called after the work before was done: read that work
  *count += 1;
  __threadfence();
  *serving = mine + 1;
}
