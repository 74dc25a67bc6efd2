//! What an option chooses among.

use clap::ValueEnum;

use crate::game::Kernel;
use crate::report::Lang;
use crate::rng::Family;

/// Formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for people
    Text,
    /// One document for programs
    Json,
    /// Tables for spreadsheets
    Csv,
    /// The whole report with figures, in one file for a browser
    Html,
    /// The same without figures, as Markdown
    Md,
    /// A test case per check, for build servers
    Junit,
    /// A bitmap per figure; only when asked for, and only into a folder
    Png,
}

impl Format {
    /// The exporter's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Html => "html",
            Self::Md => "md",
            Self::Junit => "junit",
            Self::Png => "png",
        }
    }
}

/// JSON documents with a published schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Document {
    /// Of `tirage run` and `tirage merge`
    Run,
    /// Of `tirage audit`
    Audit,
    /// Of `tirage exact`
    Exact,
    /// Of `tirage compare`
    Compare,
    /// Of `tirage policy`
    Policy,
    /// Of `tirage readings`
    Readings,
    /// Of `tirage games`
    Games,
    /// Of `tirage power`
    Power,
    /// Of `tirage trace`
    Trace,
    /// Of `tirage selftest`
    Selftest,
    /// Of `tirage cluster plan`
    ClusterPlan,
}

impl Document {
    /// The name of its schema.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Audit => "audit",
            Self::Exact => "exact",
            Self::Compare => "compare",
            Self::Policy => "policy",
            Self::Readings => "readings",
            Self::Games => "games",
            Self::Power => "power",
            Self::Trace => "trace",
            Self::Selftest => "selftest",
            Self::ClusterPlan => "cluster-plan",
        }
    }
}

/// Languages of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// French
    Fr,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Fr => Self::Fr,
        }
    }
}

/// Formats of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Formats of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

/// Formats of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// The checks, for spreadsheets
    Csv,
    /// A test case per check and one for the verdict, for build servers
    Junit,
}

/// Generator families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generator {
    /// PCG, 128-bit state, DXSM output
    #[value(name = "pcg64dxsm")]
    Pcg64dxsm,
    /// `ChaCha` with 8 rounds
    #[value(name = "chacha8")]
    Chacha8,
}

impl From<Generator> for Family {
    fn from(generator: Generator) -> Self {
        match generator {
            Generator::Pcg64dxsm => Self::Pcg64Dxsm,
            Generator::Chacha8 => Self::ChaCha8,
        }
    }
}

/// Kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KernelChoice {
    /// Many rounds at once, where a game has such a kernel for the run
    Fast,
    /// One round after the other, in the order of the articles
    Reference,
}

impl From<KernelChoice> for Kernel {
    fn from(kernel: KernelChoice) -> Self {
        match kernel {
            KernelChoice::Fast => Self::Fast,
            KernelChoice::Reference => Self::Reference,
        }
    }
}
