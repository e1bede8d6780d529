//! Which settings show a behaviour most often: settings are drawn ([`super::settings`]), each test is launched under each, and they are
//! ranked by the rate of the condition. After Levine et al., MC Mutants (ASPLOS 2023).
//!
//! A test whose condition a model forbids is not expected to show it: [`relax`] makes another test of it, whose condition is what the
//! machine would show if the fences did nothing. [`rank`] is what is best, [`view`] all that is told, [`text`], [`csv`] and [`picture`] its forms.

pub mod csv;
pub mod picture;
pub mod rank;
pub mod relax;
pub mod text;
pub mod view;
