//! A test that was found as a litmus test.

use std::fmt::Write as _;

use crate::syntax::print::{Spelling, Style, fence};
use crate::tasks::space::Level;

use super::sketch::{Sketch, Step};

/// The names of locations.
const NAMES: [&str; 6] = ["x", "y", "z", "w", "v", "u"];

impl Sketch {
    /// The test as text, in no layout.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        let columns: Vec<Column> = (0..self.threads).map(|one| self.column(one)).collect();
        let places = self.steps.iter().map(|step| step.location + 1);
        let places = places.max().unwrap_or(0);
        let mut out = format!("PTX {name}\n{{");
        for name in &NAMES[..places.min(NAMES.len())] {
            let _ = write!(out, " {name} = 0;");
        }
        for declared in columns.iter().flat_map(|column| &column.init) {
            let _ = write!(out, " {declared};");
        }
        out.push_str(" }\n");
        let row = |cells: Vec<String>| format!(" {} ;\n", cells.join(" | "));
        let warps = self.has_warps();
        out.push_str(&row((0..self.threads)
            .map(|thread| {
                let (gpu, cta) = (
                    self.group(thread, Level::Gpu),
                    self.group(thread, Level::Cta),
                );
                let warp = if warps {
                    format!("warp {},", self.group(thread, Level::Warp))
                } else {
                    String::new()
                };
                format!("P{thread}@{warp}cta {cta},gpu {gpu}")
            })
            .collect()));
        let rows = columns.iter().map(|column| column.cells.len()).max();
        for index in 0..rows.unwrap_or(0) {
            let cells = columns.iter();
            let cells = cells.map(|column| column.cells.get(index).cloned().unwrap_or_default());
            out.push_str(&row(cells.collect()));
        }
        let claims = columns.iter().flat_map(|column| column.claims.clone());
        let claims: Vec<String> = claims.chain(self.ends()).collect();
        let claims = if claims.is_empty() {
            "true".to_owned()
        } else {
            claims.join(" /\\ ")
        };
        let _ = writeln!(out, "exists ({claims})");
        out
    }

    /// The final values of locations that are written more than once.
    fn ends(&self) -> Vec<String> {
        let steps = self.steps.iter().enumerate();
        let last = steps.filter(|(index, step)| {
            let mut others = self.steps.iter().enumerate();
            let other = |(other, one): (usize, &Step)| {
                other != *index && one.writes && one.location == step.location
            };
            step.last && others.any(other)
        });
        let mut ends: Vec<(usize, usize)> = last
            .map(|(index, step)| (step.location, self.value(index)))
            .collect();
        ends.sort_unstable();
        let ends = ends.into_iter();
        ends.map(|(place, value)| format!("{} == {value}", NAMES[place % NAMES.len()]))
            .collect()
    }

    fn column(&self, thread: usize) -> Column {
        let mut column = Column {
            thread,
            ..Column::default()
        };
        for (index, step) in self.steps.iter().enumerate() {
            if step.thread == thread {
                column.step(self, index, step);
            }
        }
        column
    }

    /// The register that an access reads into.
    fn register(&self, access: usize) -> String {
        let thread = self.steps[access].thread;
        let earlier = self.steps[..access].iter();
        let number = earlier.filter(|step| step.thread == thread && step.reads);
        format!("r{}", number.count())
    }
}

/// A thread being written.
#[derive(Debug, Default)]
struct Column {
    thread: usize,
    cells: Vec<String>,
    init: Vec<String>,
    claims: Vec<String>,
    labels: usize,
    temporaries: usize,
}

impl Column {
    fn step(&mut self, sketch: &Sketch, index: usize, step: &Step) {
        self.branch(sketch, &step.ctrl_fence);
        if let Some(own) = step.fence {
            self.cells.push(fence(own, &Style::default()));
        }
        self.branch(sketch, &step.ctrl);
        let name = NAMES[step.location % NAMES.len()];
        let place = match self.zero(sketch, &step.addr) {
            None => name.to_owned(),
            Some(zero) => {
                let pointer = format!("p{}", self.init.len());
                self.init
                    .push(format!("P{}:{pointer} = {name}", self.thread));
                self.cells.push(format!("add {zero}, {zero}, {pointer}"));
                format!("[{zero}]")
            }
        };
        let number = sketch.value(index);
        let value = match self.zero(sketch, &step.data) {
            None => number.to_string(),
            Some(zero) => {
                self.cells.push(format!("add {zero}, {zero}, {number}"));
                zero
            }
        };
        let order = order(step);
        let register = sketch.register(index);
        self.cells.push(match (step.reads, step.writes) {
            (true, true) => format!("atom.{order}.exch {register}, {place}, {value}"),
            (true, false) => format!("ld.{order} {register}, {place}"),
            (false, true | false) => format!("st.{order} {place}, {value}"),
        });
        if step.reads {
            let found = step.source.map_or(0, |source| sketch.value(source));
            let claim = format!("P{}:{register} == {found}", self.thread);
            self.claims.push(claim);
        }
    }

    /// A branch that goes on right after it, either way.
    fn branch(&mut self, sketch: &Sketch, from: &[usize]) {
        for &from in from {
            let label = format!("L{}{}", self.thread, self.labels);
            self.labels += 1;
            let register = sketch.register(from);
            self.cells.push(format!("beq {register}, 0, {label}"));
            self.cells.push(format!("{label}:"));
        }
    }

    /// A register that is zero and depends on some accesses; none where these are none.
    fn zero(&mut self, sketch: &Sketch, from: &[usize]) -> Option<String> {
        let mut whole: Option<String> = None;
        for &from in from {
            let zero = format!("t{}", self.temporaries);
            self.temporaries += 1;
            let register = sketch.register(from);
            self.cells.push(format!("and {zero}, {register}, 0"));
            whole = Some(match whole {
                None => zero,
                Some(sum) => {
                    self.cells.push(format!("add {sum}, {sum}, {zero}"));
                    sum
                }
            });
        }
        whole
    }
}

/// `release.gpu`.
fn order(step: &Step) -> String {
    let own = step.order.name();
    match step.scope {
        Some(scope) => format!("{own}.{}", Spelling::Ptx.scope(scope)),
        None => own.to_owned(),
    }
}
