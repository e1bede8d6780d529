//! The parts of the axioms, each of which can be switched off to see whether a test notices.

/// A conjunct of an axiom, named `axiom.part`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "testing",
    expect(missing_docs, reason = "each is described by its name, `Switch::name`")
)]
pub enum Switch {
    ThinAirRf,
    ThinAirAddr,
    ThinAirData,
    ThinAirCtrl,
    Atomicity,
    ScPo,
    ScRf,
    ScCo,
    ScFr,
    PlainPoLoc,
    PlainRf,
    PlainCo,
    PlainFr,
    StrictPoLoc,
    StrictFence,
    StrictAcquire,
    StrictRelease,
    StrictAddr,
    StrictData,
    StrictCtrl,
    StrictRf,
    StrictCo,
    StrictFr,
    TsoCoherencePoLoc,
    TsoCoherenceRf,
    TsoCoherenceCo,
    TsoCoherenceFr,
    TsoPpo,
    TsoFenced,
    TsoRmwLocked,
    TsoRfe,
    TsoCo,
    TsoFr,
    HrfScPo,
    HrfScRf,
    HrfScCo,
    HrfScFr,
    HrfCoherencePoLoc,
    HrfCoherenceRf,
    HrfCoherenceCo,
    HrfCoherenceFr,
    HrfHappensBefore,
    HrfConsistencyRf,
    HrfConsistencyCo,
    HrfConsistencyFr,
    HrfScAtomicsPo,
    HrfScAtomicsHhb,
    HrfScAtomicsRf,
    HrfScAtomicsCo,
    HrfScAtomicsFr,
    HrfScAtomicsScopes,
    HrfFailedCas,
    HrfMatching,
    HrfSoCoherence,
    HrfOneKind,
    HrfPromoteRelease,
    HrfPromoteAcquire,
    HrfLastRelease,
    HrfOneRelease,
    HrfNextAcquire,
    HrfOneAcquire,
    HrfSharedPlace,
    HrfOwnOperations,
    HrfAsWritten,
    HrfOnlyWiden,
    HrfWholeOperation,
    HrfRemoteExempt,
    HrfRaceScopes,
    HrfRaceFilter,
}

