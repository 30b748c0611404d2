// Deaths of the server while a web order is paid, or cancelled as unpaid: the payment counts once or is refunded, and
// so is the share of the gift card.
import { expect } from 'bun:test'
import { anHourLater } from '../../../testing/faults/stage.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { atCall, atCommitOf, atInsert, atUpdate, type Hold, killDuring } from '../kill-points.ts'
import {
  type Card,
  type CheckedOut,
  everythingDelivered,
  expectBalance,
  expectCharged,
  mailsWith,
  TOTAL_CENTS,
  type WebCase,
  type WebStage,
} from './web-stage.ts'

type Point = { readonly name: string; readonly hold: Hold }

const GIFT_CENTS = 600
const DUE_CENTS = TOTAL_CENTS - GIFT_CENTS

const eventPoints: readonly Point[] = [
  { name: 'before the commit', hold: atCommitOf('emails') },
  { name: 'after it is paid, before the event is done', hold: atInsert('processor_events') },
]

export const paymentKills: readonly WebCase[] = [
  ...eventPoints.map(({ name, hold }) => ({
    name: `the event that pays a web order, ${name}`,
    run: (stage: WebStage) => killAtEvent(stage, hold),
  })),
  { name: 'a web order whose event was lost, while it is marked paid', run: killWithoutEvent },
  {
    name: 'a web order whose event was lost and whose time is up, while it is marked paid',
    run: killAtDeadlineOfPaid,
  },
  { name: 'a web order whose time is up, before the commit', run: killAtDeadline },
  {
    name: 'a cancelled web order, before its checkout is closed, and while a payment of it is sent back',
    run: killAtLatePayment,
  },
]

type Placed = { readonly card: Card; readonly body: object; readonly placed: CheckedOut }

async function place(stage: WebStage): Promise<Placed> {
  const card = await stage.buyCard(GIFT_CENTS)
  const body = stage.cart(card)
  return { card, body, placed: await stage.checkOut(body) }
}

const payHosted = (stage: WebStage, { placed }: Placed) => stage.payAt(placed.checkoutUrl ?? '')

async function killAtEvent(stage: WebStage, hold: Hold): Promise<void> {
  const order = await place(stage)
  await payHosted(stage, order)
  await killDuring(stage, hold, () => stage.standIn.control.deliver())
  await stage.restart()
  await everythingDelivered(stage)
  await expectPaid(stage, order)
}

async function killWithoutEvent(stage: WebStage): Promise<void> {
  const order = await payUnannounced(stage)
  await killDuring(stage, atUpdate('orders', 'new.paid and not old.paid'), () => anHourLater(stage))
  await stage.restart()
  await anHourLater(stage)
  await expectPaid(stage, order)
}

async function killAtDeadlineOfPaid(stage: WebStage): Promise<void> {
  const order = await payUnannounced(stage)
  await killDuring(stage, atUpdate('orders', 'new.paid and not old.paid'), () =>
    passDeadline(stage, order),
  )
  await stage.restart()
  await endLeases(stage)
  await expectPaid(stage, order)
}

async function payUnannounced(stage: WebStage): Promise<Placed> {
  const order = await place(stage)
  await stage.standIn.control.webhooks({ mode: 'off' })
  await payHosted(stage, order)
  await stage.standIn.control.webhooks({ mode: 'hold' })
  return order
}

async function killAtDeadline(stage: WebStage): Promise<void> {
  const order = await place(stage)
  const hold = atCommitOf('gift_card_entries', "new.kind = 'return'")
  await killDuring(stage, hold, () => passDeadline(stage, order))
  await expectBalance(stage, order.card, 0)
  await stage.restart()
  await endLeases(stage)
  await expectCancelled(stage, order)
  await waitUntil('the checkout is closed', async () => {
    const page = await fetch(order.placed.checkoutUrl ?? '')
    return !(await page.text()).includes('name="number"')
  })
  await expectCharged(stage, order.placed.code, { amountCents: 0 })
}

async function killAtLatePayment(stage: WebStage): Promise<void> {
  const order = await place(stage)
  const [{ checkoutSessionId = '' } = {}] = await stage.orders()
  const closing = `/v1/checkout/sessions/${checkoutSessionId}/expire`
  await killDuring(stage, atCall(closing, 'request', { lost: true }), () =>
    passDeadline(stage, order),
  )
  await expectBalance(stage, order.card, GIFT_CENTS)
  await stage.restart()
  await stage.standIn.control.webhooks({ mode: 'hold' })
  await payHosted(stage, order)
  await killDuring(stage, atCall('/v1/refunds', 'response'), () => stage.standIn.control.deliver())
  await stage.restart()
  await everythingDelivered(stage)
  await expectCancelled(stage, order)
  await expectCharged(stage, order.placed.code, {
    amountCents: DUE_CENTS,
    refundedCents: DUE_CENTS,
  })
}

/** Moves the order 25 hours into the past. */
async function passDeadline({ database }: WebStage, { placed }: Placed): Promise<void> {
  await database.pool.query(
    "update orders set created_at = created_at - interval '25 hours' where code = $1",
    [placed.code],
  )
}

/** Moves leases a minute into the past: the tasks of the killed worker are free. */
async function endLeases({ database }: WebStage): Promise<void> {
  await database.pool.query('update orders set payment_looked_at = null')
}

async function expectPaid(stage: WebStage, { card, body, placed }: Placed): Promise<void> {
  const { code } = placed
  const isPaid = async () => (await stage.orders())[0]?.paid === true
  await waitUntil('the order is paid', isPaid)
  expect(await stage.orders()).toMatchObject([{ code, status: 'RECEIVED' }])
  await expectCharged(stage, code, { amountCents: DUE_CENTS })
  await expectBalance(stage, card, 0)
  expect(await mailsWith(stage, `Order ${code} confirmed`)).toBe(1)
  expect(await stage.checkOut(body)).toMatchObject({ code, paid: true, checkoutUrl: null })
}

async function expectCancelled(stage: WebStage, { card, body, placed }: Placed): Promise<void> {
  const { code } = placed
  const isClosed = async () => (await stage.orders())[0]?.status === 'CANCELLED'
  await waitUntil('the order is cancelled', isClosed)
  await expectBalance(stage, card, GIFT_CENTS)
  expect(await mailsWith(stage, `Order ${code} confirmed`)).toBe(0)
  // An operator closes the order again: the share does not return a second time.
  const closed = await stage.post(`/api/operator/orders/${code}/status`, {
    status: 'REJECTED',
    version: Number((await stage.orders())[0]?.version),
  })
  expect(closed.status).toBe(200)
  await expectBalance(stage, card, GIFT_CENTS)
  expect(await stage.checkOut(body)).toMatchObject({ code, paid: false, checkoutUrl: null })
  expect(await stage.orders()).toMatchObject([{ code, paid: false, status: 'REJECTED' }])
}
