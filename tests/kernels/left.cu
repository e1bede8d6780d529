// Threads that leave a loop in which the others of their block meet.

// The thread that sets the word exits: the other meets nobody from then on, and finds it.
extern "C" __global__ void exits(unsigned *out) {
  __shared__ volatile unsigned set;
  if (threadIdx.x == 0) {
    set = 1;
    return;
  }
  unsigned found;
  do {
    found = set;
    __syncthreads();
  } while (!found);
  out[0] = found;
}

// One looks and tells; whoever has found it leaves before they meet again.
extern "C" __global__ void breaks(volatile unsigned *flag, unsigned *out) {
  __shared__ volatile unsigned said;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      *flag = 1;
    return;
  }
  unsigned found;
  do {
    if (threadIdx.x == 0)
      said = *flag;
    found = said;
    if (found)
      break;
    __syncthreads();
  } while (!found);
  out[threadIdx.x] = found;
}

// One thread looks once and exits. Under sequential consistency the others wait at their first barrier until it has; by
// PTX it may find what they write later, in a lap that ends as it began.
extern "C" __global__ void looked(volatile unsigned *flag, unsigned *out) {
  __shared__ volatile unsigned word, found;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      *flag = 1;
    return;
  }
  if (threadIdx.x == 2) {
    out[0] = word;
    return;
  }
  if (threadIdx.x == 0) {
    word = 0;
    found = 0;
  }
  do {
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned now = *flag;
      found = now;
      if (!now) {
        word = 5;
        word = 0;
      }
    }
    __syncthreads();
  } while (!found);
}
