//! The `tirage` program.
fn main() {}
