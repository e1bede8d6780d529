//! Graphs by the numbers of their vertices.

/// The strongly connected parts of a graph, each behind those that it leads to, its vertices in ascending order
/// (Tarjan, SIAM Journal on Computing 1972, without recursion). `next` says where the edges of each vertex lead to.
///
/// # Panics
///
/// Where an edge leads to no vertex.
#[must_use]
pub fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Tarjan {
        index: vec![usize::MAX; next.len()],
        low: vec![0; next.len()],
        on_stack: vec![false; next.len()],
        stack: Vec::new(),
        count: 0,
        found: Vec::new(),
    };
    for root in 0..next.len() {
        if search.index[root] == usize::MAX {
            search.visit(root, next);
        }
    }
    search.found
}

struct Tarjan {
    index: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

impl Tarjan {
    fn enter(&mut self, vertex: usize) {
        self.index[vertex] = self.count;
        self.low[vertex] = self.count;
        self.count += 1;
        self.stack.push(vertex);
        self.on_stack[vertex] = true;
    }

    fn visit(&mut self, root: usize, next: &[Vec<usize>]) {
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((vertex, position)) = path.pop() {
            if let Some(&to) = next[vertex].get(position) {
                path.push((vertex, position + 1));
                if self.index[to] == usize::MAX {
                    self.enter(to);
                    path.push((to, 0));
                } else if self.on_stack[to] {
                    self.low[vertex] = self.low[vertex].min(self.index[to]);
                }
                continue;
            }
            if let Some(&(parent, _)) = path.last() {
                self.low[parent] = self.low[parent].min(self.low[vertex]);
            }
            if self.low[vertex] == self.index[vertex] {
                self.leave(vertex);
            }
        }
    }

    fn leave(&mut self, root: usize) {
        let mut part = Vec::new();
        while let Some(vertex) = self.stack.pop() {
            self.on_stack[vertex] = false;
            part.push(vertex);
            if vertex == root {
                break;
            }
        }
        part.sort_unstable();
        self.found.push(part);
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn parts_come_behind_those_that_they_lead_to() {
        let next = [vec![1], vec![2, 3], vec![0], vec![4], vec![4], vec![]].map(|next| next);
        let parts = components(&next);
        assert_eq!(parts, [vec![4], vec![3], vec![0, 1, 2], vec![5]]);
    }
}
