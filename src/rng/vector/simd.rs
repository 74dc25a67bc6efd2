//! The same code for several instruction sets.

use std::ffi::OsStr;
use std::sync::OnceLock;

use multiversion::multiversion;
use multiversion::target::match_target;

use crate::error::{Error, Result};

/// Something to be done with the best instructions there are. [`Work::run`] and everything it calls in
/// hot loops must be `inline(always)`: only what is inlined is compiled anew.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does it.
    fn run(self) -> Self::Output;
}

/// The most that may be used.
#[derive(Clone, Copy)]
enum Instructions {
    Portable,
    Avx2,
    Avx512,
}

/// The variable of the environment that allows less than the processor has.
const VARIABLE: &str = "TIRAGE_SIMD";

/// What `value` of [`VARIABLE`] allows; unset or empty, everything.
fn allowed(value: Option<&OsStr>) -> Result<Instructions> {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return Ok(Instructions::Avx512);
    };
    match value.to_str() {
        Some("portable") => Ok(Instructions::Portable),
        Some("avx2") => Ok(Instructions::Avx2),
        Some("avx512") => Ok(Instructions::Avx512),
        _ => Err(Error::input(format!(
            "{VARIABLE}=`{}` in the environment names no instructions: write portable, avx2 or avx512, or unset it",
            value.display()
        ))),
    }
}

/// Whether the environment names instructions that [`fastest`] knows; it takes others for all there are.
///
/// # Errors
/// It names others.
pub fn check_instructions() -> Result<()> {
    allowed(std::env::var_os(VARIABLE).as_deref()).map(|_| ())
}

/// Does `work` with AVX-512 or AVX2 where the processor has it. All of it is integer arithmetic, so the result is
/// the same with and without; `TIRAGE_SIMD=portable` or `avx2` in the environment does without, for a test of
/// that.
pub fn fastest<W: Work>(work: W) -> W::Output {
    static MOST: OnceLock<Instructions> = OnceLock::new();
    let most = MOST.get_or_init(|| {
        let most = allowed(std::env::var_os(VARIABLE).as_deref());
        most.unwrap_or(Instructions::Avx512)
    });
    match most {
        Instructions::Portable => portable(work),
        Instructions::Avx2 => avx2(work),
        Instructions::Avx512 => avx512(work),
    }
}

#[multiversion(
    targets("x86_64+avx+avx2+avx512bw+avx512cd+avx512dq+avx512f+avx512vl+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
fn avx512<W: Work>(work: W) -> W::Output {
    match_target! {
        "x86_64+avx512f" => work.run(),
        _ => avx2(work),
    }
}

#[multiversion(
    targets("x86_64+avx+avx2+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
fn avx2<W: Work>(work: W) -> W::Output {
    match_target! {
        "x86_64+avx2" => work.run(),
        _ => portable(work),
    }
}

/// Not inlined, or it would be compiled for whatever calls it.
#[inline(never)]
fn portable<W: Work>(work: W) -> W::Output {
    work.run()
}
