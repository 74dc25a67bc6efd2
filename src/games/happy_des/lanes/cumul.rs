//! Happy Cumul (article 2.4.1) of many rounds with one amount.

use crate::error::{Error, Result};
use crate::games::happy_des::card::counter;
use crate::games::happy_des::cumul::{AGAIN, BOUNDS, FOUR, PLACES, Rules, SCORES, THREE, place};
use crate::games::happy_des::dice::add_throws;
use crate::games::happy_des::lanes::stage::{Scratch, Stage};
use crate::games::happy_des::readings::Reroll;
use crate::games::happy_des::tables::CUMUL_DICE;
use crate::rng::{Below, Draw, Generator, Stream};
use crate::tally::Tally;
use crate::units::Cents;

/// Draws of a throw.
pub(super) fn law(rules: &Rules) -> Result<Below> {
    if rules.reroll == Reroll::Unlimited {
        Below::new(BOUNDS)
    } else {
        Err(Error::internal("27 is not thrown again without end"))
    }
}

/// Counts of throws, by outcome of four and of three dice; a power of two each.
pub(super) struct Sheet {
    four: [u32; 2048],
    three: [u32; 256],
}

impl Sheet {
    pub(super) fn new() -> Self {
        Self {
            four: [0; 2048],
            three: [0; 256],
        }
    }

    /// Adds the dice to `tally`.
    pub(super) fn unfold(&self, tally: &mut Tally) {
        if self.three == [0; 256] {
            return;
        }
        let rows = &mut tally.tables[CUMUL_DICE];
        let (four, three) = (&self.four[..FOUR as usize], &self.three[..THREE as usize]);
        add_throws(rows, four);
        add_throws(rows, three);
        let throws: u64 = four.iter().map(|&count| u64::from(count)).sum();
        tally.counters[counter::CUMUL_THROWS] += throws;
    }
}

/// The draws of a throw, with their bounds.
pub(super) fn dice((four, three): (u64, u64)) -> [(u64, u64); 2] {
    [(four, FOUR), (three, THREE)]
}

/// The rounds of one amount.
pub(super) struct Cumul {
    stage: Stage,
    scores: [u32; SCORES],
    /// For the prizes of each score (article 2.4.1.1): too few are drawn to be worth a column.
    prizes: [Generator; PLACES],
}

/// Two draws, or one and its bound.
type Pair = (u64, u64);

/// Prizes drawn for each place, by row, and the last draw.
type Drawn = [(Vec<u64>, u64); PLACES];

#[inline(always)]
fn read(word: u32) -> (u32, u32) {
    let (four, rest) = Below::take(word, FOUR as u32);
    (four, Below::take(rest, THREE as u32).0)
}

#[inline(always)]
fn score(rules: &Rules, (four, three): (u32, u32)) -> usize {
    usize::from(rules.four[four as usize] + rules.three[three as usize])
}

impl Cumul {
    pub(super) fn new(chunk: &mut Generator, law: Below, watched: bool) -> Self {
        Self {
            stage: Stage::new(chunk, law, watched),
            scores: [0; SCORES],
            prizes: std::array::from_fn(|_| Stream::single_of(chunk)),
        }
    }

    /// Throws for as many rounds as have asked, by the column or `to_end`.
    #[inline(always)]
    pub(super) fn work(
        &mut self,
        rules: &Rules,
        asked: u64,
        to_end: bool,
        scratch: &mut Scratch,
        sheet: &mut Sheet,
    ) {
        self.stage.ask_up_to(asked);
        while self.stage.is_due(to_end) {
            self.stage.fill(&mut scratch.words);
            // 2.4.1.3: 27 is thrown again.
            let ends = |word| score(rules, read(word)) != AGAIN;
            let drawn = self.stage.drawn(&scratch.words, ends);
            let words = &scratch.words[..drawn];
            let dice = scratch.first.iter_mut().zip(&mut scratch.second);
            for (&word, (four, three)) in words.iter().zip(dice) {
                (*four, *three) = read(word);
            }
            let again = self.scores[AGAIN];
            let dice = scratch.first[..drawn].iter().zip(&scratch.second);
            for (&four, &three) in dice {
                sheet.four[four as usize % 2048] += 1;
                sheet.three[three as usize % 256] += 1;
                self.scores[score(rules, (four, three)) % SCORES] += 1;
            }
            let again = self.scores[AGAIN] - again;
            self.stage.pass(words, drawn as u64 - u64::from(again), ends);
        }
    }

    /// Scores that won, by place.
    fn won(&self) -> [u64; PLACES] {
        let mut won = [0; PLACES];
        for (score, &count) in self.scores.iter().enumerate() {
            if let Some(place) = place(score) {
                won[place] += u64::from(count);
            }
        }
        won
    }

    /// Draws the prizes.
    fn draw(&mut self, rules: &Rules) -> Drawn {
        let won = self.won();
        std::array::from_fn(|place| {
            let prizes = &rules.prizes[place];
            let mut rows = vec![0; prizes.rows];
            let mut last = 0;
            for _ in 0..won[place] {
                if prizes.rows > 1 {
                    last = self.prizes[place].below(prizes.law.total());
                }
                rows[prizes.law.row(last)] += 1;
            }
            (rows, last)
        })
    }

    /// Adds the results to `tally`, the dice apart.
    pub(super) fn unfold(&mut self, rules: &Rules, amount: usize, tally: &mut Tally) {
        let drawn = self.draw(rules);
        for (place, (rows, _)) in drawn.iter().enumerate() {
            let prizes = &rules.prizes[place];
            for (prize, &count) in rows.iter().enumerate() {
                tally.tables[prizes.table][prize] += count;
                tally.counters[counter::CUMUL_WON] += count;
                tally.pay(prizes.pay(amount, prize), count);
            }
        }
        let again = u64::from(self.scores[AGAIN]);
        tally.counters[counter::CUMUL_REROLLS_27] += again;
        let lost = (0..SCORES).filter(|&score| place(score).is_none() && score != AGAIN);
        let lost = lost.map(|score| u64::from(self.scores[score])).sum();
        tally.pay(Cents::ZERO, lost);
    }

    /// The throws of the last round, as the numbers of four and of three dice, and the draw of its prize
    /// with its bound, if there is a choice.
    pub(super) fn last(&mut self, rules: &Rules) -> (Vec<Pair>, Option<Pair>) {
        let throws: Vec<(u32, u32)> = self.stage.last().iter().map(|&word| read(word)).collect();
        let place = throws.last().and_then(|&throw| place(score(rules, throw)));
        let place = place.filter(|&place| rules.prizes[place].rows > 1);
        let prize = place.map(|place| (self.draw(rules)[place].1, rules.prizes[place].law.total()));
        let wide = |(four, three)| (u64::from(four), u64::from(three));
        (throws.into_iter().map(wide).collect(), prize)
    }
}
