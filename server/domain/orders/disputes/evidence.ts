// Evidence about a disputed payment from its order: texts for the bank, and files for the operator who responds.

import { parseDisputeId } from '../../base/ids/dispute-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { ProcessorFailure } from '../../payments/failure.ts'
import { processorFailure } from '../../payments/failure.ts'
import type { DisputeEvidence } from '../../payments/returns.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import type { EvidenceDeps } from '../deps.ts'
import type { OrderChange } from '../history/change.ts'
import { timelineOf } from '../history/timeline.ts'
import { timelineLines } from '../history/timeline-text.ts'
import type { OrderDeps } from '../ports.ts'
import { addressLines } from '../record/address-lines.ts'
import type { Order } from '../record/order.ts'
import { listLines, type OrderLine } from '../record/order-lines.ts'
import { orderPageUrl } from '../record/page-urls.ts'
import { paymentIdOfOrder } from '../record/payment.ts'
import { awaitsEvidence, type Dispute, reasonWords } from '../reversals/dispute.ts'
import type { SentMail } from '../reversals/dispute-ports.ts'
import type { DisputeFailure } from './failure.ts'
import { reviewPayment } from './review-payment.ts'

export type CollectedEvidence = {
  readonly dispute: Dispute
  /** null if the payment is for a gift card, credits or no order. */
  readonly order: Order | null
  /** The texts that are sent unless an operator changes them. */
  readonly evidence: DisputeEvidence
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

export async function collectEvidence(
  deps: Pick<OrderDeps, 'baseUrl' | 'disputes' | 'orderLines' | 'orders'>,
  sentId: string,
): Promise<Result<CollectedEvidence, DisputeFailure>> {
  const disputeId = parseDisputeId(sentId)
  const dispute = disputeId === null ? null : await deps.disputes.read(disputeId)
  if (dispute === null) return fail({ kind: 'dispute_not_found' })
  const { orderId } = dispute
  const order =
    orderId === null ? null : await deps.orders.readReferenced({ orderId, orderCode: '' })
  if (order === null) {
    const files = [{ name: 'dispute.txt', text: disputeText(dispute) }]
    return ok({ dispute, order, evidence: noEvidence, files })
  }
  const [lines, changes, mails] = await Promise.all([
    listLines(deps, order),
    deps.orders.history(order.id),
    deps.disputes.mailsOf(order.id),
  ])
  const files = [
    { name: 'dispute.txt', text: disputeText(dispute) },
    { name: 'order.txt', text: orderText(order, lines, deps.baseUrl) },
    { name: 'history.txt', text: `${historyText(order, changes)}\n` },
    ...mails.map((mail, place) => ({
      name: `mails/${String(place + 1).padStart(2, '0')}-${fileName(mail.kind)}.txt`,
      text: mailText(mail),
    })),
  ]
  return ok({ dispute, order, evidence: evidenceOf(order, lines, changes), files })
}

export type EvidenceInput = { readonly disputeId: string; readonly text: string | null }

/**
 * Sends the order's facts with the operator's text, or by default with the customer's view of the history. Without an
 * order, sends only the text. The bank accepts one response.
 */
export async function respondToDispute(
  deps: EvidenceDeps,
  operator: string,
  { disputeId: sentId, text: operatorText }: EvidenceInput,
): Promise<Result<Dispute, DisputeFailure | ProcessorFailure>> {
  const collected = await collectEvidence(deps, sentId)
  if (!collected.ok) return collected
  const { dispute, order, evidence } = collected.value
  const { id: disputeId } = dispute
  if (!awaitsEvidence(dispute.status) || dispute.evidenceSubmittedAt !== null) {
    return fail({ kind: 'dispute_answered' })
  }
  const complete = { ...evidence, text: operatorText ?? evidence.text }
  if (complete.text === '') return fail({ kind: 'evidence_text_missing' })
  try {
    const response = await deps.payments.submitEvidence(disputeId, complete)
    if (response !== 'submitted') {
      return fail({ kind: 'evidence_refused', reason: response.refused })
    }
    await deps.disputes.noteEvidence({ disputeId, orderId: order?.id ?? null, by: operator })
    deps.log.info('payment.evidence_submitted', { disputeId, by: operator })
    await reviewPayment(deps, dispute.paymentId)
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn('payment.evidence_not_submitted', { disputeId, error })
    return fail(failure)
  }
  return ok((await deps.disputes.read(disputeId)) ?? dispute)
}

const noEvidence: DisputeEvidence = {
  customerName: null,
  customerEmail: null,
  productDescription: null,
  shippingAddress: null,
  shippingCarrier: null,
  shippingNumber: null,
  shippingDate: null,
  text: '',
}

/** Returns the evidence without internal data, such as operators' names and hold reasons. */
function evidenceOf(
  order: Order,
  lines: readonly OrderLine[],
  changes: readonly OrderChange[],
): DisputeEvidence {
  const { address, tracking } = order
  return {
    customerName: address.recipientName,
    customerEmail: address.email,
    productDescription: lines.map(lineText).join('\n'),
    shippingAddress: addressLines(order).join('\n'),
    shippingCarrier: tracking?.carrier ?? null,
    shippingNumber: tracking?.number ?? null,
    shippingDate: tracking?.shippedAt.toISOString().slice(0, 10) ?? null,
    text: `The parts were made to order for this customer. What happened with order ${order.code}:\n${historyText(order, changes)}`,
  }
}

/** Returns the history as the customer sees it. */
const historyText = (order: Order, changes: readonly OrderChange[]): string =>
  timelineLines(timelineOf(order, changes))

const lineText = ({ options, file }: OrderLine): string =>
  `${options.quantity} x ${file.fileName}, 3D printed in ${options.material.toUpperCase()}, ${options.color}, ${options.quality} quality`

function disputeText(dispute: Dispute): string {
  const due = dispute.evidenceDueAt?.toISOString() ?? 'not known'
  return text([
    `Dispute ${dispute.id} of payment ${dispute.paymentId}`,
    `Amount: ${formatDollars(dispute.amountCents)}`,
    `Reason: ${reasonWords(dispute.reason)}`,
    `State: ${reasonWords(dispute.status)}`,
    `Opened: ${dispute.openedAt.toISOString()}`,
    `Evidence until: ${due}`,
  ])
}

function orderText(order: Order, lines: readonly OrderLine[], baseUrl: string): string {
  const { tracking, price, note } = { ...order, note: order.options.note }
  return text([
    `Order ${order.code}, placed ${order.createdAt.toISOString()}`,
    orderPageUrl(order.code, baseUrl),
    '',
    ...lines.map(lineText),
    `Print: ${formatDollars(price.printCents)}`,
    `Postage: ${formatDollars(price.shippingCents)}`,
    `Total: ${formatDollars(price.totalCents)}`,
    `Payment at the card processor: ${paymentIdOfOrder(order) ?? 'none'}`,
    ...(note === null ? [] : ['', 'Note of the customer:', note]),
    '',
    'Ship to:',
    ...addressLines(order),
    `Email: ${order.address.email}`,
    `Phone: ${order.address.phone ?? 'none'}`,
    '',
    `Status: ${order.status}`,
    ...(tracking === null
      ? ['Tracking: none']
      : [
          `Carrier: ${tracking.carrier}`,
          `Tracking number: ${tracking.number}`,
          `Tracking page: ${tracking.url ?? 'none'}`,
          `Shipped: ${tracking.shippedAt.toISOString()}`,
        ]),
  ])
}

const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`

const fileName = (kind: string): string => kind.replaceAll(/[^a-z]+/g, '-').slice(0, 20)

const mailText = ({ to, subject, body, at, sentAt }: SentMail): string =>
  text([
    `To: ${to}`,
    `Subject: ${subject}`,
    `Written: ${at.toISOString()}`,
    `Sent: ${sentAt?.toISOString() ?? 'not yet'}`,
    '',
    body,
  ])
