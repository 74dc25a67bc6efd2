//! Time that a busy machine disturbs less.

/// Time that this thread has had on a core where the system tells it, else time.
pub(crate) struct Clock(Moment);

#[cfg(unix)]
type Moment = rustix::time::Timespec;
#[cfg(not(unix))]
type Moment = std::time::Instant;

impl Clock {
    /// Now.
    pub(crate) fn start() -> Self {
        Self(now())
    }

    /// Nanoseconds since.
    pub(crate) fn elapsed(&self) -> f64 {
        nanoseconds(self.0, now())
    }
}

#[cfg(unix)]
fn now() -> Moment {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime)
}

#[cfg(unix)]
fn nanoseconds(start: Moment, end: Moment) -> f64 {
    (end.tv_sec - start.tv_sec) as f64 * 1e9 + (end.tv_nsec - start.tv_nsec) as f64
}

#[cfg(not(unix))]
fn now() -> Moment {
    std::time::Instant::now()
}

#[cfg(not(unix))]
fn nanoseconds(start: Moment, end: Moment) -> f64 {
    (end - start).as_nanos() as f64
}
