//! What can be played and tested: the list that `tirage games` prints, as data and as text.

use serde::Serialize;

use crate::audit::{Method, Null};
use crate::error::Result;
use crate::game::{Finding, GameEntry, Question};
use crate::published::Printed;
use crate::report::checks::{
    certainty_id, chunks_check_id, count_check_id, fit_check_id, paid_check_id, payouts_check_id,
    player_check_ids, rtp_check_id, whole_check_id,
};
use crate::report::model::SCHEMA;
use crate::report::text_table::table;
use crate::report::wrap::wrapped;
use crate::units::Stake;

/// Games with their strategies, stakes, readings, tables and check ids.
#[derive(Debug, Serialize)]
pub struct Catalogue {
    /// Always [`SCHEMA`].
    pub schema: &'static str,
    /// The games.
    pub games: Vec<CatalogueGame>,
    /// The kinds of checks, as `method` names them in reports.
    pub methods: Vec<Explained<Method>>,
    /// What checks hold the counts against, as `null` names it.
    pub nulls: Vec<Explained<Null>>,
}

/// Something about checks, for readers without statistics.
#[derive(Debug, Serialize)]
pub struct Explained<T> {
    /// As documents name it.
    pub id: T,
    /// In a few words.
    pub title: &'static str,
    /// In two sentences.
    pub about: &'static str,
}

/// One game.
#[derive(Debug, Serialize)]
pub struct CatalogueGame {
    /// Identifier.
    pub id: String,
    /// Name as published.
    pub title: String,
    /// Where the tables come from.
    pub source: String,
    /// Stakes on offer.
    pub stakes_cents: Vec<i64>,
    /// Strategies on offer.
    pub strategies: Vec<Named>,
    /// Questions of interpretation.
    pub readings: Vec<CatalogueQuestion>,
    /// Published tables, in the order of every report.
    pub tables: Vec<CatalogueTable>,
    /// Counters, in the order of every report.
    pub counters: Vec<Named>,
    /// Identifiers of the checks a run may have.
    pub checks: Vec<String>,
    /// What enumeration of the rules shows.
    pub findings: Vec<CatalogueFinding>,
}

/// A name users type or read, and what it means.
#[derive(Debug, Serialize)]
pub struct Named {
    /// The name, or the pattern of a family of names.
    pub id: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// A question, its default answer first.
#[derive(Debug, Serialize)]
pub struct CatalogueQuestion {
    /// The name users type.
    pub id: &'static str,
    /// The articles that leave it open.
    pub article: &'static str,
    /// The question.
    pub about: &'static str,
    /// The answer in force when none is chosen.
    pub default: &'static str,
    /// All answers.
    pub answers: Vec<Named>,
}

/// Something established about the published rules.
#[derive(Debug, Serialize)]
pub struct CatalogueFinding {
    /// Identifier.
    pub id: &'static str,
    /// The articles concerned.
    pub article: &'static str,
    /// What was found.
    pub about: String,
    /// The figures.
    pub facts: Vec<CatalogueFact>,
}

/// One figure of a finding.
#[derive(Debug, Serialize)]
pub struct CatalogueFact {
    /// What it is about.
    pub label: String,
    /// The figure, or a list of them.
    pub value: String,
}

/// A published table with the weights played.
#[derive(Debug, Serialize)]
pub struct CatalogueTable {
    /// Full identifier.
    pub id: String,
    /// The article that prints it.
    pub article: String,
    /// What is drawn.
    pub title: String,
    /// Whether it is a finite block of tickets, which the weights count.
    pub block: bool,
    /// Common denominator of the weights.
    pub denominator: u64,
    /// How many weight vectors with this denominator round to the printed odds.
    pub possible_weights: u64,
    /// Why these.
    pub why: String,
    /// The rows.
    pub rows: Vec<CatalogueRow>,
}

/// A row with the interval its printed odds stand for.
#[derive(Debug, Serialize)]
pub struct CatalogueRow {
    /// What comes up.
    pub label: String,
    /// The odds as printed, in a block the number of lots; null where nothing is printed.
    pub printed: Option<String>,
    /// Smallest probability that rounds to the printed odds, as a fraction.
    pub low: String,
    /// Largest one.
    pub high: String,
    /// The weight played.
    pub weight: u64,
}

impl Catalogue {
    /// The catalogue of `games`.
    ///
    /// # Errors
    /// (Internal) a game whose tables do not fit its code.
    pub fn new<'a>(games: impl IntoIterator<Item = &'a dyn GameEntry>) -> Result<Self> {
        Ok(Self {
            schema: SCHEMA,
            games: games.into_iter().map(game).collect::<Result<_>>()?,
            methods: Vec::from(Method::ALL.map(|method| Explained {
                id: method,
                title: method.title(),
                about: method.explanation(),
            })),
            nulls: Vec::from(Null::ALL.map(|null| Explained {
                id: null,
                title: null.title(),
                about: null.explanation(),
            })),
        })
    }

