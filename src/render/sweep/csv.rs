//! What was found as comma-separated values: a line for each point and model.

use crate::render::separated::text;
use crate::tasks::sweep::Swept;

const HEADER: [&str; 10] = [
    "file", "test", "place", "space", "fence", "model", "verdict", "quantity", "holds", "note",
];

/// The lines. Where a point makes no sense the verdict is empty and the note says why.
///
/// # Errors
///
/// The text cannot be put together.
pub fn render(swept: &Swept) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADER)?;
    for cell in &swept.cells {
        for (index, model) in swept.models.iter().enumerate() {
            let place = cell.point.place_name();
            let fence = cell.point.fence_name();
            let answer = cell.answers.as_ref().map(|answers| answers.get(index));
            let (verdict, quantity, holds, note) = match answer {
                Err(why) => ("", "", "", why.clone()),
                Ok(None) => ("", "", "", String::new()),
                Ok(Some(answer)) => (
                    answer.verdict.name(),
                    answer
                        .quantity
                        .map_or("", crate::view::answer::Quantity::name),
                    match answer.holds {
                        Some(true) => "true",
                        Some(false) => "false",
                        None => "",
                    },
                    super::table::note(answer),
                ),
            };
            writer.write_record([
                &swept.file,
                &swept.test,
                &place,
                cell.point.space_name(),
                &fence,
                model,
                verdict,
                quantity,
                holds,
                &note,
            ])?;
        }
    }
    text(writer)
}
