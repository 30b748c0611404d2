// Forms of the operator pages: the values as typed, and either the requested change or errors by field.

import * as v from 'valibot'
import { isUuid } from '../../../../../domain/base/ids/uuid.ts'
import { fail, ok, type Result } from '../../../../../domain/base/result.ts'
import { lengthText } from '../../../../../domain/base/text/text-lengths.ts'
import { isOperatorStatus } from '../../../../../domain/orders/record/status.ts'
import { trackingLengths } from '../../../../../domain/orders/record/tracking.ts'
import type {
  AmountRefund,
  PartsRefund,
  RefundInput,
} from '../../../../../domain/orders/refund/refund-request.ts'
import type {
  ClosingRefund,
  StatusInput,
} from '../../../../../domain/orders/status-changes/set-order-status.ts'
import { centsOfDollars, dollarsText } from '../../../../../domain/pricing/dollars.ts'
import type { FieldErrors } from '../../../../../html/form-fields.tsx'
import { confirmedField } from '../../../../../pages/operators/confirm.tsx'
import type { CloseForm } from '../../../../../pages/operators/orders/close.tsx'
import { partsField } from '../../../../../pages/operators/orders/parts-fields.tsx'
import type { RefundForm } from '../../../../../pages/operators/orders/refunds.tsx'
import type { StatusForm } from '../../../../../pages/operators/orders/status-form.tsx'
import { trackingSchema } from '../../../../contract/body-parts.ts'
import { type Field, type SentFields, version } from '../../../../contract/form-fields.ts'
import { partsOf, reasonError, typedParts } from '../part-counts.ts'
import { refundFields } from './status-schemas.ts'

/** Returns the status form as typed. */
export function typedStatus(field: SentFields): StatusForm {
  const text = trimFields(field)
  return {
    status: text('status'),
    carrier: text('carrier'),
    number: text('number'),
    url: text('url'),
    withoutTracking: text('withoutTracking') === '1',
    unpaid: text('unpaid') === '1',
  }
}

export function typedRefund(field: SentFields): RefundForm {
  const text = trimFields(field)
  return {
    amount: text('amount'),
    reason: text('reason'),
    everything: text('everything') === '1',
    parts: typedParts('line', text),
    shipping: text('shipping') === '1',
  }
}

/** Returns the answer to the confirmation before a paid order is closed. */
function typedClose(field: SentFields): CloseForm {
  const text = trimFields(field)
  return {
    choice: choiceOf(text('refund')),
    amount: text('amount'),
    reason: text('reason'),
    parts: typedParts('line', text),
    shipping: text('shipping') === '1',
  }
}

const trimFields =
  (field: SentFields): SentFields =>
  (name) =>
    field(name).trim()

export const statusFields = {
  typed: { read: (field) => ok(typedStatus(field)) },
  change: { read: (field) => changeOf(typedStatus(field)) },
  /** null when the confirmation was not shown yet. */
  close: { read: (field) => ok(field(confirmedField) === '1' ? typedClose(field) : null) },
  refundId: { read: (field) => ok(idOf(field('refundId').trim())) },
  version,
} satisfies Record<string, Field<unknown>>

export const refundFormFields = {
  typed: { read: (field) => ok(typedRefund(field)) },
  refundId: statusFields.refundId,
  /** Whether the confirmation was shown. */
  confirmed: { read: (field) => ok(field(confirmedField) === '1') },
  version,
} satisfies Record<string, Field<unknown>>

/** Returns '' for an id that the forms never send. */
const idOf = (text: string): string => (isUuid(text) ? text : '')

const choices = ['full', 'part', 'parts', 'none'] as const
const choiceOf = (text: string): CloseForm['choice'] =>
  choices.find((choice) => choice === text) ?? ''

type StatusChange = Pick<StatusInput, 'status' | 'tracking' | 'withoutTracking' | 'unpaid'>

