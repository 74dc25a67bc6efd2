//! What many tickets of a block pay together.

use std::f64::consts::{PI, TAU};

use crate::exact::block::Block;
use crate::exact::wave::{Complex, angle, cumulate};

/// What is below e^-NEGLIGIBLE is left out.
const NEGLIGIBLE: f64 = 45.0;

/// The most terms summed: about a second.
const MAX_TERMS: f64 = 1e7;

/// Tickets that pay the same, in units.
struct Lot {
    pays: usize,
    tickets: f64,
}

impl Block {
    /// The chance that `drawn` tickets, neither none nor all, pay at most `limit`; `steps` has the paying ones.
    /// None where that takes too long.
    ///
    /// Tickets drawn without replacement are those of independent draws, each with the chance p = K / N, given
    /// that K were drawn. So the characteristic function of their sum is that of sum and number together,
    /// `Π (q + p e^(i(ω v + ψ)))^N_v`, averaged over the ψ that pick out the number K, over the same at ω = 0.
    /// Both are taken on grids: ω for sums up to the largest there is, which makes them exact; ψ for
    /// numbers that differ from K by less than Bernstein's inequality makes probable but for e^-45. The
    /// absolute value of the product is at most `exp(-pq (N - |Σ N_v e^(iωv)| cos(ψ - ψ0)))`, ψ0 the angle
    /// against that sum: only the few terms are made where that is above e^-45. All angles are small
    /// there, or belong to few tickets; what floats err is below 1e-11.
    pub(super) fn by_waves(&self, drawn: u64, limit: usize, steps: &[(usize, u64)]) -> Option<f64> {
        let paying: u64 = steps.iter().map(|step| step.1).sum();
        let mut lots: Vec<Lot> = steps
            .iter()
            .map(|&(pays, tickets)| Lot {
                pays,
                tickets: tickets as f64,
            })
            .collect();
        if paying < self.tickets {
            lots.push(Lot {
                pays: 0,
                tickets: (self.tickets - paying) as f64,
            });
        }
        let modulus = most(steps, drawn)?.checked_add(1)?;
        if limit + 1 >= modulus {
            return Some(1.0);
        }
        let p = drawn as f64 / self.tickets as f64;
        let sample = Sample {
            all: self.tickets as f64,
            p,
            pq: p * (1.0 - p),
            excess: lots
                .iter()
                .map(|lot| p * lot.tickets * lot.pays as f64)
                .sum::<f64>()
                - 0.5 * limit as f64,
            lots,
        };
        let spread = self.tickets as f64 * sample.pq;
        // The t of e^-45 = exp(-t² / 2 (Npq + t / 3)).
        let reach =
            NEGLIGIBLE / 3.0 + (NEGLIGIBLE * NEGLIGIBLE / 9.0 + 2.0 * NEGLIGIBLE * spread).sqrt();
        let counts = (reach.ceil() + 1.0).min(self.tickets as f64 + 1.0);
        let mut terms = 0.0;
        let whole = sample.over_counts(0, modulus, counts, &mut terms)?.re;
        let (chance, _) = cumulate(modulus, limit, |k| {
            if terms > MAX_TERMS {
                return None;
            }
            let value = sample.over_counts(k, modulus, counts, &mut terms)?;
            Some(value.times(1.0 / whole))
        });
        (terms <= MAX_TERMS).then_some(chance)
    }
}

/// The most that `drawn` tickets can pay.
fn most(steps: &[(usize, u64)], drawn: u64) -> Option<usize> {
    let (mut left, mut sum) = (drawn, 0_usize);
    for &(pays, tickets) in steps {
        let taken = tickets.min(left);
        sum = sum.checked_add(pays.checked_mul(usize::try_from(taken).ok()?)?)?;
        left -= taken;
    }
    Some(sum)
}

/// Independent draws of the tickets.
struct Sample {
    /// Tickets.
    all: f64,
    /// The chance of each to be drawn.
    p: f64,
    pq: f64,
    lots: Vec<Lot>,
    /// The mean of the sum, less what its characteristic function is turned back by.
    excess: f64,
}

