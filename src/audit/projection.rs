//! The law of a box that is nearest to what was seen.

use super::interval::Interval;
use super::special::{ln_chi2_sf, phi};

/// Slack of sums of probabilities in floats.
const SLACK: f64 = 1e-13;

/// The nearest law to some counts among all laws of a box, and how far it is.
///
/// Every divergence of the form Σ n p φ(O / (n p)), Pearson's and G among them, has the same minimiser
/// over {l <= p <= u, Σ p = 1}: p̂ = clip(c O/n, l, u), with the one c that makes it sum to 1, because the
/// derivative by a p depends on its O/(n p) only.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// Draws.
    pub n: u64,
    /// The nearest law.
    pub p_hat: Vec<f64>,
    /// Which end of its interval holds a cell: -1 the lower, 1 the upper, 0 neither.
    pub active: Vec<i8>,
    /// Pearson's Σ (O - n p̂)² / (n p̂).
    pub statistic: f64,
    /// G = 2 Σ O ln(O / (n p̂)).
    pub g: f64,
    /// Degrees of freedom of the conditional test: active cells, at most all but one.
    pub df: u32,
    /// Degrees of freedom of the conservative test: all cells but one.
    pub df_conservative: u32,
}

impl Projection {
    /// Projects `counts` on `boxes`, nothing being merged. None without two cells, as many counts as
    /// intervals, a draw, and a law in the box.
    pub fn of(counts: &[u64], boxes: &[Interval]) -> Option<Self> {
        let least: f64 = boxes.iter().map(|ends| ends.low).sum();
        let most: f64 = boxes.iter().map(|ends| ends.high).sum();
        let is_box = boxes
            .iter()
            .all(|ends| 0.0 <= ends.low && ends.low <= ends.high);
        let holds_a_law = is_box && least <= 1.0 + SLACK && most >= 1.0 - SLACK;
        let fits = counts.len() == boxes.len() && counts.len() > 1;
        let drawn = counts.iter().any(|&count| count > 0);
        (holds_a_law && fits && drawn).then(|| Self::new(counts, boxes))
    }

    /// [`Projection::of`] what is known to fit.
    pub(super) fn new(counts: &[u64], boxes: &[Interval]) -> Self {
        let n: u64 = counts.iter().sum();
        let total = n as f64;
        let cells: Vec<Cell> = counts
            .iter()
            .zip(boxes)
            .map(|(&count, &ends)| Cell {
                count: count as f64,
                share: count as f64 / total,
                ends,
            })
            .collect();
        let most = cells.len() as u32 - 1;
        let Some(c) = scale(&cells) else {
            return Self::without_scale(n, &cells);
        };
        let active: Vec<i8> = cells.iter().map(|cell| cell.side(c)).collect();
        let held = |cell: &Cell, side: i8| {
            if side < 0 {
                cell.ends.low
            } else {
                cell.ends.high
            }
        };
        // c - 1 from the cells that are held, without cancellation: what they lack is spread over the
        // free ones in proportion to their counts.
        let (mut lack, mut free) = (0.0, 0.0);
        for (cell, &side) in cells.iter().zip(&active) {
            if side == 0 {
                free += cell.count;
            } else {
                lack += cell.count - total * held(cell, side);
            }
        }
        let excess = if free > 0.0 { lack / free } else { 0.0 };
        let (mut statistic, mut g, mut p_hat) = (0.0, 0.0, Vec::with_capacity(cells.len()));
        for (cell, &side) in cells.iter().zip(&active) {
            let (p, difference) = if side == 0 {
                (cell.share * (1.0 + excess), -cell.count * excess)
            } else {
                let p = held(cell, side);
                (p, cell.count - total * p)
            };
            p_hat.push(p);
            let expected = total * p;
            if expected > 0.0 {
                statistic += difference / expected * difference;
                g += 2.0 * deviance_of(cell.count, expected, difference);
            }
        }
        let held_cells = active.iter().filter(|&&side| side != 0).count() as u32;
        Self {
            n,
            p_hat,
            active,
            statistic,
            g,
            df: held_cells.min(most),
            df_conservative: most,
        }
    }

