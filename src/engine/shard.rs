//! A plan cut into parts for several processes.

use std::fmt;
use std::ops::Range;

use crate::engine::plan::Plan;
use crate::error::{Error, Result};

/// The K-th of N parts of a plan: a range of chunks of every run, never a share of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The most parts a plan can be cut into.
    pub const MOST: u64 = 1_000_000;

    /// Part `index`, counted from 1, of `of`.
    ///
    /// # Errors
    /// There is no such part.
    pub fn new(index: u64, of: u64) -> Result<Self> {
        if index == 0 || index > of || of > Self::MOST {
            return Err(Error::input(format!(
                "there is no shard {index}/{of}: write K/N, K from 1 to N, N at most {}",
                Self::MOST
            )));
        }
        Ok(Self { index, of })
    }

    /// Reads `K/N`.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self> {
        let digits = |part: &str| {
            let plain = part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let parts = text.split_once('/');
        match parts.and_then(|(k, n)| Some((digits(k)?, digits(n)?))) {
            Some((index, of)) => Self::new(index, of),
            None => Err(Error::input(format!(
                "`{text}` is no shard: write K/N, such as 3/8"
            ))),
        }
    }

    /// Its number, from 1.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Number of parts.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The chunks of every run that are its share. The shards of a plan cover every chunk once.
    ///
    /// A run of c chunks is cut where `c · k + phase` passes a multiple of N; the phase moves on
    /// from run to run, so that the odd chunks of runs that have fewer than N do not all fall to the
    /// same shards.
    pub fn ranges(&self, plan: &Plan) -> Vec<Range<u64>> {
        let of = u128::from(self.of);
        let mut phase = 0;
        let mut ranges = Vec::new();
        for run in &plan.runs {
            let chunks = u128::from(run.chunks());
            let cut = |shards: u64| ((chunks * u128::from(shards) + phase) / of) as u64;
            ranges.push(cut(self.index - 1)..cut(self.index));
            phase = (phase + chunks) % of;
        }
        ranges
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_shard() {
        let shard = Shard::parse("3/8").expect("a shard");
        assert_eq!((shard.index(), shard.of()), (3, 8));
        assert_eq!(shard.to_string(), "3/8");
        for text in [
            "",
            "3",
            "0/8",
            "9/8",
            "3/0",
            "+3/8",
            "3/8/2",
            "1/1000001",
            "a/b",
            "3 / 8",
        ] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
