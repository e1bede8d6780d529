// Sets that blocks unite: each is given two elements, and makes the larger of their roots hang on the smaller.
__device__ int root(volatile int *parent, int x) {
    int p = parent[x];
    while (p != x) {
        int above = parent[p];
        if (above != p)
            atomicCAS((int *)&parent[x], p, above);
        x = p;
        p = parent[x];
    }
    return x;
}

extern "C" __global__ void unite(const int *pairs, int *parent) {
    int x = pairs[2 * blockIdx.x], y = pairs[2 * blockIdx.x + 1];
    while (true) {
        int a = root(parent, x), b = root(parent, y);
        if (a == b)
            break;
        int high = a < b ? b : a, low = a < b ? a : b;
        if (atomicCAS(&parent[high], high, low) == high)
            break;
    }
}
