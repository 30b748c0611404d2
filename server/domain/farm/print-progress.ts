// How far the prints of an order are, for its customer: parts and plates, and nothing of the farm's printers.
import type { OrderStatus } from '../orders/status.ts'
import { isOpen, isRunning, type PrintJob } from './jobs/job.ts'

export type PrintProgress = {
  readonly printed: number
  /** Those that are printed or planned. */
  readonly parts: number
  /** Plates that a printer has. */
  readonly plates: readonly {
    readonly plate: number
    readonly parts: number
    /** 0 to 1; null = not known yet. */
    readonly progress: number | null
    readonly remainingSeconds: number | null
  }[]
}

type Job = Pick<PrintJob, 'state' | 'plate' | 'parts' | 'good' | 'progress' | 'remainingSeconds'>

/** null unless the order is being printed by jobs. */
export function printProgress(status: OrderStatus, jobs: readonly Job[]): PrintProgress | null {
  if (status !== 'PRINTING' || jobs.length === 0) return null
  const printed = jobs.reduce((sum, { good }) => sum + (good ?? 0), 0)
  const open = jobs.filter(({ state }) => isOpen(state))
  const plates = open
    .filter(({ state }) => isRunning(state))
    .map(({ plate, parts, progress, remainingSeconds }) => {
      return { plate, parts, progress, remainingSeconds }
    })
  return { printed, parts: printed + open.reduce((sum, { parts }) => sum + parts, 0), plates }
}