impl Sample {
    /// The characteristic function of sum and number, summed over a grid of `counts` angles of the number, at
    /// angle `k` of `modulus` of the sum; none where it is negligible.
    fn over_counts(
        &self,
        k: usize,
        modulus: usize,
        counts: f64,
        terms: &mut f64,
    ) -> Option<Complex> {
        let turned = |lot: &Lot| {
            let turned = angle(k as u128 * lot.pays as u128, modulus);
            if turned > PI { turned - TAU } else { turned }
        };
        let angles: Vec<f64> = self.lots.iter().map(turned).collect();
        let pairs = self.lots.iter().zip(&angles);
        let sum = pairs.fold(Complex::default(), |sum, (lot, &angle)| {
            sum + Complex::turn(angle).times(lot.tickets)
        });
        let cosine = (self.all - NEGLIGIBLE / self.pq) / sum.norm();
        if cosine > 1.0 {
            return None;
        }
        let width = libm::acos(cosine.max(-1.0));
        let middle = -libm::atan2(sum.im, sum.re);
        let step = TAU / counts;
        let first = ((middle - width) / step).ceil();
        let last = ((middle + width) / step).floor().min(first + counts - 1.0);
        let omega = k as f64 / modulus as f64 * TAU;
        let mut total = Complex::default();
        let mut j = first;
        while j <= last {
            total = total + self.product(&angles, omega, j * step);
            *terms += self.lots.len() as f64;
            j += 1.0;
        }
        Some(total)
    }

    /// The product at `omega` and `psi`, turned back by the number drawn and half the limit. `angles` are
    /// `omega` times what the lots pay, up to whole turns.
    ///
    /// With θ = ωv + ψ up to 2πm, `N log(q + p e^(iθ))` has the phase `N (arg - pθ) + N p θ`. The last
    /// terms sum to p times what is linear in ω and ψ, less p times the whole turns; of that, what belongs to ψ
    /// is the number drawn, and cancels.
    fn product(&self, angles: &[f64], omega: f64, psi: f64) -> Complex {
        let (mut ln_size, mut phase) = (0.0, omega * self.excess);
        for (lot, turned) in self.lots.iter().zip(angles) {
            let turns = libm::round((turned + psi) / TAU);
            let theta = turned + psi - turns * TAU;
            let (sine, cosine) = libm::sincos(theta);
            let half = libm::sin(0.5 * theta);
            ln_size += 0.5 * lot.tickets * libm::log1p(-4.0 * self.pq * half * half);
            let arg = libm::atan2(self.p * sine, 1.0 - self.p + self.p * cosine);
            // The turns that `turned` and θ lack, together.
            let lost = libm::round((omega * lot.pays as f64 + psi - theta) / TAU);
            phase += lot.tickets * (arg - self.p * theta - self.p * lost * TAU);
        }
        Complex::turn(phase).times(libm::exp(ln_size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Cents, Stake};

    /// Lots of 300, 20, 3 and 1 units among 1000 tickets.
    fn block() -> (Block, Vec<(usize, u64)>) {
        let steps = vec![(300, 2), (20, 25), (3, 140), (1, 180)];
        let lots = steps
            .iter()
            .map(|&(pays, number)| (Cents(i64::try_from(pays).expect("few cents")), number));
        let block = Block::new(lots.chain([(Cents(0), 653)])).expect("a block");
        (block, steps)
    }

    #[test]
    fn waves_and_hypergeometric_steps_agree() {
        let (block, steps) = block();
        for drawn in [1, 3, 40, 300, 499, 800, 997] {
            for limit in [0, 1, 7, 50, 200, 305, 700, 1500, 1600] {
                let found = block.by_waves(drawn, limit, &steps).expect("short");
                let stepped = block.one_by_one(drawn, limit, &steps).expect("short");
                assert!(
                    (found - stepped).abs() < 1e-11,
                    "{drawn} {limit}: {found} {stepped}"
                );
            }
        }
    }

    /// The tickets bought pay at most so much where those left pay at least the rest.
    #[test]
    fn both_sides_of_a_block_agree() {
        let steps = vec![
            (15_000, 2),
            (1000, 10),
            (100, 60),
            (50, 500),
            (10, 38_000),
            (4, 22_300),
            (2, 120_000),
            (1, 269_800),
        ];
        let lots = steps
            .iter()
            .map(|&(pays, number)| (Cents(i64::try_from(pays).expect("few cents")), number));
        let block = Block::new(lots.chain([(Cents(0), 1_049_328)])).expect("a block");
        let all: usize = steps
            .iter()
            .map(|&(pays, number)| pays * number as usize)
            .sum();
        for drawn in [5_000, 100_000, 600_000] {
            let mean = all as f64 * drawn as f64 / 1.5e6;
            for share in [0.97, 0.995, 1.0, 1.01, 1.05] {
                let limit = (share * mean) as usize;
                let bought = block.by_waves(drawn, limit, &steps).expect("short");
                let left = block
                    .by_waves(1_500_000 - drawn, all - limit - 1, &steps)
                    .expect("short");
                assert!(
                    (bought + left - 1.0).abs() < 1e-10,
                    "{drawn} {limit}: {bought} {left}"
                );
            }
        }
        // Half of a block that pays 0.7 of its cost never pays the whole of it.
        let half = block
            .player(750_000, Stake::from_cents(1))
            .expect("tickets");
        assert!(half.net_profit.expect("found") < 1e-11);
    }
}
