//! Six bags filled beforehand: the search once more, plainly.

use std::collections::BTreeMap;

use tirage::game::GameEntry;
use tirage::games::piece_dor::{Listed, PieceDor, Reads, Reveal, Symbol};

use crate::evaluator::{PRIZES, pays, reveals};

/// The 56 bags without blanks, or 84 with them, as counts.
fn bags(with_blanks: bool) -> Vec<[u8; 7]> {
    let kinds = if with_blanks { 7 } else { 6 };
    let mut all = Vec::new();
    for a in 0..kinds {
        for b in a..kinds {
            for c in b..kinds {
                let mut counts = [0; 7];
                [a, b, c]
                    .into_iter()
                    .for_each(|kind: usize| counts[kind] += 1);
                all.push(counts);
            }
        }
    }
    all
}

struct Search {
    bags: Vec<[u8; 7]>,
    paid: BTreeMap<Reveal, Option<i64>>,
    prize: i64,
}

impl Search {
    fn is_good(&self, three: [usize; 3]) -> bool {
        let [a, b, c] = three.map(|bag| self.bags[bag]);
        let shown = Reveal::of(std::array::from_fn(|kind| a[kind] + b[kind] + c[kind]));
        self.paid[&shown] == Some(self.prize)
    }

    /// Whether `taken`, in ascending order, can be completed to six.
    fn completes(&self, taken: &mut Vec<usize>) -> bool {
        if taken.len() == 6 {
            return true;
        }
        for bag in taken.last().copied().unwrap_or(0)..self.bags.len() {
            let mut pairs =
                (0..taken.len()).flat_map(|a| (a + 1..taken.len()).map(move |b| (a, b)));
            if pairs.all(|(a, b)| self.is_good([taken[a], taken[b], bag])) {
                taken.push(bag);
                if self.completes(taken) {
                    return true;
                }
                taken.pop();
            }
        }
        false
    }
}

#[test]
fn the_same_prizes_can_be_laid_out_beforehand() {
    let game = PieceDor::new().expect("the built-in tables");
    let findings = game.findings().expect("findings");
    let finding = findings.iter().find(|finding| finding.id == "fixed-layout");
    let facts = &finding.expect("the finding").facts;
    let mut reads = Reads::all()[0];
    for listed in [Listed::ListedOnly, Listed::WithBlanks] {
        reads.listed = listed;
        let mut search = Search {
            bags: bags(listed == Listed::WithBlanks),
            paid: reveals()
                .into_iter()
                .map(|shown| (shown, pays(shown, reads)))
                .collect(),
            prize: 0,
        };
        let mut possible = Vec::new();
        for prize in PRIZES {
            search.prize = prize;
            if search.completes(&mut Vec::new()) {
                possible.push(prize);
            }
        }
        if listed == Listed::ListedOnly {
            assert_eq!(possible, [1_500, 1_000, 500, 200]);
            for (fact, prize) in facts.iter().zip(PRIZES) {
                let said = fact.value.starts_with("as ");
                assert_eq!(said, possible.contains(&prize), "{}", fact.label);
            }
        } else {
            assert_eq!(possible, [1_000_000, 5_000, 1_500, 1_000, 500, 200, 100, 0]);
        }
    }
}

/// The layouts that the findings give do what they are said to do.
#[test]
fn layouts_pay_the_same_whatever_is_opened() {
    let game = PieceDor::new().expect("the built-in tables");
    let findings = game.findings().expect("findings");
    let finding = findings.iter().find(|finding| finding.id == "fixed-layout");
    let mut layouts = 0;
    for (fact, prize) in finding.expect("the finding").facts.iter().zip(PRIZES) {
        let Some(told) = fact.value.strip_prefix("as ") else {
            continue;
        };
        let told = told.split(';').next().expect("a layout");
        let bags: Vec<[u8; 7]> = told.split(" | ").map(bag).collect();
        assert_eq!(bags.len(), 6, "{told}");
        for a in 0..6 {
            for b in a + 1..6 {
                for c in b + 1..6 {
                    let sum = |k: usize| bags[a][k] + bags[b][k] + bags[c][k];
                    let shown = Reveal::of(std::array::from_fn(sum));
                    assert_eq!(pays(shown, Reads::all()[0]), Some(prize), "{shown}");
                }
            }
        }
        layouts += 1;
    }
    assert_eq!(layouts, 4);
}

/// `2 couronne, 1 trèfle` as counts.
fn bag(told: &str) -> [u8; 7] {
    let mut counts = [0; 7];
    for part in told.split(", ") {
        let (count, name) = part.trim().split_once(' ').expect("a number and a name");
        let kind = Symbol::ALL.iter().position(|symbol| symbol.name() == name);
        counts[kind.expect(name)] = count.parse().expect("a number");
    }
    assert_eq!(counts.iter().sum::<u8>(), 3, "{told}");
    counts
}
