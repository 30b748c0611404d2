// Deadline of a call: its time expires, or its caller aborts it.

export type Deadline = {
  /** Aborted with a TimeoutError when the time expires, or with the reason of the caller's signal. */
  readonly signal: AbortSignal
  /** Stops the timer and the listener. Every deadline must be released. */
  readonly release: () => void
}

/**
 * Starts a deadline. Does not use AbortSignal.timeout() and AbortSignal.any(): Node 20 references their signals weakly,
 * so the first garbage collection removes them, and a call without a response never ends. Here, the running timer
 * references the controller.
 */
export function startDeadline(ms: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const giveUp = () => controller.abort(caller?.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException(`No response within ${ms / 1000} s.`, 'TimeoutError')),
    ms,
  )
  if (caller?.aborted) {
    giveUp()
  } else {
    caller?.addEventListener('abort', giveUp, { once: true })
  }
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
    },
  }
}
