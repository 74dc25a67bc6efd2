//! Averages over random boards, with controls.
//!
//! A control is a number that every board has and whose mean over all boards is known exactly: what a
//! fixed strategy is worth on the board. Boards are weighted so that the weighted means of the controls
//! are the known ones; the weights are those of a linear regression, so that every other weighted mean is
//! the regression estimate, and sums of estimates are the estimates of sums. What the controls do not
//! explain is all that is left to err: about a hundredth of the variance.

use crate::error::{Error, Result};

/// Controls.
pub(super) const CONTROLS: usize = 4;
/// A control explained by those before it but for this share of its variance adds nothing but
/// rounding errors: it is left out.
const NEW: f64 = 1e-9;
/// A control that varies by no more than this share of its own square is a constant.
const VARIES: f64 = 1e-12;

/// A number for each control.
pub(super) type Controls = [f64; CONTROLS];

/// A quantity added up: itself, its square, and its products with the controls.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    total: f64,
    squares: f64,
    products: Controls,
}

impl Sum {
    fn add(&mut self, value: f64, controls: &Controls) {
        self.merge(&Self {
            total: value,
            squares: value * value,
            products: controls.map(|control| control * value),
        });
    }

    fn merge(&mut self, other: &Self) {
        self.total += other.total;
        self.squares += other.squares;
        let pairs = self.products.iter_mut().zip(other.products);
        pairs.for_each(|(sum, more)| *sum += more);
    }
}

/// A law added up, and times each of the controls.
pub(super) type Laws = [Vec<f64>; CONTROLS + 1];

/// Sums over boards.
#[derive(Default)]
pub(super) struct Sums {
    boards: f64,
    controls: [Sum; CONTROLS],
    /// Values of boards.
    value: Sum,
    /// Chances to be paid.
    hit: Sum,
    /// Chances of what ends a play.
    laws: Laws,
}

impl Sums {
    /// Adds a board with its controls, value, chance to be paid and law.
    pub(super) fn add(&mut self, controls: &Controls, value: f64, hit: f64, law: &[f64]) {
        self.boards += 1.0;
        for (sum, control) in self.controls.iter_mut().zip(controls) {
            sum.add(*control, controls);
        }
        self.value.add(value, controls);
        self.hit.add(hit, controls);
        let factors = controls.iter().chain([&1.0]);
        for (sums, factor) in self.laws.iter_mut().zip(factors) {
            sums.resize(law.len(), 0.0);
            let pairs = sums.iter_mut().zip(law);
            pairs.for_each(|(sum, p)| *sum += factor * p);
        }
    }

    /// Adds the boards of `other`.
    pub(super) fn merge(&mut self, other: &Self) {
        self.boards += other.boards;
        let pairs = self.controls.iter_mut().zip(&other.controls);
        pairs.for_each(|(sum, more)| sum.merge(more));
        self.value.merge(&other.value);
        self.hit.merge(&other.hit);
        for (sums, more) in self.laws.iter_mut().zip(&other.laws) {
            sums.resize(more.len(), 0.0);
            sums.iter_mut().zip(more).for_each(|(sum, p)| *sum += p);
        }
    }

    /// The averages, given the means of the controls over all boards.
    ///
    /// # Errors
    /// Fewer boards than a regression needs.
    pub(super) fn averages(&self, known: &Controls) -> Result<Averages> {
        let free = self.boards - CONTROLS as f64 - 1.0;
        if free < 1.0 {
            return Err(Error::internal("too few boards for their controls"));
        }
        let regression = Regression::new(self, known);
        let estimate = |quantity: &Sum| {
            let [mean, left] = regression.estimate(self, quantity);
            // The variance of a regression at a point, of which the means of the controls are one.
            let error = left.max(0.0) / free * (1.0 / self.boards + regression.distance);
            [mean, error.sqrt()]
        };
        let [plain, mean] = [self.boards.recip(), regression.shift];
        let law = (0..self.laws[CONTROLS].len()).map(|row| {
            let sums: Vec<f64> = self.laws.iter().map(|sums| sums[row]).collect();
            let pairs = sums.iter().zip(regression.weights);
            plain * sums[CONTROLS] * (1.0 - mean) + pairs.map(|(sum, w)| sum * w).sum::<f64>()
        });
        Ok(Averages {
            value: estimate(&self.value),
            hit: estimate(&self.hit),
            law: law.collect(),
            #[cfg(test)]
            distance: regression.distance * self.boards,
        })
    }
}

/// Averages over boards.
#[derive(Debug)]
pub(super) struct Averages {
    /// The mean value, and its standard error.
    pub(super) value: [f64; 2],
    /// The mean chance to be paid, and its standard error.
    pub(super) hit: [f64; 2],
    /// The mean law.
    pub(super) law: Vec<f64>,
    /// How far the controls of the boards are from what is known of them, squared, in their own standard
    /// errors: about chi-square on as many degrees of freedom as there are controls.
    #[cfg(test)]
    pub(super) distance: f64,
}

/// The linear regression on the controls, at their known means.
struct Regression {
    /// The factor of each control in the weight of a board.
    weights: Controls,
    /// `Σ weights · mean control · boards`, by which the constant part of the weights is less.
    shift: f64,
    /// `d' S^-1 d`, where `d` is how far the means are from the known ones and `S` the scatter.
    distance: f64,
    /// `S^-1`, as far as the controls are independent.
    inverse: [Controls; CONTROLS],
}

