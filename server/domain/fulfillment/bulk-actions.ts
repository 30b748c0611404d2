// Previews and confirms bulk changes of orders.

import { fail, ok, type Result } from '../base/result.ts'
import type { FarmFailure } from '../farm/failure.ts'
import type { OrderStandstill } from '../farm/ports.ts'
import type { ProfileInUse } from '../farm/printers/plate-profiles.ts'
import { defaultPlan } from '../farm/queue/queue-order.ts'
import type { Order } from '../orders/record/order.ts'
import type { OperatorStatus } from '../orders/record/status.ts'
import { countStatus } from '../orders/status-changes/count-status.ts'
import { checkTracking } from '../orders/status-changes/status-change.ts'
import {
  type BulkAction,
  type BulkChange,
  type BulkOrder,
  type BulkOutcome,
  countBulk,
  type Exclusion,
  exclusionOf,
  isStepChange,
} from './bulk-action.ts'
import type { FulfillmentFailure } from './failure.ts'
import { isStepKind, steps } from './next-step.ts'
import type { FulfillmentDeps, LockedOrder } from './ports.ts'
import type { QueueFilter } from './queue-filter.ts'
import { listFound } from './read-queue.ts'
import type { ParcelEntry } from './tracking-lines.ts'

/** The maximum number of orders in one action. */
export const maxBulkOrders = 1000

/** Orders by code, each with the version that the operator saw (null = any), or all orders of a filter. */
export type BulkTarget =
  | { readonly picked: readonly { readonly code: string; readonly version: number | null }[] }
  | { readonly filter: QueueFilter }

type SelectedOrder = {
  readonly code: string
  readonly order: Order | null
  readonly seen: number | null
}

/** Fixes the orders, their versions and the exclusions. Changes no order. */
export async function previewBulk(
  deps: FulfillmentDeps,
  operator: string,
  { change, target }: { readonly change: BulkChange; readonly target: BulkTarget },
): Promise<Result<BulkAction, FulfillmentFailure>> {
  const read = await choose(deps, target)
  if (!read.ok) return read
  const selected = read.value
  if (selected.length === 0) return fail({ kind: 'bulk_empty' })
  if (selected.length > maxBulkOrders) return fail({ kind: 'bulk_too_large', limit: maxBulkOrders })
  const id = deps.ids.uuid()
  await deps.bulkActions.create({
    id,
    by: operator,
    change,
    filter: 'filter' in target ? target.filter : null,
    orders: selected.map((each, place) => newBulkOrder(change, each, place)),
  })
  return await readBulk(deps, id)
}

async function choose(
  deps: FulfillmentDeps,
  target: BulkTarget,
): Promise<Result<readonly SelectedOrder[], FulfillmentFailure>> {
  if ('filter' in target) {
    const orders = await listFound(deps, target.filter, maxBulkOrders + 1)
    if (!orders.ok) return orders
    return ok(orders.value.map((order) => ({ code: order.code, order, seen: null })))
  }
  const seen = new Map(target.picked.map(({ code, version }) => [code, version]))
  const codes = [...seen.keys()]
  // Not read, because the caller refuses so many orders.
  const orders = codes.length > maxBulkOrders ? [] : await deps.orderQueue.readByCodes(codes)
  const byCode = new Map(orders.map((order) => [order.code, order]))
  return ok(
    codes.map((code) => ({
      code,
      order: byCode.get(code) ?? null,
      seen: seen.get(code) ?? null,
    })),
  )
}

function newBulkOrder(
  change: BulkChange,
  { code, order, seen }: SelectedOrder,
  place: number,
): BulkOrder {
  const why = order === null ? 'not_found' : exclusionOf(change, order, seen)
  return {
    place,
    code,
    order: order === null ? null : { id: order.id, version: order.version },
    tracking: null,
    outcome: why === null ? null : 'excluded',
    why,
  }
}

export async function readBulk(
  { bulkActions }: Pick<FulfillmentDeps, 'bulkActions'>,
  id: string,
): Promise<Result<BulkAction, FulfillmentFailure>> {
  const action = await bulkActions.read(id)
  return action === null ? fail({ kind: 'bulk_not_found' }) : ok(action)
}

export type EnteredParcels = {
  readonly parcels: readonly ParcelEntry[]
  /** Whether orders without tracking are shipped too. */
  readonly withoutTracking: boolean
}

