//! The arguments of `tirage power`.

use std::num::NonZeroU64;

use clap::Args;

use crate::cli::args::{TableFormat, parse_rounds_arg, parse_seed_arg, reading, session, stake};
use crate::units::Stake;

/// `tirage power`.
#[derive(Debug, Args)]
pub struct PowerArguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The strategy [default: the game's first in the standard scenario]
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: Option<String>,
    /// The stake in EUR [default: the smallest]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Answer a question of interpretation; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// Players of exactly N plays each, from zero keys (clefs-du-tresor) [default: the long run]
    #[arg(long, value_name = "N", value_parser = session, allow_hyphen_values = true)]
    pub plays: Option<NonZeroU64>,
    /// Players who buy K tickets each of a fresh block (o-secousses, piece-dor) [default: whole blocks]
    #[arg(long, value_name = "K", conflicts_with = "plays", value_parser = session, allow_hyphen_values = true)]
    pub tickets: Option<NonZeroU64>,
    /// What do so many rounds see? [default: 1e8]
    #[arg(long, value_name = "N", conflicts_with = "deviation", value_parser = parse_rounds_arg, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// How many rounds does a relative deviation take? 5%, -5% or 0.05, from 1 on with its % (500% is six times as
    /// often); -100% is a row that never comes up
    #[arg(long, value_name = "D", value_parser = deviation, allow_hyphen_values = true)]
    pub deviation: Option<f64>,
    /// Only this table
    #[arg(long, value_name = "ID")]
    pub table: Option<String>,
    /// Only this row of the table
    #[arg(long, value_name = "LABEL", requires = "table")]
    pub row: Option<String>,
    /// Level of each test
    #[arg(long, value_name = "P", default_value_t = 0.01, value_parser = share, allow_hyphen_values = true)]
    pub alpha: f64,
    /// Probability with which a deviation is to be seen
    #[arg(long, value_name = "P", default_value_t = 0.9, value_parser = share, allow_hyphen_values = true)]
    pub power: f64,
    /// Rounds played to find how often each table is drawn from [default: 1e6]
    #[arg(long, value_name = "N", value_parser = parse_rounds_arg, allow_hyphen_values = true)]
    pub pilot: Option<u64>,
    /// Root seed of those rounds, 0 to 2^53-1 [default: 20180709]
    #[arg(long, value_name = "N", value_parser = parse_seed_arg, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

/// A probability between the ends.
fn share(text: &str) -> Result<f64, String> {
    let share = text.trim().parse().ok();
    let inside = share.filter(|share| *share > 0.0 && *share < 1.0);
    inside.ok_or_else(|| format!("`{text}` is no probability above 0 and below 1, such as 0.01"))
}

/// A relative deviation, in per cent or as a number. A plain number from 1 on is refused: who writes 5 hardly means
/// six times as often.
fn deviation(text: &str) -> Result<f64, String> {
    let plain = text.trim();
    if let Ok(whole) = plain.parse::<f64>()
        && whole.is_finite()
        && whole.abs() >= 1.0
    {
        let percent = 100.0 * whole;
        return Err(format!(
            "`{text}` may mean {plain}% or, as a plain number, {percent}%: write {plain}% or {percent}%"
        ));
    }
    let (number, unit) = match plain.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (plain, 1.0),
    };
    let value: Option<f64> = number.parse().ok();
    let value = value.map(|value| value / unit);
    let inside = value.filter(|value| *value >= -1.0 && *value <= 1e6 && *value != 0.0);
    inside.ok_or_else(|| {
        format!(
            "`{text}` is no relative deviation: write 5%, -5% or 0.05; at least -100%, and not 0"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_as_written() {
        for (text, value) in [
            ("5%", 0.05),
            ("-5 %", -0.05),
            ("0.05", 0.05),
            ("-100%", -1.0),
            ("250%", 2.5),
        ] {
            assert!((deviation(text).expect(text) - value).abs() < 1e-15);
        }
        for text in ["0", "0%", "-101%", "five", "", "%", "nan", "inf"] {
            assert!(deviation(text).is_err(), "{text}");
        }
        for (text, meant) in [("5", "write 5% or 500%"), ("-1", "write -1% or -100%")] {
            let said = deviation(text).expect_err(text);
            assert!(said.ends_with(meant), "{said}");
        }
        assert!(share("0.5").is_ok() && share("0").is_err() && share("1").is_err());
    }
}
