// Bulk actions as operators' programs read them: the facts of the preview page, or the results of the confirmation.
import * as v from 'valibot'
import { previewOrders } from '../../../../domain/desk/bulk.ts'
import {
  type BulkAction,
  bulkKinds,
  bulkOutcomes,
  countBulk,
} from '../../../../domain/fulfillment/bulk-action.ts'
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
  'needs_review',
] as const

export const bulkAction = named(
  'BulkAction',
  v.object({
    id: text('The id of the action.'),
    action: says(v.picklist(bulkKinds), 'The change that was requested.'),
    by: text('The operator who previewed it.'),
    confirmedAt: orNull(moment('The time at which it was confirmed first.')),
    withoutTracking: flag('Whether orders without tracking are shipped.'),
    counts: named(
      'BulkCounts',
      v.object({
        pending: whole('Will be changed by the confirmation.'),
        done: whole('Changed.'),
        excluded: whole('The excluded orders, with the reason in `why`.'),
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
            outcome: says(v.picklist(bulkOutcomes), 'See `counts`.'),
            why: orNull(says(v.picklist(exclusions), 'Why the order was excluded or refused.')),
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
              'Set for a pending order of `finish` or `ship` that has fewer good parts than were ordered. The confirmation cancels its open print jobs.',
            ),
          }),
          'Effect of an action on an order.',
        ),
      ),
      'In the order of the selection or the queue.',
    ),
  }),
  'A change of many orders.',
)

type Deps = Parameters<typeof previewOrders>[0]

export async function bulkJson(deps: Deps, action: BulkAction): Promise<JsonOf<typeof bulkAction>> {
  const orders = await previewOrders(deps, action)
  return {
    id: action.id,
    action: action.change.kind,
    by: action.by,
    confirmedAt: action.confirmedAt?.toISOString() ?? null,
    withoutTracking: action.withoutTracking,
    counts: countBulk({ orders }),
    orders: orders.map(({ code, order, outcome, why, short }) => ({
      code,
      version: order?.version ?? null,
      outcome: outcome ?? 'pending',
      why,
      short,
    })),
  }
}
