// Tells the farm what a printer does: at each interval of the configuration and after each change, and more often while its plate is full.
import type { PrinterConfig } from './config.ts'
import type { Farm, StateReport } from './farm.ts'
import type { PrinterState } from './printer.ts'
import type { Work } from './state.ts'

/** How often it is asked whether the plate was cleared. */
const plateMs = 5_000

export type Reporter = {
  /** Whether the plate was cleared at the desk. False where nothing was sent. */
  readonly report: (
    work: Work | null,
    printer: PrinterState,
    hasForeignPlate: boolean,
  ) => Promise<boolean>
}

export function createReporter(farm: Farm, config: PrinterConfig, reportMs: number): Reporter {
  let last = { text: '', at: 0 }
  return {
    report: async (work, printer, hasForeignPlate) => {
      // The farm takes silence for offline.
      if (printer.kind === 'offline' && !hasPlate(work)) return false
      const current = reportOf(work, printer, hasForeignPlate)
      const { state, detail, jobId } = current
      const text = JSON.stringify([state, detail, jobId])
      const pauseMs = state === 'finished' ? Math.min(plateMs, reportMs) : reportMs
      if (text === last.text && Date.now() - last.at < pauseMs) return false
      const cleared = await farm.report(config, current)
      last = { text, at: Date.now() }
      return cleared
    },
  }
}

const hasPlate = (work: Work | null): boolean =>
  work?.phase === 'printed' || work?.phase === 'uncounted' || work?.phase === 'uncleared'

/** `hasForeignPlate`: something that is not the farm's was printed last, and may be on the plate. */
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
