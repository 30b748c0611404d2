// Random histories of gift cards, web orders, refunds and credits on the real database, with crashes between two
// statements, compared with a simple ledger in memory. Used by test/db/money/gift-ledger.test.ts (some) and
// bench/money/ledgers.ts (any number).

import { createCartOrders } from '../../server/db/cart/cart-orders.ts'
import type { OpenDatabase } from '../../server/db/core/connect.ts'
import { createPurchases } from '../../server/db/gift-cards/purchases.ts'
import { createOrders } from '../../server/db/orders/orders.ts'
import { createRefunds } from '../../server/db/orders/refund/refunds.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../server/domain/base/ids/purchase-id.ts'
import { refundIdOf } from '../../server/domain/base/ids/refund-id.ts'
import type { NewCartOrder } from '../../server/domain/cart/ports.ts'
import { newOrderCode } from '../../server/domain/orders/record/code.ts'
import { Crash, type CrashingPool } from '../database/crashing-pool.ts'
import { newOrder, printOptions } from '../orders.ts'
import { seededRandom } from '../seeded-random.ts'
import { type Card, compareLedger, expectEqual, type Placed } from './ledger-comparison.ts'

/** `crash` breaks connections of `pool`. Concurrent histories need separate stages. */
export type LedgerStage = Pick<OpenDatabase, 'db' | 'pool'> & {
  readonly accountId: AccountId
  readonly crash: CrashingPool
}

/**
 * Runs a history and returns its number of crashes. Throws with the seed and the step when database and ledger
 * differ.
 */
export async function runHistory(stage: LedgerStage, seed: number, steps = 12): Promise<number> {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const { db, pool, accountId, crash } = stage
  const log = { error: () => {} }
  const baseUrl = 'http://localhost:3000'
  const checkouts = createCartOrders(db, { baseUrl, timeZone: 'UTC' })
  const purchases = createPurchases(db, { baseUrl })
  const orders = createOrders({ db, pool }, { baseUrl, log })
  const refunds = createRefunds(db, { baseUrl })
  let crashed = 0

  const cards: Card[] = []
  const placed: Placed[] = []
  let orderCount = 0
  let { credits, creditValue } = await readCredits(stage)

  /**
   * Runs the work, sometimes with a crash, and then again as a retry or the worker would. Both results are equal
   * except `already`.
   */
  const twice = async <T>(work: () => Promise<T>): Promise<T> => {
    if (below(3) > 0) return await work()
    crash.arm({ statements: 1 + below(9), when: below(2) === 0 ? 'before' : 'after' })
    try {
      await work()
    } catch (error) {
      if (!isCrash(error)) throw error
      crashed += 1
    } finally {
      crash.disarm()
    }
    return await work()
  }

  const issue = async () => {
    const [id, hash, amountCents] = [
      purchaseIdOf(crypto.randomUUID()),
      crypto.randomUUID(),
      500 + below(3000),
    ]
    const goods = { kind: 'gift_card', recipientEmail: 'a@b.example', message: null } as const
    await purchases.insert({ id, accountId, amountCents, goods })
    await twice(() =>
      purchases.markPaid({ purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents }, hash),
    )
    cards.push({ hash, balance: amountCents })
  }

  const buyCredits = async () => {
    const id = purchaseIdOf(crypto.randomUUID())
    const goods = { kind: 'credits', credits: 10 } as const
    await purchases.insert({ id, accountId, amountCents: 500, goods })
    const payment = { purchaseId: id, paymentId: paymentIdOf(`pi_${id}`), amountCents: 500 }
    await twice(() => purchases.markPaid(payment, ''))
    credits += 10
    creditValue += 500
  }

  const place = async () => {
    const card = cards[below(cards.length + 1)] ?? null
    const order = cartOrder(accountId, 100 + below(2500), codeFrom(16 * seed + orderCount++))
    const total = order.price.totalCents
    const share = card === null ? 0 : naiveShare(card.balance, total)
    const outcome = await twice(async () => {
      // Acts as a checkout does: a repeat finds the order of the first attempt.
      if ((await orders.readByCode(order.code)) !== null) return { kind: 'key_taken' as const }
      const options = {
        giftCodeHash: card?.hash ?? null,
        basketLines: [],
        shownCents: null,
        dueAt: () => new Date(),
      }
      return await checkouts.placeOrder(order, options)
    })
    if (card !== null && share === 0) {
      expectEqual(outcome.kind, 'gift_unusable', 'a spent card')
      return
    }
    // The first attempt stored the key when the crash came after its commit.
    if (outcome.kind !== 'inserted') expectEqual(outcome.kind, 'key_taken', 'a repeated order')
    if (card !== null) card.balance -= share
    const status = share === total ? 'paid' : 'open'
    const { id, code } = order
    placed.push({ id, code, card, share, total, status, refunded: 0, giftRefunded: 0 })
  }

  const pay = async (order: Placed) => {
    const { kind } = await twice(() =>
      orders.markPaid(order.code, {
        paymentId: paymentIdOf(`pi_${order.id}`),
        amountCents: order.total - order.share,
      }),
    )
    if (order.status === 'open') order.status = 'paid'
    else if (order.status === 'closed') expectEqual(kind, 'closed', 'a late payment')
  }

  const close = async (order: Placed) => {
    const change = { status: 'CANCELLED', tracking: null, by: 'ops' } as const
    await twice(() => orders.setStatus(order.code, change))
    if (order.status === 'open' && order.card !== null) order.card.balance += order.share
    if (order.status === 'open') order.status = 'closed'
  }

  const refund = async (order: Placed) => {
    const [id, amountCents] = [refundIdOf(crypto.randomUUID()), 1 + below(order.total)]
    const paymentId = order.share === order.total ? null : paymentIdOf(`pi_${order.id}`)
    const amounts = { requestedCents: amountCents, amountCents }
    const request = { id, orderId: order.id, paymentId, requestKey: id, ...amounts }
    const started = await twice(async () => {
      const made = await refunds.start({ ...request, parts: null, reason: 'r', requestedBy: 'ops' })
      return made?.refund ?? (await refunds.listByKey(order.id, id))[0] ?? null
    })
    const isPossible = order.status === 'paid' && amountCents <= order.total - order.refunded
    expectEqual(started !== null, isPossible, 'a refund')
    if (started === null) return
    const gift = Math.min(amountCents, order.share - order.giftRefunded)
    expectEqual(started.giftCents, gift, "a refund's gift card part")
    const fails = gift < amountCents && below(3) === 0
    const outcome = fails
      ? ({ kind: 'failed', reason: 'No.', processorRefundId: null } as const)
      : ({ kind: 'succeeded', processorRefundId: `re_${id}` } as const)
    await twice(() => refunds.settle(id, outcome))
    if (fails) return
    if (order.card !== null) order.card.balance += gift
    order.giftRefunded += gift
    order.refunded += amountCents
  }

  for (let step = 0; step < steps; step++) {
    const order = placed[below(placed.length)]
    const chance = below(10)
    try {
      if (cards.length === 0 || chance === 0) {
        await issue()
      } else if (chance === 1) {
        await buyCredits()
      } else if (order === undefined || chance < 5) {
        await place()
      } else if (chance < 7) {
        await pay(order)
      } else if (chance === 7) {
        await close(order)
      } else {
        await refund(order)
      }
      await compareLedger(stage, { cards, placed, credits, creditValue })
    } catch (error) {
      throw new Error(`history ${seed}, step ${step}`, { cause: error })
    }
  }
  // An account has at most twenty unpaid orders, and the next history uses the same account.
  for (const order of placed) if (order.status === 'open') await close(order)
  return crashed
}

