// The worker plans orders that were placed before their models were estimated (decisions.md 53).
import type { OrderId } from '../base/ids/order-id.ts'
import { estimateStored, type MeasureStoredDeps } from '../measurement/measure-stored.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Order } from '../orders/record/order.ts'
import { listLines, type OrderLine, plannedOfLines } from '../orders/record/order-lines.ts'
import {
  type PartPlan,
  planByStoredEstimate,
  pricedSeconds,
  sizeToPlan,
} from '../planning/plan-part.ts'

export type PlanDeps = MeasureStoredDeps & Pick<OrderDeps, 'orderLines'>

type LinePlan = PartPlan & { readonly place: number; readonly plannedSeconds: number }

/** Stores the planned machine time of orders, for sums over many orders. */
export type OrderPlans = {
  /** Returns open orders without a known time, paid orders first. */
  readonly listUnplanned: (limit: number) => Promise<readonly Order[]>
  /** Saves a plan. Keeps an earlier decision about supports. */
  readonly save: (
    orderId: OrderId,
    plan: { readonly seconds: number; readonly lines: readonly LinePlan[] },
  ) => Promise<void>
}

const ordersPerRound = 20

/**
 * Returns whether there may be more orders. Stops when the geometry core's queue is full, because customers wait for
 * it.
 */
export async function planOrders(
  deps: PlanDeps & { readonly orderPlans: OrderPlans },
  signal: AbortSignal,
): Promise<boolean> {
  const orders = await deps.orderPlans.listUnplanned(ordersPerRound)
  for (const order of orders) {
    if (signal.aborted || !(await planOrder(deps, order))) return false
  }
  return orders.length === ordersPerRound
}

/** Returns false if the core is busy. */
async function planOrder(
  deps: PlanDeps & { readonly orderPlans: OrderPlans },
  order: Order,
): Promise<boolean> {
  const lines = await listLines(deps, order)
  const planned: LinePlan[] = []
  for (const line of lines) {
    const { plannedSeconds, supports = null } = line
    const plan = plannedSeconds == null ? await planLine(deps, line) : { plannedSeconds, supports }
    if (plan === null) return false
    planned.push({ place: line.place, ...plan })
  }
  const seconds = plannedOfLines(planned) ?? 0
  await deps.orderPlans.save(order.id, { seconds, lines: planned })
  return true
}

/**
 * Returns null if the core is busy. A part that cannot be estimated is planned with the hours of its price and not
 * retried.
 */
async function planLine(deps: PlanDeps, line: OrderLine): Promise<Omit<LinePlan, 'place'> | null> {
  const { file, options, price } = line
  const measured = await measureLine(deps, line)
  if (!measured.ok && measured.failure.kind === 'measuring_unavailable') return null
  const sizeMm = measured.ok ? sizeToPlan(measured.value) : null
  const { plannedSeconds, supports } = await planByStoredEstimate(deps, {
    file,
    options,
    price,
    sizeMm,
  })
  return { plannedSeconds: plannedSeconds ?? pricedSeconds(line), supports }
}

const measureLine = (deps: PlanDeps, { file, options }: OrderLine) =>
  estimateStored(deps, file, { units: options.units, settings: sliceSettings(options) })

/**
 * Estimates the lines with this version of the core, so that plates use its estimates even if an earlier version made
 * some.
 */
export async function estimateLines(deps: PlanDeps, order: Order): Promise<void> {
  for (const line of await listLines(deps, order)) await measureLine(deps, line)
}
