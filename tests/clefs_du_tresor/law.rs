//! Laws of Les Clefs du Trésor worked out from the numbers of the articles.

/// Article 3.1.3: cents and millionths of a percent; what is left of 1e8 loses.
const GAME: [(f64, f64); 6] = [
    (500_000.0, 50.0),
    (10_000.0, 133.0),
    (1_000.0, 250_000.0),
    (500.0, 1_160_000.0),
    (100.0, 7_037_000.0),
    (50.0, 17_000_000.0),
];
/// Article 3.2: cents and millionths.
const CHEST: [(f64, f64); 4] = [
    (1_000_000.0, 4.0),
    (500.0, 60_000.0),
    (100.0, 521_996.0),
    (50.0, 418_000.0),
];
/// P(a play loses in game 1).
pub(crate) const LOST: f64 = 0.745_528_17;
/// P(key | k keys held) per play.
pub(crate) fn key_odds(reading: &str) -> [f64; 3] {
    let printed = [1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0];
    match reading {
        "on-losing-play" => printed.map(|p| p * LOST),
        _ => printed,
    }
}

/// P(key and nothing won in game 1 | k keys held) per play.
fn key_and_lost(reading: &str) -> [f64; 3] {
    match reading {
        "independent" => key_odds(reading).map(|p| p * LOST),
        _ => key_odds(reading),
    }
}

/// The law of the keys held after one play.
pub(crate) fn step(law: [f64; 3], odds: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| {
        let before = (k + 2) % 3;
        law[k] * (1.0 - odds[k]) + law[before] * odds[before]
    })
}

/// Plays from one chest to the next, and the variance of that number.
pub(crate) fn cycle(reading: &str) -> (f64, f64) {
    let odds = key_odds(reading);
    let mean = odds.iter().map(|p| 1.0 / p).sum();
    let variance = odds.iter().map(|p| (1.0 - p) / (p * p)).sum();
    (mean, variance)
}

fn moment(law: &[(f64, f64)], denominator: f64, below: f64, power: i32) -> f64 {
    let kept = law.iter().filter(|(cents, _)| *cents < below);
    kept.map(|(cents, weight)| cents.powi(power) * weight / denominator)
        .sum()
}

/// Mean payout of a play in cents and the long-run variance of the sum per play, prizes of `below` and
/// more counted as nothing.
///
/// By cycles from chest to chest: with R the mean per play and L the plays of a cycle, the variance is
/// that of (payout - R L) over the mean of L. A cycle has, with k keys, a geometric number of plays that
/// bring no key, and one that does; their payouts are independent given these numbers.
pub(crate) fn payout_moments(reading: &str, below: f64) -> (f64, f64) {
    let game = |power| moment(&GAME, 1e8, below, power);
    let chest = |power| moment(&CHEST, 1e6, below, power);
    let (length, _) = cycle(reading);
    let mean = game(1) + chest(1) / length;
    let mut variance = chest(2) - chest(1).powi(2);
    for p in key_odds(reading) {
        // Without a key: under two readings the wins are all there.
        let wins = if reading == "independent" {
            1.0
        } else {
            1.0 / (1.0 - p)
        };
        let (first, second) = (wins * game(1), wins * game(2));
        variance += (1.0 - p) / p * (second - first * first);
        variance += (1.0 - p) / (p * p) * (first - mean).powi(2);
        if reading == "independent" {
            variance += game(2) - game(1).powi(2);
        }
    }
    (mean, variance / length)
}

/// P(j chests in `plays` plays from zero keys), for j = 0, 1, 2 and 3 or more.
pub(crate) fn chests_of_a_player(reading: &str, plays: u64) -> [f64; 4] {
    let odds = key_odds(reading);
    let mut law = [[0.0; 3]; 4];
    law[0][0] = 1.0;
    for _ in 0..plays {
        let mut next = [[0.0; 3]; 4];
        for (chests, row) in law.iter().enumerate() {
            for (held, p) in row.iter().enumerate() {
                next[chests][held] += p * (1.0 - odds[held]);
                let (chests, held) = if held == 2 {
                    ((chests + 1).min(3), 0)
                } else {
                    (chests, held + 1)
                };
                next[chests][held] += p * odds[(held + 2) % 3];
            }
        }
        law = next;
    }
    law.map(|row| row.iter().sum())
}

/// P(nothing paid in `plays` plays from zero keys).
pub(crate) fn nothing_paid(reading: &str, plays: u64) -> f64 {
    let key = key_and_lost(reading);
    let mut law = [1.0, 0.0, 0.0];
    for _ in 0..plays {
        law = [
            law[0] * (LOST - key[0]),
            law[1] * (LOST - key[1]) + law[0] * key[0],
            law[2] * (LOST - key[2]) + law[1] * key[1],
        ];
    }
    law.iter().sum()
}
