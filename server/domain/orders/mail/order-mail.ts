// Determines which order emails are sent to whom. The database reads the data for a plan and writes the email to the
// outbox, in the transaction that causes it. (order, kind) is unique in the outbox, so each kind is written once
// per order.

import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { Mail } from '../../base/ports.ts'
import { isEmailAddress } from '../../base/text/email-address.ts'
import { isDue } from '../charge/payable.ts'
import type { Order } from '../record/order.ts'
import type { OrderLine } from '../record/order-lines.ts'
import { orderPageUrl } from '../record/page-urls.ts'
import { movedCents, type Refund } from '../reversals/refund.ts'
import { type ConfirmationPlace, confirmationMail } from './confirmation-mail.ts'
import {
  type ParcelHistory,
  type ParcelStep,
  parcelKey,
  parcelMail,
  parcelStepOf,
} from './parcel-mail.ts'
import { refundMail, returnedRefundMail, type WithheldGift } from './refund-mail.ts'
import { reminderMail } from './reminder-mail.ts'
import { unpaidMail } from './unpaid-mail.ts'
import { type MailedPayment, unusableRefundMail, unusableReturnedMail } from './unusable-mail.ts'

/**
 * `confirmation`: the order is paid. `unpaid`: its charge ended unpaid. `reminder`: it waits for payment. `refund`:
 * money was returned. `shipped`, `tracking`, `delivered`: its parcel.
 */
export type OrderMailKind =
  | 'confirmation'
  | 'unpaid'
  | 'reminder'
  | `refund:${string}`
  | `${ParcelStep}:${string}`

export type PlannedMail = { readonly kind: OrderMailKind; readonly mail: Mail }

/** `baseUrl`: base URL of links in emails. */
type Place = { readonly to: string; readonly baseUrl: string }

/** Returns the order's address; null if it is not an email address, so that the email is sent to the account. */
export const ownRecipient = ({ address }: Pick<Order, 'address'>): string | null =>
  isEmailAddress(address.email) ? address.email : null

export const planConfirmation = (
  order: Order,
  place: Omit<ConfirmationPlace, 'dueAt'>,
  lines: readonly OrderLine[],
): PlannedMail => ({
  kind: 'confirmation',
  mail: confirmationMail(order, { ...place, dueAt: order.dueAt }, lines),
})

/**
 * Whether to send an email about an unsettled charge that ended unpaid. Not if nothing is due: the order was closed,
 * or released unpaid.
 */
export const needsUnpaidMail = isDue

export const planUnpaid = (order: Order, { to, baseUrl }: Place): PlannedMail => ({
  kind: 'unpaid',
  mail: unpaidMail(order, to, baseUrl),
})

export const planReminder = (order: Order, { to, baseUrl }: Place): PlannedMail => ({
  kind: 'reminder',
  mail: reminderMail(order, to, baseUrl),
})

/** Whether to send an email: one per refund, and one for its return. None before money has moved. */
export const needsRefundMail = (
  refund: Pick<Refund, 'amountCents' | 'giftCents' | 'state' | 'returnedAt'>,
): boolean => refund.returnedAt !== null || movedCents(refund) > 0

/** Plans the email. `withheld`: withheld amounts of the gift card's part. */
export function planRefundMail(
  order: Order,
  refund: Refund,
  place: Place,
  withheld: WithheldGift,
): PlannedMail {
  const { id, returnedAt } = refund
  return returnedAt === null
    ? { kind: `refund:${id}`, mail: refundMail(order, refund, place, withheld) }
    : { kind: `refund:${id}:returned`, mail: returnedRefundMail(order, refund, place, withheld) }
}

/**
 * Plans the email for a change of status or tracking; null for most changes. Each parcel gets one email of each kind,
 * even if its status moves back and forth. Later or corrected tracking has a separate email.
 */
export function planParcelMail(
  order: Order,
  before: Pick<Order, 'status' | 'tracking'>,
  { now, parcels, ...place }: ParcelPlace,
): PlannedMail | null {
  const step = parcelStepOf(order, before, { shippedAt: parcels.shippedAt, now })
  if (step === null) return null
  const parcel = `${parcels.returns}:${parcelKey(order.tracking)}:`
  const isMailed = parcels.mailed.some((kind) => kind.startsWith(`${step}:${parcel}`))
  // The newest email had the same content.
  const [newest = ''] = parcels.mailed.filter((kind) => !kind.startsWith('delivered:'))
  const isKnown = step === 'delivered' ? isMailed : afterName(newest).startsWith(parcel)
  if (isKnown) return null
  const mail = parcelMail(step, order, { ...place, shippedAt: parcels.shippedAt })
  return { kind: `${step}:${parcel}${order.version}`, mail }
}

type ParcelPlace = Place & {
  readonly timeZone: string
  readonly now: Date
  /** `mailed`: the kinds of the order's parcel emails, newest first. */
  readonly parcels: ParcelHistory & { readonly mailed: readonly string[] }
}

const afterName = (kind: string): string => kind.slice(kind.indexOf(':') + 1)

/** Outcome of the refund of a payment that could not be used. */
export type UnusableStep = 'refunded' | 'refused' | 'returned'

/** A refusal is reported to operators only. */
export const needsUnusableMail = (step: UnusableStep): step is 'refunded' | 'returned' =>
  step !== 'refused'

type UnusablePayment = Omit<MailedPayment, 'orderCode'> & {
  readonly paymentId: PaymentId
  readonly refundAttempts: number
}

/** Plans the email, one per attempt. `order`: null for a gift card or credits; the email then goes to their buyer. */
export function planUnusableMail(
  step: 'refunded' | 'returned',
  payment: UnusablePayment,
  order: Pick<Order, 'code'> | null,
  { to, baseUrl }: Place,
): PlannedMail {
  const orderUrl = order === null ? null : orderPageUrl(order.code, baseUrl)
  const mailed = { ...payment, orderCode: order?.code ?? null }
  const attempt = `${payment.paymentId}:${payment.refundAttempts}`
  return step === 'refunded'
    ? { kind: `refund:payment:${attempt}`, mail: unusableRefundMail(mailed, { to, orderUrl }) }
    : {
        kind: `refund:payment-returned:${attempt}`,
        mail: unusableReturnedMail(mailed, { to, orderUrl }),
      }
}
