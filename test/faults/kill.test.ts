// kill -9 of the real server at every point of an order: charged at most once, never lost, settled after the restart.

import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { allMailSent, openStage, type Stage, type Webhooks } from '../../testing/faults/stage.ts'
import type { FlatOrder } from '../../testing/orders.ts'
import type { SubmitBody } from '../../testing/people/submit.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import type { TestAccount } from '../../testing/service/test-accounts.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { type KillPoint, killDuring, killPoints } from './kill-points.ts'
import { useStages } from './stages.ts'

// The wait for a stage counts as well.
setDefaultTimeout(slowTestMs)
const KEY = 'the one order of this test'
/** More concurrent servers would only wait for each other. */
const stages = useStages(5, openStage)

describe.each(['on', 'off'] as const)('with webhooks %s, killed', (webhooks) => {
  test.concurrent.each(killPoints.map((point) => [point.name, point] as const))(
    '%s',
    (_name, point) => stages.run(webhooks, (stage) => killAt(stage, point, webhooks)),
  )
})

async function killAt(stage: Stage, point: KillPoint, webhooks: Webhooks): Promise<void> {
  const account = await stage.account(point.card === undefined ? {} : { card: point.card })
  await killDuring(stage, point.hold, () => stage.submit(account, KEY))
  const written = await stage.orders()
  expect(written).toHaveLength(point.becomes === 'absent' ? 0 : 1)

  await stage.restart()
  const first = await repeatUntilAnswered(stage, account)
  const order = await settledOrder(stage, point)
  expect(first.body.code).toBe(order.code)
  expect(written.map(({ code }) => code)).toEqual(point.becomes === 'absent' ? [] : [order.code])
  const paid = point.becomes === 'paid' || point.becomes === 'absent'
  await expectState(stage, order, paid)

  const again = await stage.submit(account, KEY)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.text()).toBe(first.text)

  if (!paid) await payLater(stage, first.body)
  await expectState(stage, order, true)
  if (webhooks === 'on') await expectEverythingDelivered(stage)
}

type Answered = { readonly text: string; readonly body: SubmitBody }

/**
 * Repeats the request with the same key, as a client with a broken connection does, while the response says to wait
 * or that the charge is settling.
 */
async function repeatUntilAnswered(stage: Stage, account: TestAccount): Promise<Answered> {
  let answered: Answered | null = null
  await waitUntil('the repeated request is answered', async () => {
    const response = await stage.submit(account, KEY)
    const text = await response.text()
    if (response.status === 409) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await Bun.sleep(200)
      return false
    }
    expect({ status: response.status, text }).toMatchObject({ status: 201 })
    const body: SubmitBody = JSON.parse(text)
    if (body.charge === 'settling') {
      await Bun.sleep(200)
      return false
    }
    answered = { text, body }
    return true
  })
  if (answered === null) throw new Error('unreachable')
  return answered
}

async function settledOrder(stage: Stage, point: KillPoint): Promise<FlatOrder> {
  let order: FlatOrder | undefined
  const isSettled = async () => {
    order = (await stage.orders())[0]
    if (order === undefined) return false
    if (order.paid) return order.status === 'RECEIVED'
    return order.chargeState !== 'started' && order.chargeState !== 'unknown'
  }
  await waitUntil('the order is settled', isSettled)
  if (order === undefined) throw new Error('unreachable')
  const state = point.becomes === 'paid' || point.becomes === 'absent' ? 'succeeded' : point.becomes
  expect(order).toMatchObject({
    status: state === 'succeeded' ? 'RECEIVED' : 'PENDING_PAYMENT',
    paid: state === 'succeeded',
    chargeState: state,
  })
  return order
}

/**
 * Expects one order and at most one movement of money. Expects one email if money moved, or if the interrupted charge
 * ended without a payment. Charges are counted at the processor, emails in the mail folder. `order` is the settled state.
 */
async function expectState(
  stage: Stage,
  { code, price, chargeState }: FlatOrder,
  paid: boolean,
): Promise<void> {
  expect(await stage.orders()).toHaveLength(1)
  expect(await stage.charges()).toMatchObject({
    succeeded: paid ? 1 : 0,
    amountCents: paid ? price.totalCents : 0,
    refundedCents: 0,
  })
  await allMailSent(stage)
  const subjects = stage.server.mails().map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    ...(paid ? [`Order ${code} confirmed`] : []),
    ...(chargeState === 'declined' ? [`Order ${code} was not charged`] : []),
  ])
}

/** Expects that an order left unpaid can be paid by its link, through the one checkout that was ever opened. */
async function payLater(stage: Stage, response: SubmitBody): Promise<void> {
  expect(response.paid).toBe(false)
  // The response names no payment address when the processor returned no link.
  const checkout = await stage.openPayment(response.paymentUrl ?? `${response.statusUrl}/pay`)
  if (response.checkoutUrl !== null) expect(checkout).toBe(response.checkoutUrl ?? '')
  const page = await fetch(await stage.payAt(checkout))
  expect(page.status).toBe(200)
  await waitUntil('the order is paid', async () => (await stage.orders())[0]?.paid === true)
  expect((await stage.orders())[0]?.status).toBe('RECEIVED')
}

async function expectEverythingDelivered(stage: Stage): Promise<void> {
  await waitUntil('every event is delivered', async () => (await stage.undelivered()) === 0)
}
