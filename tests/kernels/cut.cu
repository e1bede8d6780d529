// Loops that go on past the bound. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 cut.cu

/// A block turns a switch on and off until another has put it out of reach.
extern "C" __global__ void turns(volatile int *on, int *out) {
  if (blockIdx.x == 0) {
    while (*on < 2) {
      *on = *on ^ 1;
    }
  } else {
    *on = 2;
  }
  out[blockIdx.x] = 1;
}

/// A block blinks until another has seen it.
extern "C" __global__ void blinks(volatile int *on, volatile int *seen) {
  if (blockIdx.x == 0) {
    while (*seen == 0) {
      *on = 1;
      *on = 0;
    }
  } else {
    while (*on == 0) {
    }
    *seen = 1;
  }
}
