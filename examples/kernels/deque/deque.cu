// A deque of tasks: its owner (block 0) pushes and pops at the bottom, a thief (block 1) steals at the top.
// Everything shared is volatile, so that no two accesses race; order is another matter.
struct Deque {
  int top;
  int bottom;
  int tasks[2];
};

enum { NONE = -1 };

template <bool fenced>
__device__ void push(Deque *deque, int task) {
  volatile Deque *q = deque;
  int bottom = q->bottom;
  q->tasks[bottom & 1] = task;
  if (fenced) __threadfence();
  q->bottom = bottom + 1;
}

template <bool fenced>
__device__ int pop(Deque *deque) {
  volatile Deque *q = deque;
  int bottom = q->bottom - 1;
  q->bottom = bottom;
  if (fenced) __threadfence();
  int top = q->top;
  if (top > bottom) {
    q->bottom = bottom + 1;
    return NONE;
  }
  int task = q->tasks[bottom & 1];
  if (top == bottom) {
    if (atomicCAS(&deque->top, top, top + 1) != top) task = NONE;
    q->bottom = bottom + 1;
  }
  return task;
}

template <bool fenced>
__device__ int steal(Deque *deque) {
  volatile Deque *q = deque;
  int top = q->top;
  if (fenced) __threadfence();
  int bottom = q->bottom;
  if (top >= bottom) return NONE;
  if (fenced) __threadfence();
  int task = q->tasks[top & 1];
  if (atomicCAS(&deque->top, top, top + 1) != top) return NONE;
  return task;
}

template <bool fenced>
__device__ void work(Deque *deque, int *got) {
  if (blockIdx.x == 0) {
    push<fenced>(deque, 7);
    got[0] = pop<fenced>(deque);
  } else {
    got[1] = steal<fenced>(deque);
  }
}

extern "C" __global__ void wrong(Deque *deque, int *got) { work<false>(deque, got); }

extern "C" __global__ void right(Deque *deque, int *got) { work<true>(deque, got); }
