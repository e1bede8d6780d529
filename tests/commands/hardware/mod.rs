//! `run`: tests on this machine's processor, and on machines that are walked through at random.

mod answers;
mod bad_input;
mod emitted;
mod fake;
mod host;
mod interpreted;
mod kept;
mod machine;
mod place;
mod support;
mod tools;
mod walks;
