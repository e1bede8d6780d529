// Threads push nodes of their own onto one list, and find its largest number. Rebuilt with: nvcc -ptx -lineinfo -arch=sm_75 stack.cu
struct Node {
  int value;
  int next;
};

extern "C" __global__ void push(Node *nodes, int *head) {
  int mine = blockIdx.x * blockDim.x + threadIdx.x + 1;
  nodes[mine].value = 10 * mine;
  int found = *(volatile int *)head;
  int before;
  do {
    before = found;
    nodes[mine].next = before;
    __threadfence();
    found = atomicCAS(head, before, mine);
  } while (found != before);
}

extern "C" __global__ void largest(const int *numbers, int *most) {
  int mine = numbers[blockIdx.x * blockDim.x + threadIdx.x];
  int found = *(volatile int *)most;
  while (found < mine) {
    int before = found;
    found = atomicCAS(most, before, mine);
    if (found == before) break;
  }
}
