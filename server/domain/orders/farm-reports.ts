// Reports of the farm's machines: the end of a print job, and the progress of website orders.

import { fail, ok, type Result } from '../base/result.ts'
import { isPlausibleCode, isValidWebCode } from './code.ts'
import type { OrderFailure, StatusFailure } from './failure.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { isOrderStatus } from './status.ts'
import type { TrackingInput } from './tracking.ts'

/** The print job of the order has ended: PRINTING becomes PRINTED. Any other status is refused. */
export async function finishPrintJob(
  deps: OrderDeps,
  code: string,
): Promise<Result<Order, OrderFailure | StatusFailure>> {
  const outcome = isPlausibleCode(code) ? await deps.orders.finishPrint(code) : null
  if (outcome === null) return fail({ kind: 'order_not_found' })
  if ('status' in outcome) return fail({ kind: 'print_job_not_running', status: outcome.status })
  deps.log.info('order.print_finished', { code })
  return ok(outcome.finished)
}

/** Sets the status of an order of the website checkout. API orders are not affected. */
export async function setWebOrderStatus(
  deps: OrderDeps,
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
  await deps.webOrders.setStatus({
    code: input.code,
    email: input.email?.toLowerCase() ?? null,
    status: input.status,
    tracking: withoutTracking ? null : tracking,
    at: deps.clock.now(),
  })
  return ok(undefined)
}
