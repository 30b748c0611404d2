// What the farm does to orders: statuses, tracking, and the print job that ends.
import type { AccountFailure, OrderFailure, StatusFailure } from '../failure.ts'
import { sha256Hex } from '../hash.ts'
import type { Deps } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { closeCheckout } from './checkout.ts'
import { isPlausibleCode } from './code.ts'
import type { Order, Tracking } from './order.ts'
import { isClosed, isOperatorStatus, isOrderStatus } from './status.ts'

export type TrackingInput = {
  readonly carrier: string
  readonly number: string
  readonly url?: string | undefined
}

/** Any of the eight non-payment values, in any order; an unpaid order can only be closed, never queued. */
export async function setOrderStatus(
  deps: Deps,
  operator: string,
  input: { code: string; status: string; tracking?: TrackingInput | undefined },
): Promise<Result<Order, OrderFailure | StatusFailure>> {
  if (!isOperatorStatus(input.status)) return fail({ kind: 'status_invalid' })
  const before = isPlausibleCode(input.code) ? await deps.orders.readByCode(input.code) : null
  if (before === null) return fail({ kind: 'order_not_found' })
  const closes = isClosed(input.status)
  if (!before.paid && !closes) return fail({ kind: 'order_unpaid' })
  const tracking =
    input.tracking === undefined
      ? before.tracking
      : trackingOf(deps, input.tracking, before.tracking)
  const change = { status: input.status, tracking, by: operator }
  const order = await deps.orders.setStatus(input.code, change)
  if (order === null) return fail({ kind: 'order_unpaid' })
  deps.log.info('order.status_set', { code: order.code, status: order.status, by: operator })
  if (closes && !order.paid) await closeCheckout(deps, order, null)
  return ok(order)
}

/** A printer reports that the job of this order ended: PRINTING becomes PRINTED, from no other state. */
export async function finishPrintJob(
  deps: Deps,
  code: string,
): Promise<Result<Order, OrderFailure | StatusFailure>> {
  const outcome = isPlausibleCode(code) ? await deps.orders.finishPrint(code) : null
  if (outcome === null) return fail({ kind: 'order_not_found' })
  if ('status' in outcome) return fail({ kind: 'print_job_not_running', status: outcome.status })
  deps.log.info('order.print_finished', { code })
  return ok(outcome.finished)
}

/** The farm's progress report on a website-checkout order; API orders are not touched. */
export async function setWebOrderStatus(
  deps: Deps,
  input: {
    code: string
    email?: string | undefined
    status: string
    tracking?: TrackingInput | undefined
  },
): Promise<Result<void, StatusFailure | OrderFailure>> {
  if (!isOrderStatus(input.status)) return fail({ kind: 'web_status_invalid' })
  if (!/^(CART|ORD|STORE)-[A-Za-z0-9-]{1,40}$/.test(input.code)) {
    return fail({ kind: 'order_not_found' })
  }
  await deps.webOrders.setStatus({
    code: input.code,
    email: input.email?.toLowerCase() ?? null,
    status: input.status,
    tracking: input.tracking === undefined ? null : trackingOf(deps, input.tracking, null),
  })
  return ok(undefined)
}

/** Whether the x-internal-key header is the configured secret; digests are compared, so timing tells nothing. */
export async function checkInternalKey(
  { internalKey }: Pick<Deps, 'internalKey'>,
  sent: string | null,
): Promise<Result<void, AccountFailure>> {
  if (internalKey === null || sent === null) return fail({ kind: 'internal_key_required' })
  const equal = (await sha256Hex(sent)) === (await sha256Hex(internalKey))
  return equal ? ok(undefined) : fail({ kind: 'internal_key_required' })
}

/** The same parcel named again keeps the date that it was sent on. */
function trackingOf(
  deps: Pick<Deps, 'clock'>,
  { carrier, number, url }: TrackingInput,
  earlier: Tracking | null,
): Tracking {
  const same = earlier?.carrier === carrier && earlier.number === number
  return {
    carrier,
    number,
    url: url ?? null,
    shippedAt: same ? earlier.shippedAt : deps.clock.now(),
  }
}
