//! Arguments of `tirage audit`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{
    AuditFormat, parse_alpha_arg, parse_tolerance_arg, reading, session, stake,
};
use crate::report::glossary;
use crate::units::Stake;

/// What the file of an audit holds.
pub(super) const HELP: &str = "\
The file is CSV (UTF-8; comma or semicolon) in one of two forms:
  draws    game,stake_cents,table,label,count            the primary evidence
  payouts  game,stake_cents,payout_cents                 and, optionally, count,
           strategy, block, player, play_id, played_at
Tables and labels are those that `tirage games --format json` lists. The
strategy is only of use if it was assigned before the play. Games are judged
under every reading of the text that changes the odds, and fail only if all
are rejected.

Exit status: 0 compatible with the published odds; 2 a line cannot be read;
3 non-compliant; 4 with --strict, inconclusive.";

/// The same with what each kind of check means.
pub(super) fn long_help() -> String {
    format!("{HELP}\n\n{}", glossary())
}

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
    /// Each player made exactly N plays, from no key, and all of them are in the file; another number of plays, of all or
    /// of one that the column `player` names, is refused (clefs-du-tresor)
    #[arg(long, value_name = "N", conflicts_with = "long_run", value_parser = session, allow_hyphen_values = true)]
    pub plays: Option<NonZeroU64>,
    /// The players have played for so long that their keys are as in the long run (clefs-du-tresor)
    #[arg(long)]
    pub long_run: bool,
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
    /// Form of the answer; several, with commas between them, need --out [default: text, with --out all]
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<AuditFormat>,
    /// Folder for the answer in each form: audit.txt, audit.json, audit.csv, audit-junit.xml
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
