//! The words of one stage of a kernel.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_pcg::Pcg64Dxsm;

use crate::rng::Generator;

/// Words in a [`Column`].
pub const BATCH: usize = 1024;

/// A uniform 32-bit word for each of so many rounds, or whatever has been made of it.
pub type Column = [u32; BATCH];

/// Generators side by side, each a lane.
const LANES: usize = 16;
/// Words of 64 bits that a lane gives before the next lane has its turn.
const STEPS: usize = 8;
/// Words of 32 bits that all lanes give together in so many steps.
const BLOCK: usize = 2 * LANES * STEPS;

/// A stream of uniform words by the column, and single draws for whatever a column leaves open.
///
/// Under [`Generator::Pcg64Dxsm`] the columns come from 16 generators xoshiro256++ (Blackman and Vigna,
/// arXiv 1805.01407; period 2^256 - 1) side by side: additions, shifts and exclusive ors on 64-bit lanes,
/// two 32-bit words of each output. All 16 states of 256 bits are taken from the chunk's generator, which the
/// chunk's seed of 256 bits starts and which is of an unrelated kind, as the authors advise. That m lanes
/// of L outputs somewhere overlap has a chance below m²L/2^256: 2^-143 for 2^45 lanes, a billion chunks'
/// worth, of 2^23 outputs each. The single draws have a generator of their own, as has every other stream.
///
/// Under [`Generator::ChaCha8`] both come from `ChaCha8` itself, seeded from the chunk's: a second opinion
/// of an unrelated construction.
pub struct Stream {
    columns: Columns,
    single: Generator,
}

enum Columns {
    Xoshiro(Box<[[u64; LANES]; 4]>),
    ChaCha8(Box<ChaCha8Rng>),
}

impl Stream {
    /// The next stream out of a chunk's generator. A kernel makes all its streams at once, in a fixed
    /// order.
    pub fn split(chunk: &mut Generator) -> Self {
        let columns = match chunk {
            Generator::Pcg64Dxsm(rng) => {
                let mut states = Box::new([[0; LANES]; 4]);
                for lane in 0..LANES {
                    for part in states.iter_mut() {
                        part[lane] = rng.next_u64();
                    }
                }
                Columns::Xoshiro(states)
            }
            Generator::ChaCha8(rng) => Columns::ChaCha8(Box::new(ChaCha8Rng::from_seed(seed(rng)))),
        };
        let single = Self::single_of(chunk);
        Self { columns, single }
    }

    /// The next generator of single draws alone.
    pub fn single_of(chunk: &mut Generator) -> Generator {
        match chunk {
            Generator::Pcg64Dxsm(rng) => Generator::Pcg64Dxsm(Pcg64Dxsm::from_seed(seed(rng))),
            Generator::ChaCha8(rng) => {
                Generator::ChaCha8(Box::new(ChaCha8Rng::from_seed(seed(rng))))
            }
        }
    }

    /// Fills `column` with the next words.
    #[inline(always)]
    pub fn fill(&mut self, column: &mut Column) {
        match &mut self.columns {
            Columns::Xoshiro(states) => fill(states, column),
            Columns::ChaCha8(rng) => column.iter_mut().for_each(|word| *word = rng.next_u32()),
        }
    }

    /// For single draws: words to be replaced, ties, what is too rare for a column.
    pub fn single(&mut self) -> &mut Generator {
        &mut self.single
    }
}

fn seed(rng: &mut impl Rng) -> [u8; 32] {
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    seed
}

