//! Cheapest choices that hit every clause: weighted minimum hitting sets, where each variable has a
//! few values with a price each.
//!
//! A clause is hit if some variable of it has one of the values that the clause names for it. With
//! two values a variable, priced 0 and its weight, and clauses that name the second, this is the
//! weighted minimum hitting set of sets.
//!
//! ```
//! use gpu_litmus::sat::hitting::{Hitting, Search};
//!
//! // Two dear things, or one that hits both clauses.
//! let mut problem = Hitting::of_weights(&[2, 3, 4]);
//! problem.require(&[0, 2]);
//! problem.require(&[1, 2]);
//! let Search::Found(found) = problem.cheapest(1000) else { panic!() };
//! assert_eq!((found.cost, found.values), (4, vec![0, 0, 1]));
//! ```

pub use super::values::{MAX_VALUES, Values};

/// A clause: some of these variables must have one of these values.
pub type Clause = Vec<(usize, Values)>;

/// A problem: prices and clauses.
#[derive(Debug, Clone, Default)]
pub struct Hitting {
    prices: Vec<Vec<u64>>,
    allowed: Vec<Values>,
    clauses: Vec<Clause>,
}

/// A choice of one value for each variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The sum of the prices.
    pub cost: u64,
    /// The value of each variable.
    pub values: Vec<usize>,
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    /// The cheapest choice; of several, the first in the order of the search.
    Found(Choice),
    /// No choice hits every clause.
    Impossible,
    /// The limit was reached.
    Limit,
}

impl Hitting {
    /// A problem without clauses: for each variable, the price of each value.
    #[must_use]
    pub fn new(prices: Vec<Vec<u64>>) -> Self {
        let values = prices.iter().map(|prices| Values::first(prices.len()));
        Self {
            allowed: values.collect(),
            prices,
            clauses: Vec::new(),
        }
    }

    /// A problem of weights: each variable is in the hitting set (1) or not (0).
    #[must_use]
    pub fn of_weights(weights: &[u64]) -> Self {
        Self::new(weights.iter().map(|&weight| vec![0, weight]).collect())
    }

    /// Leaves a variable some of its values.
    pub fn restrict(&mut self, variable: usize, values: Values) {
        if let Some(allowed) = self.allowed.get_mut(variable) {
            *allowed = allowed.and(values);
        }
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }

    /// Adds the clause that one of these variables is in the hitting set.
    pub fn require(&mut self, variables: &[usize]) {
        let member = |&variable| (variable, Values::one(1));
        self.add(variables.iter().map(member).collect());
    }

    /// The clauses.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The cheapest choice that hits every clause, looked for in at most so many steps.
    #[must_use]
    pub fn cheapest(&self, steps: u64) -> Search {
        let mut search = Branching {
            problem: self,
            best: None,
            left: steps,
        };
        search.visit(self.allowed.clone());
        match search.best {
            _ if search.left == 0 => Search::Limit,
            Some(choice) => Search::Found(choice),
            None => Search::Impossible,
        }
    }

    /// The cheapest value among some, and its price.
    fn cheapest_of(&self, variable: usize, values: Values) -> Option<(u64, usize)> {
        let prices = self.prices.get(variable)?.iter().enumerate();
        let allowed = prices.filter(|(value, _)| values.contains(*value));
        allowed.map(|(value, &price)| (price, value)).min()
    }
}

/// Branch and bound: every variable has the cheapest value it may still have; a clause that is not
/// hit so is hit by its first variable, or not by that but by its second, and so on.
struct Branching<'a> {
    problem: &'a Hitting,
    best: Option<Choice>,
    left: u64,
}

