// Counts orders, quotes, charges and refunds as they pass through their ports.

import type { Meter } from '../../domain/base/metrics/meter.ts'
import type { CartOrders } from '../../domain/cart/ports.ts'
import type { Orders } from '../../domain/orders/ports.ts'
import type { NewOrder } from '../../domain/orders/record/order.ts'
import { countStatus } from '../../domain/orders/status-changes/count-status.ts'
import type { Payments } from '../../domain/payments/ports.ts'
import type { Quotes } from '../../domain/quotes/ports.ts'

/** An earlier charge is settled from the processor's record, like a charge without a response. */
const chargeOutcomes = {
  succeeded: 'succeeded',
  declined: 'declined',
  unknown: 'unknown',
  earlier_charge: 'unknown',
  rate_limited: 'deferred',
} as const

export function meteredPayments(payments: Payments, meter: Meter): Payments {
  return {
    ...payments,
    chargeSavedCard: async (...charge) => {
      const startedAt = performance.now()
      const outcome = await payments.chargeSavedCard(...charge)
      meter.observe('charge_duration_seconds', {}, (performance.now() - startedAt) / 1000)
      meter.count('charges_total', { outcome: chargeOutcomes[outcome.kind] })
      return outcome
    },
    refundPayment: async (request) => {
      const outcome = await payments.refundPayment(request)
      meter.count('refunds_total', { outcome: outcome.kind })
      return outcome
    },
  }
}

function countPlaced({ source, payment }: NewOrder, meter: Meter): void {
  meter.count('orders_placed_total', { source })
  if (payment.kind === 'no_card') meter.count('charges_total', { outcome: 'no_card' })
}

export function meteredOrders(orders: Orders, meter: Meter): Orders {
  return {
    ...orders,
    insert: async (order) => {
      const result = await orders.insert(order)
      if (result.kind === 'inserted') countPlaced(order, meter)
      return result
    },
    settleFinally: async (orderId, end) => {
      const order = await orders.settleFinally(orderId, end)
      if (end.state === 'not_made' && order.payment.chargeState === 'not_made') {
        meter.count('charges_total', { outcome: 'not_made' })
      }
      return order
    },
    markPaid: async (...payment) => {
      const outcome = await orders.markPaid(...payment)
      if (outcome.kind === 'paid') {
        meter.count('order_revenue_cents_total', {}, outcome.order.price.totalCents)
        // An order that an operator released unpaid keeps its status.
        const { status } = outcome.order
        if (status === 'RECEIVED') countStatus(meter, status)
      }
      return outcome
    },
    finishPrint: async (code) => {
      const result = await orders.finishPrint(code)
      if (result !== null && 'finished' in result) {
        countStatus(meter, 'PRINTED')
      }
      return result
    },
  }
}

export function meteredCartOrders(cartOrders: CartOrders, meter: Meter): CartOrders {
  return {
    ...cartOrders,
    placeOrder: async (order, options) => {
      let paidCents = 0
      const placed = await cartOrders.placeOrder(order, {
        ...options,
        // Called only for an order that a gift card pays in full, in a transaction that may still be rolled back.
        dueAt: (paid) => {
          paidCents = paid.price.totalCents
          return options.dueAt(paid)
        },
      })
      if (placed.kind !== 'inserted') return placed
      meter.count('orders_placed_total', { source: order.source })
      if (paidCents > 0) {
        meter.count('order_revenue_cents_total', {}, paidCents)
        countStatus(meter, 'RECEIVED')
      }
      return placed
    },
  }
}

export function meteredQuotes(quotes: Quotes, meter: Meter): Quotes {
  return {
    ...quotes,
    insert: async (quote) => {
      await quotes.insert(quote)
      meter.count('quotes_total', { source: quote.measurement.source })
    },
    spend: async (request, order) => {
      const result = await quotes.spend(request, order)
      if (result.kind === 'inserted') countPlaced(order, meter)
      return result
    },
  }
}
