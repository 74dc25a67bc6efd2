//! The PAR sheet of a run: what the game pays, and how often.

use super::blocks::{Block, Cell, Table, numbers, words};
use super::build::part;
use super::runs::COUNTED;
use crate::audit::PayoutBand;
use crate::report::exact::{ExactReport, PayoutChance};
use crate::report::lang::Lang;
use crate::report::model::RunReport;
use crate::report::plot::tail;

/// More payouts than this are shown by bands of amounts.
const MOST_ROWS: usize = 40;

/// Quantile of the normal law that leaves 5 % on each side: the volatility index of PAR sheets.
const Z90: f64 = 1.644_853_626_951_472_2;

/// Payouts of one row: a single amount, or a band of them.
struct Prize {
    least: i64,
    most: i64,
    amounts: usize,
    chance: f64,
    /// Cents per round.
    worth: f64,
}

/// The sheet; nothing for a run without an exact law.
pub(super) fn sheet(run: &RunReport, lang: Lang) -> Vec<Block> {
    let Some(exact) = &run.exact else {
        return Vec::new();
    };
    let key = format!("{}-{}-{}", run.game, slug(&run.name()), run.stake_cents);
    let title = format!(
        "{} · {} · {}",
        run.title,
        run.name(),
        lang.euros(run.stake_cents)
    );
    let law = |payouts: &[PayoutChance]| {
        payouts
            .iter()
            .map(|p| (p.cents, p.probability))
            .collect::<Vec<_>>()
    };
    let rounds = run.rounds.max(1) as f64;
    let seen: Vec<(i64, f64)> = run
        .payouts
        .iter()
        .map(|p| (p.cents, p.count as f64 / rounds))
        .collect();
    let mut blocks = vec![
        part(
            format!("par-{key}"),
            format!(
                "{title} · {}",
                lang.pick(
                    "PAR sheet (prizes and their odds)",
                    "fiche PAR (gains et chances)"
                )
            ),
        ),
        Block::Table(figures(run, exact, lang)),
        Block::Folded {
            title: lang.pick("Paytable", "Tableau des gains").to_owned(),
            blocks: vec![Block::Table(paytable(run, exact, lang))],
        },
        Block::Folded {
            title: lang
                .pick("Distribution of payouts", "Distribution des gains")
                .to_owned(),
            blocks: vec![Block::Figure(tail(
                lang,
                &format!("payouts-{key}"),
                &format!(
                    "{title} · {}",
                    lang.pick("distribution of payouts", "distribution des gains")
                ),
                &law(&exact.payouts),
                &seen,
            ))],
        },
    ];
    blocks.push(super::settling::settling(run, &key, &title, lang));
    if SPANS.iter().any(|&power| is_rough(exact, plays_of(power))) {
        // Right below the figures.
        blocks.insert(2, Block::Paragraph(lang.pick(
            "* Rough: with so few plays a handful of rare prizes decides, and most players get back less than the middle of the range.",
            "* Approximatif : avec si peu de parties, une poignée de gros lots décide, et la plupart des joueurs récupèrent moins que le milieu de l'intervalle.",
        ).to_owned()));
    }
    blocks
}

/// Powers of ten plays whose RTP the sheet tells.
const SPANS: [i32; 4] = [3, 5, 7, 9];

/// Marks figures by the normal law where it says little.
const ROUGH: &str = " *";

fn plays_of(power: i32) -> f64 {
    libm::exp10(f64::from(power))
}

/// Whether so few plays are too few for the normal law, by the skewness of the payouts.
fn is_rough(exact: &ExactReport, plays: f64) -> bool {
    exact.skewness.is_finite() && plays < PayoutBand::new(0.0, 1.0, exact.skewness).from_rounds()
}

/// Letters, digits and hyphens only.
pub(super) fn slug(text: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    text.chars().map(plain).collect()
}

/// Tickets of the block that a run sells from first to last; none where rounds are no such tickets.
fn block(run: &RunReport) -> Option<u64> {
    let mut sold = run.tables.iter();
    let sold = sold.find(|table| table.block && table.trials > 0);
    sold.filter(|_| run.tickets.is_none())
        .map(|table| table.denominator)
}

