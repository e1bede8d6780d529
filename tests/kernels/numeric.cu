// Numbers of other sizes and kinds. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_90 numeric.cu
#include <cuda_fp16.h>

/// Roots and reciprocals that are rounded to nearest are exact.
extern "C" __global__ void roots(float *in, float *out, double *wide) {
  out[0] = sqrtf(in[0]);
  out[1] = 1.0f / in[1];
  wide[0] = sqrt(wide[0]);
  wide[1] = 1.0 / wide[1];
}

/// Numbers of 16 bits; a comparison decides.
extern "C" __global__ void halves(__half *in, __half *out) {
  out[0] = in[0] + in[1];
  out[1] = in[0] * in[1];
  out[2] = __hfma(in[0], in[1], in[2]);
  out[3] = in[0] - in[1];
  if (in[0] < in[1]) {
    out[4] = in[2];
  }
}

/// Products of bytes and halves.
extern "C" __global__ void dots(int *in, int *out) {
  out[0] = __dp4a(in[0], in[1], in[2]);
  out[1] = (int)__dp4a((unsigned)in[0], (unsigned)in[1], 0u);
  out[2] = __dp2a_lo(in[0], in[1], 0);
  out[3] = __dp2a_hi(in[0], in[1], 0);
}

/// Numbers of 128 bits are sums with a carry.
extern "C" __global__ void carries(unsigned long long *in, unsigned long long *out) {
  __uint128_t a = ((__uint128_t)in[0] << 64) | in[1], b = ((__uint128_t)in[2] << 64) | in[3];
  __uint128_t sum = a + b, difference = a - b;
  out[0] = sum >> 64;
  out[1] = sum;
  out[2] = difference >> 64;
  out[3] = difference;
}

/// What nobody works out is any value, and no reason to say nothing of the rest.
extern "C" __global__ void rare(int *in, int *out) {
  int set, chosen, mask, packed;
  asm("set.eq.u32.s32 %0, %1, %2;" : "=r"(set) : "r"(in[0]), "r"(in[1]));
  asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(chosen) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(mask) : "r"(in[0]), "r"(in[1]));
  asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(in[0]), "r"(in[1]), "r"(in[2]));
  out[0] = set + chosen;
  out[1] = mask + packed;
  out[2] = __vabsdiffu4(in[0], in[1]);
  out[3] = __fns(in[0], 0, 2);
}
