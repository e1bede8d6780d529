//! A launch with all changes at once: what nothing mends, and what a search is to aim at.

use crate::kernel::report::answer::Report;
use crate::kernel::setup::Setup;

use super::edits::splices;
use super::fences::{Fixed, PROPERTY};
use super::oracle::{Oracle, Said, judged};
use super::search::Level;
use super::sites::Site;

/// A launch with all changes at once.
pub struct Best {
    /// As strong as can be; not asked where all holds with less.
    strongest: Option<Report>,
    /// The same, or without more sequential consistency, where more is known of that.
    report: Option<Report>,
}

impl Best {
    pub fn of(
        setup: &Setup,
        sites: &[Site],
        oracle: &mut Oracle,
        (broken, kept): (&[&str], &[&str]),
    ) -> Self {
        let mut all_at = |level: Level| {
            let levels: Vec<usize> = sites.iter().map(|site| level(site, &|_| true)).collect();
            oracle.report(splices(setup, sites, &levels))
        };
        // What is weaker often holds as well, and is much less to ask about.
        let ordered = all_at(Site::ordered);
        if [broken, kept].map(|names| said(ordered.as_ref(), names)) == [Said::Holds; 2] {
            return Self {
                strongest: None,
                report: ordered,
            };
        }
        let strongest = all_at(Site::strongest);
        let open = said(strongest.as_ref(), broken) == Said::Open;
        let more = open && held(ordered.as_ref(), broken) > held(strongest.as_ref(), broken);
        Self {
            report: if more { ordered } else { strongest.clone() },
            strongest,
        }
    }

    /// What a search is to aim at, of checks that are broken and of those that hold; what else is known of them is put down.
    pub fn goals(
        &self,
        fixed: &mut Fixed,
        (broken, some): (Vec<&'static str>, bool),
        held: Vec<&'static str>,
    ) -> Vec<&'static str> {
        for name in broken {
            match self.says(name) {
                // The strongest changes are not the best for one that asks for some run.
                Said::Holds | Said::Broken if some && name == PROPERTY => fixed.open.push(name),
                Said::Holds => fixed.mended.push(name),
                Said::Broken => fixed.beyond.push(name),
                Said::Open => fixed.open.push(name),
            }
        }
        // All changes at once may be too much to ask about where the few that are enough are not.
        let unasked = fixed.mended.is_empty();
        if unasked {
            std::mem::swap(&mut fixed.mended, &mut fixed.open);
        }
        let holds = |name: &str| said(self.report.as_ref(), &[name]) == Said::Holds;
        let mut goals = held;
        goals.retain(|name| unasked || holds(name));
        goals.extend(&fixed.mended);
        goals
    }

    /// Whether changes mend a check; broken only where the strongest do not.
    fn says(&self, name: &str) -> Said {
        if said(self.report.as_ref(), &[name]) == Said::Holds {
            return Said::Holds;
        }
        match said(self.strongest.as_ref(), &[name]) {
            // Not with the rest of what is aimed at.
            Said::Holds | Said::Open => Said::Open,
            Said::Broken => Said::Broken,
        }
    }
}

/// What a report says of checks.
pub fn said(report: Option<&Report>, names: &[&str]) -> Said {
    report.map_or(Said::Open, |report| judged(report, names))
}

/// How many of these checks hold.
fn held(report: Option<&Report>, names: &[&str]) -> usize {
    let holds = |name: &&&str| said(report, &[name]) == Said::Holds;
    names.iter().filter(holds).count()
}
