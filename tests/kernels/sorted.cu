// A sorted list: each block is given a key, and puts a node for it in place.
struct Node {
    int key;
    int next;
};

extern "C" __global__ void insert(const int *keys, volatile Node *nodes, int *head) {
    int mine = blockIdx.x + 1, key = keys[blockIdx.x];
    nodes[mine].key = key;
    while (true) {
        volatile int *link = head;
        int at = *link;
        __threadfence();
        while (at && nodes[at].key < key) {
            link = &nodes[at].next;
            at = *link;
            __threadfence();
        }
        nodes[mine].next = at;
        __threadfence();
        if (atomicCAS((int *)link, at, mine) == at)
            break;
    }
}
