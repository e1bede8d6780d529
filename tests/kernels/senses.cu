// A barrier between blocks whose sense turns, used more than once: in memory there may be many values where a thread looks, of which executions
// find few.

template <bool fenced> __device__ void meet(int *count, volatile int *sense, int &mine) {
    mine ^= 1;
    if (fenced) __threadfence();
    if (atomicAdd(count, 1) == gridDim.x - 1) {
        *count = 0;
        __threadfence();
        *sense = mine;
    } else {
        while (*sense != mine)
            ;
    }
    if (fenced) __threadfence();
}

template <bool fenced> __device__ void steps(int *x, int *count, int *sense) {
    int mine = 0, me = blockIdx.x, other = 1 - me;
    x[me] = me + 1;
    meet<fenced>(count, sense, mine);
    int seen = x[other];
    meet<fenced>(count, sense, mine);
    x[me] = seen + 10;
}

__global__ void turns(int *x, int *count, int *sense) { steps<true>(x, count, sense); }

__global__ void turns_bare(int *x, int *count, int *sense) { steps<false>(x, count, sense); }

// Each takes what its neighbour had, and adds one.
__global__ void ring(int *x, int *y, int *count, int *sense) {
    int mine = 0, me = blockIdx.x, next = (me + 1) % gridDim.x;
    y[me] = x[next] + 1;
    meet<true>(count, sense, mine);
    x[me] = y[next] + 1;
    meet<true>(count, sense, mine);
}
