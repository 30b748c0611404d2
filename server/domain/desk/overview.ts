// Overview of the farm's state.

import { hoursOfCentihours } from '../base/time/centihours.ts'
import { dayMs, dayOf } from '../base/time/day.ts'
import { farmDefaults, measureCapacity } from '../lead-time/capacity.ts'
import type { FarmLoad } from '../lead-time/farm-load.ts'
import type { PrinterCount, QueueState } from '../metrics/ports.ts'
import { openStatuses } from '../orders/record/status.ts'
import { type AttentionGroup, attentionCount } from './attention.ts'
import type { OpenOrders } from './open-orders.ts'
import type { DeskDeps, FarmSpeed } from './ports.ts'
import type { Throughput } from './throughput.ts'

export type Overview = {
  readonly now: Date
  readonly open: OpenOrders
  readonly openCount: number
  readonly backlogHours: number
  /** When the backlog will be printed; null if there is none. */
  readonly backlogDoneAt: Date | null
  readonly speed: FarmSpeed & { readonly basis: 'measured' | 'default' }
  /** Per hour. */
  readonly today: Throughput
  readonly attention: readonly AttentionGroup[]
  readonly attentionCount: number
  readonly queues: readonly QueueState[]
  readonly printers: readonly PrinterCount[]
}

export async function readOverview(
  deps: Pick<DeskDeps, 'clock' | 'desk' | 'farmLoad' | 'metrics' | 'throughput' | 'timeZone'>,
): Promise<Overview> {
  const { desk, throughput, metrics, clock, timeZone } = deps
  const now = clock.now()
  const day = dayOf(now, timeZone)
  const speed = speedOf(await deps.farmLoad.read())
  const [open, today, attention, queues, printers] = await Promise.all([
    desk.openOrders(speed),
    throughput.read({ from: day, to: day, step: 'hour' }),
    desk.attention(),
    metrics.queues(),
    metrics.printers(),
  ])
  const backlogHours = hoursOfCentihours(open.backlogHundredths)
  const backlogDays = backlogHours / speed.machineHoursPerDay
  return {
    now,
    open,
    openCount: openStatuses.reduce((sum, status) => sum + open.byStatus[status], 0),
    backlogHours,
    backlogDoneAt: backlogHours === 0 ? null : new Date(now.getTime() + backlogDays * dayMs),
    speed,
    today,
    attention,
    attentionCount: attentionCount(attention),
    queues,
    printers,
  }
}

/** Returns how fast the farm prints and packs, computed as for the lead time. */
export function speedOf(load: FarmLoad): Overview['speed'] {
  const { machineHoursPerDay, basis } = measureCapacity(load)
  return { machineHoursPerDay, packingDays: load.packingDays ?? farmDefaults.packingDays, basis }
}
