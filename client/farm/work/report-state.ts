// Reports a printer's state to the farm: at the configured interval and after each change, and more often while its
// plate is full.
import type { PrinterConfig } from '../config/config.ts'
import type { Controls, PrinterState, Temperatures } from '../printer.ts'
import { type Farm, isFinal, isInvalid, type StateReport } from '../service/farm.ts'
import type { Work } from './state.ts'

/** Interval of checks whether the plate was cleared, in milliseconds. */
const plateMs = 5_000

/** Data that a report adds for the desk. */
export type DeskFacts = { readonly temperatures: Temperatures | null; readonly controls: Controls }

export type Reporter = {
  /** Returns whether the plate was cleared at the desk. Returns false if nothing was sent. */
  readonly report: (
    work: Work | null,
    printer: PrinterState,
    hasForeignPlate: boolean,
  ) => Promise<boolean>
}

/** `readDesk` is called for reports that are sent. */
export function createReporter(
  farm: Farm,
  config: PrinterConfig,
  reportMs: number,
  readDesk: (printer: PrinterState) => Promise<DeskFacts>,
): Reporter {
  let last = { text: '', at: 0 }
  return {
    report: async (work, printer, hasForeignPlate) => {
      const current = reportOf(work, printer, hasForeignPlate)
      const { state, detail, jobId } = current
      const text = JSON.stringify([state, detail, jobId])
      const pauseMs = state === 'finished' ? Math.min(plateMs, reportMs) : reportMs
      if (text === last.text && Date.now() - last.at < pauseMs) return false
      if (state === 'offline') {
        await reportOffline(farm, config, current)
        last = { text, at: Date.now() }
        return false
      }
      const cleared = await farm.report(config, { ...current, ...(await readDesk(printer)) })
      last = { text, at: Date.now() }
      return cleared
    },
  }
}

/** A farm that does not know the printer, or this state, treats silence as offline. */
async function reportOffline(
  farm: Farm,
  config: PrinterConfig,
  report: StateReport,
): Promise<void> {
  try {
    await farm.report(config, report)
  } catch (error) {
    if (!isFinal(error) && !isInvalid(error)) throw error
  }
}

const hasPlate = (work: Work | null): boolean =>
  work?.phase === 'printed' || work?.phase === 'uncounted' || work?.phase === 'uncleared'

/** `hasForeignPlate`: the last print did not belong to the farm, and may still be on the plate. */
function reportOf(work: Work | null, printer: PrinterState, hasForeignPlate: boolean): StateReport {
  const jobId = work?.job.id ?? null
  const nothing = { detail: null, jobId, progress: null, remainingSeconds: null }
  // A person may start another print before the plate of an ended job is reported as cleared.
  const isReused = work?.phase === 'uncleared' && printer.kind === 'printing'
  if (hasPlate(work) && !isReused) return { ...nothing, state: 'finished' }
  switch (printer.kind) {
    case 'error':
      return { ...nothing, state: 'error', detail: printer.reason }
    case 'printing': {
      const { isPaused, progress, remainingSeconds } = printer
      const state = isPaused ? 'paused' : 'printing'
      return { ...nothing, jobId: isReused ? null : jobId, state, progress, remainingSeconds }
    }
    case 'offline':
      return { ...nothing, state: 'offline', detail: printer.reason }
    default:
      if (work !== null) return { ...nothing, state: 'printing' }
      return { ...nothing, state: hasForeignPlate ? 'finished' : 'ready' }
  }
}
