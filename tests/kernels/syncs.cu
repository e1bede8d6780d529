// Lanes that wait for each other at instructions of their own: from sm_70 on the mask says who meets, not the place.
extern "C" __global__ void handed(int *word, int *out) {
  if (threadIdx.x == 0) {
    word[0] = 7;
    __syncwarp(3);
  } else {
    __syncwarp(3);
    out[0] = word[0];
  }
}

// One lane comes once more than the other.
extern "C" __global__ void uneven(int *word, int *out) {
  if (threadIdx.x == 0) {
    for (int lap = 0; lap < 3; lap++) {
      word[0] = lap;
      __syncwarp(3);
    }
  } else {
    __syncwarp(3);
    out[0] = word[0];
    __syncwarp(3);
  }
}
