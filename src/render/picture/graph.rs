//! The graph of an answer's execution, before it has a layout.

use std::fmt::Write as _;

use crate::render::story::sentence;
use crate::view::answer::{Answer, Verdict};
use crate::view::race::Race;
use crate::view::story::{Forbidden, Leaf, Story};
use crate::view::witness::{Event, Witness};

use super::orders::{coherence, from_reads, meetings};

/// With more events than this, what follows from the rest is not drawn.
const MANY: usize = 16;

/// What is drawn of one answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// What was asked, and the answer.
    pub title: String,
    /// What the picture shows.
    pub remarks: Vec<String>,
    /// The columns.
    pub lanes: Vec<Lane>,
    /// The arrows.
    pub edges: Vec<Edge>,
    /// What is said below it.
    pub notes: Vec<String>,
}

/// A thread, or the initial writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lane {
    /// The thread with its placement.
    pub title: String,
    /// Its events.
    pub nodes: Vec<Node>,
    /// They have no order.
    pub initial: bool,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its label: `a`.
    pub id: String,
    /// What it does: `a: Wx=1`.
    pub title: String,
    /// The instruction.
    pub text: String,
    /// It is what the picture is about: on the cycle, or in the race.
    pub hot: bool,
}

/// An event's place: its lane, and its row there.
pub type Spot = (usize, usize);

/// An arrow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: Spot,
    /// Where it ends.
    pub to: Spot,
    /// What is written at it.
    pub label: String,
    /// What it stands for.
    pub kind: Kind,
    /// It is what the picture is about.
    pub hot: bool,
}

/// What an arrow stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Program order.
    Po,
    /// Reads-from.
    Rf,
    /// Coherence.
    Co,
    /// From-reads.
    Fr,
    /// Another relation.
    Other,
    /// Barriers that wait for each other, which has no direction.
    Meet,
    /// A race, which has no direction.
    Race,
}

impl Kind {
    /// Its name in styles.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Po => "po",
            Self::Rf => "rf",
            Self::Co => "co",
            Self::Fr => "fr",
            Self::Other | Self::Meet => "other",
            Self::Race => "race",
        }
    }

    fn of(base: Option<&str>) -> Self {
        match base {
            Some("po" | "po-loc") => Self::Po,
            Some("rf") => Self::Rf,
            Some("co") => Self::Co,
            Some("fr") => Self::Fr,
            _ => Self::Other,
        }
    }
}

/// What is red in the picture of an execution with a data race.
const RACING: &str = "In red, two accesses that race.";

impl Graph {
    /// The graph of an answer: of its witness, or of the execution that it would need.
    #[must_use]
    pub fn of(answer: &Answer) -> Self {
        let mut graph = Self {
            title: title(answer),
            remarks: vec![answer.statement.clone()],
            ..Self::default()
        };
        match (&answer.witness, &answer.story) {
            (Some(witness), _) => {
                graph.remarks.push(caption(answer, witness).to_owned());
                if answer.flagged_race.is_some() {
                    graph.remarks.push(RACING.to_owned());
                }
                let race = answer.race.as_ref().or(answer.flagged_race.as_ref());
                graph.add_racing(witness, race);
            }
            (None, Some(Story::Forbidden(found))) => {
                let text = "The execution that it would need; in red, what the model forbids.";
                graph.remarks.push(text.to_owned());
                graph.add_forbidden(found);
                graph.notes.push(sentence(&Story::Forbidden(found.clone())));
            }
            (None, Some(story)) => graph.remarks.push(sentence(story)),
            (None, None) => graph.add_nothing(answer),
        }
        graph.remarks.extend(answer.notes.iter().cloned());
        graph
    }

    /// The graph of the execution with a data race that stands beside the witness, if there is one.
    #[must_use]
    pub fn of_race(answer: &Answer) -> Option<Self> {
        let other = answer.other_race.as_ref()?;
        let mut graph = Self {
            title: format!("{} under {}: a data race", answer.test, answer.model),
            remarks: vec!["Another execution, with a data race.".to_owned()],
            ..Self::default()
        };
        graph.remarks.push(RACING.to_owned());
        graph.add_racing(&other.witness, other.race.as_ref());
        Some(graph)
    }

    /// Adds an execution, and the accesses of it that race.
    fn add_racing(&mut self, witness: &Witness, race: Option<&Race>) {
        let racing = race.iter().flat_map(|race| &race.accesses);
        let hot: Vec<&str> = racing.map(|access| access.id.as_str()).collect();
        self.add_execution(witness, &hot);
        if let [a, b] = hot.as_slice() {
            self.connect(a, b, "race", Kind::Race, true);
        }
    }

    /// Says that there is no execution, and which instruction is refused, if one is.
    fn add_nothing(&mut self, answer: &Answer) {
        if let Some(refused) = &answer.unsupported {
            let (what, site) = (refused.what, &refused.site);
            self.remarks.extend([
                format!("{} gives {what} no meaning.", answer.model),
                format!("at {}:{}: {}", site.line, site.column, site.text),
                refused.advice.to_owned(),
            ]);
        }
        self.remarks
            .push("There is no execution to show.".to_owned());
    }

