//! Each rule of the machine, dropped or bent, makes some test of the suite or the papers fail.
