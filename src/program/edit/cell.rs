//! A cell's text, and how it is padded.

/// A cell's text from the start of its line on.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub prefix: String,
    pub content: String,
    /// The blanks behind it.
    pub gap: String,
    /// What else stands before the separator: comments.
    pub after: String,
    /// How many characters it had.
    pub width: usize,
    /// Whether it ends on the line on which its content begins.
    pub single: bool,
    pub changed: bool,
}

impl Written {
    /// How far it is indented; what is empty looks as if it were not.
    pub fn indent(&self) -> usize {
        if self.content.is_empty() && self.prefix.trim().is_empty() {
            return 1;
        }
        let blanks = self.prefix.trim_start_matches([' ', '\t']);
        (self.prefix.len() - blanks.len()).max(1)
    }

    /// Whether a blank stood before the separator.
    fn had_blank(&self) -> bool {
        let end = if self.after.is_empty() {
            &self.gap
        } else {
            &self.after
        };
        end.ends_with(' ')
    }

    /// Without what could be left out before the separator.
    pub fn tight(&self) -> String {
        let mut text = format!("{}{}", self.prefix, self.content);
        if !self.after.is_empty() {
            text.push_str(&self.gap);
            text.push_str(self.after.trim_end());
        }
        if self.had_blank() && !text.ends_with(' ') {
            text.push(' ');
        }
        text
    }

    pub fn text(&self) -> String {
        let Self {
            prefix,
            content,
            gap,
            after,
            ..
        } = self;
        if !self.changed || !self.single {
            return format!("{prefix}{content}{gap}{after}");
        }
        let mut text = self.tight();
        let missing = self.width.saturating_sub(width(&text));
        text.push_str(&" ".repeat(missing));
        text
    }

    /// Puts something else in the place of the content. A comment behind it stays where it is, as long
    /// as there is room.
    pub fn put(&mut self, content: String) {
        let (old, new) = (width(&self.content), width(&content));
        if !self.after.is_empty() && !self.gap.is_empty() {
            let room = (old + width(&self.gap)).saturating_sub(new).max(1);
            self.gap = " ".repeat(room);
        }
        self.content = content;
        self.changed = true;
    }
}

/// How many characters wide a text is.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}
