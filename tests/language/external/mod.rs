//! The suites under `GPU_LITMUS_SUITES`: `make test` reads them where it is set.

mod corpus;
mod printed;
