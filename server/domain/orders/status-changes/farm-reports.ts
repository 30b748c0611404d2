// Reports from the farm's programs: the end of a print job, and the progress of web orders.

import { fail, ok, type Result } from '../../base/result.ts'
import { retryUntilWritten } from '../../base/retry-until-written.ts'
import type { OrderFailure, StatusFailure } from '../failure.ts'
import { changeSources } from '../history/change.ts'
import type { OrderDeps } from '../ports.ts'
import { isPlausibleCode, isValidWebCode } from '../record/code.ts'
import { checkFileReviewed } from '../record/file-review.ts'
import type { Order } from '../record/order.ts'
import {
  isClosed,
  isOperatorStatus,
  isOrderStatus,
  isReleased,
  isStatusAllowed,
  type OperatorStatus,
  type OrderStatus,
} from '../record/status.ts'
import { nextTracking, type TrackingInput } from '../record/tracking.ts'
import { isClosedAndRefunded } from '../reversals/refund.ts'
import { countStatus } from './count-status.ts'
import { checkAddressed } from './status-change.ts'

/** Ends the print job of the order: PRINTING becomes PRINTED. Any other status is refused. */
export async function finishPrintJob(
  deps: Pick<OrderDeps, 'log' | 'orders'>,
  code: string,
): Promise<Result<Order, OrderFailure | StatusFailure>> {
  const outcome = isPlausibleCode(code) ? await deps.orders.finishPrint(code) : null
  if (outcome === null) return fail({ kind: 'order_not_found' })
  if ('status' in outcome) return fail({ kind: 'print_job_not_running', status: outcome.status })
  deps.log.info('order.print_finished', { code })
  return ok(outcome.finished)
}

/**
 * Sets the status of a web order. API orders are not affected. An unknown code belongs to an order of an earlier
 * website checkout, of which only the progress is stored.
 */
export async function setLegacyOrderStatus(
  deps: Pick<OrderDeps, 'clock' | 'legacyOrders' | 'log' | 'meter' | 'orders'>,
  input: {
    code: string
    email?: string | undefined
    status: string
    /** undefined keeps the stored tracking. */
    tracking?: TrackingInput | undefined
    /** Clears the tracking. */
    withoutTracking?: boolean | undefined
  },
): Promise<Result<void, StatusFailure | OrderFailure>> {
  if (!isOrderStatus(input.status)) return fail({ kind: 'web_status_invalid' })
  if (!isValidWebCode(input.code)) return fail({ kind: 'order_not_found' })
  const { tracking, withoutTracking = false } = input
  if (withoutTracking && tracking) return fail({ kind: 'tracking_contradicts' })
  const order = await deps.orders.readByCode(input.code)
  if (order !== null) {
    const { status } = input
    return await reportProgress(deps, order, {
      status,
      input: withoutTracking ? null : tracking,
    })
  }
  await deps.legacyOrders.setStatus({
    code: input.code,
    email: input.email?.toLowerCase() ?? null,
    status: input.status,
    tracking: withoutTracking ? null : tracking,
    at: deps.clock.now(),
  })
  return ok(undefined)
}

/** Stores the progress. The programs report past events, so a hold does not block them, and SHIPPED needs no tracking. */
async function reportProgress(
  deps: Pick<OrderDeps, 'clock' | 'log' | 'meter' | 'orders'>,
  order: Order,
  { status, input }: { status: OrderStatus; input: TrackingInput | null | undefined },
): Promise<Result<void, StatusFailure | OrderFailure>> {
  const { code } = order
  let before = order
  return await retryUntilWritten(`progress of order ${code}`, async () => {
    // The farm does not report payments.
    if (!isOperatorStatus(status)) return before.status === status ? ok(undefined) : unpaid
    const allowed = checkProgress(before, status)
    if (!allowed.ok) return allowed
    const tracking = nextTracking({ before, status, input, now: deps.clock.now() })
    const change = { status, tracking, by: changeSources.farmReport, version: before.version }
    if ((await deps.orders.setStatus(code, change)) === null) {
      before = (await deps.orders.readByCode(code)) ?? before
      return null
    }
    countStatus(deps.meter, status, { from: before.status })
    deps.log.info('order.progress_reported', { code, status })
    return ok(undefined)
  })
}

function checkProgress(before: Order, status: OperatorStatus): Result<void, StatusFailure> {
  // An order that an operator released without a payment continues.
  const allowance = { unpaid: isReleased(before.status) }
  if (!isStatusAllowed(before, status, allowance)) return unpaid
  if (isClosed(status)) return ok(undefined)
  if (isClosedAndRefunded(before)) return fail({ kind: 'order_refunded' })
  const addressed = checkAddressed(before, status)
  if (!addressed.ok) return addressed
  return checkFileReviewed(before)
}

const unpaid = fail({ kind: 'order_unpaid' } as const)
