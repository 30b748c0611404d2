// A bulk action as operators' programs read it: what the page of its preview says, or what its confirmation did.
import * as v from 'valibot'
import type { FarmDeps } from '../../../../domain/farm/ports.ts'
import { type PartCount, readShortOrders } from '../../../../domain/farm/short-orders.ts'
import {
  type BulkAction,
  type BulkOrder,
  bulkKinds,
  countBulk,
} from '../../../../domain/fulfillment/bulk-action.ts'
import type { FulfillmentDeps } from '../../../../domain/fulfillment/ports.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import {
  flag,
  type JsonOf,
  moment,
  named,
  orNull,
  says,
  text,
  whole,
} from '../../../contract/schemas.ts'

const exclusions = [
  'held',
  'not_held',
  'same_priority',
  'wrong_status',
  'unpaid',
  'changed',
  'not_found',
  'no_tracking',
  'refunded',
] as const

export const bulkAction = named(
  'BulkAction',
  v.object({
    id: text('Of the action.'),
    action: says(v.picklist(bulkKinds), 'As requested.'),
    by: text('Who previewed it.'),
    confirmedAt: orNull(moment('When it was confirmed first.')),
    withoutTracking: flag('Whether orders without tracking are shipped.'),
    counts: named(
      'BulkCounts',
      v.object({
        pending: whole('Will be changed by the confirmation.'),
        done: whole('Changed.'),
        excluded: whole('Left out, for the reason in `why`.'),
        refused: whole(
          'Changed by someone else between preview and confirmation; nothing was overwritten.',
        ),
      }),
      'How many orders of each outcome.',
    ),
    orders: says(
      v.array(
        named(
          'BulkOrder',
          v.object({
            code: text('The order.'),
            version: orNull(whole('The version that was previewed.')),
            outcome: says(v.picklist(['pending', 'done', 'excluded', 'refused']), 'See `counts`.'),
            why: orNull(says(v.picklist(exclusions), 'Of an excluded or refused order.')),
            short: says(
              orNull(
                named(
                  'PartCount',
                  v.object({
                    good: whole('Parts that are printed and good.'),
                    ordered: whole('Parts of the order.'),
                  }),
                  'Good parts and ordered ones.',
                ),
              ),
              'Of a pending order of `finish` that has fewer good parts than were ordered. The confirmation cancels its open print jobs.',
            ),
          }),
          'What an action does to an order.',
        ),
      ),
      'In the order of the selection or the queue.',
    ),
  }),
  'A change of many orders.',
)

type Deps = Pick<FulfillmentDeps, 'orderQueue'> & Pick<FarmDeps, 'printJobs'>

export async function bulkJson(deps: Deps, action: BulkAction): Promise<JsonOf<typeof bulkAction>> {
  const { change, withoutTracking } = action
  const waiting = action.orders.filter(({ outcome }) => outcome === null)
  const codes = waiting.map(({ code }) => code)
  const needsOrders = change.kind === 'finish' || change.kind === 'ship'
  const orders = needsOrders && codes.length > 0 ? await deps.orderQueue.readByCodes(codes) : []
  const byCode = new Map(orders.map((order) => [order.code, order]))
  const short: ReadonlyMap<string, PartCount> =
    change.kind === 'finish' ? await readShortOrders(deps, orders) : new Map()
  const shown = action.orders.map((order) =>
    change.kind === 'ship' && isLeft(order, byCode, withoutTracking)
      ? { ...order, outcome: 'excluded' as const, why: 'no_tracking' as const }
      : order,
  )
  return {
    id: action.id,
    action: change.kind,
    by: action.by,
    confirmedAt: action.confirmedAt?.toISOString() ?? null,
    withoutTracking,
    counts: countBulk({ orders: shown }),
    orders: shown.map(({ code, order, outcome, why }) => ({
      code,
      version: order?.version ?? null,
      outcome: outcome ?? 'pending',
      why,
      short: outcome === null ? (short.get(order?.id ?? '') ?? null) : null,
    })),
  }
}

/** Whether the confirmation leaves the order out because it has no tracking. */
const isLeft = (
  { code, outcome, tracking }: BulkOrder,
  orders: ReadonlyMap<string, Order>,
  withoutTracking: boolean,
): boolean =>
  outcome === null &&
  !withoutTracking &&
  (tracking ?? orders.get(code)?.enteredTracking ?? null) === null
