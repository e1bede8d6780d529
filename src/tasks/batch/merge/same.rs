//! Whether journals are of one suite.

use crate::tasks::batch::journal::Heading;
use crate::tasks::batch::journal::first::First as _;

use super::{MergeError, clash};

/// Whether two journals answer the same questions.
///
/// # Errors
///
/// They do not.
pub fn same_questions(
    first: &Heading,
    first_name: &str,
    heading: &Heading,
    name: &str,
) -> Result<(), MergeError> {
    let (one, other) = (first.shard(), heading.shard());
    if one.of != other.of {
        let text = format!(
            "{first_name} is shard {one} and {name} is shard {other}: they are not of one split"
        );
        return Err(clash(name, text));
    }
    match first.with_shard(other).difference(heading) {
        None => Ok(()),
        Some(difference) => {
            let difference =
                difference.replace("this run has", &format!("{name} was written with"));
            let text = format!("{first_name} was written {difference}");
            Err(clash(name, text))
        }
    }
}
