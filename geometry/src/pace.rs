//! Checkpoints: a host that wants to stop a run can only do so while the run
//! calls out of WASM (measured on Bun 1.4: a loop that never does survives
//! its worker's termination). So the passes call out between them and while
//! inflating; each stretch in between is bounded.

use std::sync::OnceLock;

static HOOK: OnceLock<fn()> = OnceLock::new();

/// Installs what a checkpoint calls; without it a checkpoint does nothing.
pub fn install(hook: fn()) {
    // A second call finds the first hook in place, which is the same one.
    let _ = HOOK.set(hook);
}

/// Lets the host stop the run here.
#[inline]
pub fn checkpoint() {
    if let Some(hook) = HOOK.get() {
        hook();
    }
}
