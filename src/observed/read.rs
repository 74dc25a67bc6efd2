//! From a file to counts, in one pass and in memory that does not grow with its length.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::{Error, Position, Result, nearest};
use crate::game::GameEntry;
use crate::observed::columns::{Column, Form, Header};
use crate::observed::fields;
use crate::observed::instant::{self, Instant};
use crate::observed::log::{Draws, Fault, Group, Log};
use crate::observed::players::ByPlayer;
use crate::observed::records::{Next, Record, Records};
use crate::units::{Cents, Stake};

/// Bad lines told one by one; the others are counted.
const TOLD: usize = 20;
/// Different blocks, payouts or strategies kept apart.
const KEPT: usize = 1 << 20;

/// Reads the file at `path` as plays of `game`.
///
/// Every line is either counted or listed as bad: a file with bad lines is not fit to be judged.
///
/// # Errors
/// The file cannot be read, or its header is not one of the two forms.
pub fn read_log(path: &Path, game: &dyn GameEntry) -> Result<Log> {
    let refuse = |why: String| Error::input(why).in_file(path);
    let file = File::open(path).map_err(|error| refuse(format!("cannot read: {error}")))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(refuse("is a folder: expected a CSV file".to_owned()));
    }
    read_from(file, game).map_err(|error| error.in_file(path))
}

/// [`read_log`] of any bytes.
///
/// # Errors
/// See [`read_log`].
pub fn read_from(source: impl Read, game: &dyn GameEntry) -> Result<Log> {
    let mut records = Records::new(source);
    let mut record = Record::default();
    let at = |line: u64| Position {
        line: usize::try_from(line).unwrap_or(usize::MAX),
        column: 1,
    };
    match records.header(&mut record)? {
        None => return Err(Error::input("the file is empty: expected a header line")),
        Some((_, Next::Record)) => {}
        Some((_, Next::Bad(line, why))) => return Err(Error::input(why).at(at(line))),
        Some((_, Next::End)) => return Err(Error::internal("a header that is the end")),
    }
    let header = Header::new(&record).map_err(|error| error.at(at(record.line)))?;
    let mut reader = Reader::new(game, header)?;
    loop {
        match records.next(&mut record)? {
            Next::End => break,
            Next::Bad(line, why) => reader.fault(line, why),
            Next::Record => {
                reader.log.rows += 1;
                if let Err(why) = reader.add(&record) {
                    reader.fault(record.line, why);
                }
            }
        }
    }
    (reader.log.lines, reader.log.blank) = (records.lines, records.blank);
    (reader.log.sha256, reader.log.bytes) = records.digest()?;
    Ok(reader.finish())
}

/// Why a line cannot be read.
type Line<T> = std::result::Result<T, String>;

struct Reader<'a> {
    game: &'a dyn GameEntry,
    header: Header,
    places: [Option<usize>; 11],
    log: Log,
    /// Strategies by the names they were written with.
    strategies: BTreeMap<String, Line<String>>,
    /// The block table at each stake.
    blocks: BTreeMap<Stake, Option<usize>>,
    period: Option<[(Instant, String); 2]>,
    kept: usize,
}

impl<'a> Reader<'a> {
    fn new(game: &'a dyn GameEntry, header: Header) -> Result<Self> {
        let place = |column| header.place(column);
        let stakes = game.card().stakes.iter();
        let blocks = stakes.map(|stake| Ok((*stake, game.block_table(*stake)?)));
        let unused = [Column::Player, Column::PlayId].into_iter();
        Ok(Self {
            places: Column::ALL.map(place),
            log: Log {
                form: header.form,
                sha256: String::new(),
                bytes: 0,
                lines: 0,
                blank: 0,
                rows: 0,
                total: 0,
                period: None,
                unused: unused
                    .filter(|column| place(*column).is_some())
                    .map(Column::name)
                    .collect(),
                players: ByPlayer::default(),
                plays: BTreeMap::new(),
                draws: BTreeMap::new(),
                faults: Vec::new(),
                bad: 0,
            },
            blocks: blocks.collect::<Result<_>>()?,
            game,
            header,
            strategies: BTreeMap::new(),
            period: None,
            kept: 0,
        })
    }

    fn fault(&mut self, line: u64, message: String) {
        self.log.bad += 1;
        if self.log.faults.len() < TOLD {
            self.log.faults.push(Fault { line, message });
        }
    }