/// So many independent rounds would vary in sum as `plays` rounds do: tickets of blocks sold out not at all, n of a
/// block of N by n (N - n) / (N - 1).
fn open_rounds(run: &RunReport, plays: f64) -> f64 {
    match block(run) {
        Some(tickets) if tickets > 1 => {
            let n = plays as u64 % tickets;
            n as f64 * (tickets - n) as f64 / (tickets - 1) as f64
        }
        _ => plays,
    }
}

fn figures(run: &RunReport, exact: &ExactReport, lang: Lang) -> Table {
    let sd = exact.standard_deviation;
    let top = exact
        .payouts
        .last()
        .map_or(0.0, |payout| payout.probability);
    let mut rows: Vec<(String, String)> = vec![
        (
            lang.pick("RTP", "TRJ").to_owned(),
            format!(
                "{}{}",
                lang.percent(exact.rtp.value, 6),
                exact
                    .rtp
                    .fraction
                    .as_ref()
                    .filter(|text| text.len() <= 40)
                    .map_or(String::new(), |text| format!(" = {text}"))
            ),
        ),
        (
            lang.pick(
                "RTP over the rounding of the odds",
                "TRJ selon l'arrondi des chances",
            )
            .to_owned(),
            exact
                .rtp
                .low
                .zip(exact.rtp.high)
                .map_or(lang.missing().to_owned(), |(low, high)| {
                    super::runs::span(&lang.percent(low, 4), &lang.percent(high, 4))
                }),
        ),
        (
            lang.pick("hit frequency", "fréquence de gain").to_owned(),
            format!(
                "{} ({} {})",
                lang.percent(exact.hit_frequency.value, 4),
                lang.pick("1 in", "1 sur"),
                lang.significant(1.0 / exact.hit_frequency.value, 4)
            ),
        ),
        (
            lang.pick(
                "volatility: standard deviation, in stakes",
                "volatilité : écart type, en mises",
            )
            .to_owned(),
            lang.significant(sd, 5),
        ),
        (
            lang.pick("volatility index, 90%", "indice de volatilité, 90\u{a0}%")
                .to_owned(),
            lang.significant(Z90 * sd, 5),
        ),
        (
            lang.pick("maximum win", "gain maximal").to_owned(),
            format!(
                "{} ({} {})",
                lang.euros(exact.max_payout_cents),
                lang.pick("1 in", "1 sur"),
                lang.significant(1.0 / top, 4)
            ),
        ),
    ];
    rows.extend(SPANS.map(|power| span_of(run, exact, plays_of(power), lang)));
    rows.push((
        lang.pick("RTP simulated here", "TRJ simulé ici").to_owned(),
        format!(
            "{} ± {}{}",
            lang.percent(run.rtp.estimate, 4),
            lang.percent(2.575_829 * run.rtp.standard_error, 4),
            if run.has_whole_blocks() { COUNTED } else { "" }
        ),
    ));
    Table {
        caption: String::new(),
        columns: [
            words([lang.pick("figure", "grandeur")]),
            numbers([lang.pick("value", "valeur")]),
        ]
        .concat(),
        rows: rows
            .into_iter()
            .map(|(name, value)| vec![name.into(), value.into()])
            .collect(),
    }
}

/// Where the RTP of so many plays lies in nine cases of ten.
fn span_of(run: &RunReport, exact: &ExactReport, plays: f64, lang: Lang) -> (String, String) {
    let half = Z90 * exact.standard_deviation * open_rounds(run, plays).sqrt() / plays;
    let (low, high) = ((exact.rtp.value - half).max(0.0), exact.rtp.value + half);
    let plays_ = lang.count(plays as u64);
    let rough = if is_rough(exact, plays) { ROUGH } else { "" };
    let name = match (block(run), lang) {
        (None, Lang::En) => {
            format!("RTP after {plays_} plays, 9 of 10 cases (normal law){rough}")
        }
        (None, Lang::Fr) => {
            format!("TRJ après {plays_} parties, 9 cas sur 10 (loi normale){rough}")
        }
        (Some(_), Lang::En) => {
            format!(
                "RTP after {plays_} tickets, block after block, 9 of 10 cases (normal law){rough}"
            )
        }
        (Some(_), Lang::Fr) => {
            format!(
                "TRJ après {plays_} tickets, bloc après bloc, 9 cas sur 10 (loi normale){rough}"
            )
        }
    };
    let range = super::runs::span(&lang.percent(low, 2), &lang.percent(high, 2));
    (name, range)
}

