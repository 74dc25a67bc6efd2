//! Signals: the first one ends a run at a chunk boundary, a second one ends the program.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use crate::cli::exit::Status;
use crate::cli::output;
use crate::error::{Error, Result};

/// A flag that the first Ctrl-C, SIGTERM or SIGHUP raises; the second ends the program at once. A signal
/// that was ignored when the program started (as `nohup` arranges) stays ignored.
///
/// # Errors
/// The system refuses.
pub(super) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let refused = |error: std::io::Error| Error::io(format!("cannot watch for signals: {error}"));
    // Past the limit for file sizes a write then fails, with a message, instead of the program.
    flag::register(SIGXFSZ, Arc::default()).map_err(refused)?;
    let ignored = ignored();
    let watched = [SIGINT, SIGTERM, SIGHUP];
    let watched = watched
        .into_iter()
        .filter(|&signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(watched).map_err(refused)?;
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    thread::spawn(move || {
        for _ in signals.forever() {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(Status::Failed as i32);
            }
            output::note("stopping after the chunks under way; once more to stop at once");
        }
    });
    Ok(stop)
}

/// The set of ignored signals, signal n as bit n - 1, where the system tells (Linux does).
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
