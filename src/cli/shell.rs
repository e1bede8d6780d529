//! What shells and manual readers want to know of the command line.

use std::fmt::Write as _;
use std::path::Path;

use clap::Command;
use clap::builder::Resettable;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::save::{self, save};
use crate::syntax::diagnostic::nearest;

use super::command::command;
use super::exit::MEANINGS;
use super::failure::Failure;
use super::output::Output;
use super::tell_args::ManPages;

/// The program's name.
const NAME: &str = "gpu-litmus";

/// Prints a completion script.
pub fn completions(shell: Shell, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), NAME, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if shell == Shell::Bash {
        // The generator takes the hyphen of the name for the one between commands where it labels
        // what it knows of each, and not where it looks for the label.
        script = script.replace("gpu__subcmd__litmus", "gpu__litmus");
    }
    if shell == Shell::Zsh {
        script = own_options(&script);
    }
    output.print(&script)
}

/// The same script for zsh, in which what stands behind a command is left to that command: else options that all
/// commands have are completed with what they take in any.
fn own_options(script: &str) -> String {
    const CALL: &str = "_arguments \"${_arguments_options[@]}\" :";
    let parts: Vec<&str> = script.split(CALL).collect();
    let mut own = parts.first().copied().unwrap_or_default().to_owned();
    for part in parts.iter().skip(1) {
        // It hands what follows on to another part of the script.
        let hands_on = part
            .split("&& ret=0")
            .next()
            .is_some_and(|call| call.contains("*::: :->"));
        own += if hands_on {
            "_arguments \"${_arguments_options[@]}\" -A \"-*\" :"
        } else {
            CALL
        };
        own += part;
    }
    own
}

/// Prints a manual page, or writes all of them into a folder.
///
/// # Errors
///
/// There is no such command, or the pages cannot be written.
pub fn man(wanted: &ManPages, output: &mut Output) -> Result<(), Failure> {
    let pages = pages()?;
    if let Some(folder) = &wanted.into {
        write(&pages, folder)?;
        let folder = folder.display();
        return output.print(&format!("{} pages written to {folder}\n", pages.len()));
    }
    let mut name = vec![NAME];
    name.extend(wanted.command.iter().map(String::as_str));
    let name = name.join("-");
    match pages.iter().find(|page| page.name == name) {
        Some(page) => output.print(&page.text),
        None => Err(no_page(&wanted.command.join(" "), &names(&pages))),
    }
}

fn no_page(wanted: &str, names: &[String]) -> Failure {
    let near = nearest(wanted, names.iter().map(String::as_str));
    let near = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
    let names = names.join(", ");
    Failure::Usage(format!(
        "there is no page of `{wanted}`{near}; the pages are {names}"
    ))
}

fn names(pages: &[Page]) -> Vec<String> {
    let strip = |page: &Page| {
        let command = page.name.strip_prefix(NAME)?.strip_prefix('-')?;
        Some(command.replace('-', " "))
    };
    pages.iter().filter_map(strip).collect()
}

/// A page of the manual.
struct Page {
    /// As it is called: `gpu-litmus-suite-run`.
    name: String,
    text: String,
}

fn write(pages: &[Page], folder: &Path) -> Result<(), Failure> {
    save::make_folder(folder)?;
    for page in pages {
        save(&folder.join(format!("{}.1", page.name)), &page.text)?;
    }
    Ok(())
}

/// A page for the whole, and one for each command, with those within it.
fn pages() -> Result<Vec<Page>, Failure> {
    let mut whole = command().after_help(Resettable::Reset);
    whole.build();
    let mut left = vec![(NAME.to_owned(), whole)];
    let mut pages = Vec::new();
    while let Some((name, command)) = left.pop() {
        let command = command.mut_subcommands(|sub| {
            // It has no page of its own: `help check` is `check --help`.
            let hide = sub.get_name() == "help";
            sub.hide(hide)
        });
        let subs = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        let mut subs: Vec<(String, Command)> = subs
            .map(|sub| (format!("{name}-{}", sub.get_name()), sub.clone()))
            .collect();
        subs.reverse();
        left.extend(subs);
        pages.push(page(name, &command)?);
    }
    Ok(pages)
}

fn page(name: String, command: &Command) -> Result<Page, Failure> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(|sub| !sub.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    if command.get_after_help().is_some() {
        man.render_extra_section(&mut text)?;
    }
    text.extend(exit_status().into_bytes());
    if name != NAME {
        text.extend(format!(".SH \"SEE ALSO\"\n{NAME}(1)\n").into_bytes());
    }
    Ok(Page {
        name,
        text: String::from_utf8_lossy(&text).into_owned(),
    })
}

fn exit_status() -> String {
    let mut text = ".SH \"EXIT STATUS\"\n".to_owned();
    for (exit, meaning) in MEANINGS {
        let _ = writeln!(text, ".TP\n\\fB{}\\fR\n{meaning}", exit.code());
    }
    text + ".PP\nThe gravest counts: 2 before 3 before 1 before 0.\n"
}
