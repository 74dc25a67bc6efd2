//! Tails and quantiles of the laws behind the tests, in log space.
//!
//! Own code for two reasons. A deviation found in 1e12 draws has a p-value such as 1e-21713, where
//! `f64` tails (those of statrs included) give 0. And a report must hold the same bytes on
//! every platform, while the logarithms and exponentials of `std` are those of the system's library:
//! here every transcendental function is libm's, a translation to Rust, and the rest is IEEE
//! arithmetic and square roots, which are exactly rounded everywhere.
//!
//! Arguments outside a function's domain give `NaN`.

mod binomial;
mod chi2;
mod hypergeometric;
mod normal;
mod poisson;
mod stirling;

pub use binomial::{ln_binomial_cdf, ln_binomial_pmf, ln_binomial_sf};
pub use chi2::{chi2_isf, ln_chi2_sf, log10_p};
pub use hypergeometric::Hypergeometric;
pub use normal::{ln_normal_sf, normal_isf, normal_sf};
pub use poisson::{ln_poisson_cdf, ln_poisson_mass, ln_poisson_sf};

pub(super) use binomial::{ln_binomial_pmf_of, mills};
pub(super) use chi2::{chi2_isf_ln, ln_gamma_p, ln_gamma_q};
pub(super) use normal::normal_isf_ln;
pub(super) use stirling::{ln_poisson_pmf, phi, stirling_error};
