// The ports of a charge and of a checkout, with a log of their calls, without a database or a processor.

import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import type { Spending } from '../../../server/domain/accounts/spending-limits.ts'
import { type AccountId, accountIdOf } from '../../../server/domain/base/caller.ts'
import { type CustomerId, customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { paymentMethodIdOf } from '../../../server/domain/base/ids/payment-method-id.ts'
import type { OrderDeps } from '../../../server/domain/orders/ports.ts'
import type { NewOrder, Order } from '../../../server/domain/orders/record/order.ts'
import type {
  ChargeOutcome,
  Checkout,
  ProcessorPayment,
  SavedCard,
} from '../../../server/domain/payments/ports.ts'
import { newOrder, paidWith, payment, placedOrder } from '../../../testing/orders.ts'

export const buyer: AccountId = accountIdOf('buyer')
/** A random id: version 4. */
export const orderId = orderIdOf('11111111-2222-4333-8444-555555555555')
/** The code that results from the stage's source of random numbers, which returns 0. */
export const code = 'SVC-AAAAAA'
export const card: SavedCard = {
  customerId: customerIdOf('cus_1'),
  paymentMethodId: paymentMethodIdOf('pm_1'),
  brand: 'visa',
  last4: '4242',
}

/** An order of 800 cents, with the charge of the card started. */
export const charged: NewOrder = newOrder(buyer, { id: orderId, code })
export const unpaid: Order = placedOrder(charged)
export const paid: Order = {
  ...unpaid,
  status: 'RECEIVED',
  payment: paidWith(paymentIdOf('pi_1')),
}
/** An order of the website: three parts of two models, 300 of its 800 cents paid by a gift card. */
export const cart: Order = {
  ...unpaid,
  source: 'web',
  code: 'CART-AAAAAA',
  payment: payment({ chargeState: 'none' }),
  options: { ...unpaid.options, quantity: 3 },
  web: {
    lineCount: 2,
    grams: 15,
    centihours: 75,
    giftCents: 300,
    giftRefundedCents: 0,
    requestHash: 'ab'.repeat(32),
  },
}

/** A session that waits for its payment. */
export const checkout: Checkout = {
  sessionId: 'cs_1',
  url: 'https://pay.example/cs_1',
  status: 'open',
  isGuest: true,
  payment: null,
}

type Inserted = Awaited<ReturnType<OrderDeps['orders']['insert']>>

export type Stage = {
  /** The account's saved card; null without one. */
  card?: SavedCard | null
  /** Customer of the account at the processor. */
  customerId?: CustomerId | null
  account?: 'missing' | Error
  /** Result of the write of a new order; an error is thrown, here and below. */
  inserted?: Inserted | Error
  /** The processor's response to the charge. */
  outcome?: ChargeOutcome | Error
  /** Results of writes of an unpaid outcome. */
  settled?: Order
  /** Order found by the code. */
  stored?: Order | null
  /** Order found by the idempotency key. */
  keyed?: Order | null | Error
  /** The processor's record of the order. */
  record?: readonly ProcessorPayment[] | Error
  /** A payment by its id. */
  payment?: ProcessorPayment | null | Error
  /** Result of opening the checkout, and of reading it. */
  opened?: Checkout | Error
  present?: Checkout | Error
  /** Whether an opened checkout becomes the order's. */
  saved?: boolean
  spending?: Spending
}

function orThrow<T>(value: T): Exclude<T, Error> {
  if (value instanceof Error) throw value
  return value as Exclude<T, Error>
}

/**
 * `calls`: name and arguments of each call that writes or sends something; `lines`: level, event and facts of the
 * log.
 */
export function stage(given: Stage = {}) {
  const { inserted = { kind: 'inserted' }, settled = unpaid, stored = unpaid } = given
  const calls: unknown[][] = []
  const lines: unknown[][] = []
  const record =
    (name: string, result: () => unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args])
      return orThrow(result())
    }
  const line = (level: string) => (event: string, facts: object) =>
    lines.push([level, event, facts])
  const account = {
    id: buyer,
    email: 'buyer@example.com',
    customerId: given.customerId === undefined ? 'cus_1' : given.customerId,
    card: given.card === undefined ? card : given.card,
    cardLostAt: null,
  }
  const deps = {
    orderIds: createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more')),
    baseUrl: 'https://shop.example',
    ids: { uuid: () => orderId, randomInt: () => 0 },
    clock: { now: () => new Date('2026-11-21T10:00:00Z') },
    farmLoad: {
      timeZone: 'UTC',
      promised: () => ({ hoursBefore: 0, end: () => undefined }),
      read: async () => null,
    },
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    chargesInFlight: {
      run: async (id: string, charge: () => Promise<unknown>) => {
        calls.push(['charge begins', id])
        const result = await charge()
        calls.push(['charge ends'])
        return result
      },
    },
    accounts: {
      read: async (id: AccountId) => {
        if (given.account instanceof Error) throw given.account
        return id === buyer && given.account === undefined ? account : null
      },
      linkCustomer: record('linkCustomer', () => 'cus_linked'),
      replaceCustomer: record('replaceCustomer', () => 'cus_replaced'),
      loseCard: record('loseCard', () => undefined),
      readSpending: record('readSpending', () => given.spending),
    },
    orders: {
      insert: record('insert', () => inserted),
      markPaid: record('markPaid', () => ({ kind: 'paid', order: paid })),
      settleCharge: record('settleCharge', () => settled),
      settleFinally: record('settleFinally', () => settled),
      deferCharge: record('deferCharge', () => settled),
      setPaymentPending: record('setPaymentPending', () => undefined),
      saveCheckout: record('saveCheckout', () => given.saved ?? true),
      readByUnexpiredKey: record('readByUnexpiredKey', () => given.keyed ?? null),
      readByCode: record('readByCode', () => stored),
    },
    payments: {
      chargeSavedCard: record(
        'chargeSavedCard',
        () => given.outcome ?? { kind: 'succeeded', paymentId: paymentIdOf('pi_1') },
      ),
      findPayments: record('findPayments', () => given.record ?? []),
      readPayment: record('readPayment', () => given.payment ?? null),
      createCustomer: record('createCustomer', () => 'cus_created'),
      openCheckout: record('openCheckout', () => given.opened ?? checkout),
      readCheckout: record('readCheckout', () => given.present ?? checkout),
      expireCheckout: record('expireCheckout', () => undefined),
    },
  }
  return { deps: deps as unknown as OrderDeps, calls, lines }
}
