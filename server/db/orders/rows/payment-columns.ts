// Between the payment of an order and its columns.
import type { Selectable } from 'kysely'
import { type NewPayment, type OrderPayment, paymentOf } from '../../../domain/orders/payment.ts'
import { unpaidReasons } from '../../../domain/orders/unpaid-reasons.ts'
import type { OrdersTable } from '../../schema/orders.ts'

/** The columns of a new order. */
export function columnsOfPayment(payment: NewPayment) {
  const card = payment.kind === 'charge' ? payment.card : null
  return {
    credential: payment.kind === 'checkout' ? null : payment.credential,
    charge_state: payment.kind === 'charge' ? ('started' as const) : ('none' as const),
    charge_customer_id: card?.customerId ?? null,
    charge_payment_method_id: card?.paymentMethodId ?? null,
    unpaid_reason: reasons[payment.kind],
  }
}

const reasons = {
  charge: null,
  no_card: unpaidReasons.noCard,
  checkout: unpaidReasons.awaitsCheckout,
} as const satisfies Readonly<Record<NewPayment['kind'], string | null>>

export function paymentOfRow(row: Selectable<OrdersTable>): OrderPayment {
  const { charge_customer_id: customerId, charge_payment_method_id: paymentMethodId } = row
  return paymentOf({
    paid: row.paid,
    paymentId: row.payment_id,
    chargeState: row.charge_state,
    card: customerId === null || paymentMethodId === null ? null : { customerId, paymentMethodId },
    reason: row.unpaid_reason,
    isPending: row.payment_pending,
  })
}
