//! Arguments of `tirage audit`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{TableFormat, parse_alpha_arg, parse_tolerance_arg, reading, stake};
use crate::units::Stake;

/// What the file of an audit holds.
pub(super) const HELP: &str = "\
The file is CSV (UTF-8; comma or semicolon) in one of two forms:
  draws    game,stake_cents,table,label,count            the primary evidence
  payouts  game,stake_cents,payout_cents                 and, optionally, count, strategy, block,
                                                         player, play_id, played_at
Tables and labels are those that `tirage games --format json` lists. The strategy is only of use if it was
assigned before the play. Games are judged under every reading of the text that changes the odds, and fail
only if all are rejected.

Exit status: 0 compatible with the published odds; 2 a line cannot be read; 3 non-compliant; 4 with --strict,
inconclusive.";

/// `tirage audit`.
#[derive(Debug, Args)]
pub struct AuditArguments {
    /// The observed plays (CSV)
    #[arg(value_name = "FILE.csv")]
    pub file: PathBuf,
    /// The game
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// The strategy that all plays were assigned beforehand [default: the column `strategy`, or not known]
    #[arg(long, value_name = "STRATEGY")]
    pub strategy: Option<String>,
    /// The stake in EUR that all plays must have [default: any on offer]
    #[arg(long, value_name = "EUR", value_parser = stake, allow_hyphen_values = true)]
    pub stake: Option<Stake>,
    /// Judge under this answer to a question of interpretation only; see `tirage games`
    #[arg(long = "reading", value_name = "QUESTION=ANSWER", value_parser = reading)]
    pub readings: Vec<(String, String)>,
    /// Family-wise error rate of the verdict [default: 0.001]
    #[arg(long, value_name = "P", value_parser = parse_alpha_arg, allow_hyphen_values = true)]
    pub alpha: Option<f64>,
    /// Largest relative deviation of the RTP that may go unseen [default: any]
    #[arg(long, value_name = "X", value_parser = parse_tolerance_arg, allow_hyphen_values = true)]
    pub rtp_tolerance: Option<f64>,
    /// Largest relative deviation of a chance that may go unseen [default: any]
    #[arg(long, value_name = "X", value_parser = parse_tolerance_arg, allow_hyphen_values = true)]
    pub cell_tolerance: Option<f64>,
    /// End with status 4 where no check failed but one was inconclusive
    #[arg(long)]
    pub strict: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}
