//! The models of coherence as predicates on one execution, an axiom a function.

use super::graph::Execution;
use super::hrf;
use super::hrf::Variant;
use super::matrix::Matrix;
use super::ptx::Version;
use super::switches::{Switch, Switches};
use crate::program::Program;

/// A model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Model {
    /// Sequential consistency.
    Sc,
    /// Plain coherence: sequential consistency for each location on its own.
    Plain,
    /// Strict coherence: every access at one instant, only explicit orders between locations.
    Strict,
    /// The forwarding store buffer.
    Tso,
    /// HRF-direct.
    HrfDirect,
    /// HRF-indirect.
    HrfIndirect,
    /// HRF-relaxed.
    HrfRelaxed,
    /// HRF with remote-scope promotion.
    HrfRsp,
    /// PTX 6.0, without barriers.
    Ptx60,
    /// PTX 7.5, without barriers, proxies and aliases.
    Ptx75,
}

impl Model {
    /// The models of coherence, in the order of the documentation.
    pub const COHERENCE: [Self; 4] = [Self::Sc, Self::Plain, Self::Strict, Self::Tso];

    /// The HRF models, in the order of the documentation.
    pub const HRF: [Self; 4] = [
        Self::HrfDirect,
        Self::HrfIndirect,
        Self::HrfRelaxed,
        Self::HrfRsp,
    ];

    /// All models, in the order of the documentation.
    pub const ALL: [Self; 10] = [
        Self::Sc,
        Self::Plain,
        Self::Strict,
        Self::Tso,
        Self::HrfDirect,
        Self::HrfIndirect,
        Self::HrfRelaxed,
        Self::HrfRsp,
        Self::Ptx60,
        Self::Ptx75,
    ];

    /// The name users know it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sc => "sc",
            Self::Plain => "plain",
            Self::Strict => "strict",
            Self::Tso => "tso",
            Self::HrfDirect => "hrf-direct",
            Self::HrfIndirect => "hrf-indirect",
            Self::HrfRelaxed => "hrf-relaxed",
            Self::HrfRsp => "hrf-rsp",
            Self::Ptx60 => "ptx-6.0",
            Self::Ptx75 => "ptx-7.5",
        }
    }

    /// The model of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// The version of the PTX model that it is, if it is one.
    #[must_use]
    pub const fn ptx(self) -> Option<Version> {
        match self {
            Self::Ptx60 => Some(Version::V60),
            Self::Ptx75 => Some(Version::V75),
            Self::Sc
            | Self::Plain
            | Self::Strict
            | Self::Tso
            | Self::HrfDirect
            | Self::HrfIndirect
            | Self::HrfRelaxed
            | Self::HrfRsp => None,
        }
    }

    /// The HRF model that it is, if it is one.
    #[must_use]
    pub const fn hrf(self) -> Option<Variant> {
        match self {
            Self::HrfDirect => Some(Variant::Direct),
            Self::HrfIndirect => Some(Variant::Indirect),
            Self::HrfRelaxed => Some(Variant::Relaxed),
            Self::HrfRsp => Some(Variant::Rsp),
            Self::Sc | Self::Plain | Self::Strict | Self::Tso | Self::Ptx60 | Self::Ptx75 => None,
        }
    }

    /// Whether every execution the model allows is coherent location by location, so that a
    /// search may drop others early: true of all but the PTX models, as long as no part is off.
    #[must_use]
    pub fn is_coherent(self, switches: Switches) -> bool {
        use Switch as S;
        self.ptx().is_none()
            && switches.all_on(match self {
                Self::Sc => &[S::ScPo, S::ScRf, S::ScCo, S::ScFr],
                Self::Plain => &[S::PlainPoLoc, S::PlainRf, S::PlainCo, S::PlainFr],
                Self::Strict => &[S::StrictPoLoc, S::StrictRf, S::StrictCo, S::StrictFr],
                Self::Tso => &[
                    S::TsoCoherencePoLoc,
                    S::TsoCoherenceRf,
                    S::TsoCoherenceCo,
                    S::TsoCoherenceFr,
                ],
                Self::HrfDirect | Self::HrfIndirect => &hrf::SEQUENTIAL,
                Self::HrfRelaxed | Self::HrfRsp => &hrf::COHERENCE,
                Self::Ptx60 | Self::Ptx75 => &[],
            })
    }

    /// Whether the model allows the execution. That no value comes from thin air and that atomics
    /// are atomic is not asked here: [`no_thin_air`] and [`atomicity`] hold under every model but
    /// the PTX models, which are not asked here at all, see [`super::ptx`].
    #[must_use]
    pub fn allows(self, program: &Program, execution: &Execution, switches: Switches) -> bool {
        if let Some(variant) = self.hrf() {
            return hrf::allows(program, variant, execution, switches);
        }
        match self {
            Self::Sc => sequential(execution, switches, SC),
            Self::Plain => coherent(execution, switches, PLAIN),
            Self::Strict => strict(execution, switches),
            Self::Tso => {
                coherent(execution, switches, TSO_COHERENCE) && store_buffer(execution, switches)
            }
            Self::HrfDirect
            | Self::HrfIndirect
            | Self::HrfRelaxed
            | Self::HrfRsp
            | Self::Ptx60
            | Self::Ptx75 => true,
        }
    }
}

