// A charge that reaches the processor after it was abandoned: it pays the order, or is refunded when another payment
// was accepted in the meantime.

import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { CHARGE, type Held } from '../../testing/faults/processor-gate.ts'
import {
  allMailSent,
  anHourLater,
  openStage,
  type Stage,
  type Webhooks,
} from '../../testing/faults/stage.ts'
import type { FlatOrder } from '../../testing/orders.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { useStages } from './stages.ts'

setDefaultTimeout(slowTestMs)
const stages = useStages(3, openStage)

describe.each(['on', 'off'] as const)('with webhooks %s', (webhooks) => {
  test.concurrent('a charge that arrives after it was abandoned pays the order', () =>
    withGivenUpOrder(webhooks, async (stage, order, charge) => {
      await arrive(stage, charge)
      if (webhooks === 'off') await anHourLater(stage)
      await waitUntil('the order is paid', () => isPaid(stage))
      await expectPaidOnce(stage, order)
    }))

  test.concurrent('a charge that arrives after the order was paid by its link is refunded', () =>
    withGivenUpOrder(webhooks, async (stage, order, charge) => {
      const checkout = await stage.openPayment(paymentUrl(stage, order))
      await fetch(await stage.payAt(checkout))
      await waitUntil('the order is paid by its link', () => isPaid(stage))
      const [paid] = await stage.orders()
      await arrive(stage, charge)
      if (webhooks === 'off') await anHourLater(stage)
      // The processor has the refund a moment before the service records it and queues its email.
      await waitUntil('the refund is recorded', () => isRefundRecorded(stage, order))
      const { totalCents } = order.price
      expect(await stage.charges()).toMatchObject({
        succeeded: 2,
        amountCents: 2 * totalCents,
        refundedCents: totalCents,
      })
      const [after] = await stage.orders()
      expect(after).toMatchObject({ status: 'RECEIVED', paymentId: paid?.paymentId ?? '' })
      await expectMails(stage, order, [`Refund for order ${order.code}`])
    }))

  test.concurrent('a charge that arrives while the link is open closes the link', () =>
    withGivenUpOrder(webhooks, async (stage, order, charge) => {
      const checkout = await stage.openPayment(paymentUrl(stage, order))
      expect(await asksForCard(checkout)).toBe(true)
      await arrive(stage, charge)
      if (webhooks === 'off') await anHourLater(stage)
      await waitUntil('the checkout is closed', async () => !(await asksForCard(checkout)))
      await expect(stage.payAt(checkout)).rejects.toThrow('answered')
      await expectPaidOnce(stage, order)
    }))
})

test.concurrent('without webhooks, the payment page of an order that was paid late does not ask for another payment', () =>
  withGivenUpOrder('off', async (stage, order, charge) => {
    await arrive(stage, charge)
    const page = await fetch(paymentUrl(stage, order))
    expect(page.status).toBe(200)
    expect(await isPaid(stage)).toBe(true)
    await expectPaidOnce(stage, order)
  }))

type Scene = (stage: Stage, order: FlatOrder, charge: Held) => Promise<void>

/** Places an order whose server died during its charge; the charge is so late that it is abandoned. */
function withGivenUpOrder(webhooks: Webhooks, scene: Scene): Promise<void> {
  return stages.run(webhooks, (stage) => withGivenUpOrderOn(stage, scene))
}

async function withGivenUpOrderOn(stage: Stage, scene: Scene): Promise<void> {
  const charge = stage.gate.hold(CHARGE, 'request')
  const lost = stage.submit(await stage.account()).catch(() => null)
  await charge.reached
  await stage.kill()
  await lost
  // The service did not run for a day, so that the charge is not repeated.
  await stage.database.pool.query(
    `update orders set created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day'
      where charge_state = 'started'`,
  )
  await stage.restart()
  await waitUntil('the charge is given up', async () => {
    return (await stage.orders())[0]?.chargeState === 'not_made'
  })
  const [order] = await stage.orders()
  if (order === undefined) throw new Error('The order is gone.')
  expect(order).toMatchObject({ status: 'PENDING_PAYMENT', paid: false })
  await scene(stage, order, charge)
}

/** Delivers the charge to the processor, long after its sender died. */
async function arrive(stage: Stage, charge: Held): Promise<void> {
  const before = await stage.charges()
  charge.release()
  await waitUntil('the charge arrives', async () => {
    return (await stage.charges()).succeeded > before.succeeded
  })
}

const paymentUrl = ({ server }: Stage, { code }: FlatOrder) =>
  `${server.baseUrl}/orders/${code}/pay`

const asksForCard = async (checkoutUrl: string) =>
  (await (await fetch(checkoutUrl)).text()).includes('name="number"')

/** Scenes share a database. */
const isRefundRecorded = async ({ database }: Stage, { code }: FlatOrder) => {
  const { rows } = await database.pool.query(
    "select 1 from unmatched_payments where state = 'refunded' and order_code = $1",
    [code],
  )
  return rows.length > 0
}

const isPaid = async (stage: Stage) => (await stage.orders())[0]?.paid === true

async function expectPaidOnce(stage: Stage, order: FlatOrder): Promise<void> {
  const [after] = await stage.orders()
  expect(after).toMatchObject({ status: 'RECEIVED', paid: true })
  expect(await stage.charges()).toMatchObject({
    succeeded: 1,
    amountCents: order.price.totalCents,
    refundedCents: 0,
  })
  await expectMails(stage, order)
}

/** Expects one email each for the abandoned charge and the later payment. */
async function expectMails(
  stage: Stage,
  { code }: FlatOrder,
  more: readonly string[] = [],
): Promise<void> {
  await allMailSent(stage)
  expect(
    stage.server
      .mails()
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual([`Order ${code} confirmed`, `Order ${code} was not charged`, ...more])
}
