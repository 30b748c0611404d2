// The ports of orders and money: the card processor, and the tables of orders, payments, gift cards and books.
import type { MetricRegistry } from '../../adapters/observability/registry.ts'
import { createStripeBalance } from '../../adapters/payments/balance.ts'
import { createOrderIds } from '../../adapters/payments/order-ids.ts'
import { defaultMarker } from '../../adapters/payments/order-reference.ts'
import { createStripePayments } from '../../adapters/payments/stripe.ts'
import { createBillingDocuments } from '../../db/billing/documents.ts'
import { createBooks } from '../../db/books/books.ts'
import { createBaskets } from '../../db/cart/baskets.ts'
import { createCartOrders } from '../../db/cart/cart-orders.ts'
import type { OpenDatabase } from '../../db/core/connect.ts'
import { createDisputes } from '../../db/disputes/disputes.ts'
import { createPaymentReviews } from '../../db/disputes/payment-reviews.ts'
import { createBulkActions } from '../../db/fulfillment/bulk-actions.ts'
import { createOrderQueue } from '../../db/fulfillment/order-queue.ts'
import { createOrderWork } from '../../db/fulfillment/order-work.ts'
import { createDebts } from '../../db/gift-cards/debts.ts'
import { createGiftCards } from '../../db/gift-cards/gift-cards.ts'
import { createPurchaseRefunds } from '../../db/gift-cards/purchase-refunds.ts'
import { createPurchases } from '../../db/gift-cards/purchases.ts'
import { createSpendKeys } from '../../db/idempotency/spend-keys.ts'
import { createCallBudget } from '../../db/limits/call-budget.ts'
import { createSeenMarks } from '../../db/limits/seen-codes.ts'
import type { CacheOptions } from '../../db/models/cached-outcomes.ts'
import { createPurchaseDesk } from '../../db/operators/purchase-desk.ts'
import { createProcessorEvents } from '../../db/orders/charge/processor-events.ts'
import { createIdempotencyKeys } from '../../db/orders/idempotency-keys.ts'
import { createLegacyOrders } from '../../db/orders/legacy-orders.ts'
import { createOrders } from '../../db/orders/orders.ts'
import { createRefunds } from '../../db/orders/refund/refunds.ts'
import { createOrderLines } from '../../db/orders/rows/order-lines.ts'
import { createUnmatchedPayments } from '../../db/orders/unmatched/unmatched-payments.ts'
import { createQuotes } from '../../db/quotes/quotes.ts'
import { createCheckoutReplies } from '../../db/ucp/checkout-replies.ts'
import { createCheckoutSessions } from '../../db/ucp/checkout-sessions.ts'
import type { Clock } from '../../domain/base/ports.ts'
import { createChargesInFlight } from '../../domain/orders/charges-in-flight.ts'
import { processorAttemptSeconds } from '../../domain/payments/repeats.ts'
import type { Deps } from '../deps.ts'
import type { ServiceSettings } from '../service-settings.ts'
import { readSeller, sellerOnDocuments } from '../terms/legal-texts.ts'

/** Limit for one attempt of one call. With its retries, a charge ends within half a minute. */
const processorTimeoutMs = processorAttemptSeconds * 1000

export type MoneySettings = {
  readonly settings: ServiceSettings
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly registry: MetricRegistry
  readonly cache: CacheOptions
  /** Key from which ids and codes of orders are derived. */
  readonly orderKey: Uint8Array
}

export function openMoneyPorts({
  settings,
  database,
  clock,
  registry,
  cache,
  orderKey,
}: MoneySettings) {
  const { config, baseUrl, log } = settings
  const { db } = database
  const readSellerLines = readSeller(config.legalDir)
  const mailPlace = { baseUrl, timeZone: config.timeZone }
  const onWithdrawn = (jobs: number) =>
    registry.count('print_jobs_total', { outcome: 'cancelled' }, jobs)
  const processorSettings = {
    ...stripeSettings(settings),
    clock,
    marker: config.paymentMarker ?? defaultMarker(baseUrl),
    takeCalls: createCallBudget(db, { perSecond: config.stripeCallsPerSecond }),
    log,
  }
  return {
    billing: {
      get seller() {
        return readSellerLines()
      },
      get documentSeller() {
        return sellerOnDocuments(readSellerLines(), baseUrl)
      },
      taxRates: config.taxRates,
    },
    billingDocuments: createBillingDocuments(db, { timeZone: config.timeZone, log }),
    payments: createStripePayments(processorSettings),
    processorBalance: createStripeBalance(processorSettings),
    books: createBooks(db, config.timeZone),
    seenMarks: createSeenMarks(db),
    processorEvents: createProcessorEvents(database),
    unmatchedPayments: createUnmatchedPayments(db, { baseUrl }),
    orderIds: createOrderIds(orderKey),
    orders: createOrders(database, { ...mailPlace, log, onWithdrawn }),
    chargesInFlight: createChargesInFlight(),
    orderLines: createOrderLines(db),
    cartOrders: createCartOrders(db, mailPlace),
    baskets: createBaskets(db),
    checkoutSessions: createCheckoutSessions(db),
    checkoutReplies: createCheckoutReplies(db),
    giftCards: createGiftCards(db),
    purchases: createPurchases(db, { baseUrl }),
    debts: createDebts(db),
    purchaseDesk: createPurchaseDesk(db, { baseUrl }),
    purchaseRefunds: createPurchaseRefunds(db),
    creditPacks: config.creditPacks,
    refunds: createRefunds(db, { baseUrl, onWithdrawn }),
    disputes: createDisputes(db),
    paymentReviews: createPaymentReviews(db, { baseUrl, onWithdrawn }),
    orderWork: createOrderWork(db, { cache, mailPlace, onWithdrawn }),
    orderQueue: createOrderQueue(db, log),
    bulkActions: createBulkActions(db, { cache, mailPlace, onWithdrawn }),
    legacyOrders: createLegacyOrders(db, log),
    quotes: createQuotes(db),
    idempotencyKeys: createIdempotencyKeys(database, log),
    spendKeys: createSpendKeys(db, log),
  } satisfies Partial<Deps>
}

function stripeSettings({ stripe }: ServiceSettings) {
  const { secretKey, webhookSecret, apiBase } = stripe
  return {
    secretKey,
    webhookSecret,
    timeoutMs: processorTimeoutMs,
    ...(apiBase === null ? {} : { apiBase }),
  }
}
