// The worker plans orders that were placed before their models were estimated (decisions.md 53).
import type { OrderId } from '../base/order-id.ts'
import { estimateStored, type MeasureStoredDeps } from '../measurement/measure-stored.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { Order } from '../orders/order.ts'
import { listLines, type OrderLine, plannedOfLines } from '../orders/order-lines.ts'
import type { OrderDeps } from '../orders/ports.ts'
import {
  type PartPlan,
  planByStoredEstimate,
  pricedSeconds,
  sizeToPlan,
} from '../planning/plan-part.ts'

export type PlanDeps = MeasureStoredDeps & Pick<OrderDeps, 'orderLines'>

type LinePlan = PartPlan & { readonly place: number; readonly plannedSeconds: number }

/** The machine time of orders, for sums over many of them. */
export type OrderPlans = {
  /** Open orders whose time is not known, those that are paid first. */
  readonly listUnplanned: (limit: number) => Promise<readonly Order[]>
  /** What was decided about supports earlier stays. */
  readonly save: (
    orderId: OrderId,
    plan: { readonly seconds: number; readonly lines: readonly LinePlan[] },
  ) => Promise<void>
}

const ordersPerRound = 20

/** Returns whether there may be more. Stops at a full queue of the geometry core, where customers wait. */
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

/** False when the core is busy. */
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

/** Null when the core is busy. A part that it cannot estimate is planned with the hours of its price, and not tried again. */
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

/** Estimates the lines, so that plates are laid by estimates of this core, also where an earlier one made some. */
export async function estimateLines(deps: PlanDeps, order: Order): Promise<void> {
  for (const line of await listLines(deps, order)) await measureLine(deps, line)
}