impl Switch {
    /// All of them, with their names, in a fixed order.
    pub const NAMES: [(Self, &'static str); 69] = [
        (Self::ThinAirRf, "thin_air.rf"),
        (Self::ThinAirAddr, "thin_air.addr"),
        (Self::ThinAirData, "thin_air.data"),
        (Self::ThinAirCtrl, "thin_air.ctrl"),
        (Self::Atomicity, "atomicity"),
        (Self::ScPo, "sc.po"),
        (Self::ScRf, "sc.rf"),
        (Self::ScCo, "sc.co"),
        (Self::ScFr, "sc.fr"),
        (Self::PlainPoLoc, "plain.po_loc"),
        (Self::PlainRf, "plain.rf"),
        (Self::PlainCo, "plain.co"),
        (Self::PlainFr, "plain.fr"),
        (Self::StrictPoLoc, "strict.po_loc"),
        (Self::StrictFence, "strict.fence"),
        (Self::StrictAcquire, "strict.acquire"),
        (Self::StrictRelease, "strict.release"),
        (Self::StrictAddr, "strict.addr"),
        (Self::StrictData, "strict.data"),
        (Self::StrictCtrl, "strict.ctrl"),
        (Self::StrictRf, "strict.rf"),
        (Self::StrictCo, "strict.co"),
        (Self::StrictFr, "strict.fr"),
        (Self::TsoCoherencePoLoc, "tso.coherence.po_loc"),
        (Self::TsoCoherenceRf, "tso.coherence.rf"),
        (Self::TsoCoherenceCo, "tso.coherence.co"),
        (Self::TsoCoherenceFr, "tso.coherence.fr"),
        (Self::TsoPpo, "tso.ppo"),
        (Self::TsoFenced, "tso.fenced"),
        (Self::TsoRmwLocked, "tso.rmw_locked"),
        (Self::TsoRfe, "tso.rfe"),
        (Self::TsoCo, "tso.co"),
        (Self::TsoFr, "tso.fr"),
        (Self::HrfScPo, "hrf.sc.po"),
        (Self::HrfScRf, "hrf.sc.rf"),
        (Self::HrfScCo, "hrf.sc.co"),
        (Self::HrfScFr, "hrf.sc.fr"),
        (Self::HrfCoherencePoLoc, "hrf.coherence.po_loc"),
        (Self::HrfCoherenceRf, "hrf.coherence.rf"),
        (Self::HrfCoherenceCo, "hrf.coherence.co"),
        (Self::HrfCoherenceFr, "hrf.coherence.fr"),
        (Self::HrfHappensBefore, "hrf.happens_before"),
        (Self::HrfConsistencyRf, "hrf.consistency.rf"),
        (Self::HrfConsistencyCo, "hrf.consistency.co"),
        (Self::HrfConsistencyFr, "hrf.consistency.fr"),
        (Self::HrfScAtomicsPo, "hrf.sc_atomics.po"),
        (Self::HrfScAtomicsHhb, "hrf.sc_atomics.hhb"),
        (Self::HrfScAtomicsRf, "hrf.sc_atomics.rf"),
        (Self::HrfScAtomicsCo, "hrf.sc_atomics.co"),
        (Self::HrfScAtomicsFr, "hrf.sc_atomics.fr"),
        (Self::HrfScAtomicsScopes, "hrf.sc_atomics.scopes"),
        (Self::HrfFailedCas, "hrf.failed_cas"),
        (Self::HrfMatching, "hrf.matching"),
        (Self::HrfSoCoherence, "hrf.so.coherence"),
        (Self::HrfOneKind, "hrf.direct.one_kind"),
        (Self::HrfPromoteRelease, "hrf.promotion.release"),
        (Self::HrfPromoteAcquire, "hrf.promotion.acquire"),
        (Self::HrfLastRelease, "hrf.promotion.last"),
        (Self::HrfOneRelease, "hrf.promotion.one_release"),
        (Self::HrfNextAcquire, "hrf.promotion.next"),
        (Self::HrfOneAcquire, "hrf.promotion.one_acquire"),
        (Self::HrfSharedPlace, "hrf.promotion.shared_place"),
        (Self::HrfOwnOperations, "hrf.promotion.own_operations"),
        (Self::HrfAsWritten, "hrf.promotion.as_written"),
        (Self::HrfOnlyWiden, "hrf.promotion.only_widen"),
        (Self::HrfWholeOperation, "hrf.promotion.whole_operation"),
        (Self::HrfRemoteExempt, "hrf.race.remote"),
        (Self::HrfRaceScopes, "hrf.race.scopes"),
        (Self::HrfRaceFilter, "hrf.race.filter"),
    ];

    /// Its name: the axiom, a dot, the part.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(switch, _)| *switch == self)
            .map_or("", |(_, name)| name)
    }

    /// The switch of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(switch, _)| *switch)
    }
}

/// Which parts of the axioms are in force; all of them unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switches {
    off: u128,
}

impl Switches {
    /// The models as they are.
    pub const ALL: Self = Self { off: 0 };

    /// Takes one part away.
    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self {
            off: self.off | 1 << switch as u32,
        }
    }

    /// Whether a part is in force.
    #[must_use]
    pub const fn on(self, switch: Switch) -> bool {
        self.off & (1 << switch as u32) == 0
    }

    /// Whether all the given parts are.
    #[must_use]
    pub fn all_on(self, switches: &[Switch]) -> bool {
        switches.iter().all(|switch| self.on(*switch))
    }
}

impl Default for Switches {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_back_to_its_switch() {
        for (switch, name) in Switch::NAMES {
            assert_eq!(Switch::from_name(switch.name()), Some(switch), "{name}");
            assert!(Switches::ALL.on(switch));
            assert!(!Switches::ALL.without(switch).on(switch));
        }
    }
}
