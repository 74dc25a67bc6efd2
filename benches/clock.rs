//! Time that a busy machine disturbs less.

use std::time::Instant;

/// Time on a core where the system tells it, else time.
pub(crate) struct Clock {
    started: Instant,
    on_core: Option<f64>,
}

impl Clock {
    /// Now.
    pub(crate) fn start() -> Self {
        Self {
            started: Instant::now(),
            on_core: on_core(),
        }
    }

    /// Nanoseconds since.
    pub(crate) fn elapsed(&self) -> f64 {
        let on_core = self.on_core.zip(on_core());
        on_core.map_or_else(
            || self.started.elapsed().as_nanos() as f64,
            |(start, end)| end - start,
        )
    }
}

/// Nanoseconds that this thread has had on a core, on Linux.
fn on_core() -> Option<f64> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split(' ').next()?.parse().ok()
}