/** Stores the tracking of a shipping action and replaces earlier entries. Ignores codes outside the action. */
export async function enterBulkTracking(
  deps: Pick<FulfillmentDeps, 'bulkActions'>,
  id: string,
  { parcels, withoutTracking }: EnteredParcels,
): Promise<Result<BulkAction, FulfillmentFailure>> {
  const tracking = new Map(
    parcels.map(({ code, carrier, number, url }) => [
      code,
      { carrier, number, url: url ?? null, shippedAt: null },
    ]),
  )
  const action = await readBulk(deps, id)
  if (!action.ok) return action
  const entered = await deps.bulkActions.enterTracking(id, { tracking, withoutTracking })
  return entered ? await readBulk(deps, id) : fail({ kind: 'bulk_confirmed' })
}

/** Number of orders to write concurrently. */
const concurrency = 4

/**
 * Changes each previewed order whose version is unchanged, each in a separate write. A repeated confirmation continues
 * an interrupted one and otherwise changes nothing.
 */
export async function confirmBulk(
  deps: Pick<
    FulfillmentDeps,
    'bulkActions' | 'clock' | 'log' | 'meter' | 'plateProfiles' | 'printers'
  >,
  operator: string,
  id: string,
): Promise<Result<BulkAction, FulfillmentFailure>> {
  const current = await readBulk(deps, id)
  if (!current.ok) return current
  await deps.bulkActions.confirm(id)
  // Reads the action again, because its tracking is fixed from this point on.
  const action = await readBulk(deps, id)
  if (!action.ok) return action
  const waiting = action.value.orders.filter(({ outcome }) => outcome === null)
  const apply = createApplier(deps, operator, {
    action: action.value,
    inUse: await deps.printers.profilesInUse(),
  })
  const errors: unknown[] = []
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        // An order that cannot be written must not stop the others.
        await apply(next).catch((error: unknown) => errors.push(error))
      }
    }),
  )
  if (errors.length > 0) throw new AggregateError(errors, `bulk action ${id} is not complete`)
  const done = await readBulk(deps, id)
  if (done.ok) {
    const { change } = done.value
    deps.log.info('bulk.confirmed', {
      id,
      action: change.kind,
      by: operator,
      ...countBulk(done.value),
    })
  }
  return done
}

type Bulk = { readonly action: BulkAction; readonly inUse: readonly ProfileInUse[] }

function createApplier(
  deps: Pick<FulfillmentDeps, 'bulkActions' | 'clock' | 'meter' | 'plateProfiles'>,
  by: string,
  bulk: Bulk,
) {
  const { action } = bulk
  const status = statusOf(action.change)
  return async (bulkOrder: BulkOrder): Promise<void> => {
    const run = (locked: LockedOrder) => changeOne(deps, bulk, bulkOrder, locked)
    const isDone = await deps.bulkActions.apply(action.id, bulkOrder, { by, run })
    if (isDone && status !== null) countStatus(deps.meter, status)
  }
}

const statusOf = ({ kind }: BulkChange): OperatorStatus | null =>
  isStepKind(kind) ? steps[kind].to : null

const done: BulkOutcome = { outcome: 'done', why: null }
const refuse = (why: Exclusion): BulkOutcome => ({ outcome: 'refused', why })

async function changeOne(
  { clock, plateProfiles }: Pick<FulfillmentDeps, 'clock' | 'plateProfiles'>,
  { action: { change, withoutTracking }, inUse }: Bulk,
  { tracking: entered }: BulkOrder,
  locked: LockedOrder,
): Promise<BulkOutcome> {
  if (!isStepChange(change)) {
    await locked.changeWork(change)
    return done
  }
  const { order } = locked
  if (change.queues === true) {
    const plan = await defaultPlan({ ...locked, plateProfiles }, order, inUse)
    const queued = await locked.queue(plan)
    return queued.ok ? done : refuse(exclusionOfRefusal(queued.failure.kind))
  }
  const status = steps[change.kind].to
  const parcel = entered === null ? undefined : { ...entered, url: entered.url ?? undefined }
  const now = clock.now()
  const tracking = checkTracking(order, { status, tracking: parcel, withoutTracking, now })
  if (!tracking.ok) return { outcome: 'excluded', why: 'no_tracking' }
  const changed = await locked.setStatus({ status, tracking: tracking.value })
  return changed === null ? refuse('unpaid') : done
}

function exclusionOfRefusal(kind: (FarmFailure | OrderStandstill)['kind']): Exclusion {
  switch (kind) {
    case 'order_unpaid':
      return 'unpaid'
    case 'order_held':
      return 'held'
    case 'order_refunded':
      return 'refunded'
    case 'order_needs_review':
      return 'needs_review'
    default:
      return 'wrong_status'
  }
}
