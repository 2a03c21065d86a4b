// SPDX-License-Identifier: MIT

//! Ctrl-C ends the check with the summary of what was read; a second one ends
//! the command.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Once;

static CAUGHT: AtomicBool = AtomicBool::new(false);

/// The status of a command that Ctrl-C ended: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 130;

/// Catches Ctrl-C from now on. If the system does not allow that, Ctrl-C ends
/// the command, as usual.
pub fn catch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            if CAUGHT.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
        });
    });
}

pub fn is_caught() -> bool {
    CAUGHT.load(Ordering::Relaxed)
}
