// A variable that is one for all devices.
__managed__ int data, flag;

extern "C" __global__ void produce() {
  data = 5;
  __threadfence_system();
  *(volatile int *)&flag = 1;
}

extern "C" __global__ void consume(int *out) {
  while (*(volatile int *)&flag == 0) {
  }
  __threadfence_system();
  *out = data;
}

extern "C" __global__ void put(int value) { data = value; }