/// The parts of the rule against values from thin air.
pub const THIN_AIR: [Switch; 4] = [
    Switch::ThinAirRf,
    Switch::ThinAirAddr,
    Switch::ThinAirData,
    Switch::ThinAirCtrl,
];

const SC: [Switch; 4] = [Switch::ScPo, Switch::ScRf, Switch::ScCo, Switch::ScFr];

const PLAIN: [Switch; 4] = [
    Switch::PlainPoLoc,
    Switch::PlainRf,
    Switch::PlainCo,
    Switch::PlainFr,
];

const TSO_COHERENCE: [Switch; 4] = [
    Switch::TsoCoherencePoLoc,
    Switch::TsoCoherenceRf,
    Switch::TsoCoherenceCo,
    Switch::TsoCoherenceFr,
];

/// No value comes from thin air: `acyclic(rf ∪ addr ∪ data ∪ (ctrl ∩ R×W))`.
#[must_use]
pub fn no_thin_air(execution: &Execution, switches: Switches) -> bool {
    let mut order = Matrix::empty(execution.events.len());
    order.join_if(switches.on(Switch::ThinAirRf), &execution.rf);
    order.join_if(switches.on(Switch::ThinAirAddr), &execution.addr);
    order.join_if(switches.on(Switch::ThinAirData), &execution.data);
    order.join_if(switches.on(Switch::ThinAirCtrl), &control(execution));
    order.is_acyclic()
}

/// Atomics are atomic: no write comes, in `co`, between the write one reads and the one it makes.
#[must_use]
pub fn atomicity(execution: &Execution, switches: Switches) -> bool {
    let between = |source: usize, update: usize| {
        (0..execution.events.len())
            .any(|other| execution.co.has(source, other) && execution.co.has(other, update))
    };
    !switches.on(Switch::Atomicity)
        || execution.events.iter().enumerate().all(|(update, event)| {
            !(event.is_read() && event.is_write())
                || (0..execution.events.len())
                    .all(|source| !execution.rf.has(source, update) || !between(source, update))
        })
}

/// `sc`: `acyclic(po ∪ rf ∪ co ∪ fr)`; `parts` are the switches of these four.
pub(super) fn sequential(execution: &Execution, switches: Switches, parts: [Switch; 4]) -> bool {
    let mut order = Matrix::empty(execution.events.len());
    order.join_if(switches.on(parts[0]), &execution.po);
    order.join_if(switches.on(parts[1]), &execution.rf);
    order.join_if(switches.on(parts[2]), &execution.co);
    order.join_if(switches.on(parts[3]), &execution.fr());
    order.is_acyclic()
}

