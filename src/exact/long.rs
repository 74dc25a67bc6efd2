//! What many rounds of a cycle of states pay together.

use crate::exact::plays::Play;
use crate::exact::wave::{Complex, angle, cumulate};

/// What is below e^-NEGLIGIBLE is left out.
const NEGLIGIBLE: f64 = 45.0;

/// The most that a chance may be wrong by.
const MAX_ERROR: f64 = 1e-9;

/// The rounding error of a round in the powers of a matrix, in half units of the last place: less than ten
/// for the sums of an entry, their terms and the angles; as many for a product of rows of at most four numbers.
const ROUNDINGS: f64 = 20.0;

/// The most angles looked at.
const MAX_ANGLES: usize = 1 << 22;

type Matrix<T> = Vec<Vec<T>>;

/// The chance that `rounds` rounds pay at most `most` units, beginning in the first state; none where that might
/// err by more than 1e-9, or take too long.
///
/// The characteristic function of the sum is that of a round, a matrix of states, to the power `rounds`. On
/// a grid of as many angles as there are sums it gives their chances; sums beyond the grid, which
/// would come in again from below, have a chance below e^-45 by Chernoff's bound. Entries of the powers
/// are in absolute value at most chances, whose rows sum to at most 1, so that the errors of the two halves of a
/// power add up: they grow with the number of rounds. That number times [`ROUNDINGS`] half units, times the
/// weights of the angles that count, bounds the error.
pub(super) fn within(plays: &[Play], states: usize, rounds: u64, most: usize) -> Option<f64> {
    let modulus = reach(plays, states, rounds).ceil() as usize + 1;
    let modulus = modulus.max(most + 2);
    if modulus > MAX_ANGLES {
        return None;
    }
    let turns: Vec<Complex> = (0..modulus)
        .map(|k| Complex::turn(angle(k as u128, modulus)))
        .collect();
    let (chance, weight) = cumulate(modulus, most, |k| {
        let mut step = vec![vec![Complex::default(); states]; states];
        for play in plays {
            let turn = turns[(k as u128 * play.pays as u128 % modulus as u128) as usize];
            let entry = &mut step[play.from][play.to];
            *entry = *entry + turn.times(play.chance);
        }
        let value = power(step, rounds)?;
        // Back by half of `most` angles.
        let back = 2 * modulus as u128 - k as u128 * most as u128 % (2 * modulus as u128);
        Some(value * Complex::turn(angle(back, 2 * modulus)))
    });
    let error = rounds as f64 * ROUNDINGS * 0.5 * f64::EPSILON * weight;
    (error <= MAX_ERROR).then_some(chance)
}

/// The sum of the first row of `step` to the power `rounds`; none where it is negligible.
fn power(mut step: Matrix<Complex>, rounds: u64) -> Option<Complex> {
    let mut row = vec![Complex::default(); step.len()];
    row[0].re = 1.0;
    let mut left = rounds;
    while left > 0 {
        let norm = |line: &Vec<Complex>| line.iter().map(|entry| entry.norm()).sum::<f64>();
        let largest = step.iter().map(norm).fold(0.0, f64::max);
        if left as f64 * libm::log(largest) < -NEGLIGIBLE {
            return None;
        }
        if left % 2 == 1 {
            row = times(&row, &step);
        }
        left /= 2;
        if left > 0 {
            step = step.iter().map(|line| times(line, &step)).collect();
        }
    }
    Some(row.into_iter().fold(Complex::default(), Complex::add_to))
}

/// A row times a matrix.
fn times(row: &[Complex], matrix: &Matrix<Complex>) -> Vec<Complex> {
    let column = |at: usize| {
        let terms = row
            .iter()
            .zip(matrix)
            .map(|(entry, line)| *entry * line[at]);
        terms.fold(Complex::default(), Complex::add_to)
    };
    (0..row.len()).map(column).collect()
}

/// A sum that is exceeded with a chance of at most e^-45, by Chernoff's bound `P(S >= x) <= e^(-θx) E[e^(θS)]`,
/// the best over a grid of θ.
fn reach(plays: &[Play], states: usize, rounds: u64) -> f64 {
    let top = plays.iter().map(|play| play.pays).max().unwrap_or_default() as f64;
    if top <= 0.0 {
        return 0.0;
    }
    let bound = |step: i32| {
        let theta = 40.0 / top * libm::exp2(-0.25 * f64::from(step));
        let mut matrix = vec![vec![0.0; states]; states];
        for play in plays {
            matrix[play.from][play.to] += play.chance * libm::exp(theta * play.pays as f64);
        }
        (ln_power(matrix, rounds) + NEGLIGIBLE) / theta
    };
    (0..80).map(bound).fold(top * rounds as f64, f64::min)
}

/// ln of the largest sum of a row of a matrix of numbers that are not negative to the power `rounds`, or a little
/// more.
fn ln_power(mut matrix: Matrix<f64>, rounds: u64) -> f64 {
    let largest = |matrix: &Matrix<f64>| {
        let sums = matrix.iter().map(|row| row.iter().sum::<f64>());
        sums.fold(f64::MIN_POSITIVE, f64::max)
    };
    // matrix = e^ln times the original to the power 2^n; what is taken out on the way is added up.
    let (mut left, mut ln, mut sum) = (rounds, 0.0, 0.0);
    while left > 0 {
        let size = largest(&matrix);
        matrix.iter_mut().flatten().for_each(|entry| *entry /= size);
        ln += libm::log(size);
        if left % 2 == 1 {
            // The scaled matrix has rows that sum to at most 1: norms multiply.
            sum += ln;
        }
        left /= 2;
        let line = |row: &Vec<f64>, at: usize| {
            row.iter().zip(&matrix).map(|(a, b)| a * b[at]).sum::<f64>()
        };
        matrix = matrix
            .iter()
            .map(|row| (0..row.len()).map(|at| line(row, at)).collect())
            .collect();
        ln *= 2.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::plays;

    /// Two states, payouts that share a divisor in one of them, and one that is large and rare.
    fn plays() -> Vec<Play> {
        let play = |from, to, pays, chance| Play {
            from,
            to,
            pays,
            chance,
        };
        vec![
            play(0, 0, 0, 0.5),
            play(0, 1, 2, 0.3),
            play(0, 0, 4, 0.2),
            play(1, 1, 0, 0.699),
            play(1, 1, 300, 0.001),
            play(1, 0, 3, 0.3),
        ]
    }

    #[test]
    fn waves_and_steps_agree() {
        let plays = plays();
        for rounds in [1, 2, 7, 100, 1500] {
            for most in [0, 1, 5, 90, 1000, 2000, 4000] {
                let stepped = plays::within(&plays, 2, rounds, most);
                let found = within(&plays, 2, rounds, most).expect("short");
                assert!(
                    (found - stepped).abs() < 1e-12,
                    "{rounds} {most}: {found} {stepped}"
                );
            }
        }
    }

    #[test]
    fn what_might_err_is_not_given() {
        assert!(within(&plays(), 2, 50_000, 50_000).is_some());
        assert_eq!(within(&plays(), 2, 1_000_000_000, 1_000_000_000), None);
    }
}
