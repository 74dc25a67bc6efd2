//! Outcomes of a few fair dice, numbered, and grouped by the faces they show.

use std::collections::BTreeMap;

use crate::error::{Error, Result};

/// How many dice show each face.
pub(super) type Faces = [u8; 6];

/// The number of outcomes of `dice` dice.
pub(super) const fn outcomes(dice: u32) -> u64 {
    6_u64.pow(dice)
}

/// The faces (0 to 5 for one to six) of outcome number `index` of `N` dice, first die first: a bijection,
/// so a uniform number throws fair dice.
pub(super) fn dice<const N: usize>(mut index: usize) -> [usize; N] {
    let mut faces = [0; N];
    for face in faces.iter_mut().rev() {
        *face = index % 6;
        index /= 6;
    }
    faces
}

/// The number of an outcome: what [`dice`] reads.
pub(super) fn number(dice: &[usize]) -> u64 {
    dice.iter().fold(0, |number, &face| 6 * number + face as u64)
}

/// How many of `dice` show each face.
pub(super) fn faces(dice: &[usize]) -> Faces {
    let mut faces = Faces::default();
    for &face in dice {
        faces[face] += 1;
    }
    faces
}

/// The dice as a player reads them: `3 1 6`.
pub(super) fn shown(dice: &[usize]) -> String {
    let faces: Vec<String> = dice.iter().map(|face| (face + 1).to_string()).collect();
    faces.join(" ")
}

/// The outcomes of a throw in groups that agree in kind `K` and in faces shown. A kernel counts
/// groups; the faces are counted from the groups afterwards, exactly.
///
/// Groups are numbered by kind first, so each kind is a range.
#[derive(Clone, Debug)]
pub(super) struct Groups<K, const OUTCOMES: usize> {
    of: [u8; OUTCOMES],
    kinds: Vec<(K, Faces)>,
}

impl<K: Copy + Ord, const OUTCOMES: usize> Groups<K, OUTCOMES> {
    /// Groups all outcomes of `N` dice, which are `OUTCOMES`, by what `kind` says of them.
    ///
    /// # Errors
    /// There are more groups than a byte can number.
    pub(super) fn new<const N: usize>(kind: impl Fn(&[usize; N]) -> (K, Faces)) -> Result<Self> {
        const { assert!(6_usize.pow(N as u32) == OUTCOMES) };
        let all: [(K, Faces); OUTCOMES] = std::array::from_fn(|index| kind(&dice(index)));
        let mut numbers: BTreeMap<(K, Faces), u8> = all.iter().map(|&key| (key, 0)).collect();
        for (number, (_, slot)) in numbers.iter_mut().enumerate() {
            *slot = u8::try_from(number)
                .map_err(|_| Error::internal("more groups of dice than a byte can number"))?;
        }
        Ok(Self {
            of: all.map(|key| numbers[&key]),
            kinds: numbers.into_keys().collect(),
        })
    }

    /// The group of outcome number `index`.
    #[inline(always)]
    pub(super) fn of(&self, index: u64) -> usize {
        usize::from(self.of[index as usize])
    }

    /// Kind and faces of every group.
    pub(super) fn kinds(&self) -> &[(K, Faces)] {
        &self.kinds
    }

    /// The first group whose kind is `kind` or comes after it.
    pub(super) fn start(&self, kind: K) -> usize {
        self.kinds.partition_point(|(other, _)| *other < kind)
    }
}

/// Adds the faces of throws counted by their numbers (see [`dice`]), all of them, a power of six.
pub(super) fn add_throws(rows: &mut [u64], counts: &[u32]) {
    // The last die of all, and then those before it whatever the last: six times fewer every time.
    let mut counts: Vec<u64> = counts.iter().map(|&count| count.into()).collect();
    while counts.len() > 1 {
        let sixes = counts.as_chunks::<6>().0.iter();
        let before = sixes.map(|six| {
            rows.iter_mut().zip(six).for_each(|(row, count)| *row += count);
            six.iter().sum()
        });
        counts = before.collect();
    }
}

/// Adds the faces of `count` throws to the six `rows` of a table of dice.
pub(super) fn add_faces(rows: &mut [u64], faces: Faces, count: u32) {
    for (row, shown) in rows.iter_mut().zip(faces) {
        *row += u64::from(shown) * u64::from(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_numbered_first_die_first() {
        assert_eq!(dice::<3>(0), [0, 0, 0]);
        assert_eq!(dice::<3>(6 * 6 + 2), [1, 0, 2]);
        assert_eq!(dice::<3>(215), [5, 5, 5]);
        assert_eq!(shown(&dice::<3>(38)), "2 1 3");
        assert_eq!(number(&[1, 0, 2]), 38);
    }

    #[test]
    fn throws_add_what_each_shows() {
        let counts: [u32; 216] = std::array::from_fn(|index| (index * index) as u32);
        let (mut rows, mut expected) = ([7; 6], [7; 6]);
        add_throws(&mut rows, &counts);
        for (index, count) in counts.into_iter().enumerate() {
            for face in dice::<3>(index) {
                expected[face] += u64::from(count);
            }
        }
        assert_eq!(rows, expected);
    }

    #[test]
    fn groups_hold_every_outcome_once_and_keep_its_faces() {
        let groups = Groups::<_, 216>::new::<3>(|dice| (dice[0] != dice[1], faces(dice))).expect("few");
        for index in 0..216 {
            let thrown = dice::<3>(index);
            let (kind, shown) = groups.kinds()[groups.of(index as u64)];
            assert_eq!((kind, shown), (thrown[0] != thrown[1], faces(&thrown)));
        }
        assert_eq!(groups.start(false), 0);
        assert!(groups.kinds()[..groups.start(true)].iter().all(|g| !g.0));
        assert!(groups.kinds()[groups.start(true)..].iter().all(|g| g.0));
    }
}
