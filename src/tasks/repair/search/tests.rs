//! The search, with judges that are made up.

use super::super::sites::SiteKind;
use super::super::strength::Strength;
use super::*;
use crate::ptx::operation::Scope;

/// A gap with fences of two kinds and two scopes.
fn gap(in_cuda: bool) -> Site {
    let fence = |sequential, scope| Strength::Fence { sequential, scope };
    Site {
        function: 0,
        at: 0,
        kind: SiteKind::After,
        levels: vec![
            Strength::Nothing,
            fence(false, Scope::Block),
            fence(false, Scope::Device),
            fence(true, Scope::Block),
            fence(true, Scope::Device),
        ],
        in_cuda: vec![in_cuda.then(|| "fence".to_owned()); 5],
        written: None,
        copies: Vec::new(),
        inside_line: false,
        in_branch: false,
        round: None,
    }
}

/// A search that has all the time it wants.
fn finder<'a>(
    sites: &'a [Site],
    prices: &'a Prices,
    judge: &'a mut dyn FnMut(&[usize], Effort) -> Said,
) -> Finder<'a> {
    Finder::new(sites, prices, judge, &Stop::never())
}

/// All choices of the sites.
fn all(sites: &[Site]) -> Vec<Vec<usize>> {
    sites.iter().fold(vec![Vec::new()], |known, site| {
        let longer = known.iter().flat_map(|choice| {
            (0..site.levels.len()).map(move |level| [&choice[..], &[level]].concat())
        });
        longer.collect()
    })
}

/// What demands, for each a site and a strength, make of a choice: some of each list must be met.
fn met(sites: &[Site], demands: &[Vec<(usize, usize)>], choice: &[usize]) -> bool {
    let covers = |&(site, level): &(usize, usize)| {
        let levels = &sites[site].levels;
        levels[choice[site]].covers(levels[level])
    };
    demands.iter().all(|some| some.iter().any(covers))
}

/// Nothing cheaper works, whatever is demanded: compared with all choices.
#[test]
fn the_cheapest_is_found() {
    let sites = [gap(true), gap(false), gap(true), gap(true)];
    let prices = Prices::default();
    let cost = |choice: &[usize]| -> u64 {
        let each = sites.iter().zip(choice);
        each.map(|(site, &level)| site.prices(&prices)[level]).sum()
    };
    let demands = [
        vec![],
        vec![vec![(0, 2)], vec![(1, 1), (2, 3)]],
        vec![vec![(0, 1), (1, 2)], vec![(0, 3), (2, 2)], vec![(3, 1)]],
        vec![vec![(1, 4)], vec![(0, 2), (1, 4), (3, 4)]],
    ];
    for demands in demands {
        for may in [true, false] {
            let may = move |site: &Site, level: usize| may || site.is_sayable(level);
            let mut judge = |choice: &[usize], _| {
                if met(&sites, &demands, choice) {
                    Said::Holds
                } else {
                    Said::Broken
                }
            };
            let mut finder = finder(&sites, &prices, &mut judge);
            let found = finder.cheapest(&may);
            let allowed = |choice: &&Vec<usize>| {
                let each = sites.iter().zip(choice.iter());
                each.into_iter()
                    .all(|(site, &level)| level == 0 || may(site, level))
            };
            let best = all(&sites)
                .iter()
                .filter(allowed)
                .filter(|choice| met(&sites, &demands, choice))
                .map(|choice| cost(choice))
                .min();
            assert_eq!(found.as_ref().map(|found| found.cost), best, "{demands:?}");
            assert!(
                found.is_none_or(|found| found.cheapest && met(&sites, &demands, &found.levels))
            );
        }
    }
}

/// Where the strongest choice is open, something is found below the strongest without sequential
/// consistency, and it is not said to be cheapest.
#[test]
fn an_open_top_is_gone_round() {
    let sites = [gap(true), gap(true)];
    let prices = Prices {
        sc: 0,
        ..Prices::default()
    };
    let mut judge = |choice: &[usize], _| match choice {
        [2, 2] => Said::Holds,
        [0..=2, 0..=2] => Said::Broken,
        _ => Said::Open,
    };
    let mut finder = finder(&sites, &prices, &mut judge);
    let found = finder.cheapest(&|_, _| true);
    let found = found.map(|found| (found.levels, found.cheapest));
    assert_eq!(found, Some((vec![2, 2], false)));
}

