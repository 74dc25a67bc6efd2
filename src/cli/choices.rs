//! Options with a few named values that stand for those of the layers below.

use clap::ValueEnum;

use crate::game::Kernel;
use crate::rng::Family;

/// Generator families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generator {
    /// PCG, 128-bit state, DXSM output
    #[value(name = "pcg64dxsm")]
    Pcg64dxsm,
    /// `ChaCha` with 8 rounds
    #[value(name = "chacha8")]
    Chacha8,
}

impl From<Generator> for Family {
    fn from(generator: Generator) -> Self {
        match generator {
            Generator::Pcg64dxsm => Self::Pcg64Dxsm,
            Generator::Chacha8 => Self::ChaCha8,
        }
    }
}

/// Kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KernelChoice {
    /// Many rounds at once, where a game has such a kernel for the run
    Fast,
    /// One round after the other, in the order of the articles
    Reference,
}

impl From<KernelChoice> for Kernel {
    fn from(kernel: KernelChoice) -> Self {
        match kernel {
            KernelChoice::Fast => Self::Fast,
            KernelChoice::Reference => Self::Reference,
        }
    }
}
