// The life of an order: placed, paid or not, and the later events of its money. Other orders continue between two
// steps.
import { moveDispute, openDispute } from './disputes.ts'
import {
  closeWithRefund,
  endPending,
  refundAmount,
  refundInDashboard,
  refundLines,
  returnRefund,
} from './money-back.ts'
import { cancelUnpaid, checkOut, payAtPage, placeByApi } from './place-orders.ts'
import type { OrderRecord } from './record.ts'
import type { Stage } from './stage.ts'

export type Life = AsyncGenerator<void, void>

export async function* orderByApi(stage: Stage): Life {
  const order = await placeByApi(stage)
  yield
  if (!order.isPaid) {
    const next = stage.dice.weighted({ 'stays open': 3, 'is paid': 5, 'is cancelled': 2 })
    if (next === 'is paid') await payAtPage(stage, order, null)
    if (next === 'is cancelled') await cancelUnpaid(stage, order)
    if (next !== 'is paid') return
    yield
  }
  yield* moneyBack(stage, order)
}

export async function* orderAtCheckout(stage: Stage): Life {
  const { order, checkoutUrl } = await checkOut(stage)
  yield
  if (!order.isPaid) {
    const next = stage.dice.weighted({ 'is paid': 16, 'stays open': 2, 'is cancelled': 2 })
    if (next === 'is paid') await payAtPage(stage, order, checkoutUrl)
    if (next === 'is cancelled') await cancelUnpaid(stage, order)
    if (next !== 'is paid') return
    yield
  }
  yield* moneyBack(stage, order)
}

const events = {
  'refund of an amount': 12,
  'refund of parts': 10,
  'closed with a refund': 8,
  'refund in the dashboard': 9,
  'pending refund': 8,
  'refused refund': 3,
  'returned refund': 8,
  dispute: 22,
} as const

async function* moneyBack(stage: Stage, order: OrderRecord): Life {
  while (stage.dice.chance(0.6)) {
    switch (stage.dice.weighted(events)) {
      case 'refund of an amount':
        await refundAmount(stage, order)
        break
      case 'refund of parts':
        await refundLines(stage, order)
        break
      case 'closed with a refund':
        await closeWithRefund(stage, order)
        break
      case 'refund in the dashboard':
        await refundInDashboard(stage, order)
        break
      case 'refused refund':
        await refundAmount(stage, order, 'refused')
        break
      case 'pending refund':
        if (!(yield* pendingRefund(stage, order))) return
        break
      case 'returned refund':
        await refundAmount(stage, order)
        yield
        await returnRefund(stage, order)
        break
      case 'dispute':
        if (!(yield* dispute(stage, order))) return
        break
    }
    yield
  }
}

/** Returns whether it ended. */
async function* pendingRefund(stage: Stage, order: OrderRecord): AsyncGenerator<void, boolean> {
  const refund = await refundAmount(stage, order, 'pending')
  if (refund?.state !== 'settling') return true
  yield
  const end = stage.dice.weighted({ succeeded: 5, failed: 4, 'stays pending': 1 })
  if (end === 'stays pending') return false
  await endPending(stage, order, refund, end)
  return true
}

/** Returns whether it ended. */
async function* dispute(stage: Stage, order: OrderRecord): AsyncGenerator<void, boolean> {
  const { dice } = stage
  const opened = await openDispute(stage, order)
  if (opened === null) return true
  yield
  if (opened.status === 'inquiry') {
    const next = dice.weighted({ 'stays open': 1, closed: 2, open: 2 })
    if (next === 'stays open') return false
    await moveDispute(stage, opened, next)
    yield
    if (next === 'closed') return true
  }
  // Refused while the bank has to decide.
  if (dice.chance(0.3)) await refundAmount(stage, order)
  const next = dice.weighted({ 'stays open': 2, won: 3, lost: 6, 'lost, then won': 2 })
  if (next === 'stays open') return false
  await moveDispute(stage, opened, next === 'won' ? 'won' : 'lost')
  if (next !== 'lost, then won') return true
  yield
  await moveDispute(stage, opened, 'won')
  return true
}
