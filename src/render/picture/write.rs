//! Text in pictures: how wide it is at most, where it is broken.

/// Height of a line.
pub const LINE: f64 = 16.0;
/// Height of a label.
pub const LABEL: f64 = 15.0;

/// A monospaced letter is at most so wide, for each pixel of its height; fonts without a letter
/// borrow it from one that may be wider.
const WIDTH: f64 = 0.63;
const WIDE: f64 = 1.1;

/// How wide a text is at most.
#[must_use]
pub fn width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|letter| if letter.is_ascii() { WIDTH } else { WIDE })
        .sum::<f64>()
        * size
}

/// No more letters than these fit.
#[must_use]
pub fn most_letters(room: f64, size: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of letters, saturated"
    )]
    let letters = (room / (WIDTH * size)).ceil() as usize;
    letters.saturating_add(1)
}

/// The text in lines of so many letters, broken at blanks where there are some; a no-break space is none.
#[must_use]
pub fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text
        .split([' ', '\t', '\n'])
        .filter(|word| !word.is_empty())
    {
        let mut rest: Vec<char> = word.chars().collect();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + rest.len() <= letters => {
                line.push(' ');
                line.extend(&rest);
                continue;
            }
            _ => {}
        }
        while rest.len() > letters.max(1) {
            let tail = rest.split_off(letters.max(1));
            lines.push(rest.iter().collect());
            rest = tail;
        }
        lines.push(rest.iter().collect());
    }
    lines
}

/// The text, cut to so many letters.
#[must_use]
pub fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let start: String = text.chars().take(letters.saturating_sub(1)).collect();
    start + "…"
}

/// A text such as `a: Wx=1`, cut to about so many letters: what goes is the middle of the name, never
/// the value.
#[must_use]
pub fn cut_name(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let Some((name, value)) = text.split_once('=') else {
        return cut(text, letters);
    };
    let name: Vec<char> = name.chars().collect();
    let room = letters
        .saturating_sub(value.chars().count() + 2)
        .max(SHORTEST);
    if name.len() <= room {
        return text.to_owned();
    }
    let end = room / 3;
    let start: String = name.iter().take(room - end).collect();
    let end: String = name.iter().skip(name.len() - end).collect();
    format!("{start}…{end}={value}")
}

/// Less of a name says nothing.
const SHORTEST: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_and_its_value_is_not() {
        let long = "a: Wa_location_with_a_rather_long_name=17";
        assert_eq!(cut_name(long, 30), "a: Wa_location_wit…ong_name=17");
        assert_eq!(cut_name("a: Wx=1", 30), "a: Wx=1");
        let number = "a: RMWa_location=0→18446744073709551615";
        assert_eq!(cut_name(number, 30), "a: RMWa_…tion=0→18446744073709551615");
        assert_eq!(
            cut_name("→P10.a_long_name=1 (borrowed)", 20),
            "→P10.a_l…name=1 (borrowed)"
        );
    }

    #[test]
    fn long_words_are_broken_too() {
        assert_eq!(wrap("ab cde f", 4), ["ab", "cde", "f"]);
        assert_eq!(wrap("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(cut("abcdef", 4), "abc…");
    }
}
