// Reports a printer's state to the farm: at the configured interval and after each change, and more often while its
// plate is full.
import type { PrinterConfig } from '../config/config.ts'
import type { Controls, PrinterState, Temperatures } from '../printer.ts'
import type { Farm, StateReport } from '../service/farm.ts'
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
      // The farm treats silence as offline.
      if (printer.kind === 'offline' && !hasPlate(work)) return false
      const current = reportOf(work, printer, hasForeignPlate)
      const { state, detail, jobId } = current
      const text = JSON.stringify([state, detail, jobId])
      const pauseMs = state === 'finished' ? Math.min(plateMs, reportMs) : reportMs
      if (text === last.text && Date.now() - last.at < pauseMs) return false
      const cleared = await farm.report(config, { ...current, ...(await readDesk(printer)) })
      last = { text, at: Date.now() }
      return cleared
    },
  }
}

const hasPlate = (work: Work | null): boolean =>
  work?.phase === 'printed' || work?.phase === 'uncounted' || work?.phase === 'uncleared'

/** `hasForeignPlate`: the last print did not belong to the farm, and may still be on the plate. */
function reportOf(work: Work | null, printer: PrinterState, hasForeignPlate: boolean): StateReport {
  const jobId = work?.job.id ?? null
  const nothing = { detail: null, jobId, progress: null, remainingSeconds: null }
  if (hasPlate(work)) return { ...nothing, state: 'finished' }
  switch (printer.kind) {
    case 'error':
      return { ...nothing, state: 'error', detail: printer.reason }
    case 'printing': {
      const { isPaused, progress, remainingSeconds } = printer
      return { ...nothing, state: isPaused ? 'paused' : 'printing', progress, remainingSeconds }
    }
    default:
      if (work !== null) return { ...nothing, state: 'printing' }
      return { ...nothing, state: hasForeignPlate ? 'finished' : 'ready' }
  }
}
