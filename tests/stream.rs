//! The generators and the seeding of chunks as streams: both families, serial dependence, dependence
//! between chunks, bounded draws.
//!
//! All p-values of a test are corrected by Holm's method and held against 1e-6: a faultless generator
//! fails the everyday test with one seed in a million. The seed is that of the standard scenario.

use std::collections::BTreeMap;

use tirage::audit::holm;
use tirage::audit::stream::{
    StreamTest, bit_agreement, bounded_high, bounded_low, repeats, serial_pairs,
};
use tirage::rng::{Draw, Family, Generator, StreamKey};

const FALSE_ALARM: f64 = 1e-6;

/// Bounds that are awkward in some way: small, odd, the games' own, just above powers of two, and those
/// that reject a quarter and almost half of all words.
const BOUNDS: [u64; 12] = [
    3,
    6,
    7,
    200,
    60_000,
    100_000,
    100_000_000,
    (1 << 32) + 1,
    1_000_000_000_000_000_003,
    3 << 62,
    (1 << 63) + 1,
    u64::MAX,
];

fn key() -> StreamKey {
    StreamKey {
        seed: 20_180_709,
        game: "stream".to_owned(),
        stake_cents: 100,
        strategy: "test".to_owned(),
        readings: BTreeMap::new(),
        kernel: "none".to_owned(),
    }
}

/// What `draw` gives, so many times, from the generator of a chunk.
fn taken(
    family: Family,
    chunk: u64,
    number: usize,
    draw: impl Fn(&mut dyn Draws) -> u64,
) -> Vec<u64> {
    let mut generator = key().generator(family, chunk);
    let source: &mut dyn Draws = match &mut generator {
        Generator::Pcg64Dxsm(source) => source,
        Generator::ChaCha8(source) => &mut **source,
    };
    (0..number).map(|_| draw(source)).collect()
}

/// [`Draw`] behind a pointer.
trait Draws {
    fn word(&mut self) -> u64;
    fn under(&mut self, bound: u64) -> u64;
}

impl<D: Draw> Draws for D {
    fn word(&mut self) -> u64 {
        self.bits()
    }

    fn under(&mut self, bound: u64) -> u64 {
        self.below(bound)
    }
}

/// Words in one order: bits, bytes and high nibbles at several distances.
fn of_words(words: &[u64], tests: &mut Vec<StreamTest>) {
    for (lag, turn) in [
        (0, 0),
        (0, 1),
        (0, 7),
        (0, 32),
        (1, 0),
        (2, 0),
        (3, 0),
        (8, 0),
        (1, 1),
        (1, 32),
    ] {
        tests.extend(bit_agreement(words, lag, turn));
    }
    let high: Vec<u64> = words.iter().map(|word| word >> 60).collect();
    let low: Vec<u64> = words.iter().map(|word| word & 15).collect();
    for lag in [1, 2, 3, 16, 100] {
        tests.extend(serial_pairs(&high, 16, lag));
        tests.extend(serial_pairs(&low, 16, lag));
    }
}

fn all(family: Family, words: usize, chunks: u64, draws: usize) -> Vec<StreamTest> {
    let mut tests = Vec::new();
    let stream = taken(family, 0, words, |source| source.word());
    of_words(&stream, &mut tests);
    let bytes: Vec<u64> = stream[..words.min(1 << 21)]
        .iter()
        .flat_map(|word| word.to_le_bytes().map(u64::from))
        .collect();
    for lag in [1, 2, 3, 8] {
        tests.extend(serial_pairs(&bytes, 256, lag));
    }
    let dice = taken(family, 1, draws, |source| source.under(6));
    for lag in 1..=6 {
        tests.extend(serial_pairs(&dice, 6, lag));
    }
    for (number, bound) in (10..).zip(BOUNDS) {
        let below = taken(family, number, draws, |source| source.under(bound));
        for cells in [2, 3, 5, 64, 1000] {
            tests.extend(bounded_high(&below, bound, cells));
            tests.extend(bounded_low(&below, bound, cells));
        }
    }
    // From chunk to chunk: the first word of each, the second of each, and pairs of neighbours.
    for place in [0, 1] {
        let word = |chunk| taken(family, chunk, place + 1, |source| source.word())[place];
        let across: Vec<u64> = (0..chunks).map(word).collect();
        assert_eq!(repeats(&across), 0, "{family}: two chunks with one seed");
        of_words(&across, &mut tests);
    }
    // Words of one chunk against those of the next, place by place: lag 1 in the interleaved stream.
    let next = taken(family, 1, words, |source| source.word());
    let both: Vec<u64> = stream
        .iter()
        .zip(&next)
        .flat_map(|(a, b)| [*a, *b])
        .collect();
    tests.extend(bit_agreement(&both, 1, 0));
    let high: Vec<u64> = both.iter().map(|word| word >> 60).collect();
    tests.extend(serial_pairs(&high, 16, 1));
    tests
}

