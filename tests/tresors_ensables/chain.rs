//! The exact chain of a play, in floating point, written from the articles alone: what the kernel is
//! compared with. Nothing here is shared with the game's code.
//!
//! Landings in one series share its layout, so the chain goes series by series: the passage through a
//! series is worked out for each of the 60 x 27 layouts and averaged; between series only the
//! cell, the lives and what the strategy counts are carried.

/// A way to play that does not look at the board.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Plan {
    FirstChest,
    Gold,
    Chests(usize),
    /// In steps of 10 cents.
    Gain(usize),
    Lives(usize),
}

/// Answers to the questions that change the law.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a question of yes or no"
)]
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    pub(crate) lives: usize,
    pub(crate) any_cell: bool,
    pub(crate) lost_roll: bool,
    pub(crate) refused: bool,
    pub(crate) one_draw: bool,
}

impl Default for Answers {
    fn default() -> Self {
        Self {
            lives: 3,
            any_cell: true,
            lost_roll: false,
            refused: false,
            one_draw: false,
        }
    }
}

/// Probabilities of a round, and moments of the bronze and silver gains paid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Law {
    pub(crate) landed: [f64; 10],
    pub(crate) deaths: f64,
    pub(crate) stopped: f64,
    pub(crate) gold: f64,
    /// First and second moment, in steps of 10 cents.
    pub(crate) gain: [f64; 2],
}

impl Law {
    pub(crate) fn hits(&self) -> f64 {
        self.stopped + self.gold
    }

    /// Mean payout in euros; the gold chest's mean is 2.1899.
    pub(crate) fn rtp(&self) -> f64 {
        self.gain[0] / 10.0 + self.gold * 2.1899
    }

    fn add(&mut self, other: &Self, weight: f64) {
        for (a, b) in self.landed.iter_mut().zip(other.landed) {
            *a += weight * b;
        }
        self.deaths += weight * other.deaths;
        self.stopped += weight * other.stopped;
        self.gold += weight * other.gold;
        self.gain[0] += weight * other.gain[0];
        self.gain[1] += weight * other.gain[1];
    }
}

/// The layouts of a series with their probabilities (3.2.2).
fn layouts() -> Vec<([i32; 5], f64)> {
    let rules = [[0, 1, 2], [-1, -2, -3], [-1, 0, 1]];
    let weight = [0.3, 0.4, 0.3];
    let mut all = Vec::new();
    for (a, b, c) in triples() {
        for (i, j, k) in (0..27).map(|n| (n / 9, n / 3 % 3, n % 3)) {
            let mut cells = [0; 5];
            cells[a] = rules[0][i];
            cells[b] = rules[1][j];
            cells[c] = rules[2][k];
            all.push((cells, weight[i] * weight[j] * weight[k] / 60.0));
        }
    }
    all
}

/// Ordered choices of three of five cells.
fn triples() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..125)
        .map(|n| (n / 25, n / 5 % 5, n % 5))
        .filter(|(a, b, c)| a != b && a != c && b != c)
}

/// From an entry cell (1 to 5) with so many lives: where a series is left (cell 6 to 11, counted
/// from its first) with how many lives, or death, or a stop inside.
#[derive(Clone, Copy, Default)]
struct Passage {
    out: [[f64; 4]; 12],
    dead: f64,
    stopped: f64,
}

/// By entry cell, lives, and whether a gain is held.
type Passages = [[[Passage; 2]; 4]; 6];

