// What these examples need of CUDA, for clang without NVIDIA's headers.
#pragma once
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
};
#include <__clang_cuda_builtin_vars.h>

__device__ inline void __threadfence_block() { __nvvm_membar_cta(); }
__device__ inline void __threadfence() { __nvvm_membar_gl(); }
__device__ inline void __threadfence_system() { __nvvm_membar_sys(); }
__device__ inline void __syncwarp(unsigned mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
__device__ inline int __syncthreads_and(int all) { return __nvvm_bar0_and(all); }
__device__ inline int __shfl_xor_sync(unsigned mask, int value, int lane) {
  return __nvvm_shfl_sync_bfly_i32(mask, value, lane, 31);
}
__device__ inline int atomicCAS(int *p, int old, int desired) { return __nvvm_atom_cas_gen_i(p, old, desired); }
__device__ inline int atomicExch(int *p, int value) { return __nvvm_atom_xchg_gen_i(p, value); }
__device__ inline int atomicAdd(int *p, int value) { return __nvvm_atom_add_gen_i(p, value); }
__device__ inline unsigned atomicAdd(unsigned *p, unsigned value) { return __nvvm_atom_add_gen_i((int *)p, value); }
__device__ inline unsigned atomicInc(unsigned *p, unsigned limit) { return __nvvm_atom_inc_gen_ui(p, limit); }
