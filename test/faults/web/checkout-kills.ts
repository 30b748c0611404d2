// Deaths of the server during POST /api/checkout: the repeated request places the order or finds it, and the gift
// card pays its share once.
import { expect } from 'bun:test'
import { CHECKOUT } from '../../../testing/faults/processor-gate.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import {
  atCall,
  atCommitOf,
  atUpdate,
  atWaitingMail,
  type Hold,
  killDuring,
} from '../kill-points.ts'
import {
  everythingDelivered,
  expectBalance,
  expectCharged,
  mailsWith,
  TOTAL_CENTS,
  type WebCase,
  type WebStage,
} from './web-stage.ts'

type Point = {
  readonly name: string
  readonly hold: Hold
  /** Whether the order is written when the server dies. */
  readonly written: boolean
  readonly prepare?: (stage: WebStage) => Promise<void>
}

const CUSTOMER = '/v1/customers'

/** Points in a checkout of 1000 cents, of which a gift card pays 600. */
const partly: readonly Point[] = [
  { name: 'before the commit', hold: atCommitOf('orders'), written: false },
  {
    name: 'after the order is written, before its customer is made',
    hold: atCall(CUSTOMER, 'request', { lost: true }),
    written: true,
    prepare: forgetCustomer,
  },
  {
    name: 'before the checkout is asked for',
    hold: atCall(CHECKOUT, 'request', { lost: true }),
    written: true,
  },
  {
    name: 'after the checkout is opened, before its response arrives',
    hold: atCall(CHECKOUT, 'response'),
    written: true,
  },
  {
    name: 'after the checkout is opened, before it is written',
    hold: atUpdate('orders', 'old.checkout_session_id is distinct from new.checkout_session_id'),
    written: true,
  },
]

/** Points in a checkout that a gift card pays in full. */
const wholly: readonly Point[] = [
  { name: 'before the commit', hold: atCommitOf('orders'), written: false },
  {
    name: 'after the order is paid, before a worker takes the confirmation',
    hold: atWaitingMail,
    written: true,
  },
]

export const checkoutKills: readonly WebCase[] = [
  ...partly.map((point) => ({
    name: `a checkout that a gift card pays in part, ${point.name}`,
    run: (stage: WebStage) => killPartlyPaid(stage, point),
  })),
  ...wholly.map((point) => ({
    name: `a checkout that a gift card pays, ${point.name}`,
    run: (stage: WebStage) => killWhollyPaid(stage, point),
  })),
  {
    name: 'the form of the basket, after the order is written, before its checkout is asked for',
    run: killAtForm,
  },
]

async function killPartlyPaid(stage: WebStage, { hold, written, prepare }: Point): Promise<void> {
  const card = await stage.buyCard(600)
  await prepare?.(stage)
  const body = stage.cart(card)
  await killDuring(stage, hold, () => stage.checkOut(body))
  const [early] = await stage.orders()
  expect(early !== undefined).toBe(written)
  await expectBalance(stage, card, written ? 0 : 600)

  await stage.restart()
  // Three requests at a time, as an impatient user sends them.
  const responses = await Promise.all([1, 2, 3].map(() => stage.checkOut(body)))
  const [first] = responses
  if (first === undefined) throw new Error('unreachable')
  expect(responses).toEqual([first, first, first])
  expect(first).toMatchObject({ paid: false, totalCents: TOTAL_CENTS, giftCents: 600 })
  if (early !== undefined) expect(first.code).toBe(early.code)
  expect(await stage.orders()).toHaveLength(1)
  await expectBalance(stage, card, 0)

  await stage.payAt(first.checkoutUrl ?? '')
  await everythingDelivered(stage)
  expect(await stage.orders()).toMatchObject([{ paid: true, status: 'RECEIVED' }])
  await expectCharged(stage, first.code, { amountCents: TOTAL_CENTS - 600 })
  expect(await mailsWith(stage, `Order ${first.code} confirmed`)).toBe(1)
  expect(await stage.checkOut(body)).toMatchObject({ code: first.code, paid: true, dueCents: 0 })
  await expectBalance(stage, card, 0)
}

/** Removes the customer: the account has made no purchase yet. */
async function forgetCustomer({ database }: WebStage): Promise<void> {
  await database.pool.query('update accounts set customer_id = null')
}

async function killWhollyPaid(stage: WebStage, { hold, written }: Point): Promise<void> {
  const card = await stage.buyCard(1200)
  const calls = stage.gate.keysOf(CHECKOUT).length
  const body = stage.cart(card)
  await killDuring(stage, hold, () => stage.checkOut(body))
  const [early] = await stage.orders()
  expect(early !== undefined).toBe(written)
  await expectBalance(stage, card, written ? 200 : 1200)

  await stage.restart()
  const responses = await Promise.all([1, 2, 3].map(() => stage.checkOut(body)))
  const [first] = responses
  if (first === undefined) throw new Error('unreachable')
  expect(responses).toEqual([first, first, first])
  expect(first).toMatchObject({ paid: true, checkoutUrl: null, giftCents: TOTAL_CENTS })
  if (early !== undefined) expect(first.code).toBe(early.code)
  expect(await stage.orders()).toMatchObject([{ paid: true, status: 'RECEIVED', paymentId: null }])
  await expectBalance(stage, card, 200)
  await expectCharged(stage, first.code, { amountCents: 0 })
  expect(stage.gate.keysOf(CHECKOUT)).toHaveLength(calls)
  expect(await mailsWith(stage, `Order ${first.code} confirmed`)).toBe(1)
}

/**
 * Kills the server at the form. The basket keeps its lines and names the waiting order; the repeated form leads to
 * its payment.
 */
async function killAtForm(stage: WebStage): Promise<void> {
  await stage.fillBasket()
  const key = /name="key" value="([^"]+)"/.exec(await stage.readPage('/checkout'))?.[1] ?? ''
  const send = () =>
    stage.sendForm('/checkout', {
      ...ADDRESS,
      email: 'buyer@example.com',
      country: 'US',
      key,
      action: 'order',
    })
  await killDuring(stage, atCall(CHECKOUT, 'request', { lost: true }), send)
  await stage.restart()
  const [order] = await stage.orders()
  const payPath = `/orders/${order?.code}/pay`
  const waiting = await stage.readPage('/basket')
  expect([waiting.includes('waits for its payment'), waiting.includes(payPath)]).toEqual([
    true,
    true,
  ])
  const checkoutUrl = (await send()).headers.get('location') ?? ''
  expect(await stage.orders()).toHaveLength(1)
  await stage.payAt(checkoutUrl)
  await everythingDelivered(stage)
  expect(await stage.readPage('/basket')).toContain('Your basket is empty')
  expect(await stage.orders()).toMatchObject([{ paid: true, status: 'RECEIVED' }])
  await expectCharged(stage, order?.code ?? '', { amountCents: 800 })
  expect(await mailsWith(stage, `Order ${order?.code} confirmed`)).toBe(1)
}
