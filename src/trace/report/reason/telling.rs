//! The steps of a reason in words.

use super::{
    BTreeMap, BTreeSet, Case, Choice, Depends, Edge, Explained, Hides, Init, Log, Node, Problem,
    ReadsFrom, Refutation, Step, Told, Unwritten, VecDeque, Why, around, kind,
};

pub(super) struct Telling<'a> {
    pub(super) log: &'a Log,
    pub(super) problem: &'a Problem,
}

impl Telling<'_> {
    pub(super) fn unwritten(&self, unwritten: &Unwritten) -> Case {
        let mut events = unwritten.events.iter();
        let (first, second) = (events.next(), events.next());
        let value = |event: &u32| {
            let one = self.log.events.get(*event as usize);
            one.map_or_else(String::new, |one| self.log.words.show(one.read))
        };
        let id = |event: &u32| self.log.id(*event);
        let place = first.and_then(|event| self.log.events.get(*event as usize));
        let place = place.map_or(0, |one| one.place);
        let address = self.log.address(place);
        let wrong = match (first, second) {
            (Some(first), Some(second)) => format!(
                "{} reads {} and {} reads {}: nobody wrote either, and {address} had one initial value",
                id(first),
                value(first),
                id(second),
                value(second)
            ),
            (Some(first), None) => {
                let init = self.log.locations.get(place as usize).map(|one| one.init);
                let init = match init {
                    Some(Init::Known(init)) => self.log.words.show(init),
                    Some(Init::Unknown) | None => {
                        "unknown, and no value that is written".to_owned()
                    }
                };
                format!(
                    "{} reads {} from {address}: nobody else wrote it, and the initial value is {init}",
                    id(first),
                    value(first)
                )
            }
            (None, _) => String::new(),
        };
        Case {
            wrong: Some(wrong),
            ..Case::default()
        }
    }

    pub(super) fn refutation(&self, refutation: &Refutation) -> (Vec<Case>, String) {
        let axiom = refutation
            .cases
            .last()
            .map_or("", |(_, explained)| explained.axiom);
        if let [(choices, explained)] = refutation.cases.as_slice()
            && choices.is_empty()
            && let Some(cycle) = self.of_values(explained.axiom)
        {
            let case = Case {
                cycle,
                ..Case::default()
            };
            return (vec![case], axiom.to_owned());
        }
        let cases = refutation
            .cases
            .iter()
            .map(|(choices, explained)| self.case(choices, explained));
        (cases.collect(), axiom.to_owned())
    }

    pub(super) fn case(&self, choices: &[Choice], explained: &Explained) -> Case {
        let tried = choices.iter().map(|choice| match choice {
            Choice::Before(a, b) => format!("{} before {}", self.name(*a), self.name(*b)),
            Choice::From { read, source } => {
                let node = self.problem.reads.get(*read).map_or(0, |read| read.node);
                format!("{} reads from {}", self.name(node), self.name(*source))
            }
        });
        let below = explained.because.iter().map(|(step, below)| {
            let told = self.step(step);
            (
                told.head,
                below.iter().map(|step| self.step(step)).collect(),
            )
        });
        let wrong = explained.no_source.as_ref().map(|(read, hidden)| {
            let each = hidden.iter().map(|(source, by)| match by {
                Hides::By(by) => format!(
                    "{} is overwritten by {} before",
                    self.name(*source),
                    self.name(*by)
                ),
                Hides::Late => format!("{} comes later", self.name(*source)),
            });
            let each: Vec<String> = each.collect();
            format!(
                "{} has nothing to read from: {}",
                self.name(*read),
                each.join(", ")
            )
        });
        Case {
            tried: tried.collect(),
            cycle: explained.cycle.iter().map(|step| self.step(step)).collect(),
            because: below.collect(),
            wrong,
        }
    }

    /// The name of a node: an event's, or `A = a0`.
    pub(super) fn name(&self, node: u32) -> String {
        match self.problem.nodes.get(node as usize) {
            Some(Node::Event(event)) => self.log.id(*event),
            Some(Node::Initial(place)) => format!("the initial {}", self.log.address(*place)),
            Some(Node::Point) | None => String::new(),
        }
    }

    pub(super) fn thread(&self, node: u32) -> String {
        let thread = self.problem.threads.get(node as usize).copied().flatten();
        let thread = thread.and_then(|thread| self.log.threads.get(usize::from(thread)));
        thread.map_or_else(String::new, |thread| thread.name.clone())
    }

    pub(super) fn step(&self, step: &Step) -> Told {
        let (from, to) = (self.name(step.from), self.name(step.to));
        Told {
            head: format!("{from} before {to}"),
            why: self.why(step),
            kind: kind(step.why),
            from: self.problem.event(step.from),
            to: self.problem.event(step.to),
        }
    }

    pub(super) fn why(&self, step: &Step) -> String {
        let (from, to) = (self.name(step.from), self.name(step.to));
        let thread = self.thread(step.from);
        match step.why {
            Why::Program => format!("program order of {thread}"),
            Why::Fence => format!("program order of {thread}, at a fence or atomic"),
            Why::Acquire => format!("program order of {thread}, {from} acquires"),
            Why::Release => format!("program order of {thread}, {to} releases"),
            Why::Depends(Depends::Addr) => format!("the address of {to} depends on {from}"),
            Why::Depends(Depends::Data) => format!("what {to} writes depends on {from}"),
            Why::Depends(Depends::Ctrl) => format!("a branch before {to} depends on {from}"),
            Why::Time => self.time(step.from, step.to),
            Why::Barrier => "all arrive at the barrier before any leaves it".to_owned(),
            Why::Initial => "the initial value comes first".to_owned(),
            Why::WriteBack => format!("{from} was written back before {to}"),
            Why::ReadsFrom => format!("{to} reads what {from} wrote"),
            Why::Hidden { read, .. } => {
                let read = self.name(read);
                format!("{read} comes after {from} and reads {to}")
            }
            Why::Later { .. } => "what is between them".to_owned(),
            Why::FromRead { source, .. } => {
                format!("{from} reads {}, which {to} overwrites", self.name(source))
            }
            Why::Assumed => "in this case".to_owned(),
        }
    }

    /// `t5 ended (5) before t6 began (6)`
    pub(super) fn time(&self, from: u32, to: u32) -> String {
        let ends = crate::trace::axioms::ends(self.log);
        let span = |node: u32| {
            let event = self.problem.event(node)?;
            crate::trace::axioms::lasting(self.log, &ends, event)
        };
        let (from_name, to_name) = (self.name(from), self.name(to));
        match (span(from), span(to)) {
            (Some(first), Some(second)) => format!(
                "{from_name} ended ({}) before {to_name} began ({})",
                first.end, second.start
            ),
            (_, _) => "time".to_owned(),
        }
    }

    /// The cycle as one of values, where all is about one location, and each value is written once.
    pub(super) fn of_values(&self, axiom: &str) -> Option<Vec<Told>> {
        let axiom = self.problem.axioms.iter().find(|one| one.name == axiom)?;
        if axiom.reads_from != ReadsFrom::All || !axiom.coherent {
            return None;
        }
        let cluster = self.clusters()?;
        let reached = self.reached(&axiom.edges, &cluster);
        let mut best: Option<Vec<(u32, u32, Why)>> = None;
        for &start in reached.keys() {
            if let Some(found) = around(&reached, start)
                && best.as_ref().is_none_or(|best| found.len() < best.len())
            {
                best = Some(found);
            }
        }
        let steps = best?.into_iter().map(|(from, to, why)| {
            let step = Step { from, to, why };
            let value = |node: u32| self.value(*cluster.get(&node).unwrap_or(&node));
            Told {
                head: format!("{} before {}", value(from), value(to)),
                ..self.step(&step)
            }
        });
        Some(steps.collect())
    }

    /// For each node its write; nothing where that is not settled, or several locations are spoken of.
    pub(super) fn clusters(&self) -> Option<BTreeMap<u32, u32>> {
        let mut cluster = BTreeMap::new();
        let mut places = BTreeSet::new();
        for (place, list) in (0..).zip(&self.problem.writes) {
            if list.len() > 1 {
                places.insert(place);
            }
            cluster.extend(list.iter().map(|node| (*node, *node)));
        }
        for read in &self.problem.reads {
            places.insert(read.place);
            let [source] = *read.sources.as_slice() else {
                return None;
            };
            if cluster.contains_key(&read.node) {
                return None;
            }
            cluster.insert(read.node, source);
        }
        (places.len() == 1).then_some(cluster)
    }

    /// For each write, the writes whose clusters come after its own by a single step, and that step.
    pub(super) fn reached(
        &self,
        edges: &[Edge],
        cluster: &BTreeMap<u32, u32>,
    ) -> BTreeMap<u32, BTreeMap<u32, (u32, u32, Why)>> {
        let mut next: BTreeMap<u32, Vec<&Edge>> = BTreeMap::new();
        for edge in edges {
            next.entry(edge.from).or_default().push(edge);
        }
        let mut found: BTreeMap<u32, BTreeMap<u32, (u32, u32, Why)>> = BTreeMap::new();
        for (&node, &own) in cluster {
            let mut seen = BTreeSet::from([node]);
            let mut queue = VecDeque::from([(node, None)]);
            while let Some((at, why)) = queue.pop_front() {
                for edge in next.get(&at).into_iter().flatten() {
                    if !seen.insert(edge.to) {
                        continue;
                    }
                    let why = why.unwrap_or(edge.why);
                    match cluster.get(&edge.to) {
                        Some(&other) if other != own => {
                            let step = (node, edge.to, why);
                            found.entry(own).or_default().entry(other).or_insert(step);
                        }
                        Some(_) => {}
                        // What is no access of the location is no value either.
                        None if self.problem.event(edge.to).is_some() => {}
                        None => queue.push_back((edge.to, Some(why))),
                    }
                }
            }
        }
        found
    }

    pub(super) fn value(&self, node: u32) -> String {
        match self.problem.nodes.get(node as usize) {
            Some(Node::Event(event)) => {
                let one = self.log.events.get(*event as usize);
                one.map_or_else(String::new, |one| self.log.words.show(one.wrote))
            }
            Some(Node::Initial(place)) => crate::trace::answer::initial(self.log, *place)
                .map_or_else(
                    || "the initial value".to_owned(),
                    |(value, _)| self.log.words.show(value),
                ),
            Some(Node::Point) | None => String::new(),
        }
    }
}