/** Returns the requested change. Clears the tracking if all fields are empty. */
export function changeOf(typed: StatusForm): Result<StatusChange, FieldErrors> {
  const { status, carrier, number, url, withoutTracking, unpaid } = typed
  const errors = new Map<string, string>()
  if (!isOperatorStatus(status)) errors.set('status', 'Choose a status.')
  const isEmpty = carrier === '' && number === '' && url === ''
  const { entries } = trackingSchema
  const entered = {
    carrier: v.safeParse(entries.carrier, carrier),
    number: v.safeParse(entries.number, number),
    url: v.safeParse(entries.url, url === '' ? null : url),
  }
  if (!isEmpty) {
    for (const name of ['carrier', 'number', 'url'] as const) {
      if (!entered[name].success) errors.set(name, trackingErrors[name])
    }
  }
  if (errors.size > 0) return fail(Object.fromEntries(errors))
  const tracking =
    !isEmpty && entered.carrier.success && entered.number.success && entered.url.success
      ? { carrier: entered.carrier.output, number: entered.number.output, url: entered.url.output }
      : null
  return ok({ status, tracking, withoutTracking, unpaid })
}

const trackingErrors = {
  carrier: `Enter the carrier in ${lengthText(trackingLengths.text)}.`,
  number: `Enter the tracking number in ${lengthText(trackingLengths.text)}.`,
  url: `Enter an address that begins with https:// or http://, at most ${trackingLengths.url} characters, without a user name, spaces or backslashes.`,
} as const

/**
 * Returns the requested refund or errors by field. `leftCents` is still refundable and appears in the error of a wrong
 * amount. `maxCents` is the largest accepted amount and defaults to `leftCents`.
 */
export function refundOf(
  typed: RefundForm,
  { leftCents, maxCents = leftCents, key }: { leftCents: number; maxCents?: number; key: string },
): Result<AmountRefund, FieldErrors> {
  const errors = new Map<string, string>()
  const { everything = false } = typed
  const amountCents = everything ? leftCents : (centsOfDollars(typed.amount) ?? 0)
  if (everything && typed.amount !== '') {
    errors.set('amount', 'Enter an amount or tick “Refund everything”, not both.')
  } else if (amountCents < 1 || amountCents > maxCents) {
    const range = `Enter an amount from 0.01 to ${dollarsText(leftCents)}.`
    errors.set('amount', leftCents > 0 ? range : 'Nothing of this order is left to refund.')
  }
  const reason = v.safeParse(refundFields.entries.reason, typed.reason)
  if (!reason.success) errors.set('reason', reasonError)
  if (errors.size > 0 || !reason.success) return fail(Object.fromEntries(errors))
  return ok({ amountCents, reason: reason.output, key })
}

/** Returns the amount to refund, or the parts whose price is refunded. */
export function refundOrPartsOf(
  typed: RefundForm,
  request: { leftCents: number; maxCents: number; key: string },
): Result<RefundInput, FieldErrors> {
  const { parts = {}, shipping = false, amount, everything = false } = typed
  if (Object.keys(parts).length === 0 && !shipping) return refundOf(typed, request)
  const refund = partsRefundOf(typed, request)
  if (amount === '' && !everything) return refund
  return fail({
    ...(refund.ok ? {} : refund.failure),
    amount: 'Enter an amount, refund everything, or choose parts: one of the three.',
  })
}

function partsRefundOf(
  { parts = {}, shipping = false, reason: typedReason }: RefundForm,
  { key }: { key: string },
): Result<PartsRefund, FieldErrors> {
  const lines = partsOf('line', parts)
  const errors = new Map(lines.ok ? [] : Object.entries(lines.failure))
  if (Object.keys(parts).length === 0 && !shipping) {
    errors.set(partsField('line', 1), 'Enter a number of parts of any line, or tick the postage.')
  }
  const reason = v.safeParse(refundFields.entries.reason, typedReason)
  if (!reason.success) errors.set('reason', reasonError)
  if (!lines.ok || errors.size > 0 || !reason.success) return fail(Object.fromEntries(errors))
  return ok({ parts: { lines: lines.value, shipping }, reason: reason.output, key })
}

/** Returns the refund chosen when closing an order, or null for none. */
export function closeRefundOf(
  close: CloseForm,
  request: { leftCents: number; key: string },
): Result<Exclude<ClosingRefund, 'none'> | null, FieldErrors> {
  const { leftCents } = request
  if (leftCents === 0 || close.choice === 'none') return ok(null)
  if (close.choice === '') return fail({ refund: 'Choose what happens to the payment.' })
  if (close.choice === 'parts') return partsRefundOf(close, request)
  const isFull = close.choice === 'full'
  const amount = isFull ? dollarsText(leftCents) : close.amount
  const refund = refundOf({ amount, reason: close.reason }, request)
  return refund.ok && isFull ? ok({ ...refund.value, amountCents: 'full' }) : refund
}
