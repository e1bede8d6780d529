//! The commands of a page: in fenced blocks, and in the text.

use std::ops::Range;

/// A command as it is shown.
pub struct Command {
    /// Without the prompt and without a comment after it.
    pub text: String,
    /// Where in the page its output is shown, if it is.
    pub output: Option<Range<usize>>,
    /// Which block of the page it is in: commands of one block go on from each other.
    pub block: usize,
}

/// A fenced block: its language, and where its lines are.
struct Block {
    language: String,
    lines: Vec<Range<usize>>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = at..at + line.len();
        at = place.end;
        match (&mut open, line.trim_end().strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Block {
                    language: language.to_owned(),
                    lines: Vec::new(),
                });
            }
            (Some(block), None) => block.lines.push(place),
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    found
}

/// What a command is without the comment after it, which two spaces set apart.
fn bare(line: &str) -> &str {
    line.split("  #").next().unwrap_or_default().trim()
}

/// The commands of all blocks, in order.
pub fn commands(text: &str) -> Vec<Command> {
    let mut found = Vec::new();
    for (number, block) in blocks(text).into_iter().enumerate() {
        let mut these = of_block(text, &block);
        for command in &mut these {
            command.block = number;
        }
        found.extend(these);
    }
    found
}

fn of_block(text: &str, block: &Block) -> Vec<Command> {
    let lines: Vec<&str> = block.lines.iter().map(|line| &text[line.clone()]).collect();
    if lines.iter().any(|line| line.starts_with("$ ")) {
        return prompted(block, &lines);
    }
    match block.language.as_str() {
        "sh" | "console" => {
            let lines = lines.into_iter().filter(|line| !line.starts_with('#'));
            joined(lines.map(str::trim))
        }
        "yaml" => {
            let lines = lines.into_iter().map(str::trim);
            joined(lines.filter_map(|line| line.strip_prefix("- run: ")))
        }
        _ => Vec::new(),
    }
}

/// Commands after `$ `, each with what is shown below it.
fn prompted(block: &Block, lines: &[&str]) -> Vec<Command> {
    let prompts: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].starts_with("$ "))
        .collect();
    let ends = prompts.iter().skip(1).copied().chain([lines.len()]);
    prompts
        .iter()
        .zip(ends)
        .map(|(&at, end)| Command {
            text: bare(&lines[at][2..]).to_owned(),
            output: (at + 1 < end).then(|| block.lines[at + 1].start..block.lines[end - 1].end),
            block: 0,
        })
        .collect()
}

/// Commands without a prompt, one a line; a backslash at the end goes on with the next line.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Command> {
    let mut found = Vec::new();
    let mut so_far = String::new();
    for line in lines {
        if let Some(part) = line.strip_suffix('\\') {
            so_far += part;
            continue;
        }
        so_far += bare(line);
        let text = std::mem::take(&mut so_far);
        if !text.is_empty() {
            found.push(Command {
                text,
                output: None,
                block: 0,
            });
        }
    }
    found
}

/// What is in no block.
pub fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside {
            prose += line;
            prose.push('\n');
        }
    }
    prose
}

/// Commands within the text, in backquotes: with names such as FILE, or whole.
pub fn of_text(text: &str) -> Vec<String> {
    let prose = prose(text);
    let spans = prose.split('`').skip(1).step_by(2);
    spans
        .filter(|span| span.starts_with("gpu-litmus "))
        .map(|span| span.replace('\n', " "))
        .collect()
}
