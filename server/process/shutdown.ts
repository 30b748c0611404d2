// When the process stops, when it stops immediately, and how it closes what it opened.
import type { Log } from '../domain/base/ports.ts'
import { followLauncher } from './follow-launcher.ts'

/**
 * One request to stop may arrive as several signals: systemd and Ctrl-C signal the whole process group, and a launcher or parent forwards
 * the signals it receives. A signal after this time is a second request.
 */
const debounceMs = 2_000

export type StopHandlers = {
  /** Called once. */
  readonly stop: (reason: string) => void
  /** Called on a second request, some seconds after the first. */
  readonly forceExit: () => void
}

/**
 * Registers the handlers. `repeats: 'ignore'` is for a web process that a parent started: the parent receives second requests and kills
 * the process.
 */
export function onStopSignals(
  { stop, forceExit }: StopHandlers,
  { repeats }: { repeats: 'honor' | 'ignore' },
): void {
  let firstAt: number | null = null
  const onSignal = (reason: string) => {
    if (firstAt === null) {
      firstAt = performance.now()
      stop(reason)
    } else if (repeats === 'honor' && performance.now() - firstAt > debounceMs) {
      forceExit()
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal))
  // Never treated as a second request, because a launcher may end before the processes it started.
  followLauncher(() => {
    if (firstAt === null) onSignal('parent gone')
  })
}

/**
 * Closes everything that was opened, last first, and empties the list. A failure is logged and does not prevent the others from closing.
 */
export async function closeAll(
  closers: (() => Promise<unknown>)[],
  log: Pick<Log, 'error'>,
): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close()
    } catch (error) {
      log.error('process.close_failed', { error })
    }
  }
}
