//! The arguments of `tirage power`.

use clap::Args;

use crate::cli::args::{TableFormat, parse_rounds_arg, parse_seed_arg, reading, stake};
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
    /// What do so many rounds see? [default: 1e8]
    #[arg(long, value_name = "N", conflicts_with = "deviation", value_parser = parse_rounds_arg, allow_hyphen_values = true)]
    pub rounds: Option<u64>,
    /// How many rounds does a relative deviation take? 5%, -5%, 0.05; -100% is a row that never comes up
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

/// A relative deviation, in per cent or as a number.
fn deviation(text: &str) -> Result<f64, String> {
    let plain = text.trim();
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
        assert!(share("0.5").is_ok() && share("0").is_err() && share("1").is_err());
    }
}