fn paytable(run: &RunReport, exact: &ExactReport, lang: Lang) -> Table {
    let mean: f64 = exact
        .payouts
        .iter()
        .map(|p| p.cents as f64 * p.probability)
        .sum();
    let columns = [
        words([lang.pick("payout", "gain")]),
        numbers([
            lang.pick("probability", "probabilité"),
            lang.pick("1 chance in", "1 chance sur"),
            lang.pick("RTP contribution", "contribution au TRJ"),
            lang.pick("share of the RTP", "part du TRJ"),
            lang.pick("simulated", "simulé"),
        ]),
    ];
    let rounds = run.rounds.max(1) as f64;
    let rows = prizes(&exact.payouts).into_iter().map(|prize| {
        let seen: u64 = run
            .payouts
            .iter()
            .filter(|p| (prize.least..=prize.most).contains(&p.cents))
            .map(|p| p.count)
            .sum();
        let name = if prize.amounts == 1 {
            lang.euros(prize.least)
        } else {
            format!(
                "{} – {} ({})",
                lang.euros(prize.least),
                lang.euros(prize.most),
                prize.amounts
            )
        };
        let part = prize.worth / run.stake_cents as f64;
        vec![
            Cell::number(name, prize.least as f64),
            Cell::number(lang.significant(prize.chance, 6), prize.chance),
            Cell::number(lang.significant(1.0 / prize.chance, 6), 1.0 / prize.chance),
            Cell::number(lang.percent(part, 4), part),
            Cell::number(lang.percent(prize.worth / mean, 2), prize.worth),
            Cell::number(lang.significant(seen as f64 / rounds, 6), seen as f64),
        ]
    });
    Table {
        caption: String::new(),
        columns: columns.concat(),
        rows: rows.collect(),
    }
}

/// Each payout, or bands of them where they are many: 1, 2, 5 times the powers of ten.
fn prizes(payouts: &[PayoutChance]) -> Vec<Prize> {
    let band = |cents: i64| -> i64 {
        if payouts.len() <= MOST_ROWS {
            return cents;
        }
        if cents == 0 {
            return 0;
        }
        let mut edge = 10;
        let mut steps = [2, 5, 10].iter().cycle();
        let mut scale = 10;
        while edge < cents {
            let step = steps.next().unwrap_or(&10);
            edge = scale * step;
            if *step == 10 {
                scale *= 10;
            }
        }
        edge
    };
    let mut found: Vec<(i64, Prize)> = Vec::new();
    for payout in payouts {
        let key = band(payout.cents);
        let worth = payout.cents as f64 * payout.probability;
        match found.last_mut().filter(|(last, _)| *last == key) {
            Some((_, prize)) => {
                prize.most = payout.cents;
                prize.amounts += 1;
                prize.chance += payout.probability;
                prize.worth += worth;
            }
            None => found.push((
                key,
                Prize {
                    least: payout.cents,
                    most: payout.cents,
                    amounts: 1,
                    chance: payout.probability,
                    worth,
                },
            )),
        }
    }
    found.into_iter().map(|(_, prize)| prize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payout(cents: i64, probability: f64) -> PayoutChance {
        PayoutChance {
            cents,
            probability,
            fraction: None,
        }
    }

    #[test]
    fn few_payouts_stand_alone_and_many_by_bands() {
        assert_eq!(prizes(&[payout(0, 0.5), payout(100, 0.5)]).len(), 2);
        let many: Vec<_> = (0..=100).map(|k| payout(10 * k, 1.0 / 101.0)).collect();
        let bands: Vec<_> = prizes(&many)
            .iter()
            .map(|p| (p.least, p.most, p.amounts))
            .collect();
        assert_eq!(
            bands,
            [
                (0, 0, 1),
                (10, 10, 1),
                (20, 20, 1),
                (30, 50, 3),
                (60, 100, 5),
                (110, 200, 10),
                (210, 500, 30),
                (510, 1000, 50)
            ]
        );
    }
}
