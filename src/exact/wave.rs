//! Sums by their characteristic functions.

use std::f64::consts::TAU;
use std::ops::{Add, Mul};

/// A complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Complex {
    pub(super) re: f64,
    pub(super) im: f64,
}

impl Complex {
    /// e^(i `angle`).
    pub(super) fn turn(angle: f64) -> Self {
        let (im, re) = libm::sincos(angle);
        Self { re, im }
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self {
            re: self.re * factor,
            im: self.im * factor,
        }
    }

    pub(super) fn add_to(self, other: Self) -> Self {
        self + other
    }

    pub(super) fn norm(self) -> f64 {
        libm::hypot(self.re, self.im)
    }
}

impl Add for Complex {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

impl Mul for Complex {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

/// `k` / `modulus` of a turn, for k taken modulo `modulus`: no digits are lost to whole turns.
pub(super) fn angle(k: u128, modulus: usize) -> f64 {
    (k % modulus as u128) as f64 / modulus as f64 * TAU
}

/// The chance of at most `last`, for a sum in 0..`modulus`, and the weight that an error of the characteristic
/// function has in it.
///
/// `centred(k)` is the characteristic function at 2πk / `modulus`, turned back by `last` / 2 of that angle; none
/// where it is negligible. With it the chances are a discrete Fourier sum, and those up to `last` the
/// same with the kernel `sin(θ (last + 1) / 2) / sin(θ / 2)`. The function at -k is the conjugate of that at
/// k.
pub(super) fn cumulate(
    modulus: usize,
    last: usize,
    mut centred: impl FnMut(usize) -> Option<Complex>,
) -> (f64, f64) {
    let (mut sum, mut weight) = (0.0, 0.0);
    for k in 0..=modulus / 2 {
        let Some(value) = centred(k) else { continue };
        let kernel = if k == 0 {
            last as f64 + 1.0
        } else {
            let half = angle(k as u128 * (last as u128 + 1), 2 * modulus);
            libm::sin(half) / libm::sin(angle(k as u128, 2 * modulus))
        };
        let twice = if k == 0 || 2 * k == modulus { 1.0 } else { 2.0 };
        sum += twice * kernel * value.re;
        weight += twice * kernel.abs();
    }
    (sum / modulus as f64, weight / modulus as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tosses of a coin, and a number that is certain.
    #[test]
    fn known_sums() {
        let (n, modulus) = (10, 11);
        for last in 0..n {
            let coin = |k: usize| {
                // ((1 + e^(iθ)) / 2)^n is cos(θ/2)^n turned by n / 2 angles.
                let half = angle(k as u128, 2 * modulus);
                let turned = (n as f64 - last as f64) * half;
                Some(Complex::turn(turned).times(libm::pow(libm::cos(half), n as f64)))
            };
            let choose =
                |k: usize| -> f64 { (0..k).map(|j| (n - j) as f64 / (j + 1) as f64).product() };
            let expected = (0..=last).map(choose).sum::<f64>() / 1024.0;
            assert!(
                (cumulate(modulus, last, coin).0 - expected).abs() < 1e-14,
                "{last}"
            );
        }
        for (last, expected) in [(6, 0.0), (7, 1.0), (8, 1.0)] {
            let seven = |k: usize| {
                Some(Complex::turn(
                    (7.0 - last as f64 / 2.0) * angle(k as u128, 10),
                ))
            };
            assert!(
                (cumulate(10, last, seven).0 - expected).abs() < 1e-14,
                "{last}"
            );
        }
        let product = Complex::turn(1.0) * Complex::turn(2.0) + Complex::turn(3.0).times(-1.0);
        assert!(product.norm() < 1e-15);
    }
}
