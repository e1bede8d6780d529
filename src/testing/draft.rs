//! A test as text in the making.

use crate::syntax::print::{Init, Line, Row, Sheet};

/// A thread of a draft.
#[derive(Debug, Clone, Default)]
pub struct Column {
    /// Its device.
    pub gpu: usize,
    /// Its block.
    pub cta: usize,
    /// Its warp, if it is not alone in one.
    pub warp: Option<usize>,
    /// Its cells, from top to bottom.
    pub cells: Vec<String>,
}

/// A test.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// Its declarations.
    pub init: Vec<String>,
    /// Its threads.
    pub threads: Vec<Column>,
    /// The filter, if any.
    pub filter: Option<String>,
    /// `exists`, `~exists` or `forall`.
    pub quantifier: &'static str,
    /// The conjuncts of its condition.
    pub condition: Vec<String>,
}

impl Draft {
    /// The text.
    pub fn render(&self) -> String {
        let heads = self.threads.iter().enumerate();
        let heads: Vec<String> = heads
            .map(|(index, thread)| {
                let Column { gpu, cta, warp, .. } = thread;
                let warp = warp.map_or_else(String::new, |warp| format!("warp {warp},"));
                format!("P{index}@{warp}cta {cta},gpu {gpu}")
            })
            .collect();
        let height = self.threads.iter().map(|thread| thread.cells.len()).max();
        let row = |row: usize| {
            let cell = |thread: &Column| thread.cells.get(row).cloned().unwrap_or_default();
            Row::from(self.threads.iter().map(cell).collect::<Vec<_>>())
        };
        let rows = (0..height.unwrap_or(0)).map(row);
        let condition = if self.condition.is_empty() {
            "true".to_owned()
        } else {
            self.condition.join(" /\\ ")
        };
        let filter = self
            .filter
            .iter()
            .map(|filter| format!("filter ({filter})"));
        let asked = format!("{} ({condition})", self.quantifier);
        Sheet {
            name: self.name.clone(),
            description: "\"generated\"".to_owned(),
            init: self.init.iter().cloned().map(Line::from).collect(),
            layout: Init::Lines,
            rows: std::iter::once(Row::from(heads)).chain(rows).collect(),
            claim: filter.chain([asked]).map(Line::from).collect(),
            ..Sheet::default()
        }
        .render()
    }
}