    fn add_forbidden(&mut self, found: &Forbidden) {
        let leaves = found.leaves();
        let ends = leaves
            .iter()
            .flat_map(|leaf| [&leaf.link.from, &leaf.link.to]);
        let hot: Vec<&str> = ends
            .chain(&found.event)
            .map(|end| end.id.as_str())
            .collect();
        self.add_execution(&found.execution, &hot);
        for Leaf { link, name } in leaves {
            let (from, to) = if link.inverse {
                (&link.to.id, &link.from.id)
            } else {
                (&link.from.id, &link.to.id)
            };
            let base = link.relation.trim_end_matches("^-1");
            let label = name.map_or_else(|| base.to_owned(), |name| format!("{base} ({name})"));
            self.connect(from, to, &label, Kind::of(link.base), true);
        }
    }

    /// Adds what every execution has.
    fn add_execution(&mut self, witness: &Witness, hot: &[&str]) {
        self.add_initial(witness, hot);
        for event in witness.events.iter().filter(|event| event.thread.is_some()) {
            let title = event.placed.clone().unwrap_or_default();
            if self.lanes.last().is_none_or(|lane| lane.title != title) {
                let (nodes, initial) = (Vec::new(), false);
                self.lanes.push(Lane {
                    title,
                    nodes,
                    initial,
                });
            }
            let node = node(event, hot.contains(&event.id.as_str()));
            if let Some(lane) = self.lanes.last_mut() {
                lane.nodes.push(node);
            }
        }
        for (index, lane) in self
            .lanes
            .iter()
            .enumerate()
            .filter(|(_, lane)| !lane.initial)
        {
            for row in 1..lane.nodes.len() {
                self.edges.push(Edge {
                    from: (index, row - 1),
                    to: (index, row),
                    label: String::new(),
                    kind: Kind::Po,
                    hot: false,
                });
            }
        }
        for (from, to) in &witness.rf {
            self.connect(from, to, "rf", Kind::Rf, false);
        }
        for (from, to) in coherence(witness) {
            self.connect(&from, &to, "co", Kind::Co, false);
        }
        for (from, to, mutual) in meetings(witness) {
            let kind = if mutual { Kind::Meet } else { Kind::Other };
            self.connect(&from, &to, "syncbar", kind, false);
        }
        let from_reads = from_reads(witness);
        if witness.events.len() <= MANY {
            for (from, to) in from_reads {
                self.connect(&from, &to, "fr", Kind::Fr, false);
            }
        } else if !from_reads.is_empty() {
            let text =
                "fr follows from rf and co; it is left out where the picture is not about it";
            self.notes.push(text.to_owned());
        }
        let end: Vec<String> = witness
            .asked
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if !end.is_empty() {
            self.notes.push(format!("at the end {}", end.join(", ")));
        }
    }

    /// The initial writes that the picture is about have a column of their own.
    fn add_initial(&mut self, witness: &Witness, hot: &[&str]) {
        let initial = witness.events.iter().filter(|event| event.thread.is_none());
        let nodes: Vec<Node> = initial
            .filter(|event| hot.contains(&event.id.as_str()))
            .map(|event| Node {
                title: event.id.clone(),
                ..node(event, true)
            })
            .collect();
        if !nodes.is_empty() {
            self.lanes.push(Lane {
                title: "at the start".to_owned(),
                nodes,
                initial: true,
            });
        }
    }

    fn spot(&self, id: &str) -> Option<Spot> {
        self.lanes.iter().enumerate().find_map(|(index, lane)| {
            let row = lane.nodes.iter().position(|node| node.id == id)?;
            Some((index, row))
        })
    }

    /// Adds an arrow, or heats one that is there; none from an event to itself.
    fn connect(&mut self, from: &str, to: &str, label: &str, kind: Kind, hot: bool) {
        let (Some(from), Some(to)) = (self.spot(from), self.spot(to)) else {
            return;
        };
        if from == to {
            return;
        }
        // One line is enough for barriers that meet; it has a direction where that matters.
        let meets = |edge: &&mut Edge| {
            let between = (edge.from, edge.to) == (from, to) || (edge.to, edge.from) == (from, to);
            hot && edge.kind == Kind::Meet && between
        };
        if let Some(edge) = self.edges.iter_mut().find(meets) {
            *edge = Edge {
                from,
                to,
                label: label.to_owned(),
                kind,
                hot,
            };
            return;
        }
        let same = |edge: &&mut Edge| edge.from == from && edge.to == to && edge.kind == kind;
        if let Some(edge) = self.edges.iter_mut().find(same) {
            edge.hot |= hot;
            if hot {
                label.clone_into(&mut edge.label);
            }
            return;
        }
        self.edges.push(Edge {
            from,
            to,
            label: label.to_owned(),
            kind,
            hot,
        });
    }
}

/// What was asked, and the answer.
pub(super) fn title(answer: &Answer) -> String {
    let mut title = format!(
        "{} under {}: {}",
        answer.test,
        answer.model,
        answer.verdict.name()
    );
    if let Some(quantity) = answer.quantity {
        let _ = write!(title, " ({})", quantity.name());
    }
    title
}

const fn caption(answer: &Answer, witness: &Witness) -> &'static str {
    match answer.verdict {
        Verdict::Racy => "An execution with a race; in red, the accesses that race.",
        Verdict::Reachable | Verdict::Unreachable | Verdict::Unknown | Verdict::Unsupported => {
            if witness.counterexample {
                "An execution that violates the condition."
            } else {
                "An execution that satisfies the condition."
            }
        }
    }
}

fn node(event: &Event, hot: bool) -> Node {
    Node {
        id: event.id.clone(),
        title: format!("{}: {}", event.id, event.label),
        text: event.site.text.clone(),
        hot,
    }
}
