from numba import cuda

@cuda.jit
def lock_wrong(lock, count):
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
    count[0] += 1
    cuda.atomic.exch(lock, 0, 0)
