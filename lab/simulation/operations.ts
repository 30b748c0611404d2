// Actions of callers, visitors, operators and workers, through the functions of the domain that routes, tools and the worker call.

import * as v from 'valibot'
import { generationJobIdOf } from '../../server/domain/base/ids/generation-job.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../server/domain/base/ids/purchase-id.ts'
import { quoteIdOf } from '../../server/domain/base/ids/quote-id.ts'
import { placeCartOrder } from '../../server/domain/cart/place-cart-order.ts'
import { runQueuedJob } from '../../server/domain/generation/run/run-generation.ts'
import { startTextGeneration } from '../../server/domain/generation/start-generation.ts'
import { buyCredits, buyGiftCard } from '../../server/domain/gift-cards/buy.ts'
import { giftCodeHash, giftCodeOf } from '../../server/domain/gift-cards/code.ts'
import { isPaid } from '../../server/domain/orders/record/payment.ts'
import type { SubmitResponse } from '../../server/domain/orders/record/submit-response.ts'
import { refundOrder } from '../../server/domain/orders/refund/refund-order.ts'
import { openPayment } from '../../server/domain/orders/settle/pay-order.ts'
import { handleProcessorEvent } from '../../server/domain/orders/settle/processor-event.ts'
import { setOrderStatus } from '../../server/domain/orders/status-changes/set-order-status.ts'
import { submitOrder } from '../../server/domain/orders/submit/submit-order.ts'
import { orderQuote } from '../../server/domain/quotes/order-quote.ts'
import { runRound } from '../../server/wiring/worker/worker-round.ts'
import { newQuote } from '../../testing/orders.ts'
import { ADDRESS } from '../../testing/people/submit.ts'
import type { Host } from './hosts.ts'
import type { Delivery } from './processor.ts'
import { accountOf, type Buyer, model } from './stage.ts'
import { callerOf, type World } from './world.ts'

export type Work = (host: Host) => Promise<void>

const addressFields: ReadonlyMap<string, string> = new Map(Object.entries(ADDRESS))
export const operator = 'operator@example.com'

export function submit(world: World, buyer: Buyer, key: number | null): Work {
  // A key is always used with the same request.
  const fields = new Map([...addressFields, ['quantity', String(1 + (key ?? 0))]])
  const name = `submit ${buyer} ${key}`
  const file = { ...model, path: '' }
  const form = { fields, file, repeated: new Set<string>(), otherFiles: new Set<string>() }
  const work: Work = async ({ deps }) => {
    const idempotencyKey = key === null ? null : `key-${key}`
    const request = key === null ? null : `${name} on day ${world.day.number}`
    const submitted = await submitOrder(deps, callerOf(buyer, 'api_key'), {
      ...form,
      idempotencyKey,
    })
    if (!submitted.ok) return
    world.unanswered.delete(name)
    noteResponse(world, request, submitted.value.response)
  }
  if (key !== null) world.unanswered.set(name, work)
  return work
}

/** Orders a quote, which is made at its first order. */
export function orderByQuote(world: World, buyer: Buyer, number: number): Work {
  const quoteId = `quote-${buyer}-${number}`
  const request = `order of ${quoteId}`
  return async ({ deps }) => {
    const fields = new Map([...addressFields, ['email', 'buyer@example.com']])
    const ordered = await orderQuote(deps, callerOf(buyer, 'api_key'), { quoteId, fields })
    if (ordered.ok) noteResponse(world, request, ordered.value.response)
  }
}

export async function addQuotes(
  { stage }: World,
  wanted: readonly [Buyer, number][],
): Promise<void> {
  const createdAt = stage.time.now()
  const expiresAt = new Date(createdAt.getTime() + 24 * 3_600_000)
  for (const [buyer, number] of wanted) {
    const id = quoteIdOf(`quote-${buyer}-${number}`)
    await stage.deps.quotes.insert(newQuote(accountOf(buyer), { id, createdAt, expiresAt }))
  }
}

/** Payment of the purchase that is missing from the processor's record. */
export const givenPaymentId = paymentIdOf('pi_given')
const givenPurchaseId = purchaseIdOf('00000000-0000-4000-8000-000000000001')

/** Adds a gift card of 10 dollars at the start, because buying one takes many steps. */
export async function addGiftCard({ stage: { deps } }: World): Promise<void> {
  const goods = { kind: 'gift_card', recipientEmail: 'g@example.com', message: null } as const
  const purchase = { id: givenPurchaseId, accountId: accountOf('paying'), amountCents: 1000, goods }
  const payment = { purchaseId: givenPurchaseId, paymentId: givenPaymentId, amountCents: 1000 }
  await deps.purchases.insert(purchase)
  const code = giftCodeOf(deps.orderIds, givenPurchaseId)
  await deps.purchases.markPaid(payment, giftCodeHash(deps.orderIds, code))
}

function noteResponse(world: World, request: string | null, response: SubmitResponse): void {
  const { code, printCents, shippingCents, totalCents, gramsPerPart, checkoutUrl, paid } = response
  if (checkoutUrl !== null) world.pages.push(checkoutUrl)
  if (request === null) return
  const text = JSON.stringify([printCents, shippingCents, totalCents, gramsPerPart])
  world.responses.push({ request, code, text, paid })
}

