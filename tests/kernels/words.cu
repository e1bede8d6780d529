// One thread sets words, others read them the other way round. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 words.cu
extern "C" __global__ void words(volatile int *words, int *out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 4; i++) words[i] = 1;
  } else {
    for (int i = 0; i < 4; i++) out[(blockIdx.x - 1) * 4 + i] = words[3 - i];
  }
}
