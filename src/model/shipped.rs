//! The models that ship with the tool.

use std::sync::OnceLock;

use super::accepts::Accepts;
use super::cat;
use super::registry::{Kind, Model};
use crate::ugpu::machine as ugpu;

struct BuiltIn {
    name: &'static str,
    source: &'static str,
    what: What,
}

enum What {
    /// A model in the model language, and what it accepts, if that is not all it speaks of.
    Text(&'static str, Option<Accepts>),
    /// A machine, and a line about it.
    Machine(ugpu::Model, &'static str),
}

const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        name: "sc",
        source: "Lamport 1979; as an axiom: Alglave, Maranget, Tautschnig 2014",
        what: What::Text(include_str!("texts/sc.cat"), None),
    },
    BuiltIn {
        name: "plain",
        source: "plain coherence, as taught in lectures on cache coherence: each location on its own",
        what: What::Text(include_str!("texts/plain.cat"), None),
    },
    BuiltIn {
        name: "strict",
        source: "strict coherence, as taught in lectures on cache coherence: store atomicity",
        what: What::Text(include_str!("texts/strict.cat"), None),
    },
    BuiltIn {
        name: "tso",
        source: "a forwarding store buffer; as axioms: Sewell et al. 2010 (x86-TSO)",
        what: What::Text(include_str!("texts/tso.cat"), None),
    },
    BuiltIn {
        name: "ugpu-weak",
        source: "Sorensen 2013 (thesis), chapters 3 and 4; Sorensen, Gopalakrishnan, Grover, ICS 2013",
        what: What::Machine(
            ugpu::Model::Weak,
            "The Utah model: a view a thread, borrowing, loads of one location in any order",
        ),
    },
    BuiltIn {
        name: "ugpu-coherent",
        source: "Sorensen 2013 (thesis): the weak model without the load array",
        what: What::Machine(
            ugpu::Model::Coherent,
            "The Utah model with full coherence: loads of one location in program order",
        ),
    },
    BuiltIn {
        name: "ugpu-strong",
        source: "Sorensen 2013 (thesis): the alternative with one view a block",
        what: What::Machine(
            ugpu::Model::Strong,
            "The strong Utah model: a view a block, cumulative fences",
        ),
    },
    BuiltIn {
        name: "hrf-direct",
        source: "Hower et al., ASPLOS 2014; Orr et al., ASPLOS 2015",
        what: What::Text(include_str!("texts/hrf-direct.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "hrf-indirect",
        source: "Hower et al., ASPLOS 2014; Orr et al., ASPLOS 2015",
        what: What::Text(include_str!("texts/hrf-indirect.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "hrf-relaxed",
        source: "Orr et al., ASPLOS 2015",
        what: What::Text(include_str!("texts/hrf-relaxed.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "hrf-rsp",
        source: "Orr et al., ASPLOS 2015: remote-scope promotion",
        what: What::Text(include_str!("texts/hrf-rsp.cat"), Some(Accepts::HRF)),
    },
    BuiltIn {
        name: "ptx-6.0",
        source: "PTX ISA 6.0, Memory Consistency Model; Lustig, Sahasrabuddhe, Giroux, ASPLOS 2019",
        what: What::Text(include_str!("texts/ptx-6.0.cat"), Some(Accepts::PTX)),
    },
    BuiltIn {
        name: "ptx-7.5",
        source: "PTX ISA 7.5, Memory Consistency Model; Lustig, Cooksey, Giroux, ISCA 2022",
        what: What::Text(
            include_str!("texts/ptx-7.5.cat"),
            Some(Accepts::PTX_PROXIES),
        ),
    },
];

/// The names of the models that ship with the tool, in the order they are shown.
#[must_use]
pub fn names() -> Vec<&'static str> {
    BUILT_IN.iter().map(|model| model.name).collect()
}

/// The model that ships under a name.
pub(super) fn shipped_as(name: &str) -> Option<&'static Model> {
    let index = BUILT_IN.iter().position(|model| model.name == name)?;
    shipped(index)
}

/// All models that ship with the tool.
pub fn built_in() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| (0..BUILT_IN.len()).filter_map(shipped).cloned().collect())
}

/// A model that ships with the tool: its text is read when it is first asked for, since reading all
/// of them takes longer than most answers.
fn shipped(index: usize) -> Option<&'static Model> {
    static EACH: [OnceLock<Option<Model>>; BUILT_IN.len()] =
        [const { OnceLock::new() }; BUILT_IN.len()];
    let model = BUILT_IN.get(index)?;
    let read = || match model.what {
        What::Text(text, accepts) => axioms(model, text, accepts),
        What::Machine(machine, title) => Some(Model {
            name: model.name.to_owned(),
            title: title.to_owned(),
            source: model.source,
            kind: Kind::Operational(machine),
        }),
    };
    EACH.get(index)?.get_or_init(read).as_ref()
}

fn axioms(model: &BuiltIn, text: &str, accepts: Option<Accepts>) -> Option<Model> {
    // A test loads every one of them.
    let definition = cat::load(&format!("{}.cat", model.name), text).ok()?;
    let mut built = Model::of(model.name, model.source, definition);
    if let (Kind::Axiomatic(axiomatic), Some(accepts)) = (&mut built.kind, accepts) {
        axiomatic.accepts = accepts;
    }
    Some(built)
}

impl Model {
    /// Whether it is one of those that come with the program, as it is.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        // By what is said of them: to read the texts of all takes longer than most answers.
        let mut own = BUILT_IN.iter();
        own.any(|own| own.name == self.name && own.source == self.source)
    }
}