/** Keys of checkouts do not expire. */
export function checkOutCart(world: World, key: number, withGiftCard: boolean): Work {
  const request = `checkout ${key}${withGiftCard ? ' with a gift card' : ''}`
  const work: Work = async ({ deps }) => {
    const giftCard = withGiftCard ? await someGiftCode(world) : undefined
    const input = {
      items: [{ modelUrl: model.uri, quantity: 1 + 4 * key }],
      address: addressFields,
      idempotencyKey: `checkout-${key}`,
      ...(giftCard !== undefined && { giftCard }),
    }
    const placed = await placeCartOrder(deps, callerOf('paying', 'session'), input)
    if (!placed.ok) return
    const { order } = placed.value
    const checkoutUrl = placed.value.kind === 'placed' ? placed.value.checkoutUrl : null
    if (checkoutUrl !== null) world.pages.push(checkoutUrl)
    // Another gift card makes another request.
    const name = `${request} ${giftCard ?? ''}`
    const text = JSON.stringify([order.price, order.web?.giftCents])
    world.responses.push({ request: name, code: order.code, text, paid: isPaid(order) })
  }
  return work
}

/** Returns a gift card that was bought in this run and is not spent, if there is one. */
async function someGiftCode({ stage }: World): Promise<string | undefined> {
  const { rows } = await stage.pool.query<{ id: string }>(
    `select purchases.id from purchases left join gift_cards on purchase_id = purchases.id
      where state = 'paid' and kind = 'gift_card'
      order by balance_cents > 0 and payment_id <> $1 desc nulls last, purchases.created_at, purchases.id limit 1`,
    [givenPaymentId],
  )
  const [bought] = rows
  return bought && giftCodeOf(stage.deps.orderIds, bought.id)
}

export function buy(world: World, goods: 'credits' | 'gift card'): Work {
  return async ({ deps }) => {
    const caller = callerOf('paying', 'session')
    const bought =
      goods === 'credits'
        ? await buyCredits(deps, caller, { pack: 10 })
        : await buyGiftCard(deps, caller, { amountCents: 1000, recipientEmail: 'g@example.com' })
    if (bought.ok) world.pages.push(bought.value.checkoutUrl)
  }
}

/** Opens the page as a guest with the order's link, or as its owner. */
export function openPaymentPage(world: World, code: string, payer: 'guest' | 'paying'): Work {
  const accountId = payer === 'guest' ? null : callerOf(payer, 'session').accountId
  return async ({ deps }) => {
    const opened = await openPayment(deps, { code, address: '192.0.2.1', accountId })
    if (opened.ok && opened.value.url !== null) world.pages.push(opened.value.url)
  }
}

/** Delivers an event, as the processor does, until the response acknowledges it. */
export function deliver(world: World, { id, rawBody, signature }: Delivery): Work {
  return async ({ deps }) => {
    const handled = await handleProcessorEvent(deps, { rawBody, signature })
    if (handled.ok) {
      world.delivered.add(id)
    } else {
      throw new Error(`the event was refused: ${handled.failure.kind}`)
    }
  }
}

export type Refund = { readonly code: string; readonly amountCents: number; readonly key: number }

export function refund({ code, amountCents, key }: Refund): Work {
  return async ({ deps }) => {
    const request = { code, amountCents, reason: 'A layer came off.', key: `refund-${key}` }
    await refundOrder(deps, operator, request)
  }
}

/** `refundCents` null: nothing is refunded. */
export function close(code: string, refundCents: number | null): Work {
  return async ({ deps }) => {
    const refundInput =
      refundCents === null
        ? ({ refund: 'none' } as const)
        : { refund: { amountCents: refundCents, reason: 'It cannot be printed.', key: 'closed' } }
    await setOrderStatus(deps, operator, {
      code,
      version: 'current',
      status: 'CANCELLED',
      ...refundInput,
    })
  }
}

export const generate: Work = async ({ deps }) => {
  const request = { prompt: 'a gear', mode: 'fast_draft' } as const
  await startTextGeneration(deps, callerOf('paying', 'api_key'), request)
}

export function runJob(id: string): Work {
  return async ({ deps }) =>
    await runQueuedJob(deps, generationJobIdOf(id), new AbortController().signal)
}

export function runWorker({ stage }: World): Work {
  return async ({ deps, startedAt }) => {
    await runRound({ deps, db: stage.db }, startedAt)
  }
}

const orderSchema = v.array(v.object({ code: v.string(), total: v.number() }))

/** Returns codes and totals in cents, oldest first. */
export async function listOrders({ stage }: World) {
  const { rows } = await stage.pool.query(
    'select code, total_cents as total from orders order by created_at, code',
  )
  return v.parse(orderSchema, rows)
}

export async function listLiveJobs({ stage }: World): Promise<readonly string[]> {
  const { rows } = await stage.pool.query(
    "select id from generation_jobs where status in ('queued', 'running') order by created_at, id",
  )
  return v.parse(v.array(v.object({ id: v.string() })), rows).map(({ id }) => id)
}
