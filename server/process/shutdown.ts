// When the process has to stop, and when it must not wait any longer.
import { followLauncher } from '../local/launcher/follow-launcher.ts'

/**
 * One wish to stop comes as several signals: systemd and Ctrl-C reach the whole process group, and a launcher or parent
 * passes on what it got. A person who does not want to wait presses again after having waited.
 */
const debounceMs = 2_000

export type StopHandlers = {
  /** Called once. */
  readonly stop: (reason: string) => void
  /** A second wish, some seconds later. */
  readonly forceExit: () => void
}

/** A sibling hears of second wishes through its parent only, which ends it: `repeats` says who decides. */
export function onStopSignals(
  { stop, forceExit }: StopHandlers,
  { repeats }: { repeats: 'honor' | 'ignore' },
): void {
  let firstAt: number | null = null
  const onSignal = (reason: string) => {
    if (firstAt === null) {
      firstAt = performance.now()
      stop(reason)
    } else if (repeats === 'honor' && performance.now() - firstAt > debounceMs) forceExit()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal))
  // Stops, but is never a second wish: a launcher may well end before what it started.
  followLauncher(() => {
    if (firstAt === null) onSignal('parent gone')
  })
}
