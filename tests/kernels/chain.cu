struct Node {
    int value;
    Node *next;
};

// Each block links a node of its own; the last one adds up what is linked.
extern "C" __global__ void chain(Node *nodes, Node **head, int *linked, int *sum)
{
    Node *node = nodes + blockIdx.x;
    node->value = blockIdx.x + 1;
    node->next = (Node *)atomicExch((unsigned long long *)head, (unsigned long long)node);
    __threadfence();
    if (atomicAdd(linked, 1) == gridDim.x - 1) {
        __threadfence();
        int all = 0;
        for (Node *at = *(Node *volatile *)head; at; at = at->next)
            all += at->value;
        *sum = all;
    }
}

// The same with nothing between what a node holds and its being found.
extern "C" __global__ void bare(Node *nodes, Node **head, int *linked, int *sum)
{
    Node *node = nodes + blockIdx.x;
    node->value = blockIdx.x + 1;
    node->next = (Node *)atomicExch((unsigned long long *)head, (unsigned long long)node);
    if (atomicAdd(linked, 1) == gridDim.x - 1) {
        int all = 0;
        for (Node *at = *(Node *volatile *)head; at; at = at->next)
            all += at->value;
        *sum = all;
    }
}
