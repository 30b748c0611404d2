//! Checkpoints at which the host can stop a run. The host can stop a run only
//! while it calls out of WASM (measured on Bun 1.4: a loop that never calls out
//! survives the termination of its worker). Therefore the passes call out
//! between each other and while inflating, so that the time between two calls
//! is bounded.

use std::sync::OnceLock;

static HOOK: OnceLock<fn()> = OnceLock::new();

/// Sets the function that each checkpoint calls. Without one, a checkpoint
/// does nothing.
pub fn install(hook: fn()) {
    // A second call keeps the first hook, which is the same function.
    let _ = HOOK.set(hook);
}

/// Gives the host a chance to stop the run.
#[inline]
pub fn checkpoint() {
    if let Some(hook) = HOOK.get() {
        hook();
    }
}