    /// The catalogue as text.
    pub fn text(&self) -> String {
        self.games
            .iter()
            .map(game_text)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

fn game(entry: &dyn GameEntry) -> Result<CatalogueGame> {
    let card = entry.card();
    let strategies = entry.families().into_iter().map(|family| Named {
        id: family.pattern,
        about: family.about,
    });
    let counters = card.counters.iter().map(|counter| Named {
        id: counter.id,
        about: counter.about,
    });
    Ok(CatalogueGame {
        id: card.id.clone(),
        title: card.title.clone(),
        source: card.source.clone(),
        stakes_cents: card.stakes.iter().map(|stake| stake.cents()).collect(),
        strategies: strategies.collect(),
        readings: card
            .questions
            .iter()
            .map(|question| self::question(question))
            .collect(),
        tables: card.tables.iter().map(published).collect(),
        counters: counters.collect(),
        checks: checks(entry),
        findings: entry.findings()?.into_iter().map(finding).collect(),
    })
}

fn finding(finding: Finding) -> CatalogueFinding {
    let facts = finding.facts.into_iter().map(|fact| CatalogueFact {
        label: fact.label,
        value: fact.value,
    });
    CatalogueFinding {
        id: finding.id,
        article: finding.article,
        about: finding.about,
        facts: facts.collect(),
    }
}

/// The checks a run may have, in the order of a report.
fn checks(entry: &dyn GameEntry) -> Vec<String> {
    let card = entry.card();
    let mut checks = Vec::new();
    for table in &card.tables {
        if table.is_block {
            checks.push(whole_check_id(&table.id));
        }
        checks.push(fit_check_id(&table.id));
    }
    let certainty = card.certainty.iter();
    checks.extend(certainty.map(|certainty| certainty_id(*certainty, &card.id)));
    if entry.has_solver() {
        // Tickets without replacement are tested as blocks.
        if !card.tables.iter().any(|table| table.is_block) {
            checks.extend([payouts_check_id(&card.id), rtp_check_id(&card.id)]);
            // A run has those of which its solution knows the spread.
            let counters = card.counters.iter();
            checks.extend(counters.map(|counter| count_check_id(&card.id, counter.id)));
        }
        if card.sessions.is_some() {
            checks.extend(player_check_ids(&card.id));
        }
    }
    if card.tables.iter().any(|table| table.is_block) {
        checks.push(paid_check_id(&card.id));
    }
    checks.push(chunks_check_id(&card.id));
    checks
}

fn question(question: &'static Question) -> CatalogueQuestion {
    let answers = question.answers.iter().map(|answer| Named {
        id: answer.id,
        about: answer.about,
    });
    CatalogueQuestion {
        id: question.id,
        article: question.article,
        about: question.about,
        default: question.answers.first().map_or("", |answer| answer.id),
        answers: answers.collect(),
    }
}

fn published(table: &crate::published::Table) -> CatalogueTable {
    let ends = |printed: &Printed| {
        let interval = printed.interval(table.weights.denominator);
        (interval.low.to_string(), interval.high.to_string())
    };
    let rows = table
        .rows
        .iter()
        .zip(&table.weights.values)
        .map(|(row, &weight)| {
            let (low, high) = ends(&row.printed);
            CatalogueRow {
                label: row.label.clone(),
                printed: row.printed.text().map(str::to_owned),
                low,
                high,
                weight,
            }
        });
    CatalogueTable {
        id: table.id.clone(),
        article: table.article.clone(),
        title: table.title.clone(),
        block: table.is_block,
        denominator: table.weights.denominator,
        possible_weights: table.weights.possible,
        why: table.weights.why.clone(),
        rows: rows.collect(),
    }
}

fn game_text(game: &CatalogueGame) -> String {
    let stakes: Vec<String> = game
        .stakes_cents
        .iter()
        .map(|&cents| Stake::from_cents(cents).to_string())
        .collect();
    let mut text = format!(
        "{}: {}\n{}  stakes in EUR: {}\n\nStrategies\n",
        game.id,
        game.title,
        wrapped(&format!("  {}", game.source), 2),
        stakes.join(", ")
    );
    let named = |items: &[Named]| {
        items
            .iter()
            .map(|n| [n.id.into(), n.about.into()])
            .collect()
    };
    text += &table(
        ["name", "what such a player does"],
        2,
        named(&game.strategies),
    );
    text += "\nReadings (the default first)\n";
    let answers = game.readings.iter().flat_map(|question| {
        question.answers.iter().map(move |answer| {
            [
                format!("{}={}", question.id, answer.id),
                question.article.to_owned(),
                answer.about.to_owned(),
            ]
        })
    });
    text += &table(
        ["question=answer", "article", "meaning"],
        3,
        answers.collect(),
    );
    for published in &game.tables {
        let (id, article, title) = (&published.id, &published.article, &published.title);
        text.push('\n');
        text += &wrapped(&format!("{id} (article {article}): {title}"), 2);
        let rows = published.rows.iter().map(|row| {
            [
                row.label.clone(),
                row.printed.clone().unwrap_or_default(),
                format!("{}/{}", row.weight, published.denominator),
            ]
        });
        let printed = if published.block { "lots" } else { "1 in" };
        text += &table(["row", printed, "weight played"], 1, rows.collect());
        if published.possible_weights > 1 {
            text += &format!(
                "  one of {} weight vectors over {} that round to the printed odds\n",
                published.possible_weights, published.denominator
            );
        }
    }
    if !game.counters.is_empty() {
        text += "\nCounters\n";
        text += &table(["name", "what is counted"], 2, named(&game.counters));
    }
    for finding in &game.findings {
        let (id, article, about) = (finding.id, finding.article, &finding.about);
        text.push('\n');
        text += &wrapped(&format!("{id} (article {article}): {about}"), 2);
        let facts = finding.facts.iter();
        let facts = facts.map(|fact| [fact.label.clone(), fact.value.clone()]);
        text += &table(["", ""], 2, facts.collect());
    }
    text
}
