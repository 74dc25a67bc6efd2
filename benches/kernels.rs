//! Speed of the kernels.
fn main() {}
