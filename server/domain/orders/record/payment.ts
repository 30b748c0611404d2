// How an order is paid, or why it is not. `orders` stores this in columns, and a submit response in fields. Both are
// read here, so that other code never sees impossible combinations.

import type { Credential } from '../../base/caller.ts'
import type { CustomerId } from '../../base/ids/customer-id.ts'
import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { PaymentMethodId } from '../../base/ids/payment-method-id.ts'
import type { UnpaidCause } from './unpaid-reasons.ts'

/**
 * The state of an order's single charge attempt. Every change is a commit (server/domain/orders/charge/README.md,
 * "What became of a charge").
 */
export type ChargeState =
  | 'none' // no card on file: no charge was attempted
  | 'started' // written before the processor is called, and while a charge waits for a retry; after a crash the outcome is unknown
  | 'unknown' // the processor's response did not arrive
  | 'declined' // refused by the processor, or 3-D Secure was required
  | 'not_made' // the processor has no record of it: the request never arrived
  | 'succeeded'

/** States of a charge that the processor may still make, or may have made without a recorded outcome. */
export const unsettledCharges = ['started', 'unknown'] as const satisfies readonly ChargeState[]

type UnsettledCharge = (typeof unsettledCharges)[number]

const isUnsettled = (state: ChargeState): state is UnsettledCharge =>
  unsettledCharges.some((unsettled) => unsettled === state)

export type ChargeCard = {
  readonly customerId: CustomerId
  readonly paymentMethodId: PaymentMethodId
}

/**
 * How a new order is to be paid. A web order is paid on a payment page; the other kinds name what placed the
 * order.
 */
export type NewPayment =
  | { readonly kind: 'charge'; readonly credential: Credential; readonly card: ChargeCard }
  | { readonly kind: 'no_card'; readonly credential: Credential }
  | { readonly kind: 'checkout' }

/** Returns a charge of the card alone: a saved card has further fields, which orders do not store. */
export const chargeOf = (
  { customerId, paymentMethodId }: ChargeCard,
  credential: Credential,
): NewPayment => ({ kind: 'charge', credential, card: { customerId, paymentMethodId } })

type NoCharge = { readonly chargeState: 'none' }

type Charge<State extends ChargeState> = {
  readonly chargeState: State
  /** The card of the charge and of its retries; null in orders of the first releases. */
  readonly card: ChargeCard | null
}

type Unpaid = {
  /** A decline in the processor's words. */
  readonly reason: string | null
  /** null for the processor's words, and if no reason was stored. */
  readonly cause: UnpaidCause | null
  /** Whether the last check found an unfinished payment at the processor, or a payment that an operator must check. */
  readonly isPending: boolean
}

/**
 * `paid`: by the charge, or on a payment page after a failed charge. `gift`: a gift card paid everything. `settling`:
 * the outcome of the charge is unknown. `unpaid`: no money pays for it.
 */
export type OrderPayment =
  | ({ readonly kind: 'paid'; readonly paymentId: PaymentId } & (
      | NoCharge
      | Charge<'declined' | 'not_made' | 'succeeded'>
    ))
  | ({ readonly kind: 'gift' } & NoCharge)
  | ({ readonly kind: 'settling' } & Charge<UnsettledCharge> & Unpaid)
  | ({ readonly kind: 'unpaid' } & (NoCharge | Charge<'declined' | 'not_made'>) & Unpaid)

type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never

/** The payment of an order without processor ids. A submit response contains exactly this. */
export type PaymentState = Without<OrderPayment, 'paymentId' | 'card'>

/** For pages that anyone with the order's code can open: without the processor's decline reason. */
export type ShownPayment = Without<PaymentState, 'reason'>

type Paying = { readonly payment: ShownPayment }

export const isPaid = ({ payment }: Paying): boolean =>
  payment.kind === 'paid' || payment.kind === 'gift'

/** Returns why the order is unpaid; null for a paid order, and if no reason was stored. */
export const unpaidReasonOf = ({ payment }: { readonly payment: PaymentState }): string | null =>
  'reason' in payment ? payment.reason : null

/** Returns null for a paid order, for the card processor's words, and if no reason was stored. */
export const unpaidCauseOf = ({ payment }: Paying): UnpaidCause | null =>
  'cause' in payment ? payment.cause : null

/** Whether the last check found an unfinished payment at the processor, or a payment that an operator must check. */
export const isPaymentPending = ({ payment }: Paying): boolean =>
  'isPending' in payment && payment.isPending

/** Returns the card of the charge; null if there was none. */
export const chargeCardOf = ({ payment }: { readonly payment: OrderPayment }): ChargeCard | null =>
  'card' in payment ? payment.card : null

export const paymentIdOfOrder = ({
  payment,
}: {
  readonly payment: OrderPayment
}): PaymentId | null => (payment.kind === 'paid' ? payment.paymentId : null)

/** The payment state in the columns of an order. */
export type PaymentFacts = Unpaid & {
  readonly paid: boolean
  readonly paymentId: PaymentId | null
  readonly chargeState: ChargeState
  readonly card: ChargeCard | null
}

/**
 * Converts the columns. The database permits neither a paid order without a payment, nor an unpaid order with a
 * successful charge.
 */
export function paymentOf({
  paid,
  paymentId,
  chargeState,
  card,
  ...unpaid
}: PaymentFacts): OrderPayment {
  if (!paid) return unpaidOf(chargeState, card, unpaid)
  if (paymentId === null) return { kind: 'gift', chargeState: 'none' }
  if (chargeState === 'none') return { kind: 'paid', paymentId, chargeState }
  return { kind: 'paid', paymentId, chargeState: endOf(chargeState), card }
}

/** Converts the payment state of a submit response, which has no payment id. */
export function paymentStateOf({
  paid,
  chargeState,
  ...unpaid
}: Omit<PaymentFacts, 'paymentId' | 'card'>): PaymentState {
  if (!paid) return unpaidOf(chargeState, null, unpaid)
  return { kind: 'paid', chargeState: chargeState === 'none' ? chargeState : endOf(chargeState) }
}

/** Returns the final state of a charge: the payment of an order settles its charge. */
const endOf = (chargeState: Exclude<ChargeState, 'none'>) =>
  isUnsettled(chargeState) ? 'succeeded' : chargeState

function unpaidOf(chargeState: ChargeState, card: ChargeCard | null, unpaid: Unpaid) {
  switch (chargeState) {
    case 'none':
      return { kind: 'unpaid', chargeState, ...unpaid } as const
    case 'declined':
    case 'not_made':
      return { kind: 'unpaid', chargeState, card, ...unpaid } as const
    case 'started':
    case 'unknown':
      return { kind: 'settling', chargeState, card, ...unpaid } as const
    // Charged, but not yet written as paid.
    case 'succeeded':
      return { kind: 'settling', chargeState: 'unknown', card, ...unpaid } as const
  }
}
