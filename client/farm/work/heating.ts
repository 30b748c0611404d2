// Limits how many printers heat up at the same time. A printer holds its slot from before its start until it is hot.
import type { PrinterState, Temperatures } from '../printer.ts'
import type { RunnerContext } from './runner-deps.ts'
import type { Work } from './state.ts'

/** Time after which a printer that never appears hot frees its slot, in ms. */
const maxHeatingMs = 10 * 60_000
/** Targets are set some seconds after the start, so temperatures are ignored until then. */
const settleMs = 20_000
/** A heater may oscillate below its target. */
const toleranceDegrees = 5
/** A print that has progressed is hot. */
const hotProgress = 0.02

/** Frees the printer's slots that its job no longer needs. */
export async function freeSlots(
  parts: RunnerContext,
  work: Work | null,
  now: PrinterState,
): Promise<void> {
  const { limits, config, memory } = parts
  if (limits === undefined) return
  const { name } = config
  const phase = work?.phase
  const isStarted = phase === 'starting' || phase === 'printing'
  // An offline printer makes no requests, so it must not block the printers that wait behind it.
  if (now.kind === 'offline') {
    for (const slots of [limits.uploads, limits.heating]) {
      if (!slots.has(name)) slots.release(name)
    }
  }
  if (phase !== 'claimed' && phase !== 'uploading') limits.uploads.release(name)
  // After a restart, a running print may still be heating up.
  if (isStarted && !memory.isHeatingKnown) limits.heating.hold(name)
  memory.isHeatingKnown = true
  if (phase === 'uploading' || !limits.heating.has(name)) {
    if (phase !== 'uploading') limits.heating.release(name)
    memory.heatingSince = null
    return
  }
  memory.heatingSince ??= Date.now()
  const heatingMs = Date.now() - memory.heatingSince
  if (!isStarted || heatingMs >= maxHeatingMs || (await isHot(parts, now, heatingMs))) {
    limits.heating.release(name)
    memory.heatingSince = null
  }
}

async function isHot(
  { printer }: RunnerContext,
  now: PrinterState,
  heatingMs: number,
): Promise<boolean> {
  if (now.kind !== 'printing') return false
  if (now.isPaused || (now.progress ?? 0) >= hotProgress) return true
  if (heatingMs < settleMs) return false
  try {
    return areReached((await printer.temperatures?.()) ?? null)
  } catch {
    // The next step retries.
    return false
  }
}

/** Whether at least one heater is on, and all of them are hot. */
export function areReached(temperatures: Temperatures | null): boolean {
  if (temperatures === null) return false
  const heated = [temperatures.nozzle, temperatures.bed].flatMap((read) =>
    read !== null && (read.target ?? 0) > 0 ? [read] : [],
  )
  return (
    heated.length > 0 &&
    heated.every(({ actual, target }) => actual >= (target ?? 0) - toleranceDegrees)
  )
}
