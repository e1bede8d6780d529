//! Footnotes of a table: what a model refuses and what of its own comes nearest, and why a verdict is open.

use std::fmt::Write as _;

use super::layout::Layout;
use crate::view::answer::Answer;

/// The footnotes, each for all cells that it speaks of.
#[derive(Default)]
pub(super) struct Notes {
    all: Vec<Note>,
}

struct Note {
    /// What a model lacks, or why a verdict is open.
    what: String,
    /// What to do.
    advice: String,
    /// It is a refusal.
    refusal: bool,
    models: Vec<String>,
    /// The first place, and the tests.
    place: String,
    tests: Vec<String>,
}

impl Notes {
    /// The number of the footnote that says what a model refuses.
    pub(super) fn refused(&mut self, answer: &Answer, test: &str) -> usize {
        let Some(refused) = &answer.unsupported else {
            return self.open(answer, test);
        };
        let nearest = refused.nearest.as_ref();
        let advice = nearest.map_or_else(
            || format!("{}.", capital(refused.advice)),
            |nearest| format!("Nearest: {nearest}."),
        );
        let place = format!("`{}` at {}", refused.site.text, refused.site.place());
        self.number(answer, test, (refused.what.to_owned(), advice, place), true)
    }

    /// The number of the footnote that says why a verdict is open.
    pub(super) fn open(&mut self, answer: &Answer, test: &str) -> usize {
        let what = answer.notes.join("; ");
        self.number(answer, test, (what, String::new(), String::new()), false)
    }

    fn number(
        &mut self,
        answer: &Answer,
        test: &str,
        (what, advice, place): (String, String, String),
        refusal: bool,
    ) -> usize {
        // What a model lacks is said once, with the first place; who else lacks it in the same way
        // is named beside it.
        let same = |note: &Note| {
            let known = note.models.contains(&answer.model);
            note.what == what && (note.advice == advice || known)
        };
        let index = self.all.iter().position(same).unwrap_or_else(|| {
            self.all.push(Note {
                what,
                advice,
                refusal,
                models: Vec::new(),
                place,
                tests: Vec::new(),
            });
            self.all.len() - 1
        });
        if let Some(note) = self.all.get_mut(index) {
            add(&mut note.models, &answer.model);
            add(&mut note.tests, test);
        }
        index + 1
    }

    /// All footnotes.
    pub(super) fn render(&self, layout: Layout) -> String {
        let mut out = String::new();
        for (index, note) in self.all.iter().enumerate() {
            if index == 0 {
                out.push('\n');
            }
            out.push_str(&layout.hanging(&format!("[{}] ", index + 1), &note.words()));
        }
        out
    }
}

/// So many tests are named in a footnote.
const NAMED: usize = 3;

impl Note {
    fn words(&self) -> String {
        if !self.refusal {
            return capital(self.what.trim_end_matches('.')) + ".";
        }
        let verb = if self.models.len() == 1 {
            "gives"
        } else {
            "give"
        };
        let mut text = format!(
            "{} {verb} no meaning to {}",
            enumerated(&self.models),
            self.what
        );
        match self.tests.as_slice() {
            [] => {}
            [one] if one.is_empty() => {
                let _ = write!(text, ": {}", self.place);
            }
            [one] => {
                let _ = write!(text, ": {} in {one}", self.place);
            }
            [first, more @ ..] => {
                let _ = write!(text, ": {} in {first}, and in ", self.place);
                match more.len() {
                    few if few <= NAMED => text.push_str(&enumerated(more)),
                    many => {
                        let _ = write!(text, "{many} more tests");
                    }
                }
            }
        }
        let _ = write!(text, ". {}", self.advice);
        text
    }
}

fn add(list: &mut Vec<String>, word: &str) {
    if !list.iter().any(|known| known == word) {
        list.push(word.to_owned());
    }
}

fn enumerated(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
