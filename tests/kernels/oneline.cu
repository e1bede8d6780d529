// What is on a line is more than one statement: a fence behind the first is another than one behind the second.
extern "C" __global__ void buffered(volatile int *flag, volatile int *turn, int *found)
{
    int me = blockIdx.x;
    flag[me] = 1; turn[me] = 1;
    found[me] = flag[1 - me] + turn[1 - me];
}

// Peterson's lock of two blocks: of its four fences two are of one line.
extern "C" __global__ void peterson(volatile int *flag, volatile int *turn, int *count)
{
    int me = blockIdx.x;
    flag[me] = 1; turn[0] = 1 - me;
    while (flag[1 - me] && turn[0] != me)
        ;
    count[0] = count[0] + 1;
    flag[me] = 0;
}