/// `plain`, the first axiom of `tso` and of the relaxed HRF models: `acyclic(po-loc ∪ rf ∪ co ∪ fr)`; `parts` are the
/// switches of these four.
pub(super) fn coherent(execution: &Execution, switches: Switches, parts: [Switch; 4]) -> bool {
    let mut order = Matrix::empty(execution.events.len());
    order.join_if(switches.on(parts[0]), &same_location(execution));
    order.join_if(switches.on(parts[1]), &execution.rf);
    order.join_if(switches.on(parts[2]), &execution.co);
    order.join_if(switches.on(parts[3]), &execution.fr());
    order.is_acyclic()
}

/// `strict`: `acyclic(po-loc ∪ ordered ∪ dep ∪ rf ∪ co ∪ fr)`.
fn strict(execution: &Execution, switches: Switches) -> bool {
    let mut order = Matrix::empty(execution.events.len());
    order.join_if(switches.on(Switch::StrictPoLoc), &same_location(execution));
    order.join_if(switches.on(Switch::StrictFence), &fenced(execution));
    order.join_if(switches.on(Switch::StrictAcquire), &acquired(execution));
    order.join_if(switches.on(Switch::StrictRelease), &released(execution));
    order.join_if(switches.on(Switch::StrictAddr), &execution.addr);
    order.join_if(switches.on(Switch::StrictData), &execution.data);
    order.join_if(switches.on(Switch::StrictCtrl), &control(execution));
    order.join_if(switches.on(Switch::StrictRf), &execution.rf);
    order.join_if(switches.on(Switch::StrictCo), &execution.co);
    order.join_if(switches.on(Switch::StrictFr), &execution.fr());
    order.is_acyclic()
}

/// The second axiom of `tso`: `acyclic(ppo ∪ fenced ∪ rfe ∪ co ∪ fr)`.
fn store_buffer(execution: &Execution, switches: Switches) -> bool {
    let mut order = Matrix::empty(execution.events.len());
    let locked = switches.on(Switch::TsoRmwLocked);
    order.join_if(switches.on(Switch::TsoPpo), &preserved(execution, locked));
    order.join_if(switches.on(Switch::TsoFenced), &fenced(execution));
    order.join_if(switches.on(Switch::TsoRfe), &external_reads(execution));
    order.join_if(switches.on(Switch::TsoCo), &execution.co);
    order.join_if(switches.on(Switch::TsoFr), &execution.fr());
    order.is_acyclic()
}

/// `po-loc`: program order between accesses of one memory.
fn same_location(execution: &Execution) -> Matrix {
    let events = &execution.events;
    execution
        .po
        .filter(|a, b| events[a].is_access() && events[a].location == events[b].location)
}

/// `ctrl ∩ R×W`.
fn control(execution: &Execution) -> Matrix {
    let events = &execution.events;
    execution.ctrl.filter(|_, b| events[b].is_write())
}

/// Accesses with a fence between them, of any kind and scope.
fn fenced(execution: &Execution) -> Matrix {
    let mut fenced = Matrix::empty(execution.events.len());
    for (fence, event) in execution.events.iter().enumerate() {
        if event.fence.is_none() {
            continue;
        }
        for before in 0..execution.events.len() {
            if execution.po.has(before, fence) {
                fenced.add_row(before, execution.po.row(fence));
            }
        }
    }
    fenced
}

/// An acquiring read with all after it.
fn acquired(execution: &Execution) -> Matrix {
    execution.po.filter(|a, _| execution.events[a].acquires())
}

/// All before a releasing write with it.
fn released(execution: &Execution) -> Matrix {
    execution.po.filter(|_, b| execution.events[b].releases())
}

/// `ppo` of the store buffer: program order between accesses, less a write with a later read. An
/// atomic is a locked operation, ordered with all (so is a failed `cas`), if `locked`.
fn preserved(execution: &Execution, locked: bool) -> Matrix {
    let events = &execution.events;
    execution.po.filter(|a, b| {
        let (a, b) = (&events[a], &events[b]);
        let overtakes = a.is_write() && b.is_read();
        let holds = locked && (a.locked || b.locked);
        a.is_access() && b.is_access() && (holds || !overtakes)
    })
}

/// `rfe`: reads from another thread or the initial state.
fn external_reads(execution: &Execution) -> Matrix {
    let events = &execution.events;
    execution
        .rf
        .filter(|a, b| events[a].thread != events[b].thread)
}
