//! What a run found, as plain data, and the exporters that turn it into bytes.

mod build;
mod catalogue;
mod csv;
mod exact;
mod exact_text;
mod exporter;
mod json;
mod model;
mod number;
mod provenance;
mod text;
mod text_rows;

pub use build::{Finished, build};
pub use catalogue::Catalogue;
pub use exact::{DecisionReport, ExactReport, FactReport, PayoutChance, PlayerFigures, Quantity};
pub use exporter::{EXPORTERS, Exporter, File, summary};
pub use model::{
    Counted, Estimate, PayoutCount, PlayerReport, ReportModel, RowReport, RunReport, SCHEMA,
    TableReport,
};
pub use provenance::Provenance;