/// Where all that is strong is open, few changes that do are found all the same; what is open before them is passed over.
#[test]
fn few_changes_are_found_where_many_are_open() {
    let sites = [gap(true), gap(true)];
    let mut judge = |choice: &[usize], _| match choice {
        [0, 2] => Said::Holds,
        [0, 0] => Said::Broken,
        _ => Said::Open,
    };
    let prices = Prices::default();
    let mut finder = finder(&sites, &prices, &mut judge);
    let found = finder.cheapest(&|_, _| true);
    let found = found.map(|found| (found.levels, found.cheapest));
    assert_eq!(found, Some((vec![0, 2], false)));
}

/// What is looked for as long as nothing is open is the cheapest; where something is, nothing is said.
#[test]
fn the_sure_way_ends_where_something_is_open() {
    let sites = [gap(true), gap(true)];
    let prices = Prices::default();
    let mut judge = |choice: &[usize], _| match choice {
        [_, 0] => Said::Broken,
        _ => Said::Holds,
    };
    let found = finder(&sites, &prices, &mut judge).surely(&|_, _| true);
    assert_eq!(
        found.map(|found| (found.levels, found.cheapest)),
        Some((vec![0, 1], true))
    );
    let mut judge = |_: &[usize], _| Said::Open;
    assert_eq!(
        finder(&sites, &prices, &mut judge).surely(&|_, _| true),
        None
    );
}

/// What is open is no proof.
#[test]
fn doubt_is_told() {
    let sites = [gap(true)];
    let mut judge = |choice: &[usize], _| match choice {
        [4] => Said::Holds,
        _ => Said::Open,
    };
    let prices = Prices::default();
    let mut finder = finder(&sites, &prices, &mut judge);
    let found = finder.cheapest(&|_: &Site, _| true).unwrap();
    assert_eq!((found.levels, found.cheapest), (vec![4], false));
}

/// Where nothing works, that is known, and not open.
#[test]
fn nothing_works() {
    let sites = [gap(true), gap(true)];
    let mut judge = |_: &[usize], _| Said::Broken;
    let prices = Prices::default();
    let mut finder = finder(&sites, &prices, &mut judge);
    assert_eq!(finder.cheapest(&|_, _| true), None);
    assert!(!finder.open);
}

/// What known runs do not break is asked, and may be broken all the same.
#[test]
fn known_runs_may_say_little() {
    let sites = [gap(true), gap(true)];
    let mut judge = |choice: &[usize], effort| match (choice, effort) {
        ([2..=4, 2..=4], Effort::Asked) => Said::Holds,
        (_, Effort::Recalled) => Said::Open,
        (_, Effort::Asked) => Said::Broken,
    };
    let prices = Prices::default();
    let mut finder = finder(&sites, &prices, &mut judge);
    let found = finder.cheapest(&|_, _| true);
    let found = found.map(|found| (found.cost, found.cheapest));
    assert_eq!(found, Some((2 * (prices.cta + prices.sc), true)));
}

/// Where there is no time, what works is found by halves, and nothing is left in it that it does not need.
#[test]
fn without_time_something_works() {
    let sites: Vec<Site> = (0..16).map(|_| gap(true)).collect();
    let mut asked = 0;
    let mut judge = |choice: &[usize], effort| {
        asked += usize::from(effort == Effort::Asked);
        let works = choice[3] > 0 && choice[12] > 0;
        if works { Said::Holds } else { Said::Broken }
    };
    let prices = Prices::default();
    let mut finder = finder(&sites, &prices, &mut judge);
    finder.stop = Stop::never().and_after(std::time::Duration::ZERO);
    let found = finder.cheapest(&|_, _| true).unwrap();
    let kept: Vec<usize> = (0..16).filter(|&site| found.levels[site] > 0).collect();
    assert_eq!((kept, found.cheapest), (vec![3, 12], false));
    assert!(asked < 12, "{asked}");
}
