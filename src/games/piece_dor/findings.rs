//! What enumeration shows about the text, for the list of games. Amounts are those at a stake of
//! 1 EUR; every gain and every lot is proportional to the stake.

use std::collections::BTreeSet;

use crate::error::Result;
use crate::game::{FindingLine, Finding, GameCard};
use crate::games::piece_dor::combinations::STAKES;
use crate::games::piece_dor::exactly::{self, Strictness};
use crate::games::piece_dor::layout::Layouts;
use crate::games::piece_dor::readings::{Listed, Reads};
use crate::games::piece_dor::replay::Replay;
use crate::games::piece_dor::survey::{STAKE, Survey, grouped};
use crate::games::piece_dor::symbol::{Reveal, SHOWN, Symbol};
use crate::units::Cents;

/// All findings.
///
/// # Errors
/// (Internal) tables of another shape.
pub(super) fn all(card: &GameCard) -> Result<Vec<Finding>> {
    let survey = Survey::new(card)?;
    Ok(vec![
        totals(&survey),
        prizes(&survey),
        cumulation(&survey),
        exactly_three(&survey),
        losing(&survey),
        fixed_layout(&survey),
    ])
}

fn fact(label: impl Into<String>, value: impl Into<String>) -> FindingLine {
    FindingLine {
        label: label.into(),
        value: value.into(),
    }
}

/// One fact per distinct value of `of`, with the readings that lead to it behind `label`.
fn by_reading(
    survey: &Survey,
    label: &str,
    of: impl Fn(Reads, &[Option<Cents>]) -> String,
) -> Vec<FindingLine> {
    let values = survey.paid.iter().map(|(reads, paid)| of(*reads, paid));
    let values: Vec<String> = values.collect();
    let groups = grouped(&values).into_iter();
    groups
        .map(|(readings, value)| fact(format!("{label}{readings}"), value))
        .collect()
}

fn totals(survey: &Survey) -> Finding {
    let facts = by_reading(survey, "", |_, paid| {
        let shown = survey.reveals.list().iter().zip(paid);
        let possible: Vec<(Reveal, Cents)> = shown
            .filter_map(|(shown, paid)| Some((*shown, (*paid)?)))
            .collect();
        let never = possible.iter().filter(|(_, paid)| !survey.prizes.contains(paid));
        let orders = |shown: &(Reveal, Cents)| shown.0.orderings();
        let amounts: BTreeSet<Cents> = possible.iter().map(|(_, paid)| *paid).collect();
        format!(
            "{} totals; {} of {} reveals ({} of {} orders) pay none of the lots",
            amounts.len(),
            never.clone().count(),
            possible.len(),
            never.map(orders).sum::<u64>(),
            possible.iter().map(orders).sum::<u64>(),
        )
    });
    Finding {
        id: "totals",
        article: "3.2, 4.4, 4.5",
        about: "The combinations among nine symbols come to many totals that are no lot; tickets \
                that show them must never be sold."
            .to_owned(),
        facts,
    }
}

fn prizes(survey: &Survey) -> Finding {
    let of_prize = |prize: Cents| {
        let (any, orders) = survey.showing(&survey.paid[0].1, prize);
        let (proof, undisputed) = survey.showing(&survey.undisputed, prize);
        fact(
            format!("{prize} EUR"),
            format!(
                "{} reveals ({orders} orders) under the default readings, \
                 {} ({undisputed} orders) under every reading",
                any.len(),
                proof.len()
            ),
        )
    };
    let mut facts: Vec<FindingLine> = survey.prizes.map(of_prize).into();
    facts.extend(by_reading(survey, "prizes that cannot be shown under ", |_, paid| {
        let unshown = survey.prizes.iter().filter(|&&prize| !paid.contains(&Some(prize)));
        let unshown: Vec<String> = unshown.map(|prize| format!("{prize} EUR")).collect();
        if unshown.is_empty() {
            "none".to_owned()
        } else {
            unshown.join(", ")
        }
    }));
    Finding {
        id: "prizes",
        article: "3.2, 4.4, 4.5",
        about: "How many reveals show each prize.".to_owned(),
        facts,
    }
}