/**
 * Returns whether the error is a crash: the crash itself, or wrapped by code that reports what was certainly not
 * written.
 */
function isCrash(error: unknown): boolean {
  return error instanceof Crash || (error instanceof Error && error.cause instanceof Crash)
}

/**
 * Returns the share by decisions.md 39 in the words of the README: the complete balance, except that the processor
 * collects nothing under 50 cents.
 */
function naiveShare(balance: number, total: number): number {
  if (balance >= total) return total
  return total - balance < 50 ? total - 50 : balance
}

/**
 * Returns a distinct code for every number: among many thousand random codes two are sometimes equal, and the second
 * order would count as placed.
 */
function codeFrom(number: number): string {
  let left = number
  const randomInt = (limit: number) => {
    const digit = left % limit
    left = Math.floor(left / limit)
    return digit
  }
  return newOrderCode({ randomInt }, 'ORD')
}

const randomCode = () =>
  newOrderCode({ randomInt: (limit) => Math.floor(Math.random() * limit) }, 'ORD')

/** Returns an order of one line, with postage of 700 cents. */
export function cartOrder(
  accountId: AccountId,
  printCents: number,
  code = randomCode(),
): NewCartOrder {
  const base = newOrder(accountId, {
    source: 'web',
    payment: { kind: 'checkout' },
  })
  const price = {
    printCents,
    shippingCents: 700,
    totalCents: printCents + 700,
    gramsPerPart: 5,
    centihoursPerPart: 25,
  }
  const line = { options: printOptions(), price, file: base.file }
  const idempotencyKey = `web:${base.id}`
  return { ...base, code, price, idempotencyKey, lines: [line], requestHash: 'h' }
}

/** Reads the credits; histories of one account run in sequence. */
async function readCredits({ db, accountId }: LedgerStage) {
  return await db
    .selectFrom('accounts')
    .select(['credits', 'credit_value_cents as creditValue'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}