    /// The field of a column; none where the file lacks the column, or the record leaves it empty.
    fn field<'r>(&self, record: &'r Record, column: Column) -> Option<&'r str> {
        let text = record.get(self.places[column as usize]?);
        (!text.is_empty()).then_some(text)
    }

    fn add(&mut self, record: &Record) -> Line<()> {
        let (found, wanted) = (record.fields().len(), self.header.width());
        if found != wanted {
            return Err(format!(
                "{found} fields: expected {wanted}, as in the header"
            ));
        }
        let game = self.field(record, Column::Game).unwrap_or_default();
        let card = self.game.card();
        if game != card.id {
            return Err(format!("game `{game}`: this audit is of {}", card.id));
        }
        let text = self.field(record, Column::Stake).unwrap_or_default();
        let stake = Stake::from_cents(fields::cents("stake_cents", text)?);
        if !card.stakes.contains(&stake) {
            let stakes: Vec<String> = card
                .stakes
                .iter()
                .map(|stake| stake.cents().to_string())
                .collect();
            return Err(format!(
                "stake_cents `{text}`: {} is sold at {}",
                card.id,
                stakes.join(", ")
            ));
        }
        let count = match self.field(record, Column::Count) {
            Some(text) => fields::count(text)?,
            None if self.places[Column::Count as usize].is_some() => {
                return Err("count is empty".to_owned());
            }
            None => 1,
        };
        let total = self
            .log
            .total
            .checked_add(count)
            .filter(|total| i64::try_from(*total).is_ok());
        let total = total.ok_or("the counts of the file sum to more than 2^63")?;
        let time = self.field(record, Column::PlayedAt);
        let time = time.map(|text| match instant::parse(text) {
            Ok(instant) => Ok((instant, text)),
            Err(why) => Err(format!("played_at `{text}`: {why}")),
        });
        let time = time.transpose()?;
        match self.header.form {
            Form::Payouts => self.play(record, stake, count)?,
            Form::Draws => self.draw(record, stake, count)?,
        }
        self.log.total = total;
        if let Some((instant, text)) = time {
            self.see(instant, text);
        }
        Ok(())
    }

    fn see(&mut self, instant: Instant, text: &str) {
        let [first, last] = self
            .period
            .get_or_insert_with(|| [0, 1].map(|_| (instant, text.to_owned())));
        if instant < first.0 {
            *first = (instant, text.to_owned());
        }
        if instant > last.0 {
            *last = (instant, text.to_owned());
        }
    }

    /// A row of plays.
    fn play(&mut self, record: &Record, stake: Stake, count: u64) -> Line<()> {
        let text = self.field(record, Column::Payout).unwrap_or_default();
        let payout = Cents(fields::cents("payout_cents", text)?);
        let strategy = match self.field(record, Column::Strategy) {
            None => None,
            Some(name) => Some(self.strategy(name)?),
        };
        let block = self.block(record, stake)?;
        let full = self.kept >= KEPT;
        let plays = self.log.plays.entry(Group { stake, strategy }).or_default();
        let mut kept = add(&mut plays.payouts, payout, count, full)?;
        match block {
            None => plays.blockless += count,
            Some(block) => {
                if !plays.blocks.contains_key(block) {
                    plays.blocks.insert(block.to_owned(), BTreeMap::new());
                    kept += 1;
                }
                let payouts = plays.blocks.get_mut(block).ok_or("a block that is lost")?;
                kept += add(payouts, payout, count, full)?;
            }
        }
        self.kept += kept;
        if let Some(player) = self.field(record, Column::Player) {
            self.log.players.add(player, count);
        }
        Ok(())
    }

    /// A row of draws.
    fn draw(&mut self, record: &Record, stake: Stake, count: u64) -> Line<()> {
        let game: &dyn GameEntry = self.game;
        let tables = &game.card().tables;
        let id = self.field(record, Column::Table).unwrap_or_default();
        let number = tables.iter().position(|table| table.id == id);
        let number = number
            .ok_or_else(|| misnamed("table", id, tables.iter().map(|table| table.id.as_str())))?;
        let table = &tables[number];
        let label = self.field(record, Column::Label).unwrap_or_default();
        let row = table.rows.iter().position(|row| row.label == label);
        let row = row.ok_or_else(|| {
            misnamed(
                "label",
                label,
                table.rows.iter().map(|row| row.label.as_str()),
            )
        })?;
        if table.is_block && self.blocks.get(&stake).copied().flatten() != Some(number) {
            return Err(format!(
                "table `{id}` is not sold at a stake of {stake} EUR"
            ));
        }
        let block = if table.is_block {
            self.block(record, stake)?
        } else {
            None
        };
        let full = self.kept >= KEPT;
        let zeros = || vec![0; table.rows.len()];
        let draws = self
            .log
            .draws
            .entry((stake, number))
            .or_insert_with(|| Draws {
                rows: zeros(),
                ..Draws::default()
            });
        draws.rows[row] += count;
        match block {
            None => draws.blockless += count,
            Some(block) => {
                if !draws.blocks.contains_key(block) {
                    if full {
                        return Err(too_many("blocks"));
                    }
                    draws.blocks.insert(block.to_owned(), zeros());
                    self.kept += 1;
                }
                let rows = draws.blocks.get_mut(block).ok_or("a block that is lost")?;
                rows[row] += count;
            }
        }
        Ok(())
    }

    /// The canonical name of a strategy.
    fn strategy(&mut self, name: &str) -> Line<String> {
        if let Some(known) = self.strategies.get(name) {
            return known.clone();
        }
        let found = self
            .game
            .strategy_name(name)
            .map_err(|error| error.message().to_owned());
        if self.strategies.len() < KEPT {
            self.strategies.insert(name.to_owned(), found.clone());
        }
        found
    }

    fn block<'r>(&self, record: &'r Record, stake: Stake) -> Line<Option<&'r str>> {
        let block = self.field(record, Column::Block);
        if block.is_some() && self.blocks.get(&stake).copied().flatten().is_none() {
            return Err(format!(
                "{} is not sold in blocks: leave `block` empty",
                self.game.card().id
            ));
        }
        Ok(block)
    }

    fn finish(mut self) -> Log {
        self.log.period = self.period.map(|[first, last]| (first.1, last.1));
        self.log
    }
}

/// Adds plays of a payout; whether it is new.
fn add(payouts: &mut BTreeMap<Cents, u64>, payout: Cents, count: u64, full: bool) -> Line<usize> {
    if let Some(sum) = payouts.get_mut(&payout) {
        *sum += count;
        return Ok(0);
    }
    if full {
        return Err(too_many("blocks and payouts"));
    }
    payouts.insert(payout, count);
    Ok(1)
}

fn too_many(what: &str) -> String {
    format!("more than {KEPT} different {what} in the file: split it")
}

fn misnamed<'n>(what: &str, got: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    match nearest(got, names) {
        Some(near) => format!("unknown {what} `{got}`; did you mean `{near}`?"),
        None => format!("unknown {what} `{got}`: `tirage games --format json` lists them"),
    }
}
