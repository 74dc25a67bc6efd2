//! The same code for two instruction sets.

use std::sync::OnceLock;

use multiversion::multiversion;

/// Something to be done with the best instructions there are. [`Work::run`] and everything it calls in
/// hot loops must be `inline(always)`: only what is inlined is compiled anew.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

/// Does `work` with AVX2 where the processor has it. All of it is integer arithmetic, so the result is
/// the same with and without; `TIRAGE_SIMD=portable` in the environment does without, for a test of that.
pub fn fastest<W: Work>(work: W) -> W::Output {
    static PORTABLE: OnceLock<bool> = OnceLock::new();
    let is_portable =
        *PORTABLE.get_or_init(|| std::env::var_os("TIRAGE_SIMD").is_some_and(|v| v == "portable"));
    if is_portable {
        work.run()
    } else {
        detected(work)
    }
}

#[multiversion(
    targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
#[allow(
    clippy::let_and_return,
    reason = "the macro returns what the block ends with"
)]
fn detected<W: Work>(work: W) -> W::Output {
    let output = work.run();
    output
}
