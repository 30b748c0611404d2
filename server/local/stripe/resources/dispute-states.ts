// The course of a dispute: a cardholder's bank opens and ends it, which changes the balance and the charge.
import type Stripe from 'stripe'
import { invalidRequest } from '../core/errors.ts'
import { record } from '../core/ledger.ts'
import type { World } from '../core/world.ts'
import { chargeOfPayment } from './charges.ts'
import { newDispute } from './dispute-object.ts'
import { endWarnings } from './early-fraud-warnings.ts'

/** Cents that Stripe charges for each chargeback, regardless of its outcome. */
const disputeFee = 1500
const daysToRespond = 10

export type NewDispute = {
  readonly payment: string
  /** In cents. Defaults to the part that was not refunded, or to the complete amount if that part is 0. */
  readonly amountCents?: number
  /** For example `product_not_received`. Defaults to `fraudulent`. */
  readonly reason?: string
  /** Deadline for evidence, in Unix seconds. Defaults to 10 days from now. */
  readonly dueBy?: number
  /** The bank only inquires: no money is withdrawn unless it escalates. */
  readonly inquiry?: boolean
}

/** Opens a dispute of the payment, in addition to any earlier one. */
export function openDispute(world: World, request: NewDispute): Stripe.Dispute {
  const charge = chargeOfPayment(world, request.payment)
  const left = charge.amount - charge.amount_refunded
  const amount = request.amountCents ?? (left > 0 ? left : charge.amount)
  if (amount > charge.amount) throw invalidRequest('A dispute cannot exceed its charge.')
  const inquiry = request.inquiry === true
  const opened = newDispute(world, charge, {
    amount,
    reason: request.reason ?? 'fraudulent',
    dueBy: request.dueBy ?? world.now() + daysToRespond * 24 * 3600,
    inquiry,
  })
  const dispute = inquiry ? opened : withdraw(world, opened)
  world.store.insert(dispute)
  world.store.save({ ...charge, disputed: true })
  world.emit('charge.dispute.created', dispute)
  if (!inquiry) world.emit('charge.dispute.funds_withdrawn', dispute)
  endWarnings(world, charge.id)
  return dispute
}

/** `warning_closed` ends an inquiry; `needs_response` escalates it to a chargeback. */
export const disputeSteps = ['won', 'lost', 'warning_closed', 'needs_response'] as const
export type FakeDisputeStep = (typeof disputeSteps)[number]

/** Applies the bank's next step. Throws an ApiError if the current status does not permit it. */
export function moveDispute(
  world: World,
  dispute: Stripe.Dispute,
  to: FakeDisputeStep,
): Stripe.Dispute {
  if (!stepsFrom(dispute).includes(to)) {
    throw invalidRequest(`This dispute is ${dispute.status} and cannot become ${to}.`)
  }
  if (to === 'needs_response') return escalate(world, dispute)
  const isTakenAgain = dispute.status === 'won'
  const closed: Stripe.Dispute = {
    ...(to === 'won'
      ? reinstate(world, dispute)
      : isTakenAgain
        ? withdraw(world, dispute)
        : dispute),
    status: to,
    is_charge_refundable: to !== 'lost',
  }
  world.store.save(closed)
  world.emit('charge.dispute.closed', closed)
  if (to === 'won') world.emit('charge.dispute.funds_reinstated', closed)
  if (isTakenAgain) world.emit('charge.dispute.funds_withdrawn', closed)
  return closed
}

/** Returns the possible steps. A bank may reverse its decision. */
function stepsFrom(dispute: Stripe.Dispute): readonly FakeDisputeStep[] {
  if (dispute.status === 'lost') return ['won']
  if (dispute.status === 'won') return ['lost']
  if (!isOpen(dispute)) return []
  return isInquiry(dispute) ? ['warning_closed', 'needs_response'] : ['won', 'lost']
}

function escalate(world: World, dispute: Stripe.Dispute): Stripe.Dispute {
  const { payment_method_details: details } = dispute
  const escalated: Stripe.Dispute = {
    ...withdraw(world, dispute),
    ...(details?.card && {
      payment_method_details: { ...details, card: { ...details.card, case_type: 'chargeback' } },
    }),
    status: 'needs_response',
    is_charge_refundable: false,
  }
  world.store.save(escalated)
  world.emit('charge.dispute.updated', escalated)
  world.emit('charge.dispute.funds_withdrawn', escalated)
  return escalated
}

function withdraw(world: World, dispute: Stripe.Dispute): Stripe.Dispute {
  const movement = record(world, {
    type: 'adjustment',
    category: 'dispute',
    amount: -dispute.amount,
    fee: { amount: disputeFee, description: 'Dispute fee' },
    source: dispute.id,
    description: `Chargeback withdrawal for ${dispute.charge}`,
  })
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, movement] }
}

function reinstate(world: World, dispute: Stripe.Dispute): Stripe.Dispute {
  const movement = record(world, {
    type: 'adjustment',
    category: 'dispute_reversal',
    amount: dispute.amount,
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge}`,
  })
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, movement] }
}

export const isInquiry = ({ status }: Stripe.Dispute): boolean => status.startsWith('warning_')

/** Whether the bank has yet to decide. */
export const isOpen = ({ status }: Stripe.Dispute): boolean =>
  status.endsWith('needs_response') || status.endsWith('under_review')

/** Whether an open or lost chargeback prevents refunds of the charge. */
export const isChargedBack = (world: World, charge: Stripe.Charge): boolean =>
  charge.disputed &&
  disputesOf(world, charge).some(
    (dispute) => dispute.status === 'lost' || (isOpen(dispute) && !isInquiry(dispute)),
  )

/** Ends the inquiries of a fully refunded charge. */
export function closeInquiries(world: World, charge: Stripe.Charge): void {
  if (!charge.disputed) return
  for (const dispute of disputesOf(world, charge)) {
    if (isInquiry(dispute) && isOpen(dispute)) moveDispute(world, dispute, 'warning_closed')
  }
}

const disputesOf = (world: World, charge: Stripe.Charge): Stripe.Dispute[] =>
  world.store.all('dispute', { charge: charge.id })
