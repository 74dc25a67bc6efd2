//! What a run found, as plain data, and the exporters that turn it into bytes.

mod audit;
mod audit_csv;
mod audit_junit;
mod audit_sight;
mod audit_text;
mod build;
mod catalogue;
mod checks;
mod compare;
mod compare_text;
mod convergence;
mod csv;
mod csv_checks;
mod csv_lines;
pub mod document;
mod documents;
mod effects;
mod effects_text;
mod ended;
mod escape;
mod exact;
mod exact_text;
mod exporter;
mod failure;
mod harmless;
mod html;
mod json;
mod junit;
mod lang;
mod legend;
mod markdown;
mod model;
mod notable;
mod number;
mod outcome;
pub mod plot;
mod policy;
mod policy_text;
mod power;
mod power_answer;
mod power_csv;
mod power_text;
mod provenance;
mod schemas;
mod sheets;
mod terminal;
mod text;
mod text_checks;
mod text_rows;
mod text_runs;
mod text_table;
mod wrap;

pub use audit::{
    AmountReport, AuditReport, DrawnReport, FileReport, GroupReport, ReadingReport, StandingOut,
};
pub use build::{Finished, build};
pub use catalogue::Catalogue;
pub(crate) use checks::{Size, all_tests};
pub use compare::{
    Common, CompareReport, Compared, ExactFigures, RefusedReport, SimulatedFigures, StrategyReport,
};
pub use convergence::{Convergence, ConvergencePoint};
pub use effects::{
    AnswerReport, BaseReport, EffectReport, QuestionReport, ReadingsReport, Survey, ValueReport,
};
pub use exact::{
    DecisionReport, EndsReport, ExactReport, FactReport, PayoutChance, PlayerFigures, Quantity,
    WayReport,
};
pub use exporter::{EXPORTERS, Exporter, File, in_language, summary};
pub use lang::Lang;
pub use legend::glossary;
pub use model::{
    Counted, Estimate, GameSheet, Notable, PayoutCount, PlayerReport, PrecisionReport, ReportModel,
    RowReport, RunReport, SCHEMA, TableReport, Untested,
};
pub(crate) use number::round12;
pub use policy::{PolicyReport, StateReport};
pub use power::{Ask, MeanPower, PilotReport, PowerQuestion, PowerReport, RowPower, TablePower};
pub use provenance::{AuditProvenance, Provenance, rules_sha256};
pub use schemas::SCHEMAS;
pub use sheets::sheets;
pub(crate) use wrap::wrapped;
