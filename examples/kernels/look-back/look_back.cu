// Prefix sum in one pass: a block publishes the sum of its own part, then looks back at the blocks before
// it until one has published the sum of everything so far.
enum { NOTHING, OWN, ALL };

__device__ void publish(volatile int *state, int *value, int sum, int what, bool fenced) {
  *value = sum;
  if (fenced) __threadfence();
  *state = what;
}

__device__ void scan(const int *in, volatile int *state, int *own, int *all, int *out, bool fenced) {
  int block = blockIdx.x;
  int sum = in[block];
  if (block > 0) {
    publish(&state[block], &own[block], sum, OWN, fenced);
    for (int before = block - 1; before >= 0; before--) {
      int seen;
      while ((seen = state[before]) == NOTHING) {
      }
      if (fenced) __threadfence();
      if (seen == ALL) {
        sum += all[before];
        break;
      }
      sum += own[before];
    }
  }
  publish(&state[block], &all[block], sum, ALL, fenced);
  out[block] = sum;
}

extern "C" __global__ void wrong(const int *in, int *state, int *own, int *all, int *out) {
  scan(in, state, own, all, out, false);
}

extern "C" __global__ void right(const int *in, int *state, int *own, int *all, int *out) {
  scan(in, state, own, all, out, true);
}

// State and value in one word of 64 bits need no fence: they are written and read together.
extern "C" __global__ void packed(const int *in, volatile unsigned long long *word, int *out) {
  int block = blockIdx.x;
  int sum = in[block];
  if (block > 0) {
    word[block] = (unsigned long long)OWN << 32 | (unsigned)sum;
    for (int before = block - 1; before >= 0; before--) {
      unsigned long long seen;
      while ((seen = word[before]) >> 32 == NOTHING) {
      }
      sum += (int)seen;
      if (seen >> 32 == ALL) break;
    }
  }
  word[block] = (unsigned long long)ALL << 32 | (unsigned)sum;
  out[block] = sum;
}
