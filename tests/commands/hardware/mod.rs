//! `run`: tests on this machine's processor, and on machines that are walked through at random.

mod answers;
mod bad_input;
mod cuda;
mod emitted;
mod ends;
mod fake;
mod host;
mod interpreted;
mod kept;
mod machine;
mod patterns;
mod place;
mod shown;
mod split;
mod support;
mod tools;
mod tuned;
mod usual;
mod walks;
