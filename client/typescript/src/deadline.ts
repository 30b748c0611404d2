// The end of a call: its time has passed, or its caller gave it up.

export type Deadline = {
  /** Aborted with a TimeoutError after the time, or with the reason of the caller's signal. */
  readonly signal: AbortSignal
  /** Stops the timer and the listener. Every deadline has to be released. */
  readonly release: () => void
}

/**
 * Not AbortSignal.timeout() and AbortSignal.any(): Node 20 holds their signals weakly, so the first garbage collection removes
 * them and a call without a response never ends. A running timer holds this controller.
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