/// Lane by lane in the source, lanes side by side in the machine: the states stay in registers for a
/// block. Step `k` of lane `l` gives words `2 LANES k + l` (low half) and `2 LANES k + LANES + l`.
#[inline(always)]
fn fill(states: &mut [[u64; LANES]; 4], column: &mut Column) {
    let [first, second, third, fourth] = states;
    for block in column.chunks_exact_mut(BLOCK) {
        for lane in 0..LANES {
            let (mut a, mut b) = (first[lane], second[lane]);
            let (mut c, mut d) = (third[lane], fourth[lane]);
            for step in 0..STEPS {
                let output = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
                block[2 * LANES * step + lane] = output as u32;
                block[2 * LANES * step + LANES + lane] = (output >> 32) as u32;
                let shifted = b << 17;
                c ^= a;
                d ^= b;
                b ^= c;
                a ^= d;
                c ^= shifted;
                d = d.rotate_left(45);
            }
            (first[lane], second[lane]) = (a, b);
            (third[lane], fourth[lane]) = (c, d);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Draw;
    use crate::rng::{Work, fastest};

    /// xoshiro256++ as its authors print it, one word after the other.
    struct Scalar([u64; 4]);

    impl Scalar {
        fn next(&mut self) -> u64 {
            let s = &mut self.0;
            let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
            let t = s[1] << 17;
            s[2] ^= s[0];
            s[3] ^= s[1];
            s[1] ^= s[2];
            s[0] ^= s[3];
            s[2] ^= t;
            s[3] = s[3].rotate_left(45);
            result
        }
    }

    fn chunk() -> Generator {
        Generator::Pcg64Dxsm(Pcg64Dxsm::from_seed([7; 32]))
    }

    struct Fill<'a>(&'a mut Stream, &'a mut Column);

    impl Work for Fill<'_> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            self.0.fill(self.1);
        }
    }

    /// The first outputs from the state 1, 2, 3, 4, as the crate `rand_xoshiro` tests them against the
    /// authors' C.
    #[test]
    fn the_scalar_generator_is_the_published_one() {
        let mut rng = Scalar([1, 2, 3, 4]);
        let expected = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
        ];
        assert_eq!(expected.map(|_| rng.next()), expected);
    }

    #[test]
    fn every_lane_is_a_generator_of_its_own_seeded_by_the_chunk() {
        let mut root = Pcg64Dxsm::from_seed([7; 32]);
        let mut lanes: Vec<Scalar> = Vec::new();
        for _ in 0..LANES {
            lanes.push(Scalar([(); 4].map(|()| root.next_u64())));
        }
        let mut stream = Stream::split(&mut chunk());
        let mut column = [0; BATCH];
        for _ in 0..3 {
            stream.fill(&mut column);
            for (lane, scalar) in lanes.iter_mut().enumerate() {
                for step in 0..BATCH / LANES / 2 {
                    let word = scalar.next();
                    let at = 2 * LANES * step + lane;
                    assert_eq!(column[at], word as u32);
                    assert_eq!(column[at + LANES], (word >> 32) as u32);
                }
            }
        }
    }

    #[test]
    fn streams_of_a_chunk_and_families_differ_and_instruction_sets_do_not() {
        let first = |stream: &mut Stream| {
            let mut column = [0; BATCH];
            stream.fill(&mut column);
            column
        };
        let mut root = chunk();
        let (mut one, mut two) = (Stream::split(&mut root), Stream::split(&mut root));
        let mut cha = Stream::split(&mut Generator::ChaCha8(Box::new(ChaCha8Rng::from_seed(
            [7; 32],
        ))));
        let columns = [first(&mut one), first(&mut two), first(&mut cha)];
        assert!(columns[0] != columns[1] && columns[0] != columns[2]);
        let singles = [&mut one, &mut two, &mut cha].map(|stream| stream.single().bits());
        assert!(singles[0] != singles[1] && singles[0] != singles[2]);
        let mut best = Stream::split(&mut chunk());
        let mut column = [0; BATCH];
        fastest(Fill(&mut best, &mut column));
        assert_eq!(column, columns[0]);
    }

    #[test]
    fn value_stability() {
        let mut stream = Stream::split(&mut chunk());
        let mut column = [0; BATCH];
        stream.fill(&mut column);
        // Recomputed apart from this code: PCG64DXSM and xoshiro256++ by their definitions.
        assert_eq!(column[..2], [3_985_424_170, 2_930_036_373]);
        assert_eq!(column[BATCH - 1], 1_042_688_570);
    }
}
