// A message whose words each carry a flag, so that the receiver needs no fence: it waits for the flag and
// has the payload of the same word.
extern "C" __global__ void wrong(unsigned *slot, unsigned *out) {
  if (blockIdx.x == 0) {
    // One instruction, two elements: the memory model orders no element before the other.
    asm volatile("st.volatile.global.v2.u32 [%0], {%1, %2};" ::"l"(slot), "r"(42), "r"(1) : "memory");
  } else {
    unsigned data, flag;
    do {
      asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" : "=r"(data), "=r"(flag) : "l"(slot) : "memory");
    } while (flag != 1);
    *out = data;
  }
}

extern "C" __global__ void right(unsigned long long *slot, unsigned *out) {
  volatile unsigned long long *word = slot;
  if (blockIdx.x == 0) {
    *word = 1ull << 32 | 42;  // one word: both halves at once
  } else {
    unsigned long long seen;
    do {
      seen = *word;
    } while (seen >> 32 != 1);
    *out = (unsigned)seen;
  }
}