    /// No scale makes the law sum to 1: so few draws that the rows seen, at their upper ends, leave
    /// more to the rows not seen than their lower ends; what they leave is spread within their intervals.
    fn without_scale(n: u64, cells: &[Cell]) -> Self {
        let seen: f64 = cells
            .iter()
            .map(|c| {
                if c.count > 0.0 {
                    c.ends.high
                } else {
                    c.ends.low
                }
            })
            .sum();
        let room: f64 = cells
            .iter()
            .filter(|c| c.count == 0.0)
            .map(|c| c.ends.high - c.ends.low)
            .sum();
        let part = if room > 0.0 {
            ((1.0 - seen) / room).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let total = n as f64;
        let (mut statistic, mut g) = (0.0, 0.0);
        let (mut p_hat, mut active) = (Vec::new(), Vec::new());
        for cell in cells {
            let (p, side) = if cell.count > 0.0 {
                (cell.ends.high, 1)
            } else {
                (cell.ends.low + part * (cell.ends.high - cell.ends.low), -1)
            };
            p_hat.push(p);
            active.push(side);
            let (expected, difference) = (total * p, cell.count - total * p);
            if expected > 0.0 {
                statistic += difference / expected * difference;
                g += 2.0 * deviance_of(cell.count, expected, difference);
            }
        }
        let df = cells.len() as u32 - 1;
        Self {
            n,
            p_hat,
            active,
            statistic,
            g,
            df,
            df_conservative: df,
        }
    }

    /// ln of the conditional p-value `P(χ²_df >= T)`: valid for every law of the box in the Gaussian limit.
    /// Given the face that was hit, the true law lies behind it, which only shortens the residual.
    /// 0 where the observed shares lie in the box themselves.
    pub fn ln_p(&self) -> f64 {
        if self.df == 0 {
            0.0
        } else {
            ln_chi2_sf(self.statistic, self.df)
        }
    }

    /// ln of the conservative p-value, with all degrees of freedom: valid whatever the face, because
    /// the statistic is at most that of the true law.
    pub fn ln_p_conservative(&self) -> f64 {
        if self.df == 0 {
            0.0
        } else {
            ln_chi2_sf(self.statistic, self.df_conservative)
        }
    }

    /// [`Projection::ln_p`] by G.
    pub fn ln_p_of_g(&self) -> f64 {
        if self.df == 0 {
            0.0
        } else {
            ln_chi2_sf(self.g, self.df)
        }
    }
}

/// x ln(x/m) + m - x, the difference x - m being known better than from its parts.
pub(super) fn deviance_of(x: f64, m: f64, difference: f64) -> f64 {
    if x == 0.0 {
        return m;
    }
    m * phi(difference / m)
}

#[derive(Clone, Copy)]
struct Cell {
    count: f64,
    share: f64,
    ends: Interval,
}

impl Cell {
    /// clip(c O/n, l, u).
    fn at(&self, c: f64) -> f64 {
        (c * self.share).clamp(self.ends.low, self.ends.high)
    }

    /// On which side of its interval c O/n lies; 0 inside and on the ends.
    fn side(&self, c: f64) -> i8 {
        let p = c * self.share;
        i8::from(p > self.ends.high) - i8::from(p < self.ends.low)
    }
}

/// The c with Σ clip(c O/n, l, u) = 1, by bisection on that nondecreasing sum; none if there is none.
fn scale(cells: &[Cell]) -> Option<f64> {
    let sum = |c: f64| cells.iter().map(|cell| cell.at(c)).sum::<f64>();
    let seen = cells.iter().filter(|cell| cell.count > 0.0);
    let mut high = seen
        .map(|cell| cell.ends.high / cell.share)
        .fold(1.0, f64::max);
    if sum(high) < 1.0 - SLACK {
        return None;
    }
    let mut low = 0.0;
    // From the largest c on, 2^64 or so, down to its last bit.
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if sum(middle) < 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}