/// None of the tests may be left out for want of draws.
const TESTS: usize = 176;

fn assert_random(family: Family, tests: &[StreamTest]) {
    assert_eq!(tests.len(), TESTS);
    let ln_p: Vec<f64> = tests.iter().map(StreamTest::ln_p).collect();
    for (test, adjusted) in tests.iter().zip(holm(&ln_p)) {
        assert!(
            adjusted >= FALSE_ALARM.ln(),
            "{family}: {test:?}, ln p {adjusted}"
        );
    }
}

#[test]
fn streams_and_chunks_are_random() {
    for (_, family) in Family::ALL {
        assert_random(family, &all(family, 1 << 18, 20_000, 100_000));
    }
}

/// A hundred times as much.
#[test]
#[ignore = "half a minute"]
fn longer_streams_and_more_chunks_are_random() {
    for (_, family) in Family::ALL {
        assert_random(family, &all(family, 1 << 24, 1_000_000, 10_000_000));
    }
}

/// The tests above on streams with a fault: each is found by the test meant for it.
#[test]
fn faulty_streams_are_found() {
    let fails = |test: Option<StreamTest>| test.expect("tested").ln_p() < FALSE_ALARM.ln() - 6.0;
    let words = taken(Family::Pcg64Dxsm, 0, 1 << 16, |source| source.word());

    // A 32-bit modulo draw below 3e9: the first 1.29e9 values twice as likely.
    let modulo: Vec<u64> = words
        .iter()
        .map(|word| (word >> 32) % 3_000_000_000)
        .collect();
    assert!(fails(bounded_high(&modulo, 3_000_000_000, 3)));
    // Multiply-shift without rejection below 3·2^62: every third value doubled.
    let bound = 3_u64 << 62;
    let hasty: Vec<u64> = words
        .iter()
        .map(|&word| ((u128::from(word) * u128::from(bound)) >> 64) as u64)
        .collect();
    assert!(fails(bounded_low(&hasty, bound, 3)));
    // Dice 1 to 5 where 1 to 6 were meant.
    let dice: Vec<u64> = words.iter().map(|word| (word >> 8) % 5).collect();
    assert!(fails(bounded_high(&dice, 6, 6)));
    // One chunk's words played again in the next.
    let mut chunk = words[..1 << 15].to_vec();
    chunk.extend_from_within(..);
    assert!(fails(bit_agreement(&chunk, 1 << 15, 0)));
    assert_eq!(repeats(&chunk), 1 << 15);
    // Chunks seeded by a linear congruence of their number, its output not mixed.
    let linear: Vec<u64> = (0..20_000_u64)
        .map(|chunk| {
            chunk
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1)
        })
        .collect();
    let high: Vec<u64> = linear.iter().map(|word| word >> 60).collect();
    assert!(fails(bit_agreement(&linear, 1, 0)) && fails(serial_pairs(&high, 16, 1)));
    // A die that never shows the same face twice in a row, and one dealt from a bag: too even.
    let mut face = 0;
    let shy: Vec<u64> = words
        .iter()
        .map(|word| {
            face = (face + 1 + word % 5) % 6;
            face
        })
        .collect();
    assert!(fails(serial_pairs(&shy, 6, 1)));
    let bag: Vec<u64> = (0..60_000).map(|i| i % 6).collect();
    let even = bounded_high(&bag, 6, 6).expect("tested");
    assert!(even.ln_p() < FALSE_ALARM.ln() && even.ln_upper() > -1e-9);
}
