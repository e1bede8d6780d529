// Waits that a clock ends. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 timeouts.cu
__device__ void publish(volatile int *flag, int *data, bool fenced) {
  *data = 7;
  if (fenced) __threadfence();
  *flag = 1;
}

__device__ void consume(volatile int *flag, int *data, int *out, bool fenced) {
  unsigned began = clock();
  while (*flag == 0) {
    if (clock() - began > 1000) {
      *out = -1;
      return;
    }
  }
  if (fenced) __threadfence();
  *out = *data;
}

// Gives up when nothing comes.
extern "C" __global__ void gives_up(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) publish(flag, data, true);
  else consume(flag, data, out, true);
}

extern "C" __global__ void gives_up_bare(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) publish(flag, data, false);
  else consume(flag, data, out, false);
}

// Traps when nothing comes.
extern "C" __global__ void watched(volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *flag = 1;
  } else {
    unsigned began = clock();
    while (*flag == 0) {
      if (clock() - began > 1000) __trap();
    }
    *out = 1;
  }
}

// Only one who is late looks without a fence.
extern "C" __global__ void peeks(volatile int *flag, volatile int *data, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    *flag = 2;
  } else if (clock() > 1000) {
    int seen = *flag;
    *out = seen + *data;
  } else {
    *out = 4;
  }
}

// Waits for a while, and for nothing else.
extern "C" __global__ void rests(int *out) {
  unsigned began = clock();
  while (clock() - began < 100) {
  }
  out[threadIdx.x] = 1;
}

// Who is late reads half of what is written as a whole.
extern "C" __global__ void halves(volatile unsigned long long *word, unsigned *out) {
  if (blockIdx.x == 0) *word = 1;
  else if (clock() > 1000) *out = *(volatile unsigned *)word;
}
