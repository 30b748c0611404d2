// Print progress of an order for its customer: parts and plates, without details of the farm's printers.
import type { Order } from '../../orders/record/order.ts'
import { isRunning, type PrintJob } from '../jobs/job.ts'

export type PrintProgress = {
  readonly printed: number
  /** All parts of the order, at least 1. */
  readonly parts: number
  /** Plates that are on a printer. */
  readonly plates: readonly {
    readonly plate: number
    readonly parts: number
    /** 0 to 1; null = unknown. */
    readonly progress: number | null
    readonly remainingSeconds: number | null
  }[]
}

type Job = Pick<PrintJob, 'state' | 'plate' | 'parts' | 'good' | 'progress' | 'remainingSeconds'>

type Printed = Pick<Order, 'status'> & { readonly options: Pick<Order['options'], 'quantity'> }

/**
 * Returns null unless jobs print the order. The jobs can cover only some of its parts: others are printed manually or
 * queued later.
 */
export function printProgress(
  { status, options: { quantity } }: Printed,
  jobs: readonly Job[],
): PrintProgress | null {
  const counted = jobs.filter(({ state }) => state !== 'cancelled')
  if (status !== 'PRINTING' || counted.length === 0 || quantity < 1) return null
  const printed = counted.reduce((sum, { good }) => sum + (good ?? 0), 0)
  const plates = counted
    .filter(({ state }) => isRunning(state))
    .map(({ plate, parts, progress, remainingSeconds }) => {
      return { plate, parts, progress, remainingSeconds }
    })
  return { printed: Math.min(printed, quantity), parts: quantity, plates }
}