fn cumulation(survey: &Survey) -> Finding {
    let winning = survey.prizes.iter().filter(|&&prize| prize > Cents::ZERO);
    let facts = winning.flat_map(|&prize| {
        by_reading(survey, &format!("{prize} EUR, "), |reads, paid| {
            let replay = Replay::new(survey.gains, reads);
            let (list, _) = survey.showing(paid, prize);
            let claims = list.iter().filter_map(|shown| replay.pay(*shown));
            let several: BTreeSet<bool> = claims.map(|claim| claim.combinations() > 1).collect();
            match (several.contains(&false), several.contains(&true)) {
                (true, false) => "by one combination only",
                (false, true) => "by several combinations only",
                (true, true) => "by one combination or by several",
                (false, false) => "not at all",
            }
            .to_owned()
        })
    });
    Finding {
        id: "cumulation",
        article: "3.1, 3.2, 3.3",
        about: "How each prize is reached. The lots of 15 stakes are reached by several combinations \
                only, as the text says of them; it says so of no other, and the others need none."
            .to_owned(),
        facts: facts.collect(),
    }
}

fn exactly_three(survey: &Survey) -> Finding {
    let prize = Cents(15 * STAKES[STAKE].cents());
    let cases = [
        ("every symbol used once, 2 being at least 2", false, false),
        ("every symbol used once, 2 being exactly 2", true, false),
        ("symbols serving several rows, 2 being exactly 2", true, true),
        ("symbols serving several rows, 2 being at least 2", false, true),
    ];
    let facts = cases.map(|(label, pairs, shared)| {
        let strict = Strictness { pairs, shared };
        let pay = |shown: &&Reveal| {
            [1, SHOWN as u8]
                .iter()
                .any(|&clovers| exactly::pays(**shown, clovers, &survey.gains, strict) == prize)
        };
        let found = survey.reveals.list().iter().filter(pay).count();
        fact(label, format!("{found} reveals pay {prize} EUR"))
    });
    Finding {
        id: "exactly-three",
        article: "3.2, 4.4",
        about: "\"3 identical symbols\" cannot mean exactly three. As every symbol is used once, no \
                reveal would pay the 26 000 lots of 15 stakes, whatever clovers there are; so it is no \
                reading. Only if symbols served several rows and 2 meant at least 2 would any."
            .to_owned(),
        facts: facts.into(),
    }
}

fn losing(survey: &Survey) -> Finding {
    let facts = by_reading(survey, "", |_, paid| {
        let (list, orders) = survey.showing(paid, Cents::ZERO);
        if let [only] = list[..] {
            return format!("one reveal only: {only} ({orders} orders)");
        }
        let without = list.iter().filter(|shown| shown.count(Symbol::Trefle) == 0);
        let (number, without) = (list.len(), without.count());
        format!("{number} reveals ({orders} orders), {without} of them without a clover")
    });
    Finding {
        id: "losing",
        article: "4.4, 4.5, 4.7",
        about: "What a losing ticket can show. Without blanks and without clovers exactly one reveal \
                loses, and with one clover none does: all losing tickets would look alike but for \
                the order."
            .to_owned(),
        facts,
    }
}

fn fixed_layout(survey: &Survey) -> Finding {
    let listed = Layouts::new(&survey.reveals, false);
    let blanks = Layouts::new(&survey.reveals, true);
    let find = |prize: Cents, reads: Reads, paid: &[Option<Cents>]| {
        let layouts = match reads.listed {
            Listed::ListedOnly => &listed,
            Listed::WithBlanks => &blanks,
        };
        layouts.find(|number| paid[usize::from(number)] == Some(prize))
    };
    let mut facts = Vec::new();
    let mut always = Vec::new();
    for prize in survey.prizes {
        let (default, paid) = &survey.paid[0];
        let found = find(prize, *default, paid);
        let first = found.map_or("impossible".to_owned(), |bags| {
            format!("as {}", bags.map(|bag| bag.to_string()).join(" | "))
        });
        let others = by_reading(survey, "", |reads, paid| {
            let found = find(prize, reads, paid);
            if found.is_some() { "possible" } else { "impossible" }.to_owned()
        });
        let value = match &others[..] {
            [_, other] => format!("{first}; {} under {}", other.value, other.label),
            _ if found.is_some() => format!("{first}; possible under all readings"),
            _ => format!("{first} under all readings"),
        };
        facts.push(fact(format!("{prize} EUR"), value));
        if find(prize, *default, &survey.undisputed).is_some() {
            always.push(format!("{prize} EUR"));
        }
    }
    if always.is_empty() {
        always.push("none".to_owned());
    }
    facts.push(fact("one layout under every reading", always.join(", ")));
    Finding {
        id: "fixed-layout",
        article: "4.1, 4.3",
        about: "Whether six bags filled beforehand could pay the same whichever three are opened, by \
                an exhaustive search of all sets of six bags. Where it is impossible, the promise of \
                article 4.3 needs symbols that are served after the choice."
            .to_owned(),
        facts,
    }
}