impl Branching<'_> {
    fn visit(&mut self, allowed: Vec<Values>) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return;
        }
        let Some(choice) = self.cheapest(&allowed) else {
            return;
        };
        let Some((clause, extra)) = self.open(&allowed, &choice) else {
            return;
        };
        let best = self.best.as_ref().map_or(u64::MAX, |best| best.cost);
        if choice.cost.saturating_add(extra) >= best {
            return;
        }
        let Some(clause) = clause else {
            self.best = Some(choice);
            return;
        };
        let mut rest = allowed;
        for (variable, values) in self.options(&clause, &rest, &choice) {
            let mut branch = rest.clone();
            branch[variable] = branch[variable].and(values);
            rest[variable] = rest[variable].without(values);
            if !branch[variable].is_empty() {
                self.visit(branch);
            }
            if rest[variable].is_empty() {
                return;
            }
        }
    }

    fn cheapest(&self, allowed: &[Values]) -> Option<Choice> {
        let mut cost = 0_u64;
        let mut values = Vec::with_capacity(allowed.len());
        for (variable, &some) in allowed.iter().enumerate() {
            let (price, value) = self.problem.cheapest_of(variable, some)?;
            cost = cost.saturating_add(price);
            values.push(value);
        }
        Some(Choice { cost, values })
    }

    /// The clause to branch on, if one is not hit, and what hitting clauses that share no variable
    /// costs at least; nothing if one cannot be hit.
    fn open(&self, allowed: &[Values], choice: &Choice) -> Option<(Option<Clause>, u64)> {
        let mut open: Vec<(usize, u64, &Clause)> = Vec::new();
        for clause in &self.problem.clauses {
            let hit = |(variable, values): &(usize, Values)| {
                let value = choice.values.get(*variable);
                value.is_some_and(|&value| values.contains(value))
            };
            if clause.iter().any(hit) {
                continue;
            }
            let prices: Vec<u64> = self.extras(clause, allowed, choice).collect();
            open.push((prices.len(), *prices.iter().min()?, clause));
        }
        // The dearest first make the best bound, the fewest ways the best branch.
        open.sort_by_key(|&(ways, extra, _)| (std::cmp::Reverse(extra), ways));
        let mut used = vec![false; allowed.len()];
        let mut bound = 0_u64;
        for (_, extra, clause) in &open {
            let free = |&(variable, values): &(usize, Values)| {
                allowed[variable].and(values).is_empty() || !used[variable]
            };
            if clause.iter().all(free) {
                bound = bound.saturating_add(*extra);
                for &(variable, _) in *clause {
                    used[variable] = true;
                }
            }
        }
        let next = open
            .iter()
            .min_by_key(|(ways, extra, _)| (*ways, u64::MAX - extra));
        Some((next.map(|(.., clause)| (*clause).clone()), bound))
    }

    /// For each variable that can hit a clause, what that costs more than its value now.
    fn extras(
        &self,
        clause: &Clause,
        allowed: &[Values],
        choice: &Choice,
    ) -> impl Iterator<Item = u64> {
        clause.iter().filter_map(|&(variable, values)| {
            let (price, _) = self
                .problem
                .cheapest_of(variable, allowed.get(variable)?.and(values))?;
            Some(price.saturating_sub(self.price(variable, choice)))
        })
    }

    fn price(&self, variable: usize, choice: &Choice) -> u64 {
        let value = choice.values.get(variable).copied().unwrap_or_default();
        let prices = self.problem.prices.get(variable);
        let price = prices.and_then(|prices| prices.get(value));
        price.copied().unwrap_or_default()
    }

    /// The ways to hit a clause, cheap ones first.
    fn options(&self, clause: &Clause, allowed: &[Values], choice: &Choice) -> Clause {
        let mut priced: Vec<(u64, usize, Values)> = clause
            .iter()
            .filter_map(|&(variable, values)| {
                let possible = allowed.get(variable)?.and(values);
                let (price, _) = self.problem.cheapest_of(variable, possible)?;
                let extra = price.saturating_sub(self.price(variable, choice));
                Some((extra, variable, values))
            })
            .collect();
        priced.sort_unstable();
        let options = priced.into_iter();
        options
            .map(|(_, variable, values)| (variable, values))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices, one after the other.
    fn exhaustively(problem: &Hitting) -> Option<u64> {
        let mut best = None;
        let mut values = vec![0; problem.prices.len()];
        loop {
            let hit = |clause: &Clause| {
                let mut literals = clause.iter();
                literals.any(|&(variable, wanted)| wanted.contains(values[variable]))
            };
            if problem.clauses.iter().all(hit) {
                let chosen = values.iter().enumerate();
                let cost = chosen
                    .map(|(variable, &value)| problem.prices[variable][value])
                    .sum();
                best = Some(best.map_or(cost, |best: u64| best.min(cost)));
            }
            let mut variable = 0;
            loop {
                if variable == values.len() {
                    return best;
                }
                values[variable] += 1;
                if values[variable] < problem.prices[variable].len() {
                    break;
                }
                values[variable] = 0;
                variable += 1;
            }
        }
    }

    #[test]
    fn as_cheap_as_exhaustive_search() {
        // A linear congruential generator is random enough here.
        let mut state = 7_u64;
        let mut below = |limit: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % limit
        };
        let mut impossible = 0;
        for _ in 0..400 {
            let variables = usize::try_from(1 + below(5)).unwrap();
            let prices: Vec<Vec<u64>> = (0..variables)
                .map(|_| (0..=1 + below(3)).map(|_| below(9)).collect())
                .collect();
            let mut problem = Hitting::new(prices.clone());
            for _ in 0..below(9) {
                let clause = prices.iter().enumerate().filter_map(|(variable, prices)| {
                    let all = 0..prices.len();
                    let values: Values = all.filter(|_| below(4) == 0).collect();
                    (!values.is_empty()).then_some((variable, values))
                });
                problem.add(clause.collect());
            }
            match (problem.cheapest(100_000), exhaustively(&problem)) {
                (Search::Found(choice), Some(cost)) => {
                    assert_eq!(choice.cost, cost, "{problem:?}");
                    for clause in problem.clauses() {
                        let mut literals = clause.iter();
                        assert!(literals.any(|(at, values)| values.contains(choice.values[*at])));
                    }
                }
                (Search::Impossible, None) => impossible += 1,
                (found, cost) => panic!("{found:?}, not {cost:?}: {problem:?}"),
            }
        }
        assert!(impossible > 20, "{impossible}");
    }

    #[test]
    fn a_limit_is_no_answer() {
        let mut problem = Hitting::of_weights(&[1, 1, 1]);
        problem.require(&[0, 1]);
        assert_eq!(problem.cheapest(1), Search::Limit);
    }
}
