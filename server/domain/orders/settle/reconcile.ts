// Settles orders with an unsettled payment (decisions.md 15, 63). The rows are the queue: any worker can claim any row.

import type { AccountId } from '../../base/caller.ts'
import { roundSeconds } from '../../base/time/rounds.ts'
import { ProcessorBusy, type ProcessorPayment, ProcessorUnavailable } from '../../payments/ports.ts'
import { repeatCharge } from '../charge/charge-order.ts'
import { repeatLimits } from '../charge/complete-charge.ts'
import { findPaymentsOfAll } from '../charge/order-payments.ts'
import { type Settlement, settleFromPayments } from '../charge/settle-order.ts'
import type { SettleDeps } from '../deps.ts'
import type { ChargeRepeat, OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'

/** Time for which a rate-limited charge is retried. Afterwards it is treated like a charge without a response. */
const retrySeconds = 60
/** Separate limits for retries and checks. A round runs every `roundSeconds`. */
const roundLimit = 10

/**
 * Runs one round: retries rate-limited charges and checks unsettled orders. Returns how many orders were checked;
 * orders that are still unsettled are checked again later.
 *
 * `startedSecondsAgo`: the age from which a `started` charge is checked. It may still be in progress on another host.
 * It is then repeated under the same key, which is the same charge, or settled from its record, but never abandoned.
 */
export async function reconcileCharges(
  deps: SettleDeps,
  { startedSecondsAgo }: { startedSecondsAgo: number },
): Promise<number> {
  const deferred = await deps.orders.claimDeferred({
    giveUpSeconds: retrySeconds,
    limit: roundLimit,
  })
  const unsettled = await deps.orders.claimUnsettled({
    startedSecondsAgo,
    leaseSeconds: roundSeconds,
    limit: roundLimit,
  })
  await Promise.all([
    ...deferred.map((order) => logErrors(deps, [order], () => repeat(deps, order))),
    reviewCharges(deps, unsettled),
  ])
  return unsettled.length
}

type ReviewedCharge = { readonly order: Order; readonly repeat: ChargeRepeat }

async function reviewCharges(deps: SettleDeps, orders: readonly Order[]): Promise<void> {
  const reviewed = await Promise.all(
    orders.map(async (order) => ({
      order,
      repeat: await deps.orders.repeatabilityOf(order.id, repeatLimits),
    })),
  )
  const fromRecord = reviewed.filter((review) => review.repeat !== 'at_once')
  await Promise.all([
    ...reviewed
      .filter((review) => review.repeat === 'at_once')
      .map(({ order }) => logErrors(deps, [order], () => repeat(deps, order))),
    ...Map.groupBy(fromRecord, ({ order }) => order.accountId)
      .entries()
      .map(([accountId, group]) =>
        logErrors(
          deps,
          group.map(({ order }) => order),
          () => reviewGroup(deps, accountId, group),
        ),
      ),
  ])
}

async function repeat(deps: SettleDeps, order: Order): Promise<void> {
  const { code, payment } = await repeatCharge(deps, order, { once: true })
  deps.log.info('payment.charge_repeated', { code, chargeState: payment.chargeState })
}

/** Reads the record of an account once for all its orders. */
async function reviewGroup(
  deps: SettleDeps,
  accountId: AccountId,
  group: readonly ReviewedCharge[],
): Promise<void> {
  const byOrder = await findPaymentsOfAll(
    deps,
    accountId,
    group.map(({ order }) => order),
  )
  await Promise.all(
    group.map((reviewed) => {
      const payments = byOrder.get(reviewed.order.id) ?? []
      return logErrors(deps, [reviewed.order], () => reviewCharge(deps, reviewed, payments))
    }),
  )
}

async function reviewCharge(
  deps: SettleDeps,
  { order, repeat: mayRepeat }: ReviewedCharge,
  payments: readonly ProcessorPayment[],
): Promise<void> {
  const settled: Settlement = await settleFromPayments(deps, order, payments)
  const isUnrecorded = settled.kind === 'pending' && payments.length === 0
  if (isUnrecorded && mayRepeat === 'after_record') return await repeat(deps, order)
  deps.log.info('payment.reconciled', { code: order.code, outcome: settled.kind })
}

/** Prevents one failed order from blocking the others. */
async function logErrors(
  deps: Pick<OrderDeps, 'log' | 'orders'>,
  orders: readonly Order[],
  work: () => Promise<void>,
): Promise<void> {
  const codes = orders.map(({ code }) => code)
  try {
    await work()
  } catch (error) {
    if (error instanceof ProcessorBusy) {
      for (const code of codes) deps.log.info('payment.not_reconciled_busy', { code })
      await deps.orders.forgetChecks(orders.map(({ id }) => id))
      return
    }
    for (const code of codes) {
      if (error instanceof ProcessorUnavailable) {
        deps.log.warn('payment.not_reconciled_unreachable', { code })
      } else {
        deps.log.error('payment.not_reconciled', { code, error })
      }
    }
  }
}
