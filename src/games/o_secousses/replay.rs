//! What a reveal pays by the written rules, tree by tree (articles 4.5 to 4.10).
//!
//! Nothing here comes from the emitter: a misreading on one side shows as a disagreement. For speed the
//! rules are played beforehand through all first halves (three trees lead to a state of the game) and from
//! every state through all second halves (three trees lead to an amount): a reveal is then two look-ups.

use crate::error::{Error, Result};
use crate::games::o_secousses::readings::{
    AboveTen, Gauge, GoldenOnGauge, GoldenWithGauge, MonkeyAtZero, MonkeyTakes, Rulebook,
    SeveralGolden,
};
use crate::games::o_secousses::tables::{GOLDEN, LEVELS};
use crate::games::o_secousses::tree::{Beside, Reveal, SHAKEN, TREES, Tree};
use crate::units::Cents;

/// Trees in half a reveal.
const HALF: u32 = SHAKEN as u32 / 2;

/// A ticket being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ticket {
    /// Where the cursor of the gauge stands.
    pub(super) cursor: i32,
    /// The highest it stood.
    pub(super) summit: i32,
    /// Golden coconuts that fell.
    pub(super) golden_fallen: i32,
    /// Golden coconuts that a monkey took.
    pub(super) golden_taken: i32,
}

impl Ticket {
    /// A tree is shaken; its coconuts fall before what is beside them.
    pub(super) fn shake(mut self, tree: Tree, readings: &Rulebook) -> Self {
        // 4.5: the cursor rises by the number of coconuts.
        self.cursor += i32::from(tree.coconuts);
        if tree.beside == Beside::Golden {
            // 4.7: a golden coconut; whether 4.5 speaks of it too is a matter of reading.
            self.golden_fallen += 1;
            if readings.golden_on_gauge == GoldenOnGauge::Yes {
                self.cursor += 1;
            }
        }
        self.summit = self.summit.max(self.cursor);
        if tree.beside == Beside::Monkey {
            // 4.6: the monkey takes a coconut, and the cursor goes down one level.
            let is_golden_at_hand = self.golden_fallen > self.golden_taken;
            if is_golden_at_hand && readings.monkey_takes == MonkeyTakes::GoldenToo {
                self.golden_taken += 1;
            }
            self.cursor = match readings.monkey_at_zero {
                MonkeyAtZero::NoEffect => (self.cursor - 1).max(0),
                MonkeyAtZero::Negative => self.cursor - 1,
            };
        }
        self
    }

    /// What the ticket pays once the six trees are shaken; none if no such ticket can exist.
    pub(super) fn pays(self, readings: &Rulebook) -> Option<Cents> {
        // 4.7: ten euros for a golden coconut.
        let kept = i64::from(self.golden_fallen - self.golden_taken);
        let golden = match readings.several_golden {
            SeveralGolden::Impossible if self.golden_fallen >= 2 => return None,
            SeveralGolden::Impossible | SeveralGolden::Once => kept.signum() * GOLDEN.0,
            SeveralGolden::Each => kept * GOLDEN.0,
        };
        let gauge = self.gauge(readings).0;
        // 3: the lot is that of the whole ticket.
        let pays = match readings.golden_with_gauge {
            GoldenWithGauge::GoldenOnly => {
                if golden > 0 {
                    golden
                } else {
                    gauge
                }
            }
            GoldenWithGauge::Maximum => golden.max(gauge),
            GoldenWithGauge::Sum => golden + gauge,
        };
        Some(Cents(pays))
    }

    /// 4.8: the amount of the level, from three coconuts on. 4.10: otherwise nothing.
    fn gauge(self, readings: &Rulebook) -> Cents {
        let level = match readings.gauge {
            Gauge::End => self.cursor,
            Gauge::HighestIf3 if self.cursor < 3 => return Cents::ZERO,
            Gauge::Highest | Gauge::HighestIf3 => self.summit,
        };
        let [three, four, five, six, seven, eight, nine, ten] = LEVELS;
        match level {
            3 => three,
            4 => four,
            5 => five,
            6 => six,
            7 => seven,
            8 => eight,
            9 => nine,
            10 => ten,
            11.. if readings.above_ten == AboveTen::Capped => ten,
            _ => Cents::ZERO,
        }
    }
}

/// The rules played through all halves of reveals.
pub struct Replay {
    kinds: usize,
    /// For each first half, where the amounts of its state begin.
    first: Vec<u32>,
    /// For each state and second half, the number of the amount.
    second: Vec<u8>,
    /// The amounts; none for reveals that cannot exist.
    amounts: Vec<Option<Cents>>,
}

impl Replay {
    /// The replay under `readings`.
    ///
    /// # Errors
    /// (Internal) more amounts than a byte counts.
    pub fn new(readings: Rulebook) -> Result<Self> {
        let kinds = readings.kinds();
        let halves = kinds.pow(HALF);
        let mut states: Vec<Ticket> = Vec::new();
        let mut first = Vec::with_capacity(halves);
        for half in 0..halves {
            let reached = shake_half(Ticket::default(), half, &readings);
            let known = states.iter().position(|state| *state == reached);
            let state = known.unwrap_or(states.len());
            if known.is_none() {
                states.push(reached);
            }
            first.push((state * halves) as u32);
        }
        let mut amounts: Vec<Option<Cents>> = Vec::new();
        let mut second = Vec::with_capacity(states.len() * halves);
        for state in states {
            for half in 0..halves {
                let pays = shake_half(state, half, &readings).pays(&readings);
                let known = amounts.iter().position(|amount| *amount == pays);
                let number = known.unwrap_or(amounts.len());
                if known.is_none() {
                    amounts.push(pays);
                }
                let number = u8::try_from(number);
                second.push(number.map_err(|_| Error::internal("over 256 amounts in a replay"))?);
            }
        }
        Ok(Self {
            kinds,
            first,
            second,
            amounts,
        })
    }

    /// What `reveal` pays by the written rules; none if no such reveal can exist.
    #[inline(always)]
    pub fn pays(&self, reveal: Reveal) -> Option<Cents> {
        self.amounts[usize::from(self.number(reveal))]
    }

    /// The number of what `reveal` pays.
    #[inline(always)]
    pub(super) fn number(&self, reveal: Reveal) -> u8 {
        let [first, last] = reveal.halves();
        self.second[self.first[first] as usize + last]
    }

    /// The number of the amount `pays`, if some reveal pays it.
    pub(super) fn number_of(&self, pays: Cents) -> Option<u8> {
        let place = self.amounts.iter().position(|&amount| amount == Some(pays));
        place.and_then(|place| u8::try_from(place).ok())
    }

    /// How many different trees the reveals are made of.
    pub fn kinds(&self) -> usize {
        self.kinds
    }
}

/// Shakes the three trees of `half`, the first digit first.
fn shake_half(ticket: Ticket, half: usize, readings: &Rulebook) -> Ticket {
    let kinds = readings.kinds();
    (0..HALF).rev().fold(ticket, |ticket, place| {
        let code = half / kinds.pow(place) % kinds;
        ticket.shake(TREES[code], readings)
    })
}
