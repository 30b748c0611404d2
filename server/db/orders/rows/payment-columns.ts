// Converts the payment of an order to and from columns.
import type { Selectable } from 'kysely'
import {
  type NewPayment,
  type OrderPayment,
  paymentOf,
} from '../../../domain/orders/record/payment.ts'
import { type UnpaidCause, unpaidSentences } from '../../../domain/orders/record/unpaid-reasons.ts'
import type { OrdersTable } from '../../schema/orders.ts'

/** The columns of a new order. */
export function columnsOfPayment(payment: NewPayment) {
  const card = payment.kind === 'charge' ? payment.card : null
  const cause = causes[payment.kind]
  return {
    credential: payment.kind === 'checkout' ? null : payment.credential,
    charge_state: payment.kind === 'charge' ? ('started' as const) : ('none' as const),
    charge_customer_id: card?.customerId ?? null,
    charge_payment_method_id: card?.paymentMethodId ?? null,
    unpaid_cause: cause,
    unpaid_reason: cause === null ? null : unpaidSentences[cause],
  }
}

const causes: Readonly<Record<NewPayment['kind'], UnpaidCause | null>> = {
  charge: null,
  no_card: 'no_card',
  checkout: 'awaits_checkout',
}

export function paymentOfRow(row: Selectable<OrdersTable>): OrderPayment {
  const { charge_customer_id: customerId, charge_payment_method_id: paymentMethodId } = row
  return paymentOf({
    paid: row.paid,
    paymentId: row.payment_id,
    chargeState: row.charge_state,
    card: customerId === null || paymentMethodId === null ? null : { customerId, paymentMethodId },
    cause: row.unpaid_cause,
    reason: row.unpaid_cause === null ? row.unpaid_reason : unpaidSentences[row.unpaid_cause],
    isPending: row.payment_pending,
  })
}
