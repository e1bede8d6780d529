//! What changes cost, and how hard they are to write.

use super::Finder;
use crate::tasks::repair::sites::Site;

impl Finder<'_> {
    /// What each level of a site weighs: its price, and then how hard it is to write.
    pub(super) fn weights(&self, site: &Site) -> Vec<u64> {
        let mut prices = site.prices(self.prices);
        if self.in_cuda {
            for price in prices.iter_mut().skip(1) {
                // More than all changes of a choice are hard to write.
                *price = price.saturating_mul(1 << 20).saturating_add(site.effort());
            }
        }
        prices
    }

    /// What a choice costs.
    pub(super) fn cost(&self, levels: &[usize]) -> u64 {
        let prices = self.sites.iter().zip(levels);
        prices
            .map(|(site, &level)| site.prices(self.prices).get(level).copied().unwrap_or(0))
            .sum()
    }
}
