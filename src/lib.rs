//! Monte Carlo compliance and RTP simulator for lottery games whose odds are published.
//!
//! # The life of a round
//!
//! A regulation prints tables of rounded odds, "1 chance sur N". [`published`] keeps them as
//! printed, each with its article, beside the exact integer weights that are played in their place.
//! A [`game`] draws from those weights in the order of its articles, under a strategy that sees what
//! a player sees, and under the [readings](game::Question) in force wherever the text can be read in
//! two ways. The [`engine`] plays a [plan](engine::Plan) in chunks; each has its own generator,
//! seeded by a hash of the run and the chunk's number ([`rng`]), and fills a [`tally`] of integers
//! that add up the same in any order. [`audit`] holds the tally against the weights, and [`report`]
//! turns both into documents.
//!
//! The readable kernel plays round by round in the order of the articles. A game may have another that
//! plays [many rounds at once](game::Lanes) from [columns of words](rng::Stream), counts for itself, and
//! is checked against the first: what it drew for a round, the readable kernel tells.
//!
//! Beside the kernels that play it, a game may have a solver, written apart from it from the text: it
//! shares tables, views and strategies and no rule, and gives the [law](exact::Law) of a round's
//! payout [exactly](game::Solution). What either of the two misreads, the tests of payouts show.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::atomic::AtomicBool;
//! use std::time::SystemTime;
//!
//! use tirage::audit::{Rules, Verdict};
//! use tirage::engine::{Plan, PlannedRun, Pool};
//! use tirage::report::{Finished, build};
//! use tirage::rng::Family;
//!
//! let games = tirage::games::registry()?;
//! let happy_des = games.iter().find(|game| game.card().id == "happy-des").expect("a built-in game");
//! let stake = happy_des.card().stakes[0];
//! let plan = Plan {
//!     seed: 1,
//!     generator: Family::Pcg64Dxsm,
//!     runs: vec![PlannedRun {
//!         prepared: happy_des.prepare("stop", stake, &BTreeMap::new(), None)?,
//!         rounds: 100_000,
//!     }],
//! };
//! let outcomes = Pool::new(None)?.play(&plan, &AtomicBool::new(false), &());
//! let report = build(&games, &Finished {
//!     titles: &[],
//!     plan: &plan,
//!     outcomes: &outcomes,
//!     rules: Rules::default(),
//!     started_at: SystemTime::now(),
//! })?;
//! assert_eq!(report.verdict, Verdict::Pass);
//! assert_eq!(report.runs[0].rounds, 100_000);
//! # Ok::<(), tirage::error::Error>(())
//! ```
//!
//! # Layers
//!
//! `error` ← `units` ← `rng`, `exact`, `published`, `tally` ← `game` ← `games`, `engine`, `audit` ←
//! `scenario`, `observed`, `report` ← `selftest` ← `cli`. Imports go down only and siblings are blind to
//! each other; a test reads every path.
//!
//! # Invariants
//!
//! - No float decides an outcome or holds money; every bounded draw is exactly uniform.
//! - A result depends on seed, game, stake, strategy, readings, kernel and number of rounds; never
//!   on threads, host, clock, interruptions or the number of processes ([`engine::store`]).
//! - A block sold out gave exactly its lots, and a reveal pays exactly the lot it shows, or the run
//!   fails.
//! - A strategy sees what the player may see and nothing else.
//! - Nor does it depend on the instructions of the processor.
//! - What `trace` tells is the round that `run` played, by the kernel that played it.
//! - A solver never shares rule code with a kernel.

pub mod audit;
pub mod cli;
pub mod engine;
pub mod error;
pub mod exact;
pub mod game;
pub mod games;
pub mod observed;
pub mod published;
pub mod report;
pub mod rng;
pub mod scenario;
pub mod selftest;
pub mod tally;
pub mod units;
