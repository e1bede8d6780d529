// What goes wrong only where loops go on longer than they are followed.

// The other block may find that there is more to add than there is, and then goes round so often that it writes what is written.
#define ADDS(NAME, THEN)                                                                           \
    extern "C" __global__ void NAME(volatile int *a, int *data, volatile int *flag, int *sum,      \
                                    int *plain)                                                    \
    {                                                                                              \
        if (blockIdx.x == 0) {                                                                     \
            for (int i = 1; i <= 4; i++)                                                           \
                a[0] = i;                                                                          \
            *data = 1;                                                                             \
            *flag = 1;                                                                             \
            *plain = 1;                                                                            \
        } else if (*flag) {                                                                        \
            int n = *data, all = 0;                                                                \
            _Pragma("unroll 1") for (int i = 0; i < n; i++) {                                      \
                all = all * 7 + a[0];                                                              \
                if (i == 4)                                                                        \
                    THEN;                                                                          \
            }                                                                                      \
            sum[0] = all;                                                                          \
        }                                                                                          \
    }

ADDS(races, *plain = 2)
ADDS(traps, if (*plain == 1) __trap())

// The sixth lap of one block, in which both have missed what the other wrote, is what the other one waits for.
extern "C" __global__ void laps(volatile int *x, volatile int *stop, int *laps)
{
    int me = blockIdx.x;
    x[me] = 1;
    int other = x[1 - me];
    if (me == 0) {
        if (other == 0 && *(volatile int *)laps == 6)
            __trap();
        *stop = 1;
    } else if (other == 0) {
        while (*stop == 0)
            atomicInc((unsigned *)laps, 7);
    }
}
