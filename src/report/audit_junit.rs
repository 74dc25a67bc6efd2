//! The answer of `tirage audit` as `JUnit` XML, for build servers: a case for the verdict and one for each check.

use std::fmt::Write;

use crate::audit::{Check, Verdict};
use crate::report::audit::AuditReport;
use crate::report::escape::escape;
use crate::report::junit::{case, failed, open_case, skip, skipped};

impl AuditReport {
    /// The verdict and the checks under the answers shown as `JUnit` XML. The case `verdict` alone tells of all
    /// readings; a check that rejects the answers shown is a failure where the verdict is one, and skipped where others
    /// might explain the log.
    pub fn junit(&self) -> String {
        let is_failure = self.verdict == Verdict::Fail;
        let fails = |check: &&Check| is_failure && failed(check);
        let skips = |check: &&Check| skipped(check) || (failed(check) && !is_failure);
        let tests = 1 + self.checks.len();
        let failures = usize::from(is_failure) + self.checks.iter().filter(fails).count();
        let is_open = self.verdict == Verdict::Inconclusive;
        let skipped = usize::from(is_open) + self.checks.iter().filter(skips).count();
        let name = escape(&format!("audit/{}/{}", self.game, self.file.name));
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            xml,
            "<testsuites name=\"tirage audit\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" time=\"0.000\">\n  \
             <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" \
             time=\"0.000\" timestamp=\"{}\">",
            escape(self.provenance.started_at.trim_end_matches('Z')),
        );
        // Build servers take what stands before the last point for the package.
        let class = format!(
            "{}.audit {}",
            self.game.replace('.', ","),
            self.file.name.replace('.', ",")
        );
        open_case(&mut xml, &class, "verdict");
        let sentence = self.sentence();
        match self.verdict {
            Verdict::Fail => {
                let _ = writeln!(
                    xml,
                    ">\n      <failure type=\"verdict\" message=\"{}\"/>\n    </testcase>",
                    escape(&sentence)
                );
            }
            Verdict::Inconclusive => skip(&mut xml, &sentence),
            Verdict::Pass => xml += "/>\n",
        }
        for check in &self.checks {
            if failed(check) && !is_failure {
                open_case(&mut xml, &class, &check.id);
                skip(
                    &mut xml,
                    "rejected under these readings, and others might explain the log",
                );
            } else {
                case(&mut xml, &class, check);
            }
        }
        xml + "  </testsuite>\n</testsuites>\n"
    }
}