impl Regression {
    fn new(sums: &Sums, known: &Controls) -> Self {
        let mean = |control: usize| sums.controls[control].total / sums.boards;
        let scatter: [Controls; CONTROLS] = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                sums.controls[row].products[column] - mean(row) * sums.controls[column].total
            })
        });
        let squares: Controls = std::array::from_fn(|control| sums.controls[control].squares);
        let inverse = inverse(scatter, &squares);
        let off: Controls = std::array::from_fn(|control| known[control] - mean(control));
        let weights = inverse.map(|row| dot(&row, &off));
        Self {
            weights,
            shift: (0..CONTROLS).map(|c| weights[c] * sums.controls[c].total).sum(),
            distance: dot(&weights, &off),
            inverse,
        }
    }

    /// The estimated mean of a quantity, and the sum of squares that the controls leave of it.
    fn estimate(&self, sums: &Sums, quantity: &Sum) -> [f64; 2] {
        let mean = quantity.total / sums.boards;
        let products: Controls = std::array::from_fn(|control| {
            quantity.products[control] - mean * sums.controls[control].total
        });
        let explained = self.inverse.map(|row| dot(&row, &products));
        let left = quantity.squares - mean * quantity.total - dot(&explained, &products);
        [mean + dot(&self.weights, &products), left]
    }
}

fn dot(a: &Controls, b: &Controls) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a symmetric matrix by the sweep operator, on the rows that are not linear in those
/// before them; the others are 0.
fn inverse(mut matrix: [Controls; CONTROLS], squares: &Controls) -> [Controls; CONTROLS] {
    let least: Controls =
        std::array::from_fn(|row| (NEW * matrix[row][row]).max(VARIES * squares[row]));
    let mut swept = [false; CONTROLS];
    for pivot in 0..CONTROLS {
        let d = matrix[pivot][pivot];
        if d <= least[pivot] {
            continue;
        }
        swept[pivot] = true;
        let row = matrix[pivot].map(|x| x / d);
        for other in (0..CONTROLS).filter(|other| *other != pivot) {
            let factor = matrix[other][pivot];
            for column in 0..CONTROLS {
                matrix[other][column] -= factor * row[column];
            }
            matrix[other][pivot] = -factor / d;
        }
        matrix[pivot] = row;
        matrix[pivot][pivot] = 1.0 / d;
    }
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            if swept[row] && swept[column] {
                matrix[row][column]
            } else {
                0.0
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with controls 1, x, x² and 3x, whose means over 0..9 are known, and a value of 2x² + x + 5.
    fn sums(xs: &[f64]) -> Sums {
        let mut sums = Sums::default();
        for x in xs {
            let value = 2.0 * x * x + x + 5.0;
            sums.add(&[1.0, *x, x * x, 3.0 * x], value, x / 10.0, &[0.1 * x, 0.25]);
        }
        sums
    }

    #[test]
    fn what_the_controls_explain_is_exact() {
        // Σ x / 10 = 4.5 and Σ x² / 10 = 28.5 for x from 0 to 9; the sample knows none of 7, 8 and 9.
        let known = [1.0, 4.5, 28.5, 13.5];
        let averages = sums(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).averages(&known).expect("enough");
        assert!((averages.value[0] - (57.0 + 4.5 + 5.0)).abs() < 1e-9, "{averages:?}");
        assert!(averages.value[1] < 1e-5);
        assert!((averages.hit[0] - 0.45).abs() < 1e-12);
        assert!((averages.law[0] - 0.45).abs() < 1e-12 && (averages.law[1] - 0.25).abs() < 1e-12);
    }

    /// Without a control that varies, the average is plain: 3 and 1.
    #[test]
    fn without_controls_the_average_is_plain() {
        let mut sums = Sums::default();
        for value in [1.0, 2.0, 3.0, 4.0, 5.0, 3.0, 3.0, 3.0] {
            sums.add(&[2.0; CONTROLS], value, 1.0, &[value]);
        }
        let averages = sums.averages(&[2.0; CONTROLS]).expect("enough");
        assert!((averages.value[0] - 3.0).abs() < 1e-12 && (averages.law[0] - 3.0).abs() < 1e-12);
        // Squares of deviations sum to 10; 8 boards less 5 parameters.
        assert!((averages.value[1] - (10.0_f64 / 3.0 / 8.0).sqrt()).abs() < 1e-12);
        assert!(Sums::default().averages(&[2.0; CONTROLS]).is_err());
    }

    #[test]
    fn merging_adds_up() {
        let mut both = sums(&[0.0, 1.0, 5.0]);
        both.merge(&sums(&[2.0, 6.0, 6.0, 3.0]));
        let known = [1.0, 4.5, 28.5, 13.5];
        let (both, all) = (both.averages(&known), sums(&[0.0, 1.0, 5.0, 2.0, 6.0, 6.0, 3.0]).averages(&known));
        let (both, all) = (both.expect("enough"), all.expect("enough"));
        assert!((both.value[0] - all.value[0]).abs() < 1e-9 && (both.hit[0] - all.hit[0]).abs() < 1e-12);
    }
}
