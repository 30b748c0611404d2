// Which mail about an order goes to whom. The database reads what a plan needs and writes the mail to the outbox, in the transaction that
// causes it. (order, kind) is unique there, so a mail of a kind is written once for an order.
import { isMailAddress } from '../../base/mail-address.ts'
import type { PaymentId } from '../../base/payment-id.ts'
import type { Mail } from '../../base/ports.ts'
import { isDue } from '../charge/payable.ts'
import type { Order } from '../order.ts'
import type { OrderLine } from '../order-lines.ts'
import { orderPageUrl } from '../page-urls.ts'
import { movedCents, type Refund } from '../refund.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { refundMail, returnedRefundMail, type WithheldGift } from './refund-mail.ts'
import { reminderMail } from './reminder-mail.ts'
import { unpaidMail } from './unpaid-mail.ts'
import { type MailedPayment, unusableRefundMail, unusableReturnedMail } from './unusable-mail.ts'

/** `confirmation`: it is paid. `unpaid`: its charge ended unpaid. `reminder`: it waits for its payment. `refund`: money went back. */
export type OrderMailKind = 'confirmation' | 'unpaid' | 'reminder' | `refund:${string}`

export type PlannedMail = { readonly kind: OrderMailKind; readonly mail: Mail }

/** `baseUrl`: where the links in mails lead. */
type Place = { readonly to: string; readonly baseUrl: string }

/** The order's own address; null where it is not a mail address, and the mail goes to the account's. */
export const ownRecipient = ({ address }: Pick<Order, 'address'>): string | null =>
  isMailAddress(address.email) ? address.email : null

export const planConfirmation = (
  order: Order,
  { to, baseUrl }: Place,
  lines: readonly OrderLine[],
): PlannedMail => ({ kind: 'confirmation', mail: confirmationMail(order, to, baseUrl, lines) })

/** For a charge that was unsettled and ended unpaid. None where there is nothing to pay: it was closed, or released unpaid. */
export const needsUnpaidMail = isDue

export const planUnpaid = (order: Order, { to, baseUrl }: Place): PlannedMail => ({
  kind: 'unpaid',
  mail: unpaidMail(order, to, baseUrl),
})

export const planReminder = (order: Order, { to, baseUrl }: Place): PlannedMail => ({
  kind: 'reminder',
  mail: reminderMail(order, to, baseUrl),
})

/** One for each refund, and one for its return. None while nothing has moved. */
export const needsRefundMail = (
  refund: Pick<Refund, 'amountCents' | 'giftCents' | 'state' | 'returnedAt'>,
): boolean => refund.returnedAt !== null || movedCents(refund) > 0

/** `withheld`: of the gift card's part. */
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

/** What became of the refund of a payment that could not be used. */
export type UnusableStep = 'refunded' | 'refused' | 'returned'

/** A refusal is reported to operators only. */
export const needsUnusableMail = (step: UnusableStep): step is 'refunded' | 'returned' =>
  step !== 'refused'

type UnusablePayment = Omit<MailedPayment, 'orderCode'> & {
  readonly paymentId: PaymentId
  readonly refundAttempts: number
}

/** `order`: null for a gift card or credits, whose buyer gets the mail. One for each attempt. */
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