fn pass(
    cells: [i32; 5],
    last: bool,
    plan: Plan,
    answers: Answers,
    weight: f64,
    sum: &mut Passages,
) {
    for entry in 1..=5 {
        for start in 1..=3 {
            for held in [false, true] {
                let into = &mut sum[entry][start][usize::from(held)];
                let mut at = [[0.0; 4]; 6];
                at[entry][start] = weight;
                for cell in 1..=5 {
                    for before in 1..=3 {
                        let mass = at[cell][before];
                        let wanted = i32::try_from(before).unwrap_or(0) + cells[cell - 1];
                        let lives = match wanted {
                            ..=0 => {
                                into.dead += mass;
                                continue;
                            }
                            4.. if answers.refused => before,
                            4.. => 3,
                            lives => lives as usize,
                        };
                        // 3.2.6: only a strategy that watches its lives stops between chests.
                        if held && answers.any_cell && plan_stops(plan, lives, 0, false) {
                            into.stopped += mass;
                            continue;
                        }
                        for (to, p) in moves(cell, last, answers) {
                            if to <= 5 {
                                at[to][lives] += p * mass;
                            } else {
                                into.out[to][lives] += p * mass;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where a roll from `cell` of a series leads; in the last series not past the chest (3.2.7).
fn moves(cell: usize, last: bool, answers: Answers) -> Vec<(usize, f64)> {
    if last && answers.lost_roll {
        let valid = 6 - cell;
        return (1..=valid)
            .map(|f| (cell + f, 1.0 / valid as f64))
            .collect();
    }
    let most = if last { 6 } else { 12 };
    (1..=6).map(|f| ((cell + f).min(most), 1.0 / 6.0)).collect()
}

/// Whether the plan stops with so many lives and so much counted, on a chest or inside a series.
fn plan_stops(plan: Plan, lives: usize, counted: usize, on_chest: bool) -> bool {
    match plan {
        Plan::Gold => false,
        Plan::FirstChest => on_chest,
        Plan::Chests(n) | Plan::Gain(n) => on_chest && counted >= n,
        Plan::Lives(n) => lives <= n,
    }
}

/// Mass with first and second moment of the gain held.
type Mass = [f64; 3];

/// By cell of a series (1 to 6), lives, and what the plan counts (chests, or steps of gain).
type State = Vec<[[Mass; 106]; 4]>;

fn add(into: &mut Mass, mass: Mass, p: f64) {
    for (a, b) in into.iter_mut().zip(mass) {
        *a += p * b;
    }
}

fn walk(inner: &Passages, final_series: &Passages, plan: Plan, answers: Answers) -> Law {
    let mut law = Law::default();
    // Steps of gain, or chests.
    let most = if matches!(plan, Plan::Gain(_)) {
        106
    } else {
        11
    };
    let mut now: State = vec![[[[0.0; 3]; 106]; 4]; 7];
    for entry in now.iter_mut().skip(1) {
        entry[answers.lives][0] = [1.0 / 6.0, 0.0, 0.0];
    }
    for series in 0..10 {
        let passages = if series == 9 { final_series } else { inner };
        let mut next: State = vec![[[[0.0; 3]; 106]; 4]; 7];
        let mut chest = [[[0.0; 3]; 106]; 4];
        for lives in 1..=3 {
            for counted in 0..most {
                add(&mut chest[lives][counted], now[6][lives][counted], 1.0);
                for entry in 1..=5 {
                    let mass = now[entry][lives][counted];
                    if mass[0] == 0.0 {
                        continue;
                    }
                    let passage = &passages[entry][lives][usize::from(counted > 0)];
                    law.deaths += mass[0] * passage.dead;
                    law.stopped += mass[0] * passage.stopped;
                    law.gain[0] += mass[1] * passage.stopped;
                    law.gain[1] += mass[2] * passage.stopped;
                    for after in 1..=3 {
                        add(&mut chest[after][counted], mass, passage.out[6][after]);
                        for to in 7..12 {
                            add(
                                &mut next[to - 6][after][counted],
                                mass,
                                passage.out[to][after],
                            );
                        }
                    }
                }
            }
        }
        let contents = if series % 2 == 0 {
            [1, 2, 5]
        } else {
            [5, 10, 20]
        };
        for lives in 1..=3 {
            for (counted, &mass) in chest[lives].iter().enumerate().take(most) {
                if mass[0] == 0.0 {
                    continue;
                }
                law.landed[series] += mass[0];
                if series == 9 {
                    law.gold += mass[0];
                    law.gain[0] += mass[1];
                    law.gain[1] += mass[2];
                    continue;
                }
                for (steps, p) in contents.into_iter().zip([0.60, 0.23, 0.17]) {
                    let count = match plan {
                        Plan::Gain(_) => counted + steps,
                        _ => counted + 1,
                    };
                    let x = steps as f64;
                    let [m, w, v] = mass;
                    let held = [p * m, p * (w + m * x), p * (v + 2.0 * x * w + x * x * m)];
                    if plan_stops(plan, lives, count, true) {
                        law.stopped += held[0];
                        law.gain[0] += held[1];
                        law.gain[1] += held[2];
                    } else {
                        for entry in next.iter_mut().skip(1) {
                            add(&mut entry[lives][count], held, 1.0 / 6.0);
                        }
                    }
                }
            }
        }
        now = next;
    }
    law
}

/// The law of a round.
pub(crate) fn law(plan: Plan, answers: Answers) -> Law {
    let mut law = Law::default();
    let empty = || Box::new(Passages::default());
    if answers.one_draw {
        for (cells, p) in distinct() {
            let (mut inner, mut last) = (empty(), empty());
            pass(cells, false, plan, answers, 1.0, &mut inner);
            pass(cells, true, plan, answers, 1.0, &mut last);
            law.add(&walk(&inner, &last, plan, answers), p);
        }
    } else {
        let (mut inner, mut last) = (empty(), empty());
        for (cells, p) in layouts() {
            pass(cells, false, plan, answers, p, &mut inner);
            pass(cells, true, plan, answers, p, &mut last);
        }
        law = walk(&inner, &last, plan, answers);
    }
    law
}

/// The layouts with equal ones joined.
fn distinct() -> std::collections::BTreeMap<[i32; 5], f64> {
    let mut joined = std::collections::BTreeMap::new();
    for (cells, p) in layouts() {
        *joined.entry(cells).or_default() += p;
    }
    joined
}
