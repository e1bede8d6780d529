// Words that lanes wait for together: they vote on whether all have theirs, and look again if not.

// Each lane gets a word that another lane of the other block has put there, a value beside a flag.
extern "C" __global__ void words(ulonglong2 *line, const unsigned long long *in, unsigned long long *out) {
  unsigned lane = threadIdx.x;
  volatile unsigned long long *word = &line[lane].x;
  if (blockIdx.x == 0) {
    asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(word), "l"(in[lane]), "l"(1ull) : "memory");
    return;
  }
  unsigned long long value, flag;
  do {
    asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(value), "=l"(flag) : "l"(word) : "memory");
  } while (__any_sync(~0u, flag != 1));
  out[lane] = value;
}

// One flag, in the last lane's word, says that the words of all lanes are there.
extern "C" __global__ void line(ulonglong2 *line, const unsigned long long *in, unsigned long long *out) {
  unsigned lane = threadIdx.x;
  bool last = lane == blockDim.x - 1;
  volatile unsigned long long *word = &line[lane].x;
  if (blockIdx.x == 0) {
    asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(word), "l"(in[lane]), "l"(last ? 1ull : in[lane])
                 : "memory");
    return;
  }
  unsigned long long value, flag;
  do {
    asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(value), "=l"(flag) : "l"(word) : "memory");
  } while (__any_sync(~0u, last && flag != 1));
  out[lane] = value;
}

// A flag for each thread, which releases what it wrote; all threads of the other block look, and vote at a barrier.
extern "C" __global__ void block(unsigned *data, unsigned *flags, unsigned *out) {
  unsigned me = threadIdx.x;
  if (blockIdx.x == 0) {
    data[me] = me + 1;
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flags + me) : "memory");
    return;
  }
  unsigned flag;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(flag) : "l"(flags + me) : "memory");
  } while (__syncthreads_or(flag == 0));
  out[me] = data[blockDim.x - 1 - me];
}

// One lane's flag nobody sets: they vote for ever.
extern "C" __global__ void lacking(unsigned *flags, unsigned *out) {
  unsigned me = threadIdx.x;
  if (blockIdx.x == 0) {
    if (me > 0) {
      asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flags + me) : "memory");
    }
    return;
  }
  unsigned flag;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(flag) : "l"(flags + me) : "memory");
  } while (__any_sync(~0u, flag == 0));
  out[me] = 1;
}

// A flag that is set if another was seen to be set, which may be missed: then they vote for ever.
extern "C" __global__ void missed(unsigned *flags, unsigned *out) {
  unsigned me = threadIdx.x;
  if (blockIdx.x == 0) {
    if (me == 0 || *(volatile unsigned *)flags == 1) {
      asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flags + me) : "memory");
    }
    return;
  }
  unsigned flag;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(flag) : "l"(flags + me) : "memory");
  } while (__any_sync(~0u, flag == 0));
  out[me] = 1;
}

// Two votes in a lap: on the first they look again at once, on the second at the other flags.
extern "C" __global__ void twice(unsigned *flags, unsigned *more, unsigned *out) {
  unsigned me = threadIdx.x;
  if (blockIdx.x == 0) {
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flags + me) : "memory");
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(more + me) : "memory");
    return;
  }
  unsigned flag;
  do {
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(flag) : "l"(more + me) : "memory");
    } while (__any_sync(~0u, flag == 0));
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(flag) : "l"(flags + (me ^ 1)) : "memory");
  } while (!__all_sync(~0u, flag == 1));
  out[me] = 1;
}
