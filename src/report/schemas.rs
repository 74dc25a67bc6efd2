//! The published JSON Schemas of the documents.

/// Documents with their JSON Schemas (draft 2020-12), each complete in itself. A field that a later version
/// adds is in the schema of that version; none is renamed or taken away.
pub const SCHEMAS: [(&str, &str); 11] = [
    ("run", include_str!("schema/run.json")),
    ("audit", include_str!("schema/audit.json")),
    ("exact", include_str!("schema/exact.json")),
    ("compare", include_str!("schema/compare.json")),
    ("policy", include_str!("schema/policy.json")),
    ("readings", include_str!("schema/readings.json")),
    ("games", include_str!("schema/games.json")),
    ("power", include_str!("schema/power.json")),
    ("trace", include_str!("schema/trace.json")),
    ("selftest", include_str!("schema/selftest.json")),
    ("cluster-plan", include_str!("schema/cluster-plan.json")),
];
