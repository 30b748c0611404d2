// Records of the card processor about payments in a separate database of the file, and their effect on its rows.

import { beforeAll, expect } from 'bun:test'
import { sql } from 'kysely'
import { createCartOrders } from '../../../server/db/cart/cart-orders.ts'
import type { OpenDatabase } from '../../../server/db/core/connect.ts'
import { installJobQueue } from '../../../server/db/core/jobs/jobs.ts'
import { createDisputes } from '../../../server/db/disputes/disputes.ts'
import { createPaymentReviews } from '../../../server/db/disputes/payment-reviews.ts'
import { createPurchaseRefunds } from '../../../server/db/gift-cards/purchase-refunds.ts'
import { createPurchases } from '../../../server/db/gift-cards/purchases.ts'
import { createLedger } from '../../../server/db/money/ledger.ts'
import { createPurchaseDesk } from '../../../server/db/operators/purchase-desk.ts'
import { createRefunds } from '../../../server/db/orders/refund/refunds.ts'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { disputeIdOf } from '../../../server/domain/base/ids/dispute-id.ts'
import { type OrderId, orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { type RefundId, refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import type { PurchaseGoods } from '../../../server/domain/gift-cards/ports.ts'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import type {
  PurchaseDesk,
  PurchaseRefunds,
} from '../../../server/domain/operators/purchase-desk.ts'
import { reviewPayment } from '../../../server/domain/orders/disputes/review-payment.ts'
import type { OrderDeps } from '../../../server/domain/orders/ports.ts'
import type {
  DisputeMovement,
  PaymentReturns,
  RecordedDispute,
  RecordedRefund,
} from '../../../server/domain/payments/returns.ts'
import { cartOrder } from '../../../testing/money/ledger-histories.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { untilWaiting } from '../../../testing/service/waiting-transactions.ts'
import { use } from '../../../testing/use.ts'
import { useOrders } from '../orders-fixture.ts'

const baseUrl = 'http://localhost:3000'
const giftCard = { kind: 'gift_card', recipientEmail: 'a@b.example', message: null } as const
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export type BookedRow = readonly (string | number)[]

type DeskPorts = {
  readonly purchaseDesk: PurchaseDesk
  readonly purchaseRefunds: PurchaseRefunds
}

/** A withdrawal with the fee of $15.00, or a returned amount when below 0. */
export const moved = (transactionId: string, cents: number): DisputeMovement => ({
  transactionId,
  cents,
  feeCents: cents > 0 ? 1500 : 0,
})

/** Returns a dispute of $8.00, changed by `changes`. */
export const disputeRecord = (
  id: string,
  changes: Partial<RecordedDispute> = {},
): RecordedDispute => ({
  id: disputeIdOf(id),
  amountCents: 800,
  reason: 'fraudulent',
  status: 'needs_response',
  evidenceDueAt: null,
  isEvidenceSubmitted: false,
  openedAt: new Date('2026-11-20T10:00:00Z'),
  movements: [moved(`txn_${id}`, changes.amountCents ?? 800)],
  ...changes,
})

export const refundRecord = (processorRefundId: string, amountCents: number): RecordedRefund => ({
  processorRefundId,
  refundId: null,
  amountCents,
  outcome: { kind: 'succeeded', processorRefundId },
})

export const recordOf = (
  paymentId: PaymentId,
  record: Partial<PaymentReturns> = {},
): PaymentReturns => ({ paymentId, refunds: [], disputes: [], warnings: [], ...record })

export function useReturns() {
  const orders = useOrders()
  const { database, me } = orders
  const ports = use(() => ({
    paymentReviews: createPaymentReviews(database.db, { baseUrl }),
    disputes: createDisputes(database.db),
    purchases: createPurchases(database.db, { baseUrl }),
    purchaseDesk: createPurchaseDesk(database.db, { baseUrl }),
    purchaseRefunds: createPurchaseRefunds(database.db),
    checkouts: createCartOrders(database.db, { baseUrl, timeZone: 'UTC' }),
    refunds: createRefunds(database.db, { baseUrl }),
    ledger: createLedger(database.db),
  }))
  beforeAll(() => installJobQueue(database.pool))

  /** Returns dependencies of operator functions with another card processor. */
  const deskDeps = (payments: object) => {
    const deps = {
      ...ports,
      payments,
      orderIds: { bytes: (text: string) => new Uint8Array(Bun.SHA256.hash(text) as Uint8Array) },
      log: silent,
      meter: { count: () => {} },
    }
    return deps as unknown as OrderDeps & DeskPorts
  }

  /** Runs one review of the payment with the record that `read` returns. */
  const review = async (read: () => Promise<PaymentReturns>) => {
    const { paymentId } = await read()
    return await reviewPayment(deskDeps({ readReturns: read }), paymentId)
  }

  const paidPurchase = async (accountId: AccountId, amountCents: number, goods: PurchaseGoods) => {
    const [id, codeHash] = [purchaseIdOf(crypto.randomUUID()), crypto.randomUUID()]
    await ports.purchases.insert({ id, accountId, amountCents, goods })
    const payment = paymentIdOf(`pi_${id}`)
    await ports.purchases.markPaid({ purchaseId: id, paymentId: payment, amountCents }, codeHash)
    return { id, codeHash, payment }
  }

  /** Starts a refund and returns its id. `paymentId`: null for an order that a gift card paid in full. */
  const startRefund = async (
    orderId: OrderId,
    amountCents: number,
    paymentId: PaymentId | null = null,
  ): Promise<RefundId> => {
    const id = refundIdOf(crypto.randomUUID())
    const request = {
      id,
      orderId,
      requestKey: `key:${id}`,
      paymentId,
      requestedCents: amountCents,
      amountCents,
      parts: null,
      reason: 'One part warped.',
      requestedBy: 'ada@example.com',
    }
    expect(await ports.refunds.start(request)).not.toBeNull()
    return id
  }

  /** Creates a payment of $8.00 with an order that is missing from the database. */
  const unmatchedPayment = async () => {
    const payment = paymentIdOf(`pi_${crypto.randomUUID()}`)
    await database.db
      .insertInto('unmatched_payments')
      .values({
        payment_id: payment,
        subject: 'order',
        subject_id: crypto.randomUUID(),
        amount_cents: 800,
        paid_at: new Date(),
        marked: true,
      })
      .execute()
    const movements = async () => {
      const rows = await database.db
        .selectFrom('money_movements')
        .select(['kind', 'debit', 'credit', 'cents'])
        .where('processor_id', '=', payment)
        .orderBy('id')
        .execute()
      return rows.map(({ kind, debit, credit, cents }): BookedRow => [kind, debit, credit, cents])
    }
    return { payment, dispute: `du_${payment}`, movements }
  }

  return {
    ...orders,
    ports,
    deskDeps,
    review,
    reviewed: (record: PaymentReturns) => review(async () => record),
    /** Creates an order of $8.00 with a payment. */
    paidOrder: async () => {
      const order = await orders.inserted()
      const payment = paymentIdOf(`pi_${order.id}`)
      await orders.orders.markPaid(order.code, { paymentId: payment, amountCents: 800 })
      return { ...order, payment }
    },
    paidCard: (amountCents: number) => paidPurchase(me, amountCents, giftCard),
    /** Creates a purchase of 50 credits for $20.00. */
    paidCredits: (accountId: AccountId) =>
      paidPurchase(accountId, 2000, { kind: 'credits', credits: 50 }),
    /** Creates an order of $8.00 paid by the gift card, up to its balance. */
    orderWith: async (codeHash: string) => {
      const order = cartOrder(me, 100)
      const options = {
        giftCodeHash: codeHash,
        basketLines: [],
        shownCents: null,
        dueAt: () => new Date(),
      }
      expect(await ports.checkouts.placeOrder(order, options)).toEqual({ kind: 'inserted' })
      return order
    },
    /** Refunds an order that a gift card paid in full. */
    refundOrder: async (orderId: OrderId, amountCents: number) => {
      const id = await startRefund(orderId, amountCents)
      await ports.refunds.settle(id, { kind: 'succeeded', processorRefundId: null })
    },
    startRefund,
    unmatchedPayment,
    /** Returns [kind, debit, credit, cents] of each booking about an order or purchase after its payment. */
    booked: async (id: string): Promise<BookedRow[]> => {
      const rows = await database.db
        .selectFrom('money_movements')
        .select(['kind', 'debit', 'credit', 'cents'])
        .where((where) =>
          where.or([
            where('order_id', '=', orderIdOf(id)),
            where('purchase_id', '=', purchaseIdOf(id)),
          ]),
        )
        .orderBy('id')
        .execute()
      return rows.slice(1).map(({ kind, debit, credit, cents }) => [kind, debit, credit, cents])
    },
    /** Returns the faults in the balances of the whole database. */
    differences: async () => (await checkLedger({ ...ports, log: silent } as never)).differences,
  }
}

/** Waits until a transaction waits for the lock of the table itself. */
export async function waitingFor({ db }: Pick<OpenDatabase, 'db'>, table: string): Promise<void> {
  await waitUntil(`one waits for the lock of ${table}`, async () => {
    const { rows } = await sql`select from pg_locks
      where relation = ${table}::regclass and not granted`.execute(db)
    return rows.length === 1
  })
}

/** Runs `first` and then `second` behind a lock on the rows that `held` names; they continue in that order. */
export async function inTurn<A, B>(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  held: { readonly table: string; readonly column: string; readonly id: string },
  [first, second]: readonly [() => Promise<A>, () => Promise<B>],
): Promise<[A, B]> {
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    const { table, column, id } = held
    await holder.query(`select from ${table} where ${column}::text = $1 for update`, [id])
    const running = [first()] as [Promise<A>]
    await untilWaiting(database.db, 1)
    const both = Promise.all([...running, second()])
    await untilWaiting(database.db, 2)
    await holder.query('commit')
    return await both
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
