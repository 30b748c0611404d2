// How an order is paid, or why it is not. `orders` stores it in columns, and a response to a submit in fields; both are read here, so
// that combinations that cannot be are seen nowhere else.

import type { Credential } from '../base/caller.ts'
import type { CustomerId } from '../base/customer-id.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { PaymentMethodId } from '../base/payment-method-id.ts'
import { type UnpaidCause, unpaidCauseOf } from './unpaid-reasons.ts'

/**
 * The state of an order's one charge attempt. Every change is a commit (server/domain/orders/charge/README.md,
 * "What became of a charge").
 */
export type ChargeState =
  | 'none' // no card on file: no charge was attempted
  | 'started' // written before the processor is called, and while a charge waits for a retry; after a crash the outcome is unknown
  | 'unknown' // the processor's response did not arrive
  | 'declined' // refused by the processor, or 3-D Secure was required
  | 'not_made' // the processor has no record of it: the request never arrived
  | 'succeeded'

/** States of a charge that the processor may still carry out, or has carried out unseen. */
export const unsettledCharges = ['started', 'unknown'] as const satisfies readonly ChargeState[]

type UnsettledCharge = (typeof unsettledCharges)[number]

const isUnsettled = (state: ChargeState): state is UnsettledCharge =>
  unsettledCharges.some((unsettled) => unsettled === state)

export type ChargeCard = {
  readonly customerId: CustomerId
  readonly paymentMethodId: PaymentMethodId
}

/** How a new order is to be paid. An order of the website is paid on a payment page; the others name what placed them. */
export type NewPayment =
  | { readonly kind: 'charge'; readonly credential: Credential; readonly card: ChargeCard }
  | { readonly kind: 'no_card'; readonly credential: Credential }
  | { readonly kind: 'checkout' }

type NoCharge = { readonly chargeState: 'none' }

type Charge<State extends ChargeState> = {
  readonly chargeState: State
  /** The card of the charge and of its retries; null in orders of the first releases. */
  readonly card: ChargeCard | null
}

type Unpaid = {
  /** A decline in the processor's own words. */
  readonly reason: string | null
  /** null for the processor's words, and where no reason was stored. */
  readonly cause: UnpaidCause | null
  /** At the last review the processor had an unfinished payment, or one that a person has to check. */
  readonly isPending: boolean
}

/**
 * `paid`: by the charge, or at a payment page after a charge that failed. `gift`: a gift card paid all of it. `settling`: the outcome of
 * the charge is not known. `unpaid`: no money pays for it.
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

/** The payment of an order for readers who need no id of the card processor. A response to a submit has no more. */
export type PaymentState = Without<OrderPayment, 'paymentId' | 'card'>

/** For pages that anyone with the order's code may open: without a decline in the processor's words. */
export type ShownPayment = Without<PaymentState, 'reason'>

type Paying = { readonly payment: ShownPayment }

export const isPaid = ({ payment }: Paying): boolean =>
  payment.kind === 'paid' || payment.kind === 'gift'

/** Why the order is unpaid; null for one that is paid, and where no reason was stored. */
export const unpaidReasonOf = ({ payment }: { readonly payment: PaymentState }): string | null =>
  'reason' in payment ? payment.reason : null

/** At the last review the processor had an unfinished payment, or one that a person has to check. */
export const isPaymentPending = ({ payment }: Paying): boolean =>
  'isPending' in payment && payment.isPending

/** The card of the charge; null when there was none. */
export const chargeCardOf = ({ payment }: { readonly payment: OrderPayment }): ChargeCard | null =>
  'card' in payment ? payment.card : null

export const paymentIdOfOrder = ({
  payment,
}: {
  readonly payment: OrderPayment
}): PaymentId | null => (payment.kind === 'paid' ? payment.paymentId : null)

type UnpaidFacts = Omit<Unpaid, 'cause'>

/** What the columns of an order say. */
export type PaymentFacts = UnpaidFacts & {
  readonly paid: boolean
  readonly paymentId: PaymentId | null
  readonly chargeState: ChargeState
  readonly card: ChargeCard | null
}

/** The database allows no order that is paid by neither, nor an unpaid one whose charge succeeded. */
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

/** What a response to a submit says, which has no id of a payment. */
export function paymentStateOf({
  paid,
  chargeState,
  ...unpaid
}: Omit<PaymentFacts, 'paymentId' | 'card'>): PaymentState {
  if (!paid) return unpaidOf(chargeState, null, unpaid)
  return { kind: 'paid', chargeState: chargeState === 'none' ? chargeState : endOf(chargeState) }
}

/** The payment of an order settles its charge. */
const endOf = (chargeState: Exclude<ChargeState, 'none'>) =>
  isUnsettled(chargeState) ? 'succeeded' : chargeState

function unpaidOf(chargeState: ChargeState, card: ChargeCard | null, facts: UnpaidFacts) {
  const { reason, isPending } = facts
  const unpaid: Unpaid = { reason, cause: unpaidCauseOf(reason), isPending }
  switch (chargeState) {
    case 'none':
      return { kind: 'unpaid', chargeState, ...unpaid } as const
    case 'declined':
    case 'not_made':
      return { kind: 'unpaid', chargeState, card, ...unpaid } as const
    case 'started':
    case 'unknown':
      return { kind: 'settling', chargeState, card, ...unpaid } as const
    // Charged and not yet written as paid.
    case 'succeeded':
      return { kind: 'settling', chargeState: 'unknown', card, ...unpaid } as const
  }
}
