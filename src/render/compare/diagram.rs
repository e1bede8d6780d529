//! Many models on all programs up to a size, as text: who allows at most what others allow, and the tests that say why not.

use std::fmt::Write as _;

use crate::render::audit::{grouped, reached};
use crate::render::layout::{INDENT, Layout};
use crate::tasks::compare::diagram::Diagram;

/// All of it.
#[must_use]
pub fn render(diagram: &Diagram, layout: Layout) -> String {
    let mut out = layout.paint.bold(&title(diagram)) + "\n";
    for (class, _) in diagram.order.classes.iter().enumerate() {
        out.push_str(&layout.hanging("", &above(diagram, class)));
    }
    for left in &diagram.left_out {
        let text = format!(
            "{} is left out: it gives {} no meaning",
            left.model, left.refuses
        );
        out.push_str(&layout.hanging("note       ", &text));
    }
    if layout.quiet {
        return out;
    }
    out.push_str(
        "\nthe smallest test that the model of the row allows and that of the column forbids\n",
    );
    let header = header(diagram);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    out.push_str(&layout.columns(&header, &rows(diagram)));
    out.push('\n');
    let tests = diagram.tests.iter().enumerate();
    let tests = tests.map(|(number, test)| {
        vec![
            (number + 1).to_string(),
            test.name.clone(),
            test.line.clone(),
        ]
    });
    out.push_str(&layout.columns(&[], &tests.collect::<Vec<_>>()));
    out.push('\n');
    for (index, line) in diagram.vocabulary.iter().enumerate() {
        let heading = if index == 0 { "tests" } else { "" };
        let _ = writeln!(out, "{INDENT}{heading:<11}{line}");
    }
    out
}

/// `9 models on all tests of up to 3 accesses (1,234 looked at)`.
pub(super) fn title(diagram: &Diagram) -> String {
    let open = match &diagram.open {
        None => String::new(),
        Some(why) => format!("; open beyond: {why}"),
    };
    format!(
        "{} models on all tests of up to {} ({} looked at){open}",
        diagram.models.len(),
        reached(&diagram.counted),
        grouped(diagram.counted.programs)
    )
}

/// `sc allows at most what tso, strict allow`.
fn above(diagram: &Diagram, class: usize) -> String {
    let own = diagram.class(class);
    let names = own.join(" = ");
    let verb = if own.len() > 1 { "allow" } else { "allows" };
    let arrows = diagram.order.arrows.iter();
    let above = arrows.filter(|(from, _)| *from == class);
    let above: Vec<String> = above
        .map(|&(_, to)| diagram.class(to).join(" = "))
        .collect();
    match above.as_slice() {
        [] => format!("{names} {verb} what no other model allows in full"),
        [one] => format!("{names} {verb} at most what {one} allows"),
        several => format!(
            "{names} {verb} at most what each of {} allows",
            several.join(", ")
        ),
    }
}

/// The headings of the table of tests: a letter for each model.
pub(super) fn header(diagram: &Diagram) -> Vec<String> {
    let letters = (0..diagram.models.len()).map(letter);
    [String::new(), String::new()]
        .into_iter()
        .chain(letters)
        .collect()
}

/// `a`, `b` and so on; after `z` numbers.
fn letter(number: usize) -> String {
    ('a'..='z')
        .nth(number)
        .map_or_else(|| number.to_string(), String::from)
}

/// The table of tests: their numbers, from 1; a dot where there is none.
pub(super) fn rows(diagram: &Diagram) -> Vec<Vec<String>> {
    let count = diagram.models.len();
    let rows = diagram.models.iter().enumerate().map(|(allows, name)| {
        let cells = (0..count).map(|forbids| {
            let mut all = diagram.apart.iter();
            let found = all.find(|one| (one.allows, one.forbids) == (allows, forbids));
            match found {
                Some(apart) => (apart.test + 1).to_string(),
                None if allows == forbids => String::new(),
                None => ".".to_owned(),
            }
        });
        [letter(allows), name.clone()]
            .into_iter()
            .chain(cells)
            .collect()
    });
    rows.collect()
}
