//! The hypergeometric law: tickets of one kind among those sold of a finite block, in log space.

use super::binomial::ln_binomial_pmf_of;

/// A block of `tickets`, `kind` of them of one kind, `sold` of them sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hypergeometric {
    /// Tickets of the block.
    pub tickets: u64,
    /// Those of the kind looked at.
    pub kind: u64,
    /// Those sold.
    pub sold: u64,
}

impl Hypergeometric {
    /// The least and the greatest count of the kind among those sold.
    pub fn support(&self) -> (u64, u64) {
        let others = self.tickets.saturating_sub(self.kind);
        (self.sold.saturating_sub(others), self.sold.min(self.kind))
    }

    /// ln P(X = `x`); negative infinity outside the support, `NaN` if more are of the kind, or sold, than
    /// there are.
    ///
    /// By Loader's identity: with p = sold/tickets it is Bin(x; kind, p) Bin(sold - x; others, p) over
    /// Bin(sold; tickets, p), so that no factorial is subtracted from another.
    pub fn ln_pmf(&self, x: u64) -> f64 {
        if self.kind > self.tickets || self.sold > self.tickets {
            return f64::NAN;
        }
        let (least, most) = self.support();
        if x < least || x > most {
            return f64::NEG_INFINITY;
        }
        if least == most {
            return 0.0;
        }
        let (n, all) = (self.sold as f64, self.tickets as f64);
        let (p, q) = (n / all, (self.tickets - self.sold) as f64 / all);
        let mass = |x: u64, trials: u64| {
            if trials == 0 {
                0.0
            } else {
                ln_binomial_pmf_of(x, trials, p, q)
            }
        };
        mass(x, self.kind) + mass(self.sold - x, self.tickets - self.kind)
            - mass(self.sold, self.tickets)
    }

    /// ln P(X >= `x`).
    pub fn ln_sf(&self, x: u64) -> f64 {
        let (least, most) = self.support();
        if x <= least {
            return if self.ln_pmf(least).is_nan() {
                f64::NAN
            } else {
                0.0
            };
        }
        if x > most {
            return f64::NEG_INFINITY;
        }
        if (x as f64) * (self.tickets as f64) < self.kind as f64 * self.sold as f64 {
            return libm::log1p(-libm::exp(self.ln_falling(x - 1, false)).min(1.0));
        }
        self.ln_falling(x, true)
    }

    /// ln P(X <= `x`).
    pub fn ln_cdf(&self, x: u64) -> f64 {
        let (least, most) = self.support();
        if x >= most {
            return if self.ln_pmf(most).is_nan() {
                f64::NAN
            } else {
                0.0
            };
        }
        if x < least {
            return f64::NEG_INFINITY;
        }
        if (x as f64) * (self.tickets as f64) > self.kind as f64 * self.sold as f64 {
            return libm::log1p(-libm::exp(self.ln_falling(x + 1, true)).min(1.0));
        }
        self.ln_falling(x, false)
    }

    /// The tail from `x` on, away from the mean, where the terms fall: a sum of positive terms by their
    /// ratios.
    fn ln_falling(&self, x: u64, upwards: bool) -> f64 {
        let (least, most) = self.support();
        let spare = |x: u64| {
            // Tickets of other kinds left unsold, when x of the kind are sold.
            (self.tickets - self.kind + x - self.sold) as f64
        };
        let (mut at, mut term, mut sum) = (x, 1.0, 1.0);
        loop {
            if upwards {
                if at == most {
                    break;
                }
                let up = (self.kind - at) as f64 * (self.sold - at) as f64;
                term *= up / ((at + 1) as f64 * spare(at + 1));
                at += 1;
            } else {
                if at == least {
                    break;
                }
                let up = (self.kind - at + 1) as f64 * (self.sold - at + 1) as f64;
                term *= at as f64 * spare(at) / up;
                at -= 1;
            }
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        self.ln_pmf(x) + libm::log(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C(n, k) in integers.
    fn choose(n: u64, k: u64) -> u128 {
        (0..k).fold(1, |c, i| c * u128::from(n - i) / u128::from(i + 1))
    }

    #[test]
    fn tails_are_sums_of_counted_hands() {
        for (tickets, kind, sold) in [(30, 7, 12), (30, 25, 12), (20, 3, 19), (9, 9, 4), (9, 0, 4)]
        {
            let law = Hypergeometric {
                tickets,
                kind,
                sold,
            };
            let (least, most) = law.support();
            let all = choose(tickets, sold) as f64;
            let p = |x: u64| (choose(kind, x) * choose(tickets - kind, sold - x)) as f64 / all;
            for x in least..=most {
                assert!((libm::exp(law.ln_pmf(x)) - p(x)).abs() < 1e-14);
                let upper: f64 = (x..=most).map(p).sum();
                let lower: f64 = (least..=x).map(p).sum();
                assert!(
                    (libm::exp(law.ln_sf(x)) - upper).abs() < 1e-13,
                    "{law:?} {x}"
                );
                assert!(
                    (libm::exp(law.ln_cdf(x)) - lower).abs() < 1e-13,
                    "{law:?} {x}"
                );
            }
            assert!(law.ln_sf(most + 1) < -1e300);
        }
    }

    /// In a huge block a handful of tickets is drawn as with replacement.
    #[test]
    fn a_huge_block_is_binomial() {
        use super::super::ln_binomial_sf;
        let law = Hypergeometric {
            tickets: 1_000_000_000_000,
            kind: 10_000_000,
            sold: 1_000_000,
        };
        let binomial = ln_binomial_sf(25, 1_000_000, 1e-5);
        assert!((law.ln_sf(25) / binomial - 1.0).abs() < 1e-4);
        let wrong = Hypergeometric {
            tickets: 5,
            kind: 6,
            sold: 1,
        };
        assert!(wrong.ln_pmf(0).is_nan() && wrong.ln_sf(0).is_nan());
    }
}
